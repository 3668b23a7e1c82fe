import Catalogue
import Deadwax
import Execution
import History
import Lending
import Log
import OfflineMerge
import OfflineStation
import Scanning
import StationLogic
import StockTakes
import Storage
import StorageTestSupport
import TestSupport
import Threads

/// A real library with places and copies, and the use cases of stock-takes, stations and journals over it.
final class StockTakeShelf: Sendable {
  let folder: TemporaryFolder
  let database: Database
  let takes: StockTakes
  let scans: ScanService
  let offline: OfflineService
  let clock = Locked(Timestamp(milliseconds: 1_795_165_520_000))
  /// A room with two shelves, and a shelf elsewhere.
  let room: Place.ID
  let shelves: [Place.ID]
  let outside: Place.ID
  let releases: [Release.ID]
  let copies: [Copy.ID]
  let borrower: Borrower.ID
  private let undoing: UndoService

  /// A release has two copies with neighbouring numbers. The copies stand on the two shelves by turns of ten; every tenth
  /// one stands elsewhere.
  init(copies number: Int = 20) throws {
    folder = try TemporaryFolder("deadwax-stock-take", inMemory: true)
    let clock = clock
    let database = try Database(
      path: MigratedDatabase.placed(at: folder.path("deadwax.sqlite")), migrations: Migration.all, logger: .silent,
      newestSequence: "SELECT max(id) FROM journal", now: { clock.withLock { $0 } })
    self.database = database
    let library = LibraryPolicy()
    let policies = LibraryPolicies(defaults: library)
    takes = StockTakes(database: database, policies: policies, isClockRight: { true }, published: {})
    scans = ScanService(
      database: database, library: library, isClockRight: { true }, logger: .silent, published: {})
    offline = OfflineService(
      database: database, policies: policies, replicas: ReplicaCache(folder: folder.path), published: {})
    undoing = UndoService(database: database, policies: policies, published: {})
    let (room, left, right, outside) = try database.write { transaction in
      func place(_ name: String, _ kind: Place.Kind, in parent: Place.ID?, _ number: UInt64) throws -> Place.ID {
        let place = Place(id: transaction.newID(), parent: parent, kind: kind, name: name)
        try transaction.insert(place)
        try transaction.bind(
          Code.Key(class: .own, value: OwnCode(.place, number: number).description), to: .place(place.id))
        return place.id
      }
      let room = try place("Room", .room, in: nil, 1)
      return (
        room, try place("Shelf 1", .shelf, in: room, 2), try place("Shelf 2", .shelf, in: room, 3),
        try place("Elsewhere", .shelf, in: nil, 4)
      )
    }
    (self.room, shelves, self.outside) = (room, [left, right], outside)
    (releases, copies, borrower) = try database.write { transaction in
      var (releases, copies): ([Release.ID], [Copy.ID]) = ([], [])
      let borrower = Borrower(id: transaction.newID(), name: "Ada Lovelace", shortName: "Ada")
      try transaction.insert(borrower)
      try transaction.bind(
        Code.Key(class: .own, value: OwnCode(.borrower, number: 1).description), to: .borrower(borrower.id))
      for index in 0..<number {
        if index % 2 == 0 {
          let release = Release(
            id: transaction.newID(), status: .manual, medium: .cd, title: "Title \(index / 2)", artist: "Artist")
          try transaction.insert(release)
          try transaction.bind(Self.barcode(index / 2), to: .release(release.id))
          releases.append(release.id)
        }
        let copy = Copy(
          id: transaction.newID(), release: releases[index / 2], number: index + 1,
          code: OwnCode(.copy, number: UInt64(index) + 1), addedAt: transaction.now)
        try transaction.insert(copy)
        let place = index % 10 == 9 ? outside : (index / 10) % 2 == 0 ? left : right
        try transaction.move(copy.id, to: Location(place: place, placeName: ""))
        copies.append(copy.id)
      }
      try transaction.recordChange(.add)
      return (releases, copies, borrower.id)
    }
    advance(.seconds(60))
  }

