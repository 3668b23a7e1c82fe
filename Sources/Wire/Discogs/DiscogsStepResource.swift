package import Deadwax

/// A step of a push: one release or one instance of it.
package struct DiscogsStepResource: Codable, Sendable {
  /// The position in the plan, from 1.
  package var position: Int
  package var list: DiscogsList
  package var act: DiscogsAct
  /// Discogs' number of the release.
  package var number: Int64
  package var title: String
  package var artist: String
  /// The instance in the collection: the one to remove, or the one that was added.
  package var instance: Int64?
  /// The folder of the collection.
  package var folder: Int64?
  package var state: DiscogsStepState
  /// The reason of a failure.
  package var problem: String?

  package init(
    position: Int, list: DiscogsList, act: DiscogsAct, number: Int64, title: String, artist: String, instance: Int64?,
    folder: Int64?, state: DiscogsStepState, problem: String?
  ) {
    self.position = position
    self.list = list
    self.act = act
    self.number = number
    self.title = title
    self.artist = artist
    self.instance = instance
    self.folder = folder
    self.state = state
    self.problem = problem
  }
}
