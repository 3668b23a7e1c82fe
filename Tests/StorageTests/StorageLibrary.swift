import Deadwax
import Log
import Storage
import StorageTestSupport
import TestSupport
import Testing

/// A database with a few records, borrowers and places, for tests of storage.
struct StorageLibrary: Sendable {
  static let start = Timestamp(milliseconds: 1_795_165_520_000)

  let scratch: Scratch
  let database: Database
  let station = Station.Name.hubStation
  let releases: [Release.ID]
  let copies: [Copy.ID]
  let borrowers: [Borrower.ID]
  let places: [Place.ID]
  let slots: [Slot.ID]

  init(copies count: Int = 4, borrowers people: Int = 2) throws {
    let scratch = try Scratch(inMemory: true)
    let database = try Database(
      path: MigratedDatabase.placed(at: scratch.path), migrations: Migration.all, logger: .silent, now: { Self.start })
    let made = try database.write(at: WriteMoment(now: Self.start, seed: 1)) { transaction in
      let releases: [Release.ID] = try (0..<2).map { number in
        let release = Release(
          id: transaction.newID(), status: .resolved, medium: .cd, title: "Title \(number)", artist: "Artist")
        try transaction.insert(release)
        return release.id
      }
      let place = Place(id: transaction.newID(), kind: .shelf, name: "Shelf")
      try transaction.insert(place)
      let slots: [Slot.ID] = try (1...4).map { number in
        let slot = Slot(id: transaction.newID(), place: place.id, placeName: place.name, number: number)
        try transaction.insert(slot)
        return slot.id
      }
      let copies: [Copy.ID] = try (0..<count).map { number in
        let copy = Copy(
          id: transaction.newID(), release: releases[number % 2], number: number + 1,
          code: transaction.newOwnCode(.copy), partCount: 2, addedAt: transaction.now)
        try transaction.insert(copy)
        return copy.id
      }
      let borrowers: [Borrower.ID] = try (0..<people).map { number in
        let borrower = Borrower(id: transaction.newID(), name: "Ada Lovelace \(number)", shortName: "Ada \(number)")
        try transaction.insert(borrower)
        try transaction.bind(Code.Key(class: .text, value: "CARD-\(number)000"), to: .borrower(borrower.id))
        return borrower.id
      }
      return (releases, copies, borrowers, place.id, slots)
    }
    self.scratch = scratch
    self.database = database
    releases = made.0
    copies = made.1
    borrowers = made.2
    places = [made.3]
    slots = made.4
  }

  /// Writes at a time after the start, with a seed derived from it.
  @discardableResult
  func write<R: Sendable>(
    after seconds: Int64 = 1, _ body: @escaping @Sendable (WriteTransaction) throws -> R
  ) throws -> R {
    let now = Timestamp(milliseconds: Self.start.milliseconds + seconds * 1000)
    return try database.write(at: WriteMoment(now: now, seed: UInt64(bitPattern: seconds)), body)
  }

  func dump(marks: Bool = true) throws -> HistoryDump { try database.read { try $0.dump(marks: marks) } }

  /// Checks out a copy, and returns the change.
  func lend(_ copy: Int, to borrower: Int = 0, after seconds: Int64 = 1) throws -> Change {
    let (copy, borrower, station) = (copies[copy], borrowers[borrower], station)
    let change = try write(after: seconds) { transaction in
      try transaction.open(
        Loan(
          id: transaction.newID(), copy: copy, borrower: borrower, openedAt: transaction.now,
          dueAt: transaction.now + .seconds(1000), parts: 2), at: station)
      return try transaction.recordChange(.lend, station: station)
    }
    return try #require(change)
  }

  /// Checks in a copy, and returns the change.
  func checkIn(_ copy: Int, after seconds: Int64 = 2) throws -> Change {
    let (copy, station) = (copies[copy], station)
    let change = try write(after: seconds) { transaction in
      let loan = try given(try transaction.openLoan(of: copy))
      try check(transaction.close(loan.id, at: station))
      return try transaction.recordChange(.checkIn, station: station)
    }
    return try #require(change)
  }

  func undo(_ change: Change, after seconds: Int64 = 3) throws -> UndoResult {
    let station = station
    return try write(after: seconds) { try $0.undo(change.id, station: station, by: "me") }
  }
}

extension UndoResult {
  /// The change of a successful undo.
  var change: Change? {
    guard case .undone(let change, _) = self else { return nil }
    return change
  }

  /// The kind of the later change that prevented the undo.
  var obstacle: Change.Kind? {
    guard case .refused(.changedSince(let later)) = self else { return nil }
    return later.kind
  }
}

/// Unwraps a value that must exist; for use inside other macros, where `#require` is not possible.
func given<Value>(_ value: Value?) throws -> Value {
  guard let value else { throw TestFailure("there is nothing") }
  return value
}

/// Expects a condition; for closures, in which `#expect` does not compile.
func check(_ isSo: Bool, _ place: SourceLocation = #_sourceLocation) { #expect(isSo, sourceLocation: place) }
