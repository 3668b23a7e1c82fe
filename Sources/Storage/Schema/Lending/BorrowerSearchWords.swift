internal import Deadwax

/// The search words of a borrower.
enum BorrowerSearchWords {
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

extension WriteTransaction {
  /// Makes a borrower searchable by exactly the words of these names.
  func index(_ borrower: Borrower.ID, name: String, shortName: String) throws {
    try run("DELETE FROM borrower_word WHERE borrower_id = ?1", borrower)
    for word in Set(BorrowerSearchWords.words(of: name) + BorrowerSearchWords.words(of: shortName)) {
      try run("INSERT INTO borrower_word (word, borrower_id) VALUES (?1, ?2)", word, borrower)
    }
  }
}
