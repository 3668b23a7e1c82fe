/// The name of a row on which entries of the row cache depend.
package struct RowKey: Hashable, Sendable {
  /// The tables whose rows appear in lists.
  package enum Table: String, CaseIterable, Sendable {
    case release, copy, place, slot, loan, fee, scan, code
    case stationPolicy = "station_policy"

    /// The column whose value names a row: its key, or for a loan its copy and for a fee its loan, which appear in lists
    /// with it. All codes of borrowers have one name, because they seldom change.
    var column: String {
      switch self {
      case .release, .copy, .place, .slot: "id"
      case .loan: "copy_id"
      case .fee: "loan_id"
      case .scan: "sequence"
      case .code: "borrower_id"
      case .stationPolicy: "station"
      }
    }
  }

  package let table: Table
  package let id: String

  package init(_ table: Table, _ id: String) {
    self.table = table
    self.id = table == .code ? "" : id
  }

  /// The codes of borrowers.
  package static let cards = RowKey(.code, "")
}
