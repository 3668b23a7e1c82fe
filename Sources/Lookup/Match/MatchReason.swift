/// The criterion by which a hit comes behind the one before it in the order of `ReleaseMatch`. The raw value is stored.
package enum MatchReason: String, CaseIterable, Sendable {
  /// Its barcode is less certain: an add-on or other digits stand beside it.
  case barcode
  /// It is on another medium than the station scans for.
  case scanTarget = "scan-target"
  /// It is a set with other media too.
  case medium
  /// It was not sold in shops: a promotional copy, a test alternative, an unofficial release.
  case irregular
  /// It has another catalogue number than the wanted one.
  case catalogNumber = "catalog-number"
  /// Its country is less likely.
  case country
  /// It is a club edition.
  case clubEdition = "club-edition"
  /// Fewer users of the catalogue own it: at most a quarter of those who own the one before.
  case farFewerOwners = "far-fewer-owners"
  /// Fewer users of the catalogue own it.
  case owners
  /// It was published later.
  case year
  /// Nothing else distinguishes them: its record number is higher.
  case number
}
