internal import Deadwax
internal import Lending
internal import Queries

/// All that a release is found by, as the row of `release_search` has it.
struct SearchDocument: Hashable {
  /// The words, each after the sign of its field: one line for each text, with a blank on both sides of each word.
  private(set) var words = ""
  var artistKey = ""
  var titleKey = ""
  var labelKey = ""
  /// The year of the release; 0 if it is unknown.
  private(set) var year = 0

  /// The lines that the document has; a text that occurs twice is stored once.
  private var lines: Set<String> = []

  /// The number of characters of a word in the index. A longer word is found by its beginning, and then compared.
  static let wordLimit = 64
  /// The longest beginning of a word of a text, and that of a number, that is a word of the index itself. A longer
  /// beginning stands for few words, each of which is looked up.
  static let beginningLimit = 5
  static let numberBeginningLimit = 3

  mutating func add(_ field: QueryTextField, _ texts: String?...) {
    guard let tag = SearchTag.of(field) else { return }
    for text in texts { add(SearchWords.words(of: text ?? ""), tag) }
  }

  mutating func add(_ field: QueryNumberField, _ numbers: String?...) {
    for number in numbers {
      let key = QueryNumber.key(of: number ?? "")
      if !key.isEmpty { add([key], SearchTag.of(field)) }
    }
  }

  mutating func setYear(_ year: Int?) {
    guard let year, year > 0 else { return }
    self.year = min(year, 9999)
    add([SearchDocument.digits(of: self.year)], SearchTag.year)
  }

  /// The states that are words of the document. The others change often, or with time.
  static let states: Set<QueryState> = [.noBarcode, .needsCover]

  mutating func add(_ medium: Medium) { add([medium.rawValue], SearchTag.medium) }
  mutating func add(_ grade: Grade) { add([SearchDocument.word(of: grade)], SearchTag.grade) }
  mutating func add(_ state: QueryState) { add([SearchDocument.word(of: state)], SearchTag.state) }

  private mutating func add(_ words: [String], _ tag: Unicode.Scalar) {
    guard !words.isEmpty else { return }
    let line = SearchDocument.line(words, tag, isPrefix: false) + "\n"
    if lines.insert(line).inserted { self.words += line }
  }

  /// Returns words as they stand in a line, with the blank before them, and after them unless the last is the beginning
  /// of a word.
  static func line(_ words: [String], _ tag: Unicode.Scalar, isPrefix: Bool) -> String {
    " " + words.map { "\(tag)\($0)" }.joined(separator: " ") + (isPrefix ? "" : " ")
  }

  /// Returns a year in four digits, whose beginnings are its century and its decade.
  static func digits(of year: Int) -> String {
    let text = String(year)
    return String(repeating: "0", count: max(0, 4 - text.utf8.count)) + text
  }

  /// Returns the word of a grade, without punctuation.
  static func word(of grade: Grade) -> String { grade.rawValue.lowercased().replacing("+", with: "plus") }
  static func word(of state: QueryState) -> String { state.rawValue.replacing("-", with: "") }

  /// Returns the set of words by which the texts of `words` are found.
  static func tokens(of words: String) -> Set<String> {
    var tokens: Set<String> = []
    for tagged in words.unicodeScalars.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      guard let tag = tagged.first else { continue }
      let word = tagged.dropFirst().prefix(wordLimit)
      var signs = [String(tag)]
      if SearchTag.isText(tag) { signs.append("") }
      if SearchTag.isNumber(tag) { signs.append(String(SearchTag.anyNumber)) }
      for sign in signs {
        tokens.insert(sign + String(word))
        guard SearchTag.isText(tag) || SearchTag.isNumber(tag) || tag == SearchTag.year else { continue }
        let longest = SearchTag.isText(tag) ? beginningLimit : numberBeginningLimit
        for length in 1...min(longest, max(1, word.count)) {
          tokens.insert("\(SearchTag.beginning)" + sign + String(word.prefix(length)))
        }
      }
    }
    return tokens
  }

  /// Returns the words of texts, each with the set of its fields as bits, of those that `tokens(of:)` returns.
  static func plainWords(in tokens: Set<String>) -> [String: Int64] {
    var fields: [String: Int64] = [:]
    for token in tokens {
      guard let tag = token.unicodeScalars.first, SearchTag.isText(tag) else { continue }
      fields[String(token.unicodeScalars.dropFirst()), default: 0] |= SearchTag.bit(of: tag)
    }
    return fields
  }
}

extension SearchDocument {
  static func == (left: SearchDocument, right: SearchDocument) -> Bool {
    left.words == right.words && left.year == right.year && left.artistKey == right.artistKey
      && left.titleKey == right.titleKey && left.labelKey == right.labelKey
  }

  func hash(into hasher: inout Hasher) { hasher.combine(words) }

  /// Creates the document that a row of `release_search` has.
  init(words: String, artistKey: String, titleKey: String, labelKey: String, year: Int) {
    (self.words, self.year) = (words, year)
    (self.artistKey, self.titleKey, self.labelKey) = (artistKey, titleKey, labelKey)
  }
}
