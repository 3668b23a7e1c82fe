package import Deadwax

/// The comparison with the lists at Discogs: every page of them is read, one after the other.
package struct DiscogsComparison: Hashable, Sendable {
  package var state: Recheck.State
  /// The user at Discogs; nil until it is known.
  package var user: String?
  /// The list that is being read.
  package var list: DiscogsList
  /// The last page of this list that was read; 0 before the first.
  package var page: Int
  /// The number of items that were read.
  package var items: Int
  /// The number of items that the lists have, as far as Discogs has reported it.
  package var total: Int
  /// The reason that the comparison waits or is paused; nil for none.
  package var problem: String?
  /// The person or program that started it.
  package var startedBy: String?
  package var startedAt: Timestamp
  package var modifiedAt: Timestamp
  package var version: Int

  /// Creates a comparison that has read nothing.
  package init(startedBy: String?, at now: Timestamp) {
    state = .running
    list = .collection
    (page, items, total, version) = (0, 0, 0, 0)
    self.startedBy = startedBy
    startedAt = now
    modifiedAt = now
  }
}

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

/// A release of the library with its number at Discogs.
package struct DiscogsHolding: Hashable, Sendable {
  package let release: Release.ID
  /// Discogs' number of the release.
  package let number: Int64
  package let title: String
  package let artist: String
  /// The number of copies that are neither lost nor withdrawn.
  package let copies: Int
  package let isWished: Bool

  package init(
    release: Release.ID, number: Int64, title: String, artist: String, copies: Int, isWished: Bool
  ) {
    self.release = release
    self.number = number
    self.title = title
    self.artist = artist
    self.copies = copies
    self.isWished = isWished
  }
}
