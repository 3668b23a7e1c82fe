import Catalogue
import Deadwax
import Execution
import Lending
import LendingTestSupport
import Log
import Staff
import Storage
import StorageTestSupport
import TestSupport
import Threads

/// A small library in a real database, operated by staff: a CD in two copies, a box of three records, two borrowers.
final class StaffLibrary: Sendable {
  let folder: TemporaryFolder
  let database: Database
  let counter: StaffOperations
  /// The clock, set to 20 November 2026, noon UTC.
  let clock = Locked(Timestamp(milliseconds: 1_795_176_000_000))
  let erasures = Locked(0)
  let copies: [Copy.ID]
  let box: Copy.ID
  let release: Release.ID
  let zones = SampleZones()
  let ada: Borrower.ID
  let ben: Borrower.ID
  let adasCard: String

  init(isClockRight: Bool = true, _ rules: (inout LibraryPolicy) -> Void = { _ in }) throws {
    var library = LibraryPolicy()
    rules(&library)
    let folder = try TemporaryFolder("deadwax-staff", inMemory: true)
    self.folder = folder
    let (clock, erasures) = (clock, erasures)
    let database = try Database(
      path: MigratedDatabase.placed(at: folder.path("deadwax.sqlite")), migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence, now: { clock.withLock { $0 } })
    self.database = database
    counter = StaffOperations(
      database: database, logger: .silent, defaults: library, zones: zones, isClockRight: { isClockRight },
      published: {},
      erasureBegun: { erasures.withLock { $0 += 1 } })
    (release, copies, box) = try database.write { transaction in
      let cd = Release(id: transaction.newID(), status: .manual, medium: .cd, title: "A Title", artist: "An Artist")
      let set = Release(id: transaction.newID(), status: .manual, medium: .vinyl, title: "A Box", artist: "Many")
      var ids: [Copy.ID] = []
      for release in [cd, cd, set] {
        if release.id != cd.id || ids.isEmpty { try transaction.insert(release) }
        let copy = Copy(
          id: transaction.newID(), release: release.id, number: ids.count + 1,
          code: OwnCode(.copy, number: UInt64(ids.count + 1)), partCount: release.id == set.id ? 3 : 1,
          addedAt: transaction.now)
        try transaction.insert(copy)
        ids.append(copy.id)
      }
      return (cd.id, Array(ids.prefix(2)), ids[2])
    }
    let first = try counter.borrowers.enrol(
      Borrowers.Enrolment(name: "Ada Lovelace", email: "ada@example.org"), by: "test")
    ada = first.borrower.id
    adasCard = first.cards[0].code
    ben = try counter.borrowers.enrol(Borrowers.Enrolment(name: "Ben Bitdiddle"), by: "test").borrower.id
  }

  var now: Timestamp { clock.withLock { $0 } }

  func advance(days: Int) { clock.withLock { $0 = $0 + .seconds(days * 86_400) } }

  @discardableResult
  func lend(_ copy: Copy.ID, to borrower: Borrower.ID) throws -> LoanView {
    try counter.loans.checkOut(Loans.CheckOut(copy: .id(copy), borrower: .id(borrower)), by: "test")
  }

  @discardableResult
  func recordReturn(_ copy: Copy.ID) throws -> ReturnView {
    try counter.loans.checkIn(Loans.CheckIn(copy: .id(copy)), by: "test")
  }

  func count(_ table: String, where condition: String = "1") throws -> Int {
    try database.read { reading in
      try reading.first("SELECT count(*) FROM \(table) WHERE \(condition)") { Int(try $0.integer(0)) } ?? -1
    }
  }

  /// Returns the newest change: its kind, author and reason.
  func lastChange() throws -> Change? { try database.read { try $0.changes(limit: 1).first } }
}
