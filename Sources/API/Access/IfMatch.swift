internal import Deadwax
internal import HTTPServer

extension HTTPRequest {
  /// The version of a row that the caller has seen, from `If-Match` (RFC 9110, 13.1.1). An `ETag` of ours begins with it;
  /// what stands behind a dot tells what else was shown, and is not asked about here.
  ///
  /// - Parameter isNeeded: whether a change without it is refused.
  /// - Returns: nil for `*`, which is whatever there is, and where there is none and none is needed.
  /// - Throws: `preconditionRequired`, or `stale` for what no version of ours looks like.
  func versionSeen(isNeeded: Bool) throws(Problem) -> Int? {
    guard let text = header("if-match") else {
      guard isNeeded else { return nil }
      throw Problem(.preconditionRequired, "Send the 'ETag' of what is to be changed as 'If-Match'.")
    }
    let tag = text.trimmed
    if tag == "*" { return nil }
    // A weak one never matches here, and one of several would leave open what was seen.
    guard tag.count >= 2, tag.first == "\"", tag.last == "\"",
      let digits = tag.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false).first,
      let version = Int(digits), version >= 0
    else { throw Problem(.stale, "'If-Match' is not the 'ETag' of a version that was ever shown.") }
    return version
  }
}
