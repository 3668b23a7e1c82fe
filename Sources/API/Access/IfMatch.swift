internal import Deadwax
internal import HTTPServer
internal import Wire

extension HTTPRequest {
  /// Returns the version of a row that the caller has seen, from `If-Match` (RFC 9110, 13.1.1). An `ETag` of the API
  /// begins with that version. The part after a dot is a digest of the displayed content, which is not checked here.
  ///
  /// - Parameter rule: the use of `If-Match` by the endpoint.
  /// - Returns: nil for `*`, which matches any version, and for an absent field that is not needed.
  /// - Throws: `preconditionRequired`, or `stale` for a value that is not a version of the API.
  func versionSeen(_ rule: Endpoint.Precondition) throws(Problem) -> Int? {
    guard rule != .none else { return nil }
    guard let text = header("if-match") else {
      guard rule == .required else { return nil }
      throw Problem(.preconditionRequired, "Send the 'ETag' of the resource as 'If-Match'.")
    }
    let tag = text.trimmed
    if tag == "*" { return nil }
    // A weak tag never matches here, and a list of tags does not identify the version seen.
    guard tag.count >= 2, tag.first == "\"", tag.last == "\"",
      let digits = tag.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false).first,
      let version = Int(digits), version >= 0
    else { throw Problem(.stale, "'If-Match' is not an 'ETag' of this API.") }
    return version
  }
}
