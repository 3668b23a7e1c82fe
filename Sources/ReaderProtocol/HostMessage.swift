/// One line from the host to a reader.
package enum HostMessage: Hashable, Sendable {
  /// Asks for pictures of what the camera sees, so many a second; 0 ends them.
  case preview(framesPerSecond: Double)
  /// Asks the reader to change what is on one tag.
  case tag(TagOrder)
  /// Withdraws the order with this id. Its result is `cancelled`, unless it is over or must be finished.
  case cancel(String)
  /// Asks the reader to end. The end of its input means the same.
  case stop
}
