internal import Deadwax
internal import Storage

/// The first line of a recording's file.
struct RecordingHeader: Hashable, Codable, Sendable {
  var deadwax = "recording"
  /// The newest migration of the schema that its rows belong to.
  var schema = Migration.all.last?.name ?? ""
  var from: Timestamp
  var until: Timestamp
  var withNames: Bool
  /// The values of the counters at the beginning; nil for an empty recording.
  var next: Counters?

  init(from: Timestamp, until: Timestamp, withNames: Bool, next: Counters?) {
    self.from = from
    self.until = until
    self.withNames = withNames
    self.next = next
  }

  /// True if the names in its lines are those from before the ninth migration.
  var hasEarlierNames: Bool { schema < "0009" }

  /// True if this version can read it: the form of the rows has not changed since the fifth migration.
  var isReadable: Bool { deadwax == "recording" && schema >= "0005" && Migration.all.contains { $0.name == schema } }
}
