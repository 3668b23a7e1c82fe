import Deadwax
import Log
import Storage
import StoragePostgreSQL
import StorageTestSupport
import TestSupport
import Testing
import Threads

/// The engines that run the same tests.
enum EngineName: String, CaseIterable, Sendable {
  case sqlite, postgreSQL
}

/// A database of any engine.
protocol EngineStore: Sendable {
  func look<R>(_ body: (ReadTransaction) throws -> R) throws -> R
  func change<R: Sendable>(
    at moment: WriteMoment, _ body: @escaping @Sendable (WriteTransaction) throws -> R
  ) throws -> R
}

extension Database: EngineStore {
  func look<R>(_ body: (ReadTransaction) throws -> R) throws -> R { try read(body) }

  func change<R: Sendable>(
    at moment: WriteMoment, _ body: @escaping @Sendable (WriteTransaction) throws -> R
  ) throws -> R { try write(at: moment, body) }
}

extension PostgreSQLDatabase: EngineStore {
  func look<R>(_ body: (ReadTransaction) throws -> R) throws -> R { try read(body) }

  func change<R: Sendable>(
    at moment: WriteMoment, _ body: @escaping @Sendable (WriteTransaction) throws -> R
  ) throws -> R { try write(at: moment, body) }
}

/// Two borrowers with cards and three copies of one release, in a database of one engine.
struct EngineLibrary: Sendable {
  static let start = StorageLibrary.start

  private let engine: EngineName
  private(set) var store: any EngineStore
  let station = Station.Name.hubStation
  let borrowers: [Borrower.ID]
  let copies: [Copy.ID]
  private let scratch: Scratch
  /// The folders of later starts.
  private var folders: [Scratch] = []
  /// Opens the database in a folder once more; PostgreSQL's is on its server.
  private let connect: @Sendable (Scratch) throws -> any EngineStore

  /// - Parameters:
  ///   - engine: the engine of the database.
  ///   - added: migrations after those of the program.
  /// - Throws: a `StorageError`, or `TestFailure` if the suite has no server.
  init(_ engine: EngineName, added: [Migration] = []) throws {
    scratch = try Scratch(inMemory: true)
    let migrations = Migration.all + added
    let open: @Sendable (Scratch) throws -> Database = { folder in
      try Database(path: folder.path, migrations: migrations, logger: .silent, now: { Self.start })
    }
    _ = try MigratedDatabase.placed(at: scratch.path)
    let database = try open(scratch)
    self.engine = engine
    switch engine {
    case .sqlite:
      connect = open
      store = database
    case .postgreSQL:
      guard let server = PostgreSQLServer.current else { throw TestFailure("the suite has no PostgreSQL server") }
      let address = try server.newDatabase()
      let schema = PostgreSQLSchema(from: try database.read { try $0.schemaStatements() })
      connect = { _ in
        try PostgreSQLDatabase(address: address, schema: schema, migrations: migrations, now: { Self.start })
      }
      store = try connect(scratch)
    }
    (borrowers, copies) = try store.change(at: WriteMoment(now: Self.start, seed: 1)) { transaction in
      let release: Release.ID = transaction.newID()
      // The search for releases exists on SQLite only.
      try transaction.run(
        """
        INSERT INTO release (id, status, medium, title, artist, created_at, modified_at)
        VALUES (?1, 'manual', 'cd', 'Title', 'Artist', ?2, ?2)
        """, release, transaction.now)
      let borrowers: [Borrower.ID] = try ["Ada Lovelace", "Bela Bartok"].enumerated().map { number, name in
        let borrower = Borrower(id: transaction.newID(), name: name, shortName: String(name.prefix(3)))
        try transaction.insert(borrower)
        try transaction.bind(Code.Key(class: .text, value: "CARD-\(number)000"), to: .borrower(borrower.id))
        return borrower.id
      }
      let copies: [Copy.ID] = try (1...3).map { number in
        let copy = Copy(
          id: transaction.newID(), release: release, number: number, code: transaction.newOwnCode(.copy), partCount: 2,
          addedAt: transaction.now)
        try transaction.insert(copy)
        return copy.id
      }
      try transaction.recordChange(.add)
      return (borrowers, copies)
    }
  }

