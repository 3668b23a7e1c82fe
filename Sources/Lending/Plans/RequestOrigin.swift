package import Deadwax

/// The source and the time of a request.
package struct RequestOrigin: Hashable, Sendable {
  package var channel: LendingChannel
  /// True if the times can be trusted.
  package var isClockRight: Bool
  /// The time of the transaction; earlier than now for the door `offline`.
  package var at: Timestamp

  package init(channel: LendingChannel, isClockRight: Bool, at: Timestamp) {
    self.channel = channel
    self.isClockRight = isClockRight
    self.at = at
  }
}
