package import Catalogue
package import Deadwax
internal import Execution
internal import Storage

extension Crates {
  /// Returns a page of the copies of a crate and of the crates in it, in the order of their numbers: the items that are
  /// copies, and all copies of the items that are releases.
  ///
  /// - Parameters:
  ///   - id: the crate.
  ///   - cursor: the `next` of the previous page, nil for the first page.
  ///   - limit: the maximum number of copies, 1 to 200.
  /// - Returns: the page.
  /// - Throws: `StaffError.noSuchCrate`, or `CatalogueError.badCursor`.
  package func copies(of id: Crate.ID, cursor: String?, limit: Int) throws -> Catalogue.Page<Catalogue.Item> {
    var after: Int?
    if let cursor {
      guard let number = Int(cursor), number >= 0 else { throw CatalogueError.badCursor }
      after = number
    }
    return try database.read { reading in
      guard try reading.crate(id) != nil else { throw StaffError.noSuchCrate }
      let rows = try reading.copies(ofCrate: id, after: after, limit: limit + 1)
      let page = rows.prefix(limit)
      return Catalogue.Page(
        items: page.map { Catalogue.Item(copy: $0.copy, release: $0.release) },
        next: rows.count > limit ? page.last.map { String($0.copy.number) } : nil,
        total: try after == nil ? reading.copyTotal(ofCrate: id) : nil)
    }
  }
}
