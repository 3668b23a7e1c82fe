/// A page of a list, read through the row cache.
///
/// First only the keys of the rows are read, which an index has. Then the rows are read that the cache does not have.
package struct RowPage {
  /// The key of a row, and the number by which the list is ordered.
  package struct Key: Sendable {
    package let id: String
    package let position: Int64

    package init(id: String, position: Int64) {
      self.id = id
      self.position = position
    }
  }

  /// The table of the list.
  package let table: RowKey.Table
  /// The maximum number of rows.
  package let limit: Int
  /// Reads the keys of the page and that of the row after it.
  package let keys: (ReadTransaction) throws -> [Key]
  /// Returns the cursor of the page that begins after a row.
  package let cursor: (Key) -> String
  /// Reads all rows of the page.
  package let all: (ReadTransaction) throws -> [ListRow]
  /// Reads the row with a key.
  package let one: (ReadTransaction, String) throws -> ListRow?
  /// Reads the number of rows on all pages, in the same snapshot; nil if it is not counted.
  package let total: (ReadTransaction) throws -> Int?

  /// The result of one read of a page.
  package struct Content {
    /// The representations of the rows.
    package let rows: [[UInt8]]
    /// The cursor of the next page; nil on the last page.
    package let next: String?
    /// The number of rows on all pages; nil if it was not counted.
    package let total: Int?
  }

  package init(
    of table: RowKey.Table, limit: Int, keys: @escaping (ReadTransaction) throws -> [Key],
    cursor: @escaping (Key) -> String,
    all: @escaping (ReadTransaction) throws -> [ListRow], one: @escaping (ReadTransaction, String) throws -> ListRow?,
    total: @escaping (ReadTransaction) throws -> Int?
  ) {
    self.table = table
    self.limit = limit
    self.keys = keys
    self.cursor = cursor
    self.all = all
    self.one = one
    self.total = total
  }

  /// The greatest part of a page that is read row by row. A query for all rows costs less than that many single ones.
  private static let singleReads = 8

  /// Reads the page.
  ///
  /// - Parameters:
  ///   - reading: a transaction in which nothing has been read yet.
  ///   - cache: the cache.
  ///   - earliest: the version of the cache before the transaction.
  /// - Returns: the page.
  /// - Throws: a `StorageError`.
  func read(
    in reading: ReadTransaction, through cache: RowCache, since earliest: Int
  ) throws -> Content {
    // The first statement takes the snapshot.
    let keys = try keys(reading)
    let total = try total(reading)
    let page = keys.prefix(limit)
    let next = keys.count > limit ? page.last.map(cursor) : nil
    guard let version = cache.version(ofSnapshotSince: earliest) else {
      return Content(rows: try all(reading).map(\.bytes), next: next, total: total)
    }
    let known = cache.representations(table, page.map(\.id), in: version)
    let missing = known.count { $0 == nil }
    if missing > Self.singleReads {
      let rows = try all(reading)
      cache.add(rows, of: table, in: version)
      return Content(rows: rows.map(\.bytes), next: next, total: total)
    }
    var added: [ListRow] = []
    let rows = try zip(page, known).compactMap { key, bytes -> [UInt8]? in
      if let bytes { return bytes }
      guard let row = try one(reading, key.id) else { return nil }
      added.append(row)
      return row.bytes
    }
    if !added.isEmpty { cache.add(added, of: table, in: version) }
    return Content(rows: rows, next: next, total: total)
  }
}
