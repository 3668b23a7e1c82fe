package import Deadwax
package import Queries

/// The correction of a query that finds nothing: words that no release has, or that do not occur together, become the
/// words of the library that are most similar.
struct SearchCorrection {
  /// A word of a query: the number of its condition, and its number within that.
  private struct Place: Hashable {
    let part: Int
    let word: Int
  }

  /// A word of the library that may be meant.
  private struct Candidate {
    let place: Place
    let word: String
    let mistakes: Int
    let releases: Int
  }

  /// The most words of a query that are looked at, and the most candidates for each. Twice as many are counted.
  private static let mostWords = 6
  private static let mostCandidates = 12
  /// The most candidates for each word of a query whose words are all known.
  private static let mostOfKnown = 4
  /// The most corrected queries that are tried.
  private static let mostTries = 16
  /// A word that more releases have is frequent.
  private static let frequent = 100

  private let parts: [QueryCondition]
  private let domain: QueryDomain?
  private let sort: [QuerySort]
  private let reading: any Queryable
  private let words: KnownWords
  private let goesOn: () -> Bool

  /// - Parameters:
  ///   - query: the query.
  ///   - reading: the transaction.
  ///   - words: the words of the library, up to date.
  ///   - goesOn: returns false if the time is over.
  init(_ query: Query, in reading: any Queryable, by words: KnownWords, while goesOn: @escaping () -> Bool) {
    parts =
      switch query.stated {
      case .all(let parts)?: parts
      case let condition?: [condition]
      case nil: []
      }
    domain = query.domain
    sort = query.sort
    self.reading = reading
    self.words = words
    self.goesOn = goesOn
  }

  /// Returns the corrected queries, the most similar first.
  ///
  /// - Throws: a `StorageError`; `.interrupted` if the time is over.
  func queries() throws -> [Query] {
    let places = places.prefix(Self.mostWords)
    let unknown = try places.filter { try !isKnown($0) }
    // All words exist, so one of them may be another word.
    guard !unknown.isEmpty else {
      return try places.flatMap { try candidates(for: $0, limit: Self.mostOfKnown) }
        .sorted(by: Self.precedes).prefix(Self.mostTries).compactMap { query(with: [$0]) }
    }
    var choices: [[Candidate]] = [[]]
    for place in unknown {
      let candidates = try candidates(for: place, limit: Self.mostCandidates)
      guard !candidates.isEmpty else { return [] }
      choices = choices.flatMap { chosen in candidates.prefix(choices.count > 1 ? 2 : 8).map { chosen + [$0] } }
    }
    return choices.prefix(Self.mostTries).compactMap(query(with:))
  }

  /// The words that can be corrected: those of texts, of at least four letters and no digit.
  private var places: [Place] {
    parts.indices.flatMap { part in
      guard let text = text(of: part) else { return [Place]() }
      return text.words.indices.map { Place(part: part, word: $0) }.filter { place in
        let word = text.words[place.word].unicodeScalars
        return word.count >= 4 && word.count < SearchDocument.wordLimit && !word.contains { ("0"..."9").contains($0) }
      }
    }
  }

  private func text(of part: Int) -> QueryWords? {
    switch parts[part] {
    case .term(.anywhere(let text)): text
    // The names of places and crates are not in the index.
    case .term(.text(let field, let text)) where QueryTextField.described.contains(field): text
    default: nil
    }
  }

  private func word(at place: Place) -> (text: String, isPrefix: Bool) {
    guard let text = text(of: place.part) else { return ("", false) }
    return (text.words[place.word], text.isPrefix && place.word == text.words.count - 1)
  }

  private func isKnown(_ place: Place) throws -> Bool {
    let (word, isPrefix) = word(at: place)
    return try reading.first(
      "SELECT 1 FROM release_word WHERE word >= ?1 AND word \(isPrefix ? "<" : "<=") ?2 LIMIT 1", word,
      isPrefix ? word + "\u{10FFFF}" : word
    ) { _ in true } ?? false
  }

  /// Returns the words that may be meant by one of the query, the most similar and most frequent first.
  private func candidates(for place: Place, limit: Int) throws -> [Candidate] {
    guard goesOn() else { throw Self.interruption }
    let (word, isPrefix) = word(at: place)
    return try words.similar(to: word, isPrefix: isPrefix, limit: 2 * limit).map { other in
      Candidate(place: place, word: other.word, mistakes: other.mistakes, releases: try count(other.word))
    }.sorted(by: Self.precedes).prefix(limit).map { $0 }
  }

  /// The error of a search that has no more time.
  static let interruption = StorageError(.interrupted, call: "correction", message: "the time is over")

  /// Returns the number of releases with a word, up to a hundred.
  private func count(_ word: String) throws -> Int {
    let count = try reading.first(
      "SELECT count(*) FROM (SELECT rowid FROM release_token WHERE release_token MATCH ?1 LIMIT ?2)",
      SearchMatch.quoted(word), Self.frequent
    ) { try $0.integer(0) }
    return Int(count ?? 0)
  }

  private static func precedes(_ left: Candidate, _ right: Candidate) -> Bool {
    (left.mistakes, -left.releases, left.word) < (right.mistakes, -right.releases, right.word)
  }

  private func query(with candidates: [Candidate]) -> Query? {
    var parts = parts
    for candidate in candidates {
      let place = candidate.place
      switch parts[place.part] {
      case .term(.anywhere(let text)):
        guard let text = Self.text(text, with: candidate) else { return nil }
        parts[place.part] = .term(.anywhere(text))
      case .term(.text(let field, let text)):
        guard let text = Self.text(text, with: candidate) else { return nil }
        parts[place.part] = .term(.text(field, text))
      default: return nil
      }
    }
    return Query(stated: QueryCondition.conjunction(parts), domain: domain, sort: sort)
  }

  private static func text(_ text: QueryWords, with candidate: Candidate) -> QueryWords? {
    var words = text.words
    words[candidate.place.word] = candidate.word
    let corrected = words.joined(separator: " ")
    return text.isWhole ? QueryWords(whole: corrected) : QueryWords(corrected, isPrefix: text.isPrefix)
  }
}

extension Queryable {
  /// Returns the query that was probably meant by one that finds nothing; nil if no similar one finds anything.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - filter: the releases to search.
  ///   - moment: the time of the search.
  ///   - words: the words of the library, which are brought up to date.
  ///   - goesOn: returns false if the time is over.
  /// - Returns: the query; nil if none is similar enough.
  /// - Throws: a `StorageError`; `.interrupted` if there was no more time.
  package func correction(
    of query: Query, in filter: ReleaseFilter, at moment: SearchMoment, by words: KnownWords,
    while goesOn: @escaping () -> Bool
  ) throws -> Query? {
    try words.update(from: self)
    return try SearchCorrection(query, in: self, by: words, while: goesOn).queries().first { other in
      guard goesOn() else { throw SearchCorrection.interruption }
      return try !releases(matching: other, in: filter, at: moment, before: nil, limit: 1).isEmpty
    }
  }
}
