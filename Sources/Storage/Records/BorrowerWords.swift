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

extension WriteTransaction {
  /// Has a borrower found by the words of these names, and by no others.
  func index(_ borrower: Borrower.ID, name: String, shortName: String) throws {
    try run("DELETE FROM borrower_word WHERE borrower_id = ?1", borrower)
    for word in Set(BorrowerWords.words(of: name) + BorrowerWords.words(of: shortName)) {
      try run("INSERT INTO borrower_word (word, borrower_id) VALUES (?1, ?2)", word, borrower)
    }
  }
}
