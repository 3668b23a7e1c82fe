/// The form of a report of plays.
package struct PlayReportForm: Codable, Sendable {
  /// The name, by which the report is read.
  package var name: String
  package var title: String
  /// The publication that its columns come from, and the day on which it was read.
  package var source: String
  package var checkedOn: String
  /// Limits of the form that a person must know.
  package var note: String?
  /// The number of days after the end of the month in which the report is due.
  package var dueDays: Int?
  /// The headings of its columns.
  package var columns: [String]

  package init(
    name: String, title: String, source: String, checkedOn: String, note: String?, dueDays: Int?, columns: [String]
  ) {
    self.name = name
    self.title = title
    self.source = source
    self.checkedOn = checkedOn
    self.note = note
    self.dueDays = dueDays
    self.columns = columns
  }
}