  private static func barcode(_ release: Int) -> Code.Key {
    let digits = "40" + String(repeating: "0", count: 10 - String(release).count) + String(release)
    let sum = digits.enumerated().reduce(0) { $0 + ($1.element.wholeNumberValue ?? 0) * ($1.offset % 2 == 0 ? 1 : 3) }
    return Code.Key(class: .gtin, value: "\(digits)\((10 - sum % 10) % 10)")
  }

  /// The time of the clock that the library has.
  var now: Timestamp { clock.withLock { $0 } }

  func advance(_ duration: Duration) { clock.withLock { $0 = $0 + duration } }

  func code(_ copy: Int) -> String { OwnCode(.copy, number: UInt64(copy) + 1).description }
  func listCode(_ copy: Int) -> String { OwnCode(.listed, number: UInt64(copy) + 1).description }
  func barcode(of release: Int) -> String { Self.barcode(release).value }
  /// The code of a place: 1 is the room, 2 and 3 are its shelves, 4 is elsewhere.
  func placeCode(_ number: UInt64) -> String { OwnCode(.place, number: number).description }

  func start() throws -> StockTake.ID { try takes.start(.place(room), name: nil, id: nil, by: "test").take.id }

  /// Counts codes as a program reports them, five seconds apart.
  @discardableResult
  func count(_ codes: [String], in take: StockTake.ID, station: String = "desk") throws -> [StockTakeAnswer] {
    guard let station = Station.Name(station) else { throw TestFailure("no name of a station") }
    return try codes.flatMap { code in
      advance(.seconds(5))
      let now = self.now
      let report = StockTakes.Report(id: .new(at: now), code: code, symbology: .typed, at: nil)
      return try takes.count([report], in: take, station: station, by: "test")
    }
  }

  /// Scans a code at a station and waits until it is in the history.
  @discardableResult
  func scan(_ code: String, station: String = "desk") throws -> Outcome {
    guard let station = Station.Name(station) else { throw TestFailure("no name of a station") }
    advance(.seconds(5))
    let now = self.now
    let reading = Reading(id: .new(at: now), at: now, symbology: .typed, text: code)
    let answer = Monitor<Result<ScanService.Accepted, any Error>?>(nil)
    scans.accept(reading, station: station, reader: nil) { result in answer.update { $0 = result } }
    return try answer.wait { $0 }.get().view.scan.outcome
  }

  /// Merges entries of a station that was away.
  @discardableResult
  func merge(_ entries: [OfflineEntry], at station: String) throws -> [MergeResult] {
    guard let name = Station.Name(station) else { throw TestFailure("no name of a station") }
    let answer = Monitor<Result<OfflineService.Merged, any Error>?>(nil)
    offline.mergeJournal(entries, of: MergedEntry.Journal.ID(digest: 9, UInt64(station.utf8.count)), at: name) {
      result in
      answer.update { $0 = result }
    }
    return try answer.wait { $0 }.get().verdicts
  }

  /// An entry of a journal in the mode stock-take.
  func entry(_ sequence: Int64, _ code: String, at time: Timestamp) -> OfflineEntry {
    OfflineEntry(
      sequence: sequence, id: Reading.ID(digest: 7, UInt64(sequence)), at: time, mode: .stocktake, act: .other,
      code: code, symbology: .typed, displayed: .recordedOffline)
  }

  func lend(_ copy: Int) throws {
    try write { transaction in
      try transaction.open(
        Loan(
          id: transaction.newID(), copy: self.copies[copy], borrower: self.borrower, openedAt: transaction.now,
          dueAt: transaction.now + .seconds(86_400)), at: .hubStation)
      try transaction.recordChange(.lend)
    }
  }

  func checkIn(_ copy: Int) throws {
    try write { transaction in
      guard let loan = try transaction.openLoan(of: self.copies[copy]) else { throw TestFailure("not on loan") }
      _ = try transaction.close(loan.id, at: .hubStation)
      try transaction.recordChange(.checkIn)
    }
  }

