/// A message from the host to a reader.
package enum HostMessage: Hashable, Sendable {
  /// Requests camera pictures at this rate; 0 ends them.
  case preview(framesPerSecond: Double)
  /// Requests a change of the contents of one tag.
  case tag(TagOrder)
  /// Cancels the order with this id. Its result is `cancelled`, unless it has ended or must be completed.
  case cancel(String)
  /// Requests that the reader stop. The end of its input has the same meaning.
  case stop
}
