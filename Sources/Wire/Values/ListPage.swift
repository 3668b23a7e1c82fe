/// A page of a list: its items, and the cursor of the next page.
package struct ListPage<Item: Codable & Sendable>: Codable, Sendable {
  package var items: [Item]
  /// The cursor of the next page; nil if there is none.
  package var next: String?
  /// The number of items on all pages, with the first page of most lists; nil if it is not counted.
  package var total: Int?

  package init(items: [Item], next: String? = nil, total: Int? = nil) {
    self.items = items
    self.next = next
    self.total = total
  }
}
