internal import Foundation
package import HTTPServer

/// The JSON object in a request's body, read member by member with a clear error for each that does not fit.
package struct JSONBody {
  let members: [String: Any]

  /// - Throws: `Problem` for a wrong content type, for what is not JSON, and for unknown members.
  package init(_ request: HTTPRequest, allowing names: Set<String>) throws(Problem) {
    let type = request.header("content-type")?.split(separator: ";").first.map(String.init)?.lowercased()
    guard type?.trimmingCharacters(in: .whitespaces) == "application/json" else {
      throw Problem(.unsupportedMediaType, "The body must be application/json.")
    }
    guard let parsed = try? JSONSerialization.jsonObject(with: Data(request.body)) else {
      throw Problem(.badRequest, "The body is not valid JSON.")
    }
    guard let members = parsed as? [String: Any] else {
      throw Problem(.invalid, "The body must be a JSON object.")
    }
    let unknown = members.keys.filter { !names.contains($0) }.sorted()
    guard unknown.isEmpty else {
      throw Problem(
        .invalid, "The body has members that are not known here.",
        reasons: unknown.prefix(8).map { Problem.Reason("unknown-member", "'\($0.prefix(40))' is not known here.") })
    }
    self.members = members
  }

  package func text(_ name: String) throws(Problem) -> String {
    guard let text = try optionalText(name) else { throw Problem(.invalid, "'\(name)' is missing.") }
    return text
  }

  /// Nil when the member is missing or null.
  package func optionalText(_ name: String) throws(Problem) -> String? {
    guard let value = members[name], !(value is NSNull) else { return nil }
    guard let text = value as? String else { throw Problem(.invalid, "'\(name)' must be a text.") }
    return text
  }
}
