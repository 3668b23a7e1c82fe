internal import Deadwax
internal import Execution
internal import Storage

/// A line of a recording's file: a row at the beginning, the state of a station at the beginning, or an event.
struct RecordingLine: Hashable, Codable, Sendable {
  var row: Row?
  var station: StationLine?
  var event: EventLine?

  struct Row: Hashable, Codable, Sendable {
    var table: HistoryTable
    var id: String
    var row: RecordedValue
  }

  struct StationLine: Hashable, Codable, Sendable {
    var name: Station.Name
    var state: RecordedValue
  }
}
