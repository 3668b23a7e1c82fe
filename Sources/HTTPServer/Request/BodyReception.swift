/// The decision about a body before it arrives.
package enum BodyReception: Sendable {
  /// The receiver takes it.
  case into(any BodyReceiver)
  /// The response, which is sent in place of that of the handler.
  case refused(HTTPResponse)
}
