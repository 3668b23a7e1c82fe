/// The folders of the collection at Discogs that accept items, in Discogs' order.
package struct DiscogsFolderList: Codable, Hashable, Sendable {
  package var items: [DiscogsFolderResource]
  /// The user at Discogs whose folders they are.
  package var user: String

  package init(items: [DiscogsFolderResource], user: String) {
    self.items = items
    self.user = user
  }
}
