package import Deadwax

/// A step of a push: one release or one instance of it.
package struct DiscogsStep: Hashable, Sendable {
  /// The number of the plan.
  package let push: Int
  /// The position in the plan, from 1.
  package let position: Int
  /// Discogs' number of the release.
  package let number: Int64
  package let title: String
  package let artist: String
  /// The instance in the collection: the one to remove, or the one that was added.
  package var instance: Int64?
  /// The folder of the collection.
  package var folder: Int64?
  package var state: DiscogsStepState
  /// The time before a request that changes something at Discogs was sent; nil if none was.
  package var sentAt: Timestamp?
  /// The reason of a failure.
  package var problem: String?

  package init(
    push: Int, position: Int, number: Int64, title: String, artist: String, instance: Int64?, folder: Int64?
  ) {
    self.push = push
    self.position = position
    self.number = number
    self.title = title
    self.artist = artist
    self.instance = instance
    self.folder = folder
    state = .waiting
  }
}
