package import Deadwax

/// A point in the history. Everything up to it remains; everything later is removed by `restoreState`.
package struct HistoryPoint: Hashable, Sendable {
  /// The number of the last change that remains. `scan`, `recording` and `event` are the same for scans, recorded
  /// events and the journal.
  package var change: Int64
  package var scan: Int64
  package var recording: Int64
  package var event: Int64
  /// The time of the first removed event. Sessions that began at or after it are removed too.
  package var time: Timestamp

  package init(change: Int64, scan: Int64, recording: Int64, event: Int64, time: Timestamp) {
    self.change = change
    self.scan = scan
    self.recording = recording
    self.event = event
    self.time = time
  }
}
