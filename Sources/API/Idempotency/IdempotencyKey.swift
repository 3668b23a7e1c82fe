internal import Deadwax
internal import HTTPServer
internal import Secrets
internal import Wire

/// The key of a request that may be repeated, from the field `Idempotency-Key`.
struct IdempotencyKey: Hashable, Sendable {
  let text: String

  /// Reads the key of a request; nil if the request has none.
  ///
  /// - Throws: `invalid` for an invalid key.
  init?(of request: HTTPRequest) throws(Problem) {
    guard let text = request.header("idempotency-key") else { return nil }
    guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw Problem(.invalid, "'Idempotency-Key' must have 1 to 255 printable ASCII characters.")
    }
    self.text = text
  }

  /// Returns the id of the stored response. The same key of another caller or for another path is a different key.
  func responseID(for request: HTTPRequest) -> StoredResponse.ID {
    let caller = request.header("authorization") ?? request.cookie(TokenCookie.name) ?? ""
    let words = [caller, request.method.rawValue, request.path, text]
    let (high, low) = Digest.of(Array(words.joined(separator: "\u{0}").utf8))
    return StoredResponse.ID(digest: high, low)
  }

  /// The id of the scan that the request reports. A scan needs no stored response: `ScanService` returns the existing
  /// scan with this id.
  var scanID: Reading.ID {
    let (high, low) = Digest.of(Array(text.utf8))
    return Reading.ID(digest: high, low)
  }
}
