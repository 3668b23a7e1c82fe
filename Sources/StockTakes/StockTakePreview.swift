package import Deadwax

/// The changes that applying a stock-take would make now.
package struct StockTakePreview: Hashable, Sendable {
  package var take: StockTake
  package var counts: [StockTakeClass: Int]
  /// The number of copies that each kind of effect changes.
  package var effects: [StockTakeEffect.Kind: Int]
  /// The places of expected copies in which nothing was seen.
  package var uncounted: [Uncounted]
  package var awaited: [Station.Name]
  /// The text that `apply` needs: it differs when the effects have changed since.
  package var digest: String

  /// A place in which nothing was seen.
  package struct Uncounted: Hashable, Sendable {
    package var place: Place.ID?
    package var name: String?
    package var copies: Int
  }
}
