package import Deadwax

/// The changes that applying a stock-take would make now.
package struct StockTakePreviewResource: Codable, Sendable {
  package var counts: [StockTakeCount]
  /// The number of copies that each kind of effect changes.
  package var effects: [Effect]
  /// The places of expected copies in which nothing was seen.
  package var uncounted: [Uncounted]
  /// The stations whose scans may not have arrived.
  package var awaited: [Station.Name]
  /// The text that `apply` needs.
  package var digest: String

  /// A number of copies that get the same effect.
  package struct Effect: Codable, Sendable {
    package var effect: StockTakeEffect.Kind
    package var number: Int
  }

  /// A place in which nothing was seen.
  package struct Uncounted: Codable, Sendable {
    package var place: Place.ID?
    package var name: String?
    package var copies: Int

    package init(place: Place.ID?, name: String?, copies: Int) {
      self.place = place
      self.name = name
      self.copies = copies
    }
  }

  package init(
    counts: [StockTakeClass: Int], effects: [StockTakeEffect.Kind: Int], uncounted: [Uncounted],
    awaited: [Station.Name], digest: String
  ) {
    self.counts = StockTakeCount.list(counts)
    self.effects = StockTakeEffect.Kind.allCases.compactMap { kind in
      effects[kind].map { Effect(effect: kind, number: $0) }
    }
    self.uncounted = uncounted
    self.awaited = awaited
    self.digest = digest
  }
}
