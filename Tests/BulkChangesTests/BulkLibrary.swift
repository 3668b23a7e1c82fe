import BulkChanges
import Deadwax
import Execution
import History
import Lending
import LendingTestSupport
import Log
import Staff
import Storage
import StorageTestSupport
import TestSupport
import Threads

/// A library with random copies, of which some are on loan, wanted or shelved.
struct BulkLibrary: Sendable {
  let folder: TemporaryFolder
  let database: Database
  let counter: StaffOperations
  let bulk: BulkChanges
  let undoing: UndoService
  let meanwhile = Meanwhile()
  let copies: [Copy.ID]
  let releases: [Release.ID]
  /// Two places; the second one has slots.
  let places: [Place.ID]
  static let now = Timestamp(milliseconds: 1_795_176_000_000)

  /// The actions of other people between the parts of a bulk change or an undo, on the writer's lane after each commit.
  final class Meanwhile: Sendable {
    private let action = Locked<(@Sendable (Int) -> Void)?>(nil)
    private let commits = Locked(0)

    /// - Parameter body: receives the number of commits since then, and must not wait for a write.
    func each(_ body: @escaping @Sendable (Int) -> Void) {
      commits.withLock { $0 = 0 }
      action.withLock { $0 = body }
    }

    func committed() {
      let number = commits.withLock { number in
        number += 1
        return number
      }
      action.withLock { $0 }?(number)
    }
  }

  init(seed: UInt64, copies count: Int, onDisk: Bool = false) throws {
    var random = SeededRandom(fixedSeed: seed)
    let folder = try TemporaryFolder("deadwax-bulk", inMemory: !onDisk)
    self.folder = folder
    let database = try Database(
      path: MigratedDatabase.placed(at: folder.path("deadwax.sqlite")), migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence, now: { Self.now })
    self.database = database
    counter = StaffOperations(
      database: database, logger: .silent, defaults: LibraryPolicy(), zones: SampleZones(), isClockRight: { true },
      published: {})
    let policies = LibraryPolicies(defaults: LibraryPolicy())
    let meanwhile = meanwhile
    bulk = BulkChanges(
      database: database, policies: policies, published: { meanwhile.committed() }, logger: .silent)
    undoing = UndoService(database: database, policies: policies, published: { meanwhile.committed() })
    let numbers = (0..<count).map { _ in random.next() }
    (releases, copies, places) = try database.write { transaction in
      let places = (0..<2).map { Place(id: transaction.newID(), kind: .shelf, name: $0 == 0 ? "North" : "South") }
      for place in places { try transaction.insert(place) }
      for number in 1...5 {
        try transaction.insert(
          Slot(id: transaction.newID(), place: places[1].id, placeName: "South", number: number, isSingle: true))
      }
      var (releases, copies): ([Release.ID], [Copy.ID]) = ([], [])
      for (index, number) in numbers.enumerated() {
        if index == 0 || number % 3 != 0 {
          let release = Release(
            id: transaction.newID(), status: .manual, medium: number % 2 == 0 ? .cd : .vinyl,
            title: "Title \(index)", artist: number % 5 == 0 ? "Nina Simone" : "Björk")
          try transaction.insert(release)
          releases.append(release.id)
        }
        let copy = Copy(
          id: transaction.newID(), release: releases[releases.count - 1], number: index + 1,
          code: OwnCode(.copy, number: UInt64(index + 1)),
          location: number % 4 == 0 ? Location(place: places[0].id, placeName: "North") : nil,
          mediaCondition: ["VG", "NM", nil][Int(number / 7 % 3)], shelfMark: number % 6 == 0 ? "OLD" : nil,
          status: number % 11 == 0 ? .missing : .available, partCount: Int(number / 13 % 3) + 1,
          addedAt: transaction.now)
        try transaction.insert(copy)
        copies.append(copy.id)
      }
      try transaction.recordChange(.add)
      return (releases, copies, places.map(\.id))
    }
    let ada = try counter.borrowers.enrol(Borrowers.Enrolment(name: "Ada Lovelace"), by: "test").borrower.id
    for (index, number) in numbers.enumerated().prefix(60) where number % 8 == 0 && number % 11 != 0 {
      _ = try counter.loans.checkOut(Loans.CheckOut(copy: .id(copies[index]), borrower: .id(ada)), by: "test")
    }
    for (index, number) in numbers.enumerated().prefix(60) where number % 9 == 0 && number % 11 != 0 {
      _ = try? counter.holds.place(.copy(copies[index]), for: ada, notAfter: nil, by: "test")
    }
  }

  func end() {
    bulk.stop()
    database.close()
  }

  func dump() throws -> HistoryDump { try database.read { try $0.dump(marks: false) } }

  /// Makes the preview of an order.
  func preview(_ order: BulkOrder) throws -> BulkChange {
    let begun = try bulk.begin(order, id: nil)
    bulk.settle()
    return try bulk.view(begun.id)
  }

  /// Applies a preview, without the copies that are refused.
  func apply(_ view: BulkChange) throws -> BulkChange {
    _ = try bulk.apply(view.id, plan: view.plan ?? "", skipsRefused: true, by: "Ada")
    bulk.settle()
    return try bulk.view(view.id)
  }

  func lines(_ view: BulkChange) throws -> [BulkLine] {
    var all: [BulkLine] = []
    while true {
      let page = try bulk.lines(of: view.id, fate: nil, after: all.last?.position, limit: 7)
      all += page.lines
      guard page.hasMore else { return all }
    }
  }

  /// Makes the preview of a new shelf mark for all copies.
  func previewMark(_ mark: String, of scope: BulkOrder.Scope = .query("title")) throws -> BulkChange {
    try preview(
      BulkOrder(
        edit: BulkOrder.Fields(
          copy: Copy.Patch { $0.shelfMark = .set(mark) }, facts: nil, mediaCondition: nil, sleeveCondition: nil),
        of: scope, today: bulk.today()))
  }

  func copy(_ id: Copy.ID) throws -> Copy? { try database.read { try $0.copy(id) } }

  /// Another person grades a copy, in the next write that the writer's lane takes.
  func gradeNext(_ copy: Copy.ID, _ grade: String) {
    database.submit({ transaction in
      try transaction.grade(copy, media: grade)
      _ = try transaction.recordChange(.condition, by: "Grace")
    }) { _ in }
  }

  /// Ends the actions of other people, and waits for those that have begun.
  func endMeanwhile() throws {
    meanwhile.each { _ in }
    try database.write { _ in }
  }

  /// Limits the file of the database to a number of pages. SQLite reports a file at its limit as it reports a full disk.
  func setPageLimit(_ pages: String) {
    database.submit({ transaction in
      _ = try transaction.first("PRAGMA max_page_count = \(pages)") { _ in true }
    }) { _ in }
  }

  /// Starts a new run of the use case on the same database, as after a restart, and takes back what was interrupted.
  func restarted() -> BulkChanges {
    let next = BulkChanges(
      database: database, policies: LibraryPolicies(defaults: LibraryPolicy()), published: {}, logger: .silent)
    next.recover()
    return next
  }

  /// The change in the history, and the one that undid it.
  func history(of id: Change.ID) throws -> (change: Change, undo: Change?) {
    try database.read { reading in
      guard let change = try reading.change(id) else { throw TestFailure("no change \(id)") }
      return (change, try change.undoneBy.flatMap { try reading.change($0) })
    }
  }

  func undo(_ change: Change.ID) throws {
    let result = try database.write { try $0.undo(change, by: "Ada") }
    guard case .undone = result else { throw TestFailure("not undone: \(result)") }
  }
}
