internal import Deadwax

/// The search words of a borrower.
enum BorrowerWords {
  /// Returns the distinct words of a name or a search, in lower case. Words are separated by white space, commas and
  /// hyphens.
  static func words(of text: String) -> [String] {
    var words: [String] = []
    for word in text.lowercased().split(whereSeparator: { $0.isWhitespace || $0 == "," || $0 == "-" })
    where !words.contains(String(word)) {
      words.append(String(word))
    }
    // Eight words are enough to find a borrower.
    return Array(words.prefix(8))
  }
}

/// A search for borrowers, from the text that the user typed.
struct BorrowerSearch {
  private let words: [String]
  private let text: String

  /// The number of matches at which a word counts as common. For a common word, the borrowers are read in list order
  /// and each is tested. For a rare word, its borrowers are read first.
  private static let many = 2_000

  init(_ text: String) {
    words = BorrowerWords.words(of: text)
    self.text = text.trimmed
  }

  /// Returns the condition on a borrower `p`, or nil if the search matches all borrowers.
  func condition(on database: some Queryable) throws -> (sql: String, values: [(any Bindable)?])? {
    // The longest word usually has the fewest matches. The other words are tested for each of those.
    guard let longest = words.max(by: { $0.utf8.count < $1.utf8.count }) else { return nil }
    let others = words.filter { $0 != longest }
    let bounds = ([longest] + others).flatMap { [$0, $0 + "\u{10FFFF}"] }
    let card = Code.classify(text, symbology: nil).key
    let cards: [(any Bindable)?] = [
      card?.class.rawValue ?? "", card?.value ?? "", Code.Class.tag.rawValue, TagUID(text)?.description ?? "",
    ]
    let isCommon =
      try database.first(
        "SELECT count(*) FROM (SELECT 1 FROM borrower_word WHERE word >= ?1 AND word < ?2 LIMIT ?3)", longest,
        longest + "\u{10FFFF}", Self.many
      ) { Int(try $0.integer(0)) } == Self.many
    if isCommon {
      let has = Array(repeating: Self.has("p.id"), count: words.count).joined(separator: " AND ")
      return ("((\(has)) OR p.id IN (\(Self.cards)))", bounds + cards)
    }
    let has = ["w.word >= ? AND w.word < ?"] + Array(repeating: Self.has("w.borrower_id"), count: others.count)
    return (
      """
      p.id IN (SELECT w.borrower_id FROM borrower_word w WHERE \(has.joined(separator: " AND "))
        UNION ALL \(Self.cards))
      """, bounds + cards
    )
  }

  private static func has(_ borrower: String) -> String {
    "EXISTS (SELECT 1 FROM borrower_word o WHERE o.borrower_id = \(borrower) AND o.word >= ? AND o.word < ?)"
  }

  private static let cards = """
    SELECT c.borrower_id FROM code c WHERE c.borrower_id IS NOT NULL AND c.class = ? AND c.value = ?
      AND c.ended_at IS NULL
    UNION ALL SELECT c.borrower_id FROM code c WHERE c.borrower_id IS NOT NULL AND c.class = ? AND c.value = ?
      AND c.ended_at IS NULL
    """
}

extension WriteTransaction {
  /// Makes a borrower searchable by exactly the words of these names.
  func index(_ borrower: Borrower.ID, name: String, shortName: String) throws {
    try run("DELETE FROM borrower_word WHERE borrower_id = ?1", borrower)
    for word in Set(BorrowerWords.words(of: name) + BorrowerWords.words(of: shortName)) {
      try run("INSERT INTO borrower_word (word, borrower_id) VALUES (?1, ?2)", word, borrower)
    }
  }
}
