import Glibc
import TestSupport
import Testing
import Threads

@testable import Storage

/// Tests of the check of a database in use: after any damage, no more writes are accepted.
@Suite(.timeLimit(.minutes(5)))
struct IntegrityCheckTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private let count = "SELECT count(*) FROM record"

  private func insert(_ rows: Range<Int>, into database: Database) throws {
    try database.write { transaction in
      for number in rows {
        try transaction.run(
          "INSERT INTO record (code, title) VALUES (?, ?)", "code \(number)",
          "title \(number) \(String(repeating: "x", count: 40))")
      }
      transaction.acknowledge(Int64(rows.upperBound))
    }
  }

  /// Changes one bit of the file on disk, without the file system's knowledge, like a disk fault.
  private func flip(bit: Int) throws {
    let file = Glibc.open(scratch.path, O_RDWR)
    try #require(file >= 0)
    defer { close(file) }
    var status = stat()
    try #require(fstat(file, &status) == 0)
    defer {
      let times = [status.st_atim, status.st_mtim]
      #expect(futimens(file, times) == 0)
    }
    var byte: UInt8 = 0
    #expect(pread(file, &byte, 1, off_t(bit / 8)) == 1)
    byte ^= 1 << UInt8(bit % 8)
    #expect(pwrite(file, &byte, 1, off_t(bit / 8)) == 1)
  }

  private func expectStop(_ database: Database, sourceLocation: SourceLocation = #_sourceLocation) {
    let error = #expect(throws: StorageError.self, sourceLocation: sourceLocation) {
      try insert(90_000..<90_001, into: database)
    }
    #expect(error?.kind == .damaged, "\(String(describing: error))", sourceLocation: sourceLocation)
    #expect(database.fault?.kind == .damaged, sourceLocation: sourceLocation)
    // Existing data can be read.
    #expect(throws: Never.self, sourceLocation: sourceLocation) {
      try database.read { try $0.first("SELECT 1") { try $0.integer(0) } }
    }
  }

  @Test func `pages beyond two and four gibibytes are compared like all others`() throws {
    try scratch.open().close()
    let size = 5 << 30
    try #require(truncate(scratch.path, size) == 0)
    let pageSize = 4096
    let connection = try DatabaseConnection(path: scratch.path, access: .writing)
    let watch = try PageWatch(of: DatabaseFile(path: scratch.path), hadLog: false, pageSize: pageSize)
    try watch.activate()
    #expect(try watch.checkpoint(connection) == nil)
    #expect(watch.pageCount == size / pageSize)
    for page in [(2 << 30) / pageSize, (4 << 30) / pageSize, watch.pageCount] {
      let pages = page - 1..<page + 1
      try watch.learn(pages)
      #expect(watch.compare(pages) == nil)
      try flip(bit: ((page - 1) * pageSize + 100) * 8 + 3)
      #expect(watch.compare(pages)?.page == page)
      #expect(watch.compare(page - 1..<page) == nil)
    }
  }

  @Test func `a sound database is found sound, again and again, while it is written`() throws {
    let database = try scratch.open()
    #expect(database.checkProgress.phase == .waiting)
    try insert(0..<2000, into: database)
    for round in 1...3 {
      let progress = database.checkNow()
      #expect(progress.phase == .sound && progress.finding == nil && progress.soundAt != nil)
      #expect(progress.done == progress.total && progress.total > 0)
      try insert(round * 2000..<(round + 1) * 2000, into: database)
    }
    // With concurrent writes, checkpoints and long reads.
    let stop = Latch()
    let writer = DedicatedThread("writer") {
      var number = 10_000
      while !stop.isRaised {
        try? insert(number..<number + 50, into: database)
        number += 50
        if number % 1000 == 0 { _ = try? database.emptyLog() }
      }
    }
    for _ in 0..<10 { #expect(database.checkNow().phase == .sound) }
    stop.raise()
    writer.join()
    database.close()
    let again = try scratch.open()
    #expect(again.checkNow().phase == .sound)
    try again.write { try $0.run("DELETE FROM record WHERE id % 3 = 0") }
    #expect(again.checkNow().phase == .sound)
  }

  @Test func `every single flipped bit is found, and ends all writing`() throws {
    let database = try scratch.open()
    for start in stride(from: 0, to: 20_000, by: 1000) { try insert(start..<start + 1000, into: database) }
    #expect(database.checkNow().phase == .sound)
    database.close()
    let bits = try scratch.bytes("desk.sqlite").count * 8
    var random = SeededRandom(seed: 0x5EED_0002)
    var (atStart, byCheck, byStructure) = (0, 0, 0)
    for _ in 0..<50 {
      let bit = Int.random(in: 0..<bits, using: &random)
      try flip(bit: bit)
      do {
        let database = try scratch.open()
        #expect(database.checkNow().phase == .damaged, "bit \(bit) is not noticed")
        expectStop(database)
        byCheck += 1
        database.close()
        // The next start refuses the database too.
        let refusal = #expect(throws: DatabaseRefused.self) { try scratch.open() }
        guard case .foundDamaged = refusal?.reason else {
          Issue.record("\(String(describing: refusal))")
          continue
        }
        try scratch.remove("desk.sqlite.damaged")
      } catch is DatabaseRefused {
        atStart += 1
      }
      let connection = try DatabaseConnection(path: scratch.path, access: .frozen)
      if (try? connection.text("PRAGMA integrity_check")) != "ok" { byStructure += 1 }
      try flip(bit: bit)
    }
    print(
      "of 50 flipped bits \(atStart) were found at the start, \(byCheck) by the check; integrity_check: \(byStructure)")
    #expect(atStart + byCheck == 50)
    #expect(try scratch.open().checkNow().phase == .sound)
  }

  @Test func `a bit that flips under an open database is found before its page is written once more`() throws {
    let database = try scratch.open()
    defer { database.close() }
    try insert(0..<20_000, into: database)
    try database.emptyLog()
    #expect(database.checkNow().phase == .sound)
    // In the text of a row, where SQLite's own check finds nothing.
    let bytes = try scratch.bytes("desk.sqlite")
    let place = try #require(bytes.firstRange(of: Array("title 7 xxxx".utf8)))
    try flip(bit: place.lowerBound * 8)
    try database.write { try $0.run("UPDATE record SET count = count + 1") }
    #expect(try database.emptyLog(attempts: 1) == false)
    expectStop(database)
  }

  @Test func `rows that refer to nothing are damage, also where every page is whole`() throws {
    let database = try scratch.open()
    try insert(0..<10, into: database)
    database.close()
    do {
      let connection = try DatabaseConnection(path: scratch.path, access: .writing)
      try connection.execute("PRAGMA foreign_keys = OFF; INSERT INTO loan (record, sequence) VALUES (4711, 1)")
    }
    let again = try scratch.open()
    defer { again.close() }
    let progress = again.checkNow()
    #expect(progress.phase == .damaged)
    #expect(progress.finding?.contains("loan") == true && progress.finding?.contains("record") == true)
    expectStop(again)
  }

  @Test func `an index that contradicts its table is damage, even without a digest`() throws {
    let database = try scratch.open()
    try insert(0..<20_000, into: database)
    database.close()
    let bytes = try scratch.bytes("desk.sqlite")
    #expect(bytes.count > Examination.checkedSize / 16)
    // A title is in the table and in its index: one of them is changed.
    let place = try #require(bytes.firstRange(of: Array("title 777 xxxx".utf8)))
    try flip(bit: (place.lowerBound + 7) * 8)
    let again = try scratch.open()
    defer { again.close() }
    #expect(again.checkNow().phase == .damaged)
    expectStop(again)
  }

  @Test func `a big file is not read at the start, and its damage is found by the check`() throws {
    let database = try scratch.open()
    let text = String(repeating: "y", count: 200_000)
    for number in 0..<100 {
      try database.write { try $0.run("INSERT INTO record (code, title) VALUES (?, ?)", "big \(number)", text) }
    }
    try insert(0..<2000, into: database)
    database.close()
    let bytes = try scratch.bytes("desk.sqlite")
    #expect(bytes.count > Examination.checkedSize)
    // The type of a b-tree page, in the middle of the small rows.
    let place = try #require(bytes.firstRange(of: Array("title 777 xxxx".utf8)))
    for bit in 0..<8 { try flip(bit: place.lowerBound / 4096 * 4096 * 8 + bit) }
    let again = try scratch.open()
    defer { again.close() }
    #expect(again.fault == nil)
    #expect(again.checkNow().phase == .damaged)
    expectStop(again)
  }

  /// Changes the database like the command `sqlite3`, while the hub is stopped.
  private func changeElsewhere(_ sql: String) throws {
    let connection = try DatabaseConnection(path: scratch.path, access: .writing)
    try connection.execute(sql)
    connection.leaveLogWhenClosed(false)
  }

  @Test func `a change by another program while the hub is stopped is not damage, but a flipped bit is`() throws {
    var database = try scratch.open()
    try insert(0..<20_000, into: database)
    #expect(database.checkNow().phase == .sound)
    database.close()
    for round in 1...3 {
      try changeElsewhere("UPDATE record SET title = 'round \(round)' WHERE id % 7 = 0; VACUUM")
      database = try scratch.open()
      #expect(database.checkNow().phase == .sound, "round \(round)")
      try insert(20_000 + round..<20_001 + round, into: database)
      database.close()
      // With a new digest, the file is checked as before.
      let place = try #require(try scratch.bytes("desk.sqlite").firstRange(of: Array("title 10 xxxx".utf8)))
      try flip(bit: (place.lowerBound + 9) * 8)
      database = try scratch.open()
      #expect(database.checkNow().phase == .damaged, "round \(round)")
      expectStop(database)
      database.close()
      try flip(bit: (place.lowerBound + 9) * 8)
      try scratch.remove("desk.sqlite.damaged")
    }
    #expect(try scratch.open().checkNow().phase == .sound)
  }

  @Test func `damage by another program is found if SQLite can detect it`() throws {
    let database = try scratch.open()
    try insert(0..<20_000, into: database)
    #expect(database.checkNow().phase == .sound)
    database.close()
    try changeElsewhere("UPDATE record SET title = 'other' WHERE id = 1")
    let place = try #require(try scratch.bytes("desk.sqlite").firstRange(of: Array("title 777 xxxx".utf8)))
    // In the table or in its index: they differ then.
    try flip(bit: (place.lowerBound + 7) * 8)
    let again = try scratch.open()
    defer { again.close() }
    #expect(again.checkNow().phase == .damaged)
    expectStop(again)
  }

  @Test func `a read by another program after a kill is not damage, but a flipped bit is`() throws {
    let database = try scratch.open()
    try insert(0..<5000, into: database)
    #expect(database.checkNow().phase == .sound)
    try insert(5000..<5100, into: database)
    let files = try scratch.content()
    database.close()
    func leaveAsKilled() throws {
      for (name, bytes) in files where name != "desk.sqlite.ack" { try scratch.put(bytes, in: name) }
    }
    // The last program that closes a database checkpoints its log and removes it, even if it has written nothing.
    try leaveAsKilled()
    try changeElsewhere("SELECT count(*) FROM record")
    #expect(try !scratch.names().contains("desk.sqlite-wal"))
    let again = try scratch.open()
    #expect(again.checkNow().phase == .sound)
    #expect(again.fault == nil)
    again.close()
    try leaveAsKilled()
    let place = try #require(files["desk.sqlite"]?.firstRange(of: Array("title 7 xxxx".utf8)))
    try flip(bit: place.lowerBound * 8)
    let damaged = try scratch.open()
    defer { damaged.close() }
    #expect(damaged.checkNow().phase == .damaged)
  }

  @Test func `digests that were written by half are unknown, and no damage`() throws {
    let database = try scratch.open()
    try insert(0..<5000, into: database)
    #expect(database.checkNow().phase == .sound)
    database.close()
    var bytes = try scratch.bytes("desk.sqlite.digests")
    for place in 5000..<7000 { bytes[place] ^= 0x55 }
    try scratch.put(bytes, in: "desk.sqlite.digests")
    let again = try scratch.open()
    defer { again.close() }
    #expect(again.checkNow().phase == .sound)
    #expect(again.fault == nil)
  }

  @Test func `the digests of another file are not used`() throws {
    let database = try scratch.open()
    try insert(0..<5000, into: database)
    #expect(database.checkNow().phase == .sound)
    database.close()
    // An older backup in its place.
    let other = try Scratch()
    let old = try other.open()
    try insert(0..<10, into: old)
    old.close()
    try scratch.remove("desk.sqlite")
    try scratch.put(try other.bytes("desk.sqlite"), in: "new")
    #expect(rename(scratch.folder + "/new", scratch.path) == 0)
    let again = try scratch.open()
    defer { again.close() }
    #expect(again.checkNow().phase == .sound)
  }

  @Test func `copied pages that were not digested before a crash are no damage`() throws {
    let database = try scratch.open()
    try insert(0..<5000, into: database)
    #expect(database.checkNow().phase == .sound)
    try insert(5000..<6000, into: database)
    // A program without knowledge of the digests checkpoints the log, as happens between the hub's own two steps.
    let other = try DatabaseConnection(path: scratch.path, access: .writing)
    #expect(try other.checkpoint() > 0)
    let files = try scratch.content()
    // The current files with their original inodes: the state that a killed program leaves.
    database.close()
    for (name, bytes) in files where name != "desk.sqlite.ack" { try scratch.put(bytes, in: name) }
    let again = try scratch.open()
    defer { again.close() }
    #expect(again.checkNow().phase == .sound)
    #expect(try again.read { try $0.first(count) { try $0.integer(0) } } == 6000)
  }

  @Test func `how far it is only grows, and is the whole of it no sooner than at the end`() throws {
    let database = try scratch.open()
    defer { database.close() }
    // Far more pages than the cache holds, with rows in a different order than their index.
    for start in stride(from: 0, to: 60_000, by: 2000) { try insert(start..<start + 2000, into: database) }
    let seen = Locked<[IntegrityCheck.Progress]>([])
    let isOver = Latch()
    let watcher = DedicatedThread("watcher") {
      while !isOver.isRaised {
        let progress = database.checkProgress
        seen.withLock { if $0.last != progress { $0.append(progress) } }
      }
    }
    #expect(database.checkNow().phase == .sound)
    isOver.raise()
    watcher.join()
    let running = seen.withLock { $0 }.filter { $0.phase == .running }
    #expect(zip(running, running.dropFirst()).allSatisfy { $0.done <= $1.done })
    #expect(running.allSatisfy { $0.done < $0.total })
    #expect(Set(running.map(\.done)).count >= 2, "the progress was seen on its way")
    let end = database.checkProgress
    #expect(end.done == end.total)
  }

  @Test func `a check that runs ends when the database is closed`() throws {
    let database = try scratch.open()
    for start in stride(from: 0, to: 20_000, by: 2000) { try insert(start..<start + 2000, into: database) }
    database.startChecking(every: .milliseconds(1))
    while database.checkProgress.phase == .waiting { usleep(100) }
    database.close()
    #expect(database.checkProgress.finding == nil)
    #expect(try scratch.open().checkNow().phase == .sound)
  }
}
