package import Deadwax

private let columns = "i.id, i.crate_id, i.release_id, i.copy_id, i.rank, i.created_at, i.version"

/// The distance between two neighbours in a crate whose order is new.
private let gap: Int64 = 1 << 20

extension Queryable {
  package func crateItem(_ id: CrateItem.ID) throws -> CrateItem? {
    try first("SELECT \(columns) FROM crate_item i WHERE i.id = ?1", id, as: item(from:))
  }

  /// Returns the item of a crate that a record is; nil if it is not in the crate.
  package func crateItem(_ subject: CrateItem.Subject, in crate: Crate.ID) throws -> CrateItem? {
    let (column, id) = subject.cell
    return try first(
      "SELECT \(columns) FROM crate_item i WHERE i.\(column) = ?1 AND i.crate_id = ?2", id, crate, as: item(from:))
  }

  /// Returns at most `limit` items of a crate in their order.
  ///
  /// - Parameters:
  ///   - crate: the crate.
  ///   - after: the rank and id of the last item of the previous page; nil for the first page.
  ///   - limit: the maximum number of items.
  /// - Returns: the items.
  /// - Throws: a `StorageError`.
  package func items(
    of crate: Crate.ID, after: (rank: Int64, id: CrateItem.ID)?, limit: Int
  ) throws -> [CrateItem] {
    var list = ListConditions()
    list.add("i.crate_id = ?", crate)
    if let after { list.add("(i.rank, i.id) > (?, ?)", after.rank, after.id) }
    return try all(
      "SELECT \(columns) FROM crate_item i \(list.sql) ORDER BY i.rank, i.id LIMIT ?", list.values + [limit],
      as: item(from:))
  }

  /// Returns the number of items of a crate.
  package func itemCount(of crate: Crate.ID) throws -> Int {
    try first("SELECT count(*) FROM crate_item WHERE crate_id = ?1", crate) { Int(try $0.integer(0)) } ?? 0
  }

  /// Returns the number of items before an item in its crate.
  package func itemCount(before item: CrateItem) throws -> Int {
    try first(
      "SELECT count(*) FROM crate_item WHERE crate_id = ?1 AND (rank, id) < (?2, ?3)", item.crate, item.rank, item.id
    ) { Int(try $0.integer(0)) } ?? 0
  }

  /// Returns the item at a position of a crate, without an item that is on its way there.
  fileprivate func item(at index: Int, of crate: Crate.ID, without moved: CrateItem.ID) throws -> CrateItem? {
    try first(
      """
      SELECT \(columns) FROM crate_item i WHERE i.crate_id = ?1 AND i.id <> ?2 ORDER BY i.rank, i.id LIMIT 1 OFFSET ?3
      """, crate, moved, index, as: item(from:))
  }

  private func item(from row: Row) throws -> CrateItem {
    let subject: CrateItem.Subject =
      if let release: Release.ID = try row.optionalID("release_id") {
        .release(release)
      } else {
        .copy(try row.id("copy_id"))
      }
    return CrateItem(
      id: try row.id("id"), crate: try row.id("crate_id"), subject: subject, rank: try row.integer("rank"),
      addedAt: try row.time("created_at"), version: Int(try row.integer("version")))
  }
}

extension WriteTransaction {
  /// Adds a record at the end of a crate, which does not have it.
  ///
  /// - Returns: the new item.
  /// - Throws: a `StorageError`.
  package func append(_ subject: CrateItem.Subject, to crate: Crate.ID, id: CrateItem.ID) throws -> CrateItem {
    let last = try first("SELECT max(rank) FROM crate_item WHERE crate_id = ?1", crate) { try $0.optionalInteger(0) }
    let item = CrateItem(
      id: id, crate: crate, subject: subject, rank: ((last ?? nil) ?? 0) + gap, addedAt: now, version: 1)
    let (release, copy): (Release.ID?, Copy.ID?) =
      switch subject {
      case .release(let id): (id, nil)
      case .copy(let id): (nil, id)
      }
    try snapshot(.crateItem, id.text)
    try run(
      "INSERT INTO crate_item (id, crate_id, release_id, copy_id, rank, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      id, crate, release, copy, item.rank, now)
    return item
  }

  /// Moves an item to a position of its crate; 0 is the first. The item gets a new version, unless it is there already.
  package func move(_ item: CrateItem, to index: Int) throws {
    guard try itemCount(before: item) != index else { return }
    if let rank = try freeRank(at: index, for: item) { return try set(rank, of: item) }
    // The gap is used up. Then all items get new ranks, in their order.
    for (number, other) in try items(of: item.crate, after: nil, limit: Int(Int32.max)).enumerated() {
      try set(Int64(number + 1) * gap, of: other)
    }
    if let rank = try freeRank(at: index, for: item) { try set(rank, of: item) }
  }

  /// Returns a rank between the neighbours of a position; nil if there is none between them.
  private func freeRank(at index: Int, for moved: CrateItem) throws -> Int64? {
    let next = try item(at: index, of: moved.crate, without: moved.id)
    guard index > 0 else { return next.map { $0.rank - gap } ?? moved.rank }
    guard let before = try item(at: index - 1, of: moved.crate, without: moved.id) else { return moved.rank }
    guard let next else { return before.rank + gap }
    let middle = before.rank + (next.rank - before.rank) / 2
    return middle > before.rank && middle < next.rank ? middle : nil
  }

  private func set(_ rank: Int64, of item: CrateItem) throws {
    try snapshot(.crateItem, item.id.text)
    try run("UPDATE crate_item SET rank = ?2, version = version + 1 WHERE id = ?1", item.id, rank)
  }

  /// Takes an item out of its crate. Its record remains.
  package func remove(_ item: CrateItem.ID) throws {
    try snapshot(.crateItem, item.text)
    try run("DELETE FROM crate_item WHERE id = ?1", item)
  }

  /// Takes a record that leaves the library out of all crates.
  package func removeFromCrates(_ subject: CrateItem.Subject) throws {
    let (column, id) = subject.cell
    for item: CrateItem.ID in try all(
      "SELECT id FROM crate_item WHERE \(column) = ?1 ORDER BY id", id, as: { try $0.id(0) })
    { try remove(item) }
  }

  /// Takes a release that is about to be merged out of the crates that have the remaining release too.
  func settleCrates(of other: Release.ID, into target: Release.ID) throws {
    for item: CrateItem.ID in try all(
      """
      SELECT i.id FROM crate_item i JOIN crate_item o ON o.crate_id = i.crate_id AND o.release_id = ?2
      WHERE i.release_id = ?1 ORDER BY i.id
      """, other, target, as: { try $0.id(0) })
    { try remove(item) }
  }
}

extension CrateItem.Subject {
  /// The column of the reference, and the id in it.
  fileprivate var cell: (column: String, id: String) {
    switch self {
    case .release(let id): ("release_id", id.text)
    case .copy(let id): ("copy_id", id.text)
    }
  }
}
