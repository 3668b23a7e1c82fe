/// A changed row, as text. Names, codes of cards and secrets are not included.
package struct RowChange: Codable, Sendable {
  /// The table of the row.
  package var table: String
  /// The id of the row.
  package var id: String
  /// The kind of change to the row.
  package var verb: Verb
  /// The changed columns.
  package var lines: [String]

  package init(table: String, id: String, verb: Verb, lines: [String]) {
    self.table = table
    self.id = id
    self.verb = verb
    self.lines = lines
  }

  /// The kind of the change to the row.
  package enum Verb: String, CaseIterable, Codable, Sendable { case added, changed, removed }
}
