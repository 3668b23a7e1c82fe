package import Deadwax

/// The source and the time of a request.
package struct RequestOrigin: Hashable, Sendable {
  package var door: LendingChannel
  /// True if the times can be trusted.
  package var isClockRight: Bool
  /// The time of the transaction; earlier than now for the door `offline`.
  package var at: Timestamp

  package init(door: LendingChannel, isClockRight: Bool, at: Timestamp) {
    self.door = door
    self.isClockRight = isClockRight
    self.at = at
  }
}
