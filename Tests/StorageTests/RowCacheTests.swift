import Deadwax
import Storage
import TestSupport
import Testing
import Threads

/// Tests of the row cache with SQLite's reports of changed rows.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct RowCacheTests {
  private let shelf: StorageLibrary

  init() throws { shelf = try StorageLibrary(copies: 12) }

  /// Returns a page of copies, each as its number, its parts and its release's title.
  private func page(_ limit: Int = 12) -> RowPage {
    func row(_ copy: Copy, _ release: Release) -> ListRow {
      ListRow(
        id: copy.id.text, bytes: Array("\(copy.number) \(copy.partCount) \(release.title)".utf8),
        sources: Copy.sources(of: copy.id, copy))
    }
    return RowPage(
      of: .copy, limit: limit, keys: { try $0.copyKeys(in: nil, before: nil, limit: limit + 1) },
      cursor: { "\($0.position)" },
      all: { reading in
        try reading.copiesWithReleases(in: nil, before: nil, limit: limit).map { row($0.copy, $0.release) }
      },
      one: { reading, id in
        guard let copy = try Copy.ID(id).flatMap({ try reading.copy($0) }),
          let release = try reading.release(copy.release)
        else { return nil }
        return row(copy, release)
      },
      total: { try $0.copyTotal(in: nil) })
  }

  private func rows() throws -> [String] {
    try shelf.database.read(page()).rows.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the copies whose representation is in the cache.
  private func known() -> [Bool] {
    shelf.database.rows.representations(.copy, shelf.copies.map(\.text), in: shelf.database.rows.version).map {
      $0 != nil
    }
  }

  @Test func `the total is that of the same snapshot as the rows`() throws {
    let content = try shelf.database.read(
      RowPage(
        of: .copy, limit: 20,
        keys: { reading in
          let keys = try reading.copyKeys(in: nil, before: nil, limit: 21)
          // A copy is removed while the page is read.
          try shelf.write { transaction in
            try transaction.run("DELETE FROM code WHERE copy_id = ?1", shelf.copies[0])
            try transaction.run("DELETE FROM copy WHERE id = ?1", shelf.copies[0])
          }
          return keys
        },
        cursor: { "\($0.position)" },
        all: { reading in
          try reading.copiesWithReleases(in: nil, before: nil, limit: 20).map {
            ListRow(id: $0.copy.id.text, bytes: [], sources: [])
          }
        },
        one: { _, _ in nil }, total: { try $0.copyTotal(in: nil) }))
    #expect(content.rows.count == 12)
    #expect(content.total == 12)
  }

  @Test func `a change removes the rows that depend on it, and no others`() throws {
    _ = try rows()
    #expect(known().allSatisfy { $0 })
    let (copy, release) = (shelf.copies[3], shelf.releases[0])
    try shelf.write { try $0.run("UPDATE copy SET part_count = 7 WHERE id = ?1", copy) }
    #expect(known().enumerated().allSatisfy { $1 == ($0 != 3) })
    #expect(try rows()[12 - 4] == "4 7 Title 1")
    try shelf.write { try $0.run("UPDATE release SET title = 'New' WHERE id = ?1", release) }
    #expect(known().enumerated().allSatisfy { $1 == ($0 % 2 == 1) })
    #expect(try rows().filter { $0.hasSuffix("New") }.count == 6)
    _ = try shelf.lend(5)
    #expect(known().enumerated().allSatisfy { $1 == ($0 != 5) })
  }

  @Test func `a row that moves from one name to another is removed for both`() throws {
    _ = try shelf.lend(0)
    _ = try rows()
    let (from, to) = (shelf.copies[0], shelf.copies[1])
    try shelf.write { try $0.run("UPDATE loan SET copy_id = ?2 WHERE copy_id = ?1", from, to) }
    #expect(known().enumerated().allSatisfy { $1 == ($0 > 1) })
  }

  @Test func `a row that REPLACE writes over is reported, and so is a deleted code`() throws {
    _ = try rows()
    let copy = shelf.copies[2]
    try shelf.write { transaction in
      try transaction.run(
        """
        REPLACE INTO copy (id, release_id, number, code, part_count, added_at, modified_at)
        SELECT id, release_id, number, code, 9, added_at, modified_at FROM copy WHERE id = ?1
        """, copy)
    }
    #expect(!known()[2] && known()[3])
    try shelf.write { try $0.run("DELETE FROM fee") }
    try shelf.write { try $0.run("DELETE FROM code WHERE borrower_id IS NOT NULL") }
    #expect(!shelf.database.rows.areUnchanged([.code], since: shelf.database.rows.version - 1))
  }

  @Test func `a write that fails changes no version, and a part that is taken back only costs a read`() throws {
    _ = try rows()
    let version = shelf.database.rows.version
    let copy = shelf.copies[0]
    #expect(throws: TestFailure.self) {
      try shelf.write { transaction in
        try transaction.run("UPDATE copy SET part_count = 8 WHERE id = ?1", copy)
        throw TestFailure("no")
      }
    }
    #expect(shelf.database.rows.version == version && known()[0])
    try shelf.write { transaction in
      let start = try transaction.savepoint()
      try transaction.run("UPDATE copy SET part_count = 8 WHERE id = ?1", copy)
      try start.rollBack()
    }
    #expect(try rows()[11] == "1 2 Title 0")
  }

  @Test func `a change of very many rows empties the cache`() throws {
    _ = try rows()
    let release = shelf.releases[0]
    try shelf.write { transaction in
      for number in 0..<1100 {
        try transaction.insert(
          Copy(
            id: transaction.newID(), release: release, number: 100 + number,
            code: OwnCode(.copy, number: UInt64(1000 + number)), addedAt: transaction.now))
      }
    }
    #expect(known().allSatisfy { !$0 })
  }

  @Test func `the memory is bounded`() throws {
    let cache = RowCache()
    func isKnown(_ id: Int) -> Bool { cache.representations(.scan, ["\(id)"], in: 0)[0] != nil }
    let bytes = [UInt8](repeating: 0, count: 1024)
    for id in 0..<10_000 {
      cache.add([ListRow(id: "\(id)", bytes: bytes, sources: [RowKey(.scan, "\(id)")])], of: .scan, in: 0)
      #expect(isKnown(id))
    }
    #expect((0..<10_000).count { isKnown($0) } < 2100)
    for id in 0..<1000 {
      let sources = (0..<100).map { RowKey(.copy, "\(id).\($0)") }
      cache.add([ListRow(id: "\(id)", bytes: [], sources: sources)], of: .release, in: 0)
    }
    #expect((0..<1000).count { cache.representations(.release, ["\($0)"], in: 0)[0] != nil } < 500)
  }

  @Test func `a snapshot beside a running commit neither uses the cache nor adds to it`() throws {
    let cache = RowCache()
    let row = ListRow(id: "1", bytes: [1], sources: [RowKey(.scan, "1")])
    cache.add([row], of: .scan, in: 0)
    var changes = RowChanges()
    changes.note(RowKey(.scan, "1"))
    cache.commitBegins(changes)
    // Which of the two versions a snapshot of this moment has is not known.
    #expect(cache.version(ofSnapshotSince: 0) == nil)
    cache.commitEnded()
    #expect(cache.version(ofSnapshotSince: 0) == nil && cache.version(ofSnapshotSince: 1) == 1)
    #expect(cache.representations(.scan, ["1"], in: 1) == [nil])
    cache.add([row], of: .scan, in: 0)
    #expect(cache.representations(.scan, ["1"], in: 1) == [nil])
    cache.add([row], of: .scan, in: 1)
    // A reader whose snapshot is older does not get the newer row.
    #expect(cache.representations(.scan, ["1"], in: 0) == [nil] && cache.representations(.scan, ["1"], in: 1) == [[1]])
  }

  @Test func `a page beside writers is one snapshot, and each writer sees its own change`() throws {
    let copies = shelf.copies
    let failures = Locked<[String]>([])
    let lanes = (0..<4).map { lane in
      DedicatedThread("writer \(lane)") { [shelf] in
        for step in 1...100 {
          do {
            // All copies of the lane change together.
            let mine = copies.indices.filter { $0 % 4 == lane }.map { copies[$0] }
            let count = lane * 1000 + step
            try shelf.database.write { transaction in
              for copy in mine { try transaction.run("UPDATE copy SET part_count = ?2 WHERE id = ?1", copy, count) }
            }
            let parts = try shelf.database.read(page()).rows.map { row in
              String(decoding: row, as: UTF8.self).split(separator: " ").map(String.init)
            }
            for other in 0..<4 {
              let numbers = parts.filter { (Int($0[0]).map { $0 - 1 } ?? 0) % 4 == other }.map { $0[1] }
              if Set(numbers).count != 1 { failures.withLock { $0.append("two snapshots: \(numbers)") } }
              if other == lane, numbers.first != "\(count)" { failures.withLock { $0.append("stale: \(numbers)") } }
            }
          } catch {
            failures.withLock { $0.append("\(error)") }
          }
        }
      }
    }
    for lane in lanes { lane.join() }
    let found = failures.withLock { $0 }
    #expect(found.isEmpty, "\(found.count): \(found.prefix(3))")
  }
}
