/// The addition of a release of Discogs.
package struct DiscogsReleaseRequest: Codable, Sendable {
  /// True to put the release on the wish list; false to add a copy.
  package var wishlist: Bool

  package init(wishlist: Bool) { self.wishlist = wishlist }
}