  func move(_ copy: Int, to place: Place.ID) throws {
    try write { transaction in
      try transaction.move(self.copies[copy], to: Location(place: place, placeName: ""))
      try transaction.recordChange(.shelve)
    }
  }

  /// Carries one copy out of the room and another one onto its first shelf, in one write.
  func swap(_ out: Int, _ into: Int) throws {
    try write { transaction in
      try transaction.move(self.copies[out], to: Location(place: self.outside, placeName: ""))
      try transaction.move(self.copies[into], to: Location(place: self.shelves[0], placeName: ""))
      try transaction.recordChange(.shelve)
    }
  }

  func set(_ status: Copy.Status, _ copy: Int) throws {
    try write { transaction in
      try transaction.set(status, of: self.copies[copy])
      try transaction.recordChange(.copy)
    }
  }

  func remove(_ copy: Int) throws {
    try write { transaction in
      try transaction.remove(self.copies[copy])
      try transaction.recordChange(.copy)
    }
  }

  private func write(_ body: @escaping @Sendable (WriteTransaction) throws -> Void) throws {
    advance(.seconds(1))
    try database.write { try body($0) }
  }

  func copy(_ index: Int) throws -> Copy? { try database.read { try $0.copy(self.copies[index]) } }

  /// The class of each copy that has an entry, by its index, read page by page.
  func classes(_ take: StockTake.ID, pageSize: Int = 7) throws -> [Int: StockTakeClass] {
    let indices = Dictionary(uniqueKeysWithValues: copies.enumerated().map { ($1, $0) })
    var (classes, cursor): ([Int: StockTakeClass], String?) = ([:], nil)
    repeat {
      let page = try takes.entries(of: take, .init(class: nil, isException: false), cursor: cursor, limit: pageSize)
      for view in page.items {
        guard let index = view.entry.copy.flatMap({ indices[$0] }) else { continue }
        guard classes.updateValue(view.entry.class, forKey: index) == nil else { throw TestFailure("twice: \(index)") }
      }
      cursor = page.next
    } while cursor != nil
    return classes
  }

  /// The number of lines, and of their releases, whose stock-take does not exist.
  func strayLines() throws -> Int {
    try database.read { reading in
      try reading.first(
        """
        SELECT (
            SELECT count(*) FROM stock_take_line WHERE NOT EXISTS (
              SELECT 1 FROM stock_take t WHERE t.id = stock_take_line.stock_take_id)
          ) + (
            SELECT count(*) FROM stock_take_release WHERE NOT EXISTS (
              SELECT 1 FROM stock_take t WHERE t.id = stock_take_release.stock_take_id)
          )
        """
      ) { Int(try $0.integer(0)) } ?? 0
    }
  }

  func counts(_ take: StockTake.ID) throws -> [StockTakeClass: Int] { try takes.view(take).counts }

  /// All rows of the records in the history.
  func dump() throws -> HistoryDump { try database.read { try $0.dump(marks: false) } }

  func undo(_ change: Change.ID) throws { _ = try undoing.undo(change, by: .staff("test")) }

  /// Applies with the digest of a preview.
  func apply(_ take: StockTake.ID, _ decisions: StockTakeDecisions) throws -> StockTakeView {
    try takes.apply(take, decisions, digest: try takes.preview(take, decisions).digest, by: "test")
  }
}

extension StockTakeDecisions {
  /// Leaves everything as it is.
  static let leaving = StockTakeDecisions(
    notScanned: .leave, missingAgain: .leave, misplaced: .leave, unexpectedOnLoan: .leave, unexpectedGone: .leave,
    includesUncounted: false)

  /// Changes everything.
  static let changing = StockTakeDecisions(
    notScanned: .missing, missingAgain: .lost, misplaced: .move, unexpectedOnLoan: .checkIn, unexpectedGone: .found,
    includesUncounted: false)
}
