package import Deadwax

/// A play of a copy that a person or a program enters.
package struct PlayRequest: Codable, Sendable {
  package var copy: Copy.ID
  /// The position of a track, or a side or a disc.
  package var position: String?
  /// The beginning; now if it is absent.
  package var startedAt: RFC3339Time?
  package var endedAt: RFC3339Time?

  package init(copy: Copy.ID, position: String?, startedAt: RFC3339Time?, endedAt: RFC3339Time?) {
    self.copy = copy
    self.position = position
    self.startedAt = startedAt
    self.endedAt = endedAt
  }
}
