internal import HTTPServer

/// A receiver of a body that knows its digest, so that a repeated request is recognised.
protocol DigestedBody: BodyReceiver {
  /// The SHA-256 digest of the body in hexadecimal.
  var digest: String { get }
}
