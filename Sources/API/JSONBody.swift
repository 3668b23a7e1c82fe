package import Deadwax
internal import Foundation
package import HTTPServer
internal import Wire

/// The JSON object in a request's body. It is read member by member, with a clear error for each invalid member.
package struct JSONBody {
  let members: [String: Any]

  /// - Throws: `Problem` for a wrong content type, for a body that is not JSON, and for unknown members.
  package init(_ request: HTTPRequest, allowing names: Set<String>) throws(Problem) {
    members = try Self.members(of: request)
    try Self.refuse(Set(members.keys).subtracting(names))
  }

  /// Returns the members of the object in a request's body.
  ///
  /// - Throws: `Problem` for a missing body, for a wrong content type, and for a body that is not a JSON object.
  static func members(of request: HTTPRequest) throws(Problem) -> [String: Any] {
    // Checked before the type: a request without a body has none to state.
    guard !request.body.isEmpty else {
      let sentence = "The body is missing. Send a JSON object as application/json."
      throw Problem(.badRequest, sentence, reasons: [Problem.Reason(.missingBody, at: nil, sentence)])
    }
    let type = request.header("content-type")?.split(separator: ";").first.map(String.init)?.lowercased()
    guard type?.trimmingCharacters(in: .whitespaces) == "application/json" else {
      throw Problem(.unsupportedMediaType, "The body must be application/json.")
    }
    let parsed: Any
    do throws(JSONParser.Fault) { parsed = try JSONParser.value(of: request.body) } catch {
      throw Problem(.badRequest, error.detail)
    }
    guard let members = parsed as? [String: Any] else {
      throw Problem(.invalid, "The body must be a JSON object.")
    }
    return members
  }

  /// - Throws: `Problem` if there are unknown members.
  static func refuse(_ unknown: Set<String>) throws(Problem) {
    guard !unknown.isEmpty else { return }
    throw Problem(
      .invalid, "The body has unknown members.",
      reasons: unknown.sorted().prefix(8).map {
        Problem.Reason(.unknownMember, at: "\($0.prefix(40))", "'\($0.prefix(40))' is unknown.")
      })
  }

  package func text(_ name: String) throws(Problem) -> String {
    guard let text = try optionalText(name) else { throw Problem(.invalid, "'\(name)' is missing.") }
    return text
  }

  /// Returns a text; nil if the member is missing or null.
  package func optionalText(_ name: String) throws(Problem) -> String? {
    guard let value = members[name], !(value is NSNull) else { return nil }
    guard let text = value as? String else { throw Problem(.invalid, "'\(name)' must be a text.") }
    return text
  }

  /// Returns a Boolean; nil if the member is missing or null.
  package func flag(_ name: String) throws(Problem) -> Bool? {
    guard let value = members[name], !(value is NSNull) else { return nil }
    guard let flag = value as? Bool else { throw Problem(.invalid, "'\(name)' must be true or false.") }
    return flag
  }

  /// Returns a whole number; nil if the member is missing or null.
  package func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let value = members[name], !(value is NSNull) else { return nil }
    guard let whole = value as? Int, range.contains(whole) else {
      throw Problem(
        .invalid, "'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return whole
  }

  /// Returns a record's id; nil if the member is missing or null.
  package func id<Subject>(_ name: String) throws(Problem) -> Identifier<Subject>? {
    guard let text = try optionalText(name) else { return nil }
    guard let id = Identifier<Subject>(text) else { throw Problem(.invalid, "'\(name)' must be a UUID.") }
    return id
  }

  /// Returns a list of ids; nil if the member is missing or null.
  package func ids<Subject>(_ name: String, atMost limit: Int) throws(Problem) -> [Identifier<Subject>]? {
    guard let value = members[name], !(value is NSNull) else { return nil }
    guard let texts = value as? [Any], (1...limit).contains(texts.count) else {
      throw Problem(.invalid, "'\(name)' must be a list of 1 to \(limit) ids.")
    }
    var ids: [Identifier<Subject>] = []
    for text in texts {
      guard let text = text as? String, let id = Identifier<Subject>(text) else {
        throw Problem(.invalid, "'\(name)' must contain only UUIDs.")
      }
      ids.append(id)
    }
    return ids
  }

  /// Returns one of the cases of an enumeration; nil if the member is missing or null.
  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, as type: Choice.Type = Choice.self
  ) throws(Problem) -> Choice? where Choice.RawValue == String {
    guard let text = try optionalText(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw Problem(
        .invalid, "'\(name)' must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return choice
  }
}
