/// A table of the library that can be exported.
package enum ExportTable: String, CaseIterable, Sendable {
  /// Every copy with its release.
  case copies
  /// Every borrower with the cards; without PINs.
  case borrowers
  /// Every loan, open or returned.
  case loans

  /// The names of all columns, in their order. A name never changes its meaning, and new columns come last.
  package var columns: [String] {
    switch self {
    case .copies: CopyForExport.columns.map(\.name)
    case .borrowers: BorrowerForExport.columns.map(\.name)
    case .loans: LoanForExport.columns.map(\.name)
    }
  }
}
