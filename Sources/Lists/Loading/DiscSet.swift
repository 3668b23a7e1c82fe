/// Discs that are kept together: the copies of one release that are at hand.
package struct DiscSet: Hashable, Sendable {
  /// The number of discs, at least 1.
  package let size: Int
  /// The number of their plays.
  package let plays: Int
  /// The number of discs that are in each cartridge now.
  package let inside: [Int]

  package init(size: Int, plays: Int, inside: [Int]) {
    self.size = size
    self.plays = plays
    self.inside = inside
  }

  /// The number of discs that are in the changer now.
  var present: Int { inside.reduce(0, +) }
}
