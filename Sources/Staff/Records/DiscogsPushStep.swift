package import Deadwax
internal import Storage

/// A step of a push as staff see it.
package struct DiscogsPushStep: Hashable, Sendable {
  /// The position in the plan, from 1.
  package var position: Int
  package var list: DiscogsList
  package var act: DiscogsAct
  /// Discogs' number of the release.
  package var number: Int64
  package var title: String
  package var artist: String
  /// The instance in the collection.
  package var instance: Int64?
  /// The folder of the collection.
  package var folder: Int64?
  package var state: DiscogsStepState
  /// The reason of a failure.
  package var problem: String?

  init(_ step: DiscogsStep, _ push: DiscogsPush) {
    position = step.position
    list = push.list
    act = push.act
    number = step.number
    title = step.title
    artist = step.artist
    instance = step.instance
    folder = step.folder
    state = step.state
    problem = step.problem
  }
}