  /// Writes at a time after the start, with a seed derived from it.
  @discardableResult
  func write<R: Sendable>(
    after seconds: Int64, _ body: @escaping @Sendable (WriteTransaction) throws -> R
  ) throws -> R {
    try store.change(
      at: WriteMoment(now: Self.start + .seconds(seconds), seed: UInt64(bitPattern: seconds)), body)
  }

  /// Returns the library as a second hub sees it: over a connection of its own. SQLite's file has one hub, so its writers
  /// are threads of that hub.
  func secondHub() throws -> EngineLibrary {
    var second = self
    if engine == .postgreSQL { second.store = try connect(scratch) }
    return second
  }

  /// Ends the hub in the middle of a write, as `kill -9` does, and starts it again.
  ///
  /// - Parameters:
  ///   - seconds: the time of the write.
  ///   - body: the changes that are made and not committed.
  /// - Returns: the library of the next start.
  /// - Throws: a `StorageError`, or `TestFailure` if the write did not come to its middle.
  func crashed(
    inWriteAfter seconds: Int64, _ body: @escaping @Sendable (WriteTransaction) throws -> Void
  ) throws -> EngineLibrary {
    struct Ended: Error {}
    let (engine, scratch) = (engine, scratch)
    let left = Locked<Scratch?>(nil)
    do {
      try write(after: seconds) { transaction in
        try body(transaction)
        switch engine {
        case .sqlite:
          let copy = try scratch.copy()
          left.withLock { $0 = copy }
        case .postgreSQL:
          left.withLock { $0 = scratch }
          _ = try transaction.first("SELECT pg_terminate_backend(pg_backend_pid()) AS is_ended") { try $0.flag(0) }
        }
        throw Ended()
      }
    } catch {
      // The connection is gone, or the write was given up.
    }
    guard let left = left.withLock({ $0 }) else { throw TestFailure("the write failed before it was ended") }
    var next = self
    next.store = try connect(left)
    next.folders.append(left)
    return next
  }

  /// Checks out a copy, and returns the change.
  func lend(_ copy: Int, to borrower: Int = 0, after seconds: Int64) throws -> Change {
    let (copy, borrower, station) = (copies[copy], borrowers[borrower], station)
    return try write(after: seconds) { transaction in
      try transaction.open(
        Loan(
          id: transaction.newID(), copy: copy, borrower: borrower, openedAt: transaction.now,
          dueAt: transaction.now + .seconds(1000), parts: 2), at: station)
      return try given(try transaction.recordChange(.lend, station: station))
    }
  }

  /// Checks in a copy, and returns the change.
  func checkIn(_ copy: Int, after seconds: Int64) throws -> Change {
    let (copy, station) = (copies[copy], station)
    return try write(after: seconds) { transaction in
      let loan = try given(try transaction.openLoan(of: copy))
      check(try transaction.close(loan.id, at: station, partsBack: 1))
      return try given(try transaction.recordChange(.checkIn, station: station))
    }
  }

  func undo(_ change: Change, after seconds: Int64) throws -> UndoResult {
    let station = station
    return try write(after: seconds) { try $0.undo(change.id, station: station, by: "me") }
  }

  /// All rows of the whole history as text, oldest first.
  func history() throws -> [String] {
    try store.look { reading in
      try reading.changes(limit: 1000).reversed().flatMap { change in
        try reading.rows(of: change).map { row in
          "\(change.sequence) \(change.kind) \(row.table) \(row.row) \(row.before ?? "-") \(row.after ?? "-")"
        }
      }
    }
  }
}
