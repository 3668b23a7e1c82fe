/// The releases that a list shows.
package struct ReleaseFilter: Hashable, Sendable {
  /// The part of the collection; nil for all of it.
  package var medium: MediumFilter?
  /// True for the wish list, false for all other releases, nil for both.
  package var isWished: Bool?
  /// True for the favourites, false for all other releases, nil for both.
  package var isFavourite: Bool?

  package init(medium: MediumFilter? = nil, isWished: Bool? = nil, isFavourite: Bool? = nil) {
    self.medium = medium
    self.isWished = isWished
    self.isFavourite = isFavourite
  }

  /// Returns true if the list shows a release.
  package func includes(_ release: Release) -> Bool {
    (medium?.includes(release.medium) ?? true) && (isWished.map { $0 == release.isWished } ?? true)
      && (isFavourite.map { $0 == release.isFavourite } ?? true)
  }
}
