/// A row of slots to add to a place.
package struct SlotsRequest: Codable, Sendable {
  /// The first number; the one after the highest number if omitted.
  package var from: Int?
  /// The number of slots.
  package var count: Int

  package init(from: Int?, count: Int) {
    self.from = from
    self.count = count
  }
}
