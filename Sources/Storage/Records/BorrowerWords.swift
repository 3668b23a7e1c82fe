internal import Deadwax

/// The words by which a borrower is found.
enum BorrowerWords {
  /// The words of a name or of a search, folded to lower case, each once.
  static func words(of text: String) -> [String] {
    var words: [String] = []
    for word in text.lowercased().split(whereSeparator: { $0.isWhitespace || $0 == "," || $0 == "-" })
    where !words.contains(String(word)) {
      words.append(String(word))
    }
    // Whoever types a whole life is found by its first eight words.
    return Array(words.prefix(8))
  }
}

/// What somebody typed to find a borrower.
struct BorrowerSearch {
  private let words: [String]
  private let text: String

  /// A word with more borrowers than this is looked for along the list, not the list along the word.
  private static let many = 2_000

  init(_ text: String) {
    words = BorrowerWords.words(of: text)
    self.text = text.trimmed
  }

  /// The condition on a borrower `p`; nil when everybody is meant.
  func condition(on database: some Queryable) throws -> (sql: String, values: [(any Bindable)?])? {
    // Of many words the longest names the fewest; the others are looked up for each of those.
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
  /// Has a borrower found by the words of these names, and by no others.
  func index(_ borrower: Borrower.ID, name: String, shortName: String) throws {
    try run("DELETE FROM borrower_word WHERE borrower_id = ?1", borrower)
    for word in Set(BorrowerWords.words(of: name) + BorrowerWords.words(of: shortName)) {
      try run("INSERT INTO borrower_word (word, borrower_id) VALUES (?1, ?2)", word, borrower)
    }
  }
}
