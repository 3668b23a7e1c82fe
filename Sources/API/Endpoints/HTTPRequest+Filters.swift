internal import Catalogue
internal import Deadwax
internal import HTTPServer
internal import Queries
internal import Wire

/// The filters in the query of a list. Each has one name in all lists.
extension HTTPRequest {
  /// Returns the requested states, from `state`; those of records that have not ended if it is absent.
  ///
  /// - Throws: `badRequest` unless it is `all`, `open` or a state.
  func states<State: RawRepresentable & CaseIterable & Sendable>(
    of type: State.Type
  ) throws(Problem) -> StateFilter<State> where State.RawValue == String {
    switch query("state") {
    case "all": return .all
    case nil, "open": return .open
    case let text?:
      guard let state = State(rawValue: text) else {
        let names = ["all", "open"] + State.allCases.map(\.rawValue).filter { $0 != "open" }
        throw Self.noChoice("state", names)
      }
      return .only(state)
    }
  }

  /// Returns the requested state, from `state`; the standard one if it is absent. That is `open` for records that end,
  /// and `all` for records that do not.
  ///
  /// - Throws: `badRequest` for an unknown state.
  func state<Choice: RawRepresentable & CaseIterable>(
    otherwise standard: Choice
  ) throws(Problem) -> Choice where Choice.RawValue == String {
    try choice("state") ?? standard
  }

  /// Returns one of the words that a name in the query can have; nil if it is absent.
  ///
  /// - Throws: `badRequest` for another word.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(Problem) -> Choice? where Choice.RawValue == String {
    guard let text = query(name) else { return nil }
    guard let choice = Choice(rawValue: text) else { throw Self.noChoice(name, Choice.allCases.map(\.rawValue)) }
    return choice
  }

  /// Returns the fate of the lines of a preview, from `fate`; nil for all.
  ///
  /// - Throws: `badRequest` for another word.
  func fate<Fate: RawRepresentable & CaseIterable>() throws(Problem) -> Fate? where Fate.RawValue == String {
    guard let text = query("fate"), text != "all" else { return nil }
    guard let fate = Fate(rawValue: text) else { throw Self.noChoice("fate", Fate.allCases.map(\.rawValue) + ["all"]) }
    return fate
  }

  private static func noChoice(_ name: String, _ words: [String]) -> Problem {
    Problem(.badRequest, "'\(name)' must be one of \(words.joined(separator: ", ")).")
  }

  /// Returns true for `yes` and false for `no`; `standard` if the name is absent.
  ///
  /// - Throws: `badRequest` for another word.
  func isYes(_ name: String, otherwise standard: Bool) throws(Problem) -> Bool {
    switch query(name) {
    case nil: return standard
    case "yes": return true
    case "no": return false
    default: throw Problem(.badRequest, "'\(name)' must be one of yes, no.")
    }
  }

  /// Returns the words to search for, from `search`; nil if there are none.
  ///
  /// - Throws: `badRequest` for more than 200 characters.
  func search() throws(Problem) -> String? {
    guard let text = query("search") else { return nil }
    guard text.unicodeScalars.count <= 200 else {
      throw Problem(.badRequest, "'search' must have at most 200 characters.")
    }
    return text.trimmed.isEmpty ? nil : text.trimmed
  }

  /// Returns the query of the library, from `search`, as it was sent: the places of mistakes count its characters, and a
  /// blank at its end ends a word. Nil if there is none. Blanks above the limit of a query are a query, which is refused.
  var libraryQuery: String? {
    query("search").flatMap { $0.trimmed.isEmpty && $0.unicodeScalars.count <= Query.characterLimit ? nil : $0 }
  }

  /// Returns the requested part of the collection, from `medium`; nil for all of it.
  ///
  /// - Throws: `badRequest` for an unknown part.
  func medium() throws(Problem) -> MediumFilter? { try choice("medium") }

  /// Returns a yes or no in the query; nil if it is absent.
  ///
  /// - Throws: `badRequest` for another text than true or false.
  func flag(_ name: String) throws(Problem) -> Bool? {
    guard let text = query(name) else { return nil }
    guard let flag = Bool(text) else { throw Problem(.badRequest, "'\(name)' must be true or false.") }
    return flag
  }

  /// Returns the name at which a list begins, from `from`; nil if it is absent.
  ///
  /// - Throws: `badRequest` for more than 200 characters.
  func firstName() throws(Problem) -> String? {
    guard let text = query("from") else { return nil }
    guard text.unicodeScalars.count <= 200 else {
      throw Problem(.badRequest, "'from' must have at most 200 characters.")
    }
    return text.trimmed.isEmpty ? nil : text.trimmed
  }

  /// Returns the time at which a list begins, from `from`; nil if it is absent.
  ///
  /// - Throws: `badRequest` for a text that is no time of RFC 3339.
  func firstTime() throws(Problem) -> Timestamp? {
    guard let text = query("from") else { return nil }
    guard let time = Timestamp(text) else {
      throw Problem(.badRequest, "'from' must be a time such as 2026-11-20T09:05:20Z.")
    }
    return time
  }

  /// Returns a record's id in the query; nil if it is absent.
  ///
  /// - Throws: `badRequest` for a text that is no UUID.
  func id<Subject>(_ name: String) throws(Problem) -> Identifier<Subject>? {
    guard let text = query(name) else { return nil }
    guard let id = Identifier<Subject>(text) else { throw Problem(.badRequest, "'\(name)' must be a UUID.") }
    return id
  }

  /// Returns a time in the query; nil if it is absent.
  ///
  /// - Throws: `badRequest` for a text that is no RFC 3339 time.
  func time(_ name: String) throws(Problem) -> Timestamp? {
    guard let text = query(name) else { return nil }
    guard let time = Timestamp(text) else { throw Problem(.badRequest, "'\(name)' must be an RFC 3339 time.") }
    return time
  }

  /// Returns a station, from `station`; nil if it is absent.
  ///
  /// - Throws: `badRequest` for a text that is no name.
  func stationName() throws(Problem) -> Station.Name? {
    guard let text = query("station") else { return nil }
    guard let name = Station.Name(text) else { throw Problem(.badRequest, "'station' is not the name of a station.") }
    return name
  }
}
