/// A table whose changes are all recorded, with whole rows before and after, so that they can be undone. The raw value
/// is its name in the schema and in `change_row`.
///
/// `HistoryLayout` reads its columns from the schema, so a migration that adds a column changes nothing here.
package enum HistoryTable: String, CaseIterable, Codable, Sendable {
  case release, copy, place, slot, borrower, code, loan, hold, fee, setting, inbox
  case stationPolicy = "station_policy"
  case noticeTemplate = "notice_template"
  case sourceChoice = "source_choice"
  case releaseDifference = "release_difference"
  case attachment, crate
  case crateItem = "crate_item"
  case smartCollection = "smart_collection"
  case play
  case showCopy = "show_copy"
  case mergedID = "merged_id"

  /// The name of the key column.
  package var key: String {
    switch self {
    case .setting: "key"
    case .stationPolicy: "station"
    default: "id"
    }
  }

  /// The names of the child tables. A row and its child rows are one row of the ledger. Each child row has the row's id
  /// in `release_id` and its order in `position`.
  package var children: [String] {
    self == .release
      ? [
        "artist_credit", "label_credit", "format", "track", "identifier", "company_credit", "track_credit",
        "release_link", "release_tag",
      ] : []
  }

  /// The column of every child table that has the row's id.
  static let parent = "release_id"

  /// The columns for the version and the modification time, which are not part of a row's content.
  static let marks: Set<String> = ["version", "modified_at"]
}
