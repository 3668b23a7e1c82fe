package import Deadwax

/// The request for a plan of what is written to a list at Discogs.
package struct DiscogsPushRequest: Codable, Sendable {
  package var list: DiscogsList
  package var act: DiscogsAct
  /// Discogs' numbers of the releases; all that can be added if absent. A removal must name them.
  package var numbers: [Int64]?
  /// The folder of the collection that gets what is added; 1, for what is in no other folder, if absent.
  package var folder: Int64?

  package init(list: DiscogsList, act: DiscogsAct, numbers: [Int64]?, folder: Int64?) {
    self.list = list
    self.act = act
    self.numbers = numbers
    self.folder = folder
  }
}
