/// A word that stands for a state of a release or of one of its copies.
package enum QueryState: String, CaseIterable, Sendable {
  /// A copy is on loan.
  case onLoan = "on-loan"
  /// A copy is on loan, and its due time has passed.
  case overdue
  /// A copy was never lent. Lost and withdrawn copies do not count.
  case neverLent = "never-lent"
  /// The release is on the wish list.
  case wished
  /// The release is a favourite.
  case favourite
  /// The release has no barcode, or only one of a library's or a shop's own numbers.
  case noBarcode = "no-barcode"
  /// The release has no picture of its cover.
  case needsCover = "needs-cover"
  /// A copy has no place. Lost and withdrawn copies need none.
  case missingLocation = "missing-location"

  /// Other names of states, each with the canonical one.
  package static let aliases = ["favorite": "favourite"]

  /// Creates the state with a name, in any case of its letters; nil for other words.
  package init?(name: String) {
    let name = name.lowercased()
    self.init(rawValue: Self.aliases[name] ?? name)
  }
}
