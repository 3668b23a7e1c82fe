/// A word that stands for a state of a release or of one of its copies.
package enum QueryState: String, CaseIterable, Sendable {
  /// A copy is on loan.
  case onLoan = "on-loan"
  /// A copy is on loan, and its due time has passed.
  case overdue
  /// The release is on the wish list.
  case wished
  /// The release has no barcode.
  case noBarcode = "no-barcode"
  /// The release has no picture of its cover.
  case needsCover = "needs-cover"
  /// A copy has no place.
  case missingLocation = "missing-location"

  /// Creates the state with a name, in any case of its letters; nil for other words.
  package init?(name: String) { self.init(rawValue: name.lowercased()) }
}
