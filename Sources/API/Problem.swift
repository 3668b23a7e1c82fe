package import HTTPServer
package import Wire

/// An error response of the API: `application/problem+json` (RFC 9457), with a stable code.
package struct Problem: Error, Sendable {
  package var code: Code
  package var detail: String
  package var reasons: [Reason]
  package var headers: [(String, String)]
  /// Notes in addition to the reasons.
  package var notes: [Reason] = []
  /// The token that confirms exactly these reasons.
  package var token: String?
  /// True if staff may override all of the reasons.
  package var isOverridable: Bool?
  /// The number of parts that were checked out, if they must be counted.
  package var parts: Int?
  /// The current state of the station.
  package var station: StationResource? {
    get { storedStation?.resource }
    set { storedStation = newValue.map(StoredStation.init) }
  }
  private var storedStation: StoredStation?
  /// The mistake in a query of the library, and its place.
  package var mistake: QueryMistake?
  /// The current version of the record.
  package var version: String?

  package init(_ code: Code, _ detail: String, reasons: [Reason] = [], headers: [(String, String)] = []) {
    self.code = code
    self.detail = detail
    self.reasons = reasons
    self.headers = headers
  }

  /// Returns the problem that a record has another version than the caller has seen.
  static func stale(now version: Int) -> Problem {
    var problem = Problem(.stale, "It has changed since; its version is now \(version).")
    problem.version = "\(version)"
    return problem
  }

  /// The state of a station, apart from the problem. A problem is thrown by value in a thousand places, and with all members of a
  /// station in it, the compiler took more than ten minutes to optimise the functions that throw.
  private final class StoredStation: Sendable {
    let resource: StationResource
    init(_ resource: StationResource) { self.resource = resource }
  }

  package typealias Code = ProblemCode
  package typealias Reason = ProblemReason

  package var response: HTTPResponse {
    let document = ProblemDocument(code, detail: detail, reasons: reasons) {
      $0.token = token
      $0.notes = notes.isEmpty ? nil : notes
      $0.overridable = isOverridable
      $0.parts = parts
      $0.version = version
      $0.station = station
      $0.mistake = mistake
    }
    var headers = [("content-type", "application/problem+json"), ("cache-control", "no-store")] + self.headers
    if code == .notReady { headers.append(("retry-after", "2")) }
    if code == .unauthorized { headers.append(("www-authenticate", "Bearer")) }
    return HTTPResponse(status: code.status, headers: headers, body: .bytes(JSONDocument.bytes(of: document)))
  }
}
