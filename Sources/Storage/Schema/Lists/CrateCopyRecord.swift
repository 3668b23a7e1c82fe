package import Deadwax

extension Queryable {
  /// Returns at most `limit` copies of a crate and of the crates in it, each with its release, in the order of their
  /// numbers. The copies of a crate are its items that are copies, and all copies of its items that are releases.
  ///
  /// - Parameters:
  ///   - crate: the crate.
  ///   - number: the last number of the previous page; nil for the first page.
  ///   - limit: the maximum number of copies.
  /// - Returns: the copies.
  /// - Throws: a `StorageError`.
  package func copies(
    ofCrate crate: Crate.ID, after number: Int?, limit: Int
  ) throws -> [(copy: Copy, release: Release)] {
    var list = try copies(ofCrate: crate)
    list.add("c.number > ?", ifGiven: number)
    return try all(
      "SELECT \(copyColumns), \(releaseColumns) \(copyTables) \(list.sql) ORDER BY c.number LIMIT ?",
      list.values + [limit]
    ) { row in (try copy(from: row), try release(from: row)) }
  }

  /// Returns the number of copies of a crate likewise; nil for more than `ListTotal.limit`.
  package func copyTotal(ofCrate crate: Crate.ID) throws -> Int? { try total(of: "copy c", try copies(ofCrate: crate)) }

  private func copies(ofCrate crate: Crate.ID) throws -> ListConditions {
    let ids = try crates(from: crate)
    var list = ListConditions()
    list.add("c.id IN (\(CrateContents.copies))", ids, ids)
    return list
  }
}
