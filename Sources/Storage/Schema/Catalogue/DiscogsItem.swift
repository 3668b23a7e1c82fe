package import Deadwax

/// An item of a list at Discogs. It has no price, no image and no rating: they stay at Discogs.
package struct DiscogsItem: Hashable, Sendable {
  package let list: DiscogsList
  /// The number of the instance in the collection; the number of the release on the wantlist.
  package let instance: Int64
  /// Discogs' number of the release.
  package let number: Int64
  /// The folder of the collection.
  package let folder: Int64?
  package let title: String
  package let artist: String

  package init(
    list: DiscogsList, instance: Int64, number: Int64, folder: Int64?, title: String, artist: String
  ) {
    self.list = list
    self.instance = instance
    self.number = number
    self.folder = folder
    self.title = title
    self.artist = artist
  }
}
