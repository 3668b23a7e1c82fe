/// Takes the body of a request while it arrives, in place of memory: such as a file.
///
/// The request, and with it the receiver, is released after its response, or when its client leaves. A receiver that is
/// released gives up what no one stored.
package protocol BodyReceiver: AnyObject, Sendable {
  /// Takes the next part of the body, on a thread of the server. It notes its own faults for the handler.
  ///
  /// - Parameter part: the bytes, valid during the call.
  func take(_ part: UnsafeRawBufferPointer)

  /// Gives up what arrived: the body has more bytes than its route allows.
  func discard()
}
