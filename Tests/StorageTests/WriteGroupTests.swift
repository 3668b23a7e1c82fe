import Deadwax
import Storage
import Testing
import Threads

@Suite(.timeLimit(.minutes(10)))
struct WriteGroupTests {
  let scratch: Scratch
  let database: Database

  init() throws {
    scratch = try Scratch()
    database = try scratch.open()
  }

  struct Refused: Error, Equatable { var number = 0 }

  /// Blocks the writer while `body` submits, so that the submissions wait together.
  func whileWriterIsHeld(_ body: () throws -> Void) rethrows {
    let isHeld = Latch()
    let release = Latch()
    let isReleased = Latch()
    database.submit { _ in
      isHeld.raise()
      release.wait()
    } then: { _ in
      isReleased.raise()
    }
    isHeld.wait()
    defer {
      release.raise()
      isReleased.wait()
    }
    try body()
  }

  func codes() throws -> [String] {
    try database.read { try $0.all("SELECT code FROM record ORDER BY id") { try $0.text(0) } }
  }

  @Test func `writes that wait share a transaction, and one that fails undoes itself alone`() throws {
    // A group ends after 10 ms, and this thread may be suspended for longer: retry until all five were in one group.
    for attempt in 1...200 {
      let wasOpen = Locked(0)
      let results = Locked<[String]>([])
      let done = Latch()
      whileWriterIsHeld {
        for number in 1...5 {
          database.submit { [database] transaction in
            try transaction.run("INSERT INTO record (code) VALUES (?)", "\(attempt)-\(number)")
            // Earlier writes of the group are invisible to other connections.
            let inside = try transaction.first("SELECT count(*) FROM record") { try $0.integer(0) }
            let outside = try database.read { try $0.first("SELECT count(*) FROM record") { try $0.integer(0) } }
            if let inside, let outside, inside - outside == (number > 3 ? number - 1 : number) {
              wasOpen.withLock { $0 += 1 }
            }
            if number == 3 { throw Refused() }
            return number
          } then: { result in
            results.withLock { results in
              switch result {
              case .success(let number): results.append("\(number)")
              case .failure(let error): results.append("\(error is Refused ? "refused" : "\(error)")")
              }
            }
            if number == 5 { done.raise() }
          }
        }
      }
      done.wait()
      #expect(results.withLock { $0 } == ["1", "2", "refused", "4", "5"])
      #expect(
        try codes().filter { $0.hasPrefix("\(attempt)-") } == [1, 2, 4, 5].map { "\(attempt)-\($0)" })
      if wasOpen.withLock({ $0 }) == 5 { return }
    }
    Issue.record("five waiting writes were never joined")
  }

  @Test func `the first of a group fails alone too`() throws {
    let done = Latch()
    let results = Locked<[Bool]>([])
    whileWriterIsHeld {
      for number in 1...4 {
        database.submit { transaction in
          try transaction.run("INSERT INTO record (code) VALUES (?)", "\(number)")
          if number <= 2 { throw Refused() }
        } then: { result in
          results.withLock { $0.append((try? result.get()) != nil) }
          if number == 4 { done.raise() }
        }
      }
    }
    done.wait()
    #expect(results.withLock { $0 } == [false, false, true, true])
    #expect(try codes() == ["3", "4"])
  }

  @Test func `completions come in order, after the commit, and hooks after them`() throws {
    let log = Locked<[String]>([])
    let done = Latch()
    whileWriterIsHeld {
      for number in 1...300 {
        database.submit { transaction in
          transaction.afterCommit {
            log.withLock { $0.append("hook \(number)") }
            if number == 300 { done.raise() }
          }
          try transaction.run("INSERT INTO record (id, code) VALUES (?, ?)", number, "\(number)")
        } then: { [database] _ in
          let isThere = try? database.read {
            try $0.first("SELECT 1 FROM record WHERE id = ?", number) { try $0.flag(0) }
          }
          log.withLock { $0.append("\(isThere == true ? "done" : "too early") \(number)") }
        }
      }
    }
    done.wait()
    let lines = log.withLock { $0 }
    #expect(lines.filter { $0.hasPrefix("done") } == (1...300).map { "done \($0)" })
    #expect(lines.filter { $0.hasPrefix("hook") } == (1...300).map { "hook \($0)" })
    for number in [1, 128, 300] {
      let completion = try #require(lines.firstIndex(of: "done \(number)"))
      let hook = try #require(lines.firstIndex(of: "hook \(number)"))
      #expect(completion < hook)
    }
  }

  @Test func `a write that failed leaves no hook and no row`() throws {
    let wasCalled = Locked(false)
    #expect(throws: Refused.self) {
      try database.write { transaction in
        try transaction.run("INSERT INTO record (code) VALUES ('gone')")
        transaction.afterCommit { wasCalled.withLock { $0 = true } }
        throw Refused()
      }
    }
    // Hooks run before the next write begins.
    try database.write { _ in }
    #expect(!wasCalled.withLock { $0 })
    #expect(try codes().isEmpty)
  }

  @Test func `an error that was caught leaves the rest of the write`() throws {
    try database.write { transaction in
      try transaction.run("INSERT INTO record (code) VALUES ('a')")
      let error = #expect(throws: StorageError.self) {
        try transaction.run("INSERT INTO record (code) VALUES ('a')")
      }
      #expect(error?.kind == .conflict)
      try transaction.run("INSERT INTO record (code) VALUES ('b')")
    }
    #expect(try codes() == ["a", "b"])
  }

  @Test func `a foreign key that is checked late fails the write that broke it, not its neighbours`() throws {
    let results = Locked<[String]>([])
    let done = Latch()
    whileWriterIsHeld {
      for number in 1...3 {
        database.submit { transaction in
          try transaction.run("INSERT INTO record (id, code) VALUES (?, ?)", number, "\(number)")
          try transaction.run("INSERT INTO loan (record, sequence) VALUES (?, ?)", number == 2 ? 99 : number, number)
        } then: { result in
          results.withLock { results in
            switch result {
            case .success: results.append("done")
            case .failure(let error as StorageError) where error.kind == .reference: results.append("key")
            case .failure(let error): results.append("\(error)")
            }
          }
          if number == 3 { done.raise() }
        }
      }
    }
    done.wait()
    #expect(results.withLock { $0 } == ["done", "key", "done"])
    #expect(try codes() == ["1", "3"])
  }

  @Test func `when the database is full the whole group fails and reading continues`() throws {
    try database.write { transaction in
      try transaction.run("INSERT INTO record (code) VALUES ('before')")
      let pages = try transaction.first("PRAGMA page_count") { try $0.integer(0) } ?? 0
      // The error of a full disk, at a chosen size.
      try transaction.run("PRAGMA max_page_count = \(pages + 20)")
    }
    let failures = Locked<[StorageError.Kind?]>([])
    let done = Latch()
    whileWriterIsHeld {
      for number in 1...3 {
        database.submit { transaction in
          try transaction.run("INSERT INTO record (code) VALUES (?)", "small \(number)")
          // Ignoring the error must not turn the rest into a separate transaction.
          if number == 2 {
            _ = try? transaction.run("INSERT INTO record (code) VALUES (?)", String(repeating: "x", count: 200_000))
            _ = try? transaction.run("INSERT INTO record (code) VALUES ('stray')")
          }
        } then: { result in
          if case .failure(let error) = result { failures.withLock { $0.append((error as? StorageError)?.kind) } }
          if number == 3 { done.raise() }
        }
      }
    }
    done.wait()
    let rest = try codes()
    #expect(!rest.contains("small 2") && !rest.contains("stray"))
    #expect(failures.withLock { $0 }.allSatisfy { $0 == .full } && !failures.withLock { $0.isEmpty })
    #expect(rest.count + failures.withLock { $0.count } == 4, "each write is either there or failed")
    try database.write { try $0.run("DELETE FROM record") }
    try database.write { try $0.run("INSERT INTO record (code) VALUES ('after')") }
    #expect(try codes() == ["after"])
  }

  @Test func `too many waiting writes are refused at once, and those that wait are done`() throws {
    let limit = 10_000
    let refused = Locked<[StorageError.Kind?]>([])
    let done = Monitor(0)
    whileWriterIsHeld {
      for number in 1...limit {
        database.submit {
          try $0.run("INSERT INTO record (code) VALUES (?)", "\(number)")
        } then: { _ in
          done.update { $0 += 1 }
        }
      }
      for _ in 1...3 {
        database.submit { _ in
        } then: { result in
          if case .failure(let error) = result { refused.withLock { $0.append((error as? StorageError)?.kind) } }
        }
      }
      #expect(refused.withLock { $0 } == [.overloaded, .overloaded, .overloaded])
    }
    done.wait { $0 == limit ? () : nil }
    #expect(try codes() == (1...limit).map { "\($0)" })
  }

  @Test func `32 threads write and every answered change is there once`() throws {
    let lanes = (0..<32).map { lane in
      DedicatedThread("writer-\(lane)") { [database] in
        for number in 0..<50 {
          do {
            try database.write { try $0.run("INSERT INTO record (code) VALUES (?)", "\(lane)-\(number)") }
          } catch {
            Issue.record(error)
          }
        }
      }
    }
    for lane in lanes { lane.join() }
    let found = try codes()
    #expect(found.count == 1600)
    // The order of each thread is preserved.
    for lane in 0..<32 {
      #expect(found.filter { $0.hasPrefix("\(lane)-") } == (0..<50).map { "\(lane)-\($0)" })
    }
  }

  @Test func `a write inside a write traps`() async {
    await #expect(processExitsWith: .failure) {
      let scratch = try Scratch()
      let database = try scratch.open()
      scratch.removeAll()
      try database.write { _ in try database.write { _ in } }
    }
  }

  @Test func `a transaction used after its end traps`() async {
    await #expect(processExitsWith: .failure) {
      let scratch = try Scratch()
      let database = try scratch.open()
      scratch.removeAll()
      let stored = try database.read { $0 }
      _ = try stored.first("SELECT 1") { try $0.integer(0) }
    }
  }
}
