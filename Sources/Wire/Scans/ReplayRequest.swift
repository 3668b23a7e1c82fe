/// The start of the replay.
package struct ReplayRequest: Codable, Sendable {
  /// The time of the first event to replay; by default the beginning of the recording.
  package var from: RFC3339Time?

  package init(from: RFC3339Time? = nil) {
    self.from = from
  }
}
