/// An error response (RFC 9457).
package struct ProblemDocument: Codable, Sendable {
  /// `urn:deadwax:problem:` followed by the code.
  package var type: String
  /// The kind of problem, as text.
  package var title: String
  /// The HTTP status of the response.
  package var status: Int
  /// An explanation of this occurrence.
  package var detail: String
  /// The kind of problem, for programs.
  package var code: OpenWord<ProblemCode>
  /// All reasons. Empty if `detail` has the only one.
  package var reasons: [ProblemReason]
  /// True if the same request may succeed later.
  package var retryable: Bool
  /// With `needs-confirmation`: the token that confirms exactly these reasons. Send it as `confirm`.
  package var token: String?
  /// Notes in addition to the reasons.
  package var notes: [ProblemReason]?
  /// With a refusal: true if staff may override all of its reasons.
  package var overridable: Bool?
  /// With `parts-check`: the number of parts that were checked out. Send the returned number as `partsBack`.
  package var parts: Int?
  /// With `stale`: the current version.
  package var version: String?
  /// With `state-changed`: the current state of the station.
  package var station: StationResource?
  /// With `bad-request` about a query of the library: the mistake in it, and its place.
  package var mistake: QueryMistake?

  /// Creates a response. The code decides its status; a function sets the optional members.
  package init(
    _ code: ProblemCode, detail: String, reasons: [ProblemReason], _ set: (inout ProblemDocument) -> Void
  ) {
    type = "urn:deadwax:problem:\(code.rawValue)"
    title = code.title
    status = code.status
    self.detail = detail
    self.code = OpenWord(code)
    self.reasons = reasons
    retryable = code.isRetryable
    set(&self)
  }
}
