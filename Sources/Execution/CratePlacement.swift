package import Deadwax

/// The result of putting a record into a crate.
package enum CratePlacement: Hashable, Sendable {
  /// The crate had it already; it stays where it is.
  case present(CrateItem)
  case added(CrateItem)
  /// The crate has `CrateItem.most` items.
  case full
}
