internal import Deadwax

/// A search for borrowers, from the text that the user typed.
struct BorrowerSearch {
  private let words: [String]
  private let text: String

  /// The number of matches at which a word counts as common. For a common word, the borrowers are read in list order
  /// and each is tested. For a rare word, its borrowers are read first.
  private static let many = 2_000

  init(_ text: String) {
    words = BorrowerSearchWords.words(of: text)
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
      card?.class.rawValue ?? "", card?.value ?? "", Code.Class.tag.rawValue, TagID(text)?.description ?? "",
    ]
    let isCommon =
      try database.first(
        "SELECT count(*) FROM (SELECT 1 FROM borrower_word WHERE word >= ?1 AND word < ?2 LIMIT ?3) AS few", longest,
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
