/// A page of a list: its items, and the cursor of the next page.
package struct ListPage<Item: Codable & Sendable>: Codable, Sendable {
  package var items: [Item]
  /// The cursor of the next page; nil if there is none.
  package var next: String?

  package init(items: [Item], next: String? = nil) {
    self.items = items
    self.next = next
  }
}
