/// The form of a report of plays, read from a file that people may read, change and add to.
package struct PlayForm: Hashable, Sendable {
  /// A column of the table: a fact about the play, or the same text in every row.
  package struct Column: Hashable, Sendable, Decodable {
    package var heading: String
    package var field: PlayField?
    package var text: String?
  }

  /// The name of the file without `.json`.
  package var name: String
  package var title: String
  /// The publication that the columns come from, and the day on which it was read.
  package var source: String
  package var checkedOn: String
  /// Limits of the form that a person must know; nil for none.
  package var note: String?
  /// The number of days after the end of the month in which the report is due; nil if it is not known.
  package var dueDays: Int?
  /// True if the report has one row for each recording, with the number of its plays.
  package var isSum: Bool
  /// The facts that every row needs: of each list at least one.
  package var needs: [[PlayField]]
  package var columns: [Column]
}

extension PlayForm {
  /// The content of a file.
  struct File: Decodable {
    var title: String
    var source: String
    var checkedOn: String
    var note: String?
    var dueDays: Int?
    var isSum: Bool?
    var needs: [[PlayField]]
    var columns: [Column]
  }

  /// Makes a form of the content of a file.
  ///
  /// - Parameters:
  ///   - file: the content.
  ///   - name: the name of the form.
  /// - Throws: a `PlayReportFault` with a sentence.
  init(_ file: File, named name: String) throws(PlayReportFault) {
    guard (1...60).contains(file.columns.count) else { throw PlayReportFault("it needs 1 to 60 columns") }
    for column in file.columns where (column.field == nil) == (column.text == nil) {
      throw PlayReportFault("the column '\(column.heading)' needs either a field or a text")
    }
    guard file.needs.allSatisfy({ !$0.isEmpty }) else { throw PlayReportFault("a list in 'needs' is empty") }
    guard file.dueDays.map({ (0...366).contains($0) }) ?? true else {
      throw PlayReportFault("'dueDays' must be a number from 0 to 366")
    }
    self.init(
      name: name, title: file.title, source: file.source, checkedOn: file.checkedOn, note: file.note,
      dueDays: file.dueDays, isSum: file.isSum ?? false, needs: file.needs, columns: file.columns)
  }
}
