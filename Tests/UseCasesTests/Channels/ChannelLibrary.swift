import Catalogue
import Deadwax
import Foundation
import Lending
import LendingTestSupport
import Log
import OfflineMerge
import OfflineStation
import Scanning
import Staff
import StationLogic
import Storage
import StorageTestSupport
import TestSupport
import Testing
import Threads

/// A real database with all doors to it. Each case is set up again for each door.
final class ChannelLibrary {
  let folder: TemporaryFolder
  let database: Database
  let scans: ScanService
  let counter: StaffOperations
  let clock = Locked(Timestamp(milliseconds: 1_795_176_000_000))
  private var number: UInt64 = 1
  private var stations = 0

  /// The rows of one set-up of a case.
  struct Setting {
    var copy: Copy.ID
    var code: OwnCode
    var card: OwnCode
    var loan: Loan.ID?
    /// The rows by their roles, so that those of two settings can be compared.
    var names: [String: String]
    var rows: (copies: [Copy.ID], release: Release.ID, people: [Borrower.ID])
  }

  let policy: LibraryPolicy

  init(_ library: LibraryPolicy, isClockRight: Bool) throws {
    policy = library
    folder = try TemporaryFolder("deadwax-doors", inMemory: true)
    let clock = clock
    database = try Database(
      path: MigratedDatabase.placed(at: folder.path("deadwax.sqlite")), migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence, now: { clock.withLock { $0 } })
    scans = ScanService(
      database: database, library: library, isClockRight: { isClockRight }, logger: .silent, published: {})
    counter = StaffOperations(
      database: database, logger: .silent, defaults: library, zones: SampleZones(), isClockRight: { isClockRight },
      published: {})
  }

  var now: Timestamp { clock.withLock { $0 } }

  private func next() -> UInt64 {
    number += 1
    return number
  }

  // MARK: - Set-up

  func set(_ given: ChannelCase) throws -> Setting {
    let (first, second, card, fourth) = (next(), next(), next(), next())
    return try database.write { transaction in
      let now = transaction.now
      var names: [String: String] = [:]
      let release = Release(id: transaction.newID(), status: .manual, medium: .cd, title: "Title", artist: "Artist")
      try transaction.insert(release)
      names[release.id.text] = "release"
      var people: [Borrower.ID] = []
      for (index, person) in given.people.enumerated() {
        var borrower = Borrower(
          id: transaction.newID(), name: "Person \(index)", shortName: "P \(index)",
          expiresAt: person.expires.map { now + .seconds($0) }, loanLimit: person.limit, createdAt: now)
        if person.isBlocked { borrower.block = Borrower.Block(reason: "so", at: now) }
        try transaction.insert(borrower)
        names[borrower.id.text] = "person \(index)"
        people.append(borrower.id)
        for (currency, amount) in person.fees {
          try transaction.insert(
            Fee(
              id: transaction.newID(), borrower: borrower.id, kind: .other, amount: amount, currency: currency, at: now)
          )
        }
      }
      try transaction.bind(
        Code.Key(class: .own, value: OwnCode(.borrower, number: card).description), to: .borrower(people[0]))
      var copies: [Copy.ID] = []
      for (index, number) in [first, second].enumerated() {
        var copy = Copy(
          id: transaction.newID(), release: release.id, number: Int(number), code: OwnCode(.copy, number: number),
          medium: .cd, addedAt: now)
        if index == 0 {
          (copy.status, copy.isReference, copy.partCount) = (given.status, given.isReference, given.partCount)
          (copy.partsMissing, copy.mediaCondition) = (given.partsMissing, given.condition)
        }
        try transaction.insert(copy)
        names[copy.id.text] = "copy \(index)"
        copies.append(copy.id)
      }
      let loan = try Self.loans(given, copies[0], people, number: Int(fourth), &names, transaction)
      try Self.holds(given, copies, release.id, people, &names, transaction)
      try transaction.recordChange(.add)
      return Setting(
        copy: copies[0], code: OwnCode(.copy, number: first), card: OwnCode(.borrower, number: card), loan: loan,
        names: names, rows: (copies, release.id, people))
    }
  }

  private static func loans(
    _ given: ChannelCase, _ copy: Copy.ID, _ people: [Borrower.ID], number: Int, _ names: inout [String: String],
    _ transaction: WriteTransaction
  ) throws -> Loan.ID? {
    let now = transaction.now
    for (index, isPaid) in given.lostFees.enumerated() {
      let old = Loan(
        id: transaction.newID(), copy: copy, borrower: people[1], openedAt: now + .seconds(-9_000_000),
        dueAt: now + .seconds(-8_000_000))
      try transaction.open(old, at: .hubStation)
      _ = try transaction.close(old.id, at: .hubStation, returnedAt: now + .seconds(-7_000_000 + index))
      names[old.id.text] = "lost loan \(index)"
      let fee = Fee(
        id: transaction.newID(), borrower: people[1], loan: old.id, kind: .lost, amount: 900 + index, currency: "EUR",
        at: now)
      try transaction.insert(fee)
      names[fee.id.text] = "lost fee \(index)"
      if isPaid { _ = try transaction.settle(fee.id, waived: false) }
    }
    if given.people[0].hasOverdue {
      let other = Copy(
        id: transaction.newID(), release: try transaction.copy(copy)?.release ?? .absent, number: 1_000_000 + number,
        code: OwnCode(.copy, number: UInt64(1_000_000 + number)), isReference: true, medium: .cd, addedAt: now)
      try transaction.insert(other)
      try transaction.open(
        Loan(
          id: transaction.newID(), copy: other.id, borrower: people[0], openedAt: now + .seconds(-900_000),
          dueAt: now + .seconds(-90_000)), at: .hubStation)
    }
    guard let made = given.loan else { return nil }
    let loan = Loan(
      id: transaction.newID(), copy: copy, borrower: people[made.person], openedAt: now + .seconds(made.opened),
      dueAt: now + .seconds(made.due), parts: made.parts)
    try transaction.open(loan, at: .hubStation)
    names[loan.id.text] = "loan"
    try transaction.run("UPDATE loan SET renewals = ?2 WHERE id = ?1", loan.id, made.renewals)
    if made.isClaimed { _ = try transaction.setClaim(now + .seconds(-1000), on: loan.id) }
    if let back = made.partsBack { _ = try transaction.setPartsBack(back, of: loan.id) }
    if let charged = made.charged {
      let fee = Fee(
        id: transaction.newID(), borrower: people[made.person], loan: loan.id, kind: .overdue, amount: charged,
        currency: "EUR", at: now + .seconds(-5000), settledAt: now)
      try transaction.insert(fee)
      names[fee.id.text] = "old fee"
    }
    return loan.id
  }

  private static func holds(
    _ given: ChannelCase, _ copies: [Copy.ID], _ release: Release.ID, _ people: [Borrower.ID],
    _ names: inout [String: String], _ transaction: WriteTransaction
  ) throws {
    let now = transaction.now
    for (index, made) in given.holds.enumerated() {
      let hold = Hold(
        id: transaction.newID(), subject: made.isOnCopy ? .copy(copies[0]) : .release(release),
        borrower: people[made.person], notAfter: made.notAfter.map { now + .seconds($0) },
        createdAt: now + .seconds(made.made))
      try transaction.insert(hold)
      names[hold.id.text] = "hold \(index)"
      if let ready = made.ready {
        _ = try transaction.setReady(hold.id, copy: copies[ready.copy], until: now + .seconds(ready.until))
      }
    }
  }

  // MARK: - Resulting rows

  /// Returns all rows of the case, one per line, without the bookkeeping of the doors.
  func rows(_ setting: Setting) throws -> [String] {
    let queries: [(String, String)] = [
      (
        "copy",
        "SELECT json_array(id, status, parts_missing, in_house, is_reference) FROM copy WHERE release_id = ?1"
      ),
      (
        "loan",
        """
        SELECT json_array(id, copy_id, borrower_id, opened_at, due_at, returned_at, renewals, parts, parts_back,
          claimed_returned_at) FROM loan WHERE copy_id IN (SELECT id FROM copy WHERE release_id = ?1)
        """
      ),
      (
        "hold",
        """
        SELECT json_array(id, borrower_id, state, ready_copy_id, ready_at, pick_up_by, closed_at) FROM hold
        WHERE release_id = ?1 OR copy_id IN (SELECT id FROM copy WHERE release_id = ?1)
        """
      ),
      (
        "fee",
        """
        SELECT json_array(id, borrower_id, loan_id, kind, amount, currency, settled_at, is_waived, refund_of) FROM fee
        WHERE loan_id IN (SELECT l.id FROM loan l JOIN copy c ON c.id = l.copy_id WHERE c.release_id = ?1)
        """
      ),
    ]
    return try database.read { reading in
      try queries.flatMap { table, sql in
        try reading.all(sql, setting.rows.release) { "\(table) " + setting.reported(try $0.text(0)) }
      }.sorted()
    }
  }

  /// Returns the events after a sequence number: the effects as other clients see them.
  func effects(since sequence: Int64) throws -> [String] {
    try database.read { reading in
      try reading.all(
        """
        SELECT kind FROM journal WHERE id > ?1 AND kind IN
          ('loan.opened', 'loan.changed', 'loan.closed', 'hold.changed', 'fee.changed', 'copy.changed') ORDER BY id
        """, sequence
      ) { try $0.text(0) }
    }
  }

  func newestEvent() throws -> Int64 {
    try database.read { try $0.first("SELECT coalesce(max(id), 0) FROM journal") { try $0.integer(0) } ?? 0 }
  }

  func stationName() throws -> Station.Name {
    stations += 1
    return try #require(Station.Name("desk-\(stations)"))
  }

  /// Creates a self-service station.
  func selfServiceStation() throws -> Station.Name {
    let station = try stationName()
    _ = try act(.choose(.lookup), at: station)
    try database.write { transaction in
      try transaction.setStationPolicy(try ColumnJSON.write(StationPolicy(isSelfService: true)), of: station)
      try transaction.recordChange(.setting, station: station)
    }
    return station
  }

  func scan(_ code: OwnCode, at station: Station.Name) throws -> Outcome {
    let reading = Reading(
      id: Reading.ID(digest: 0xD00, next()), at: now, symbology: .typed, text: code.description)
    let answer = Monitor<Result<ScanService.Accepted, any Error>?>(nil)
    scans.accept(reading, station: station, reader: nil, tag: nil) { result in answer.update { $0 = result } }
    return try answer.wait { $0 }.get().view.scan.outcome
  }

  func act(_ event: StationEvent, at station: Station.Name) throws -> Outcome {
    let answer = Monitor<Result<ScanService.Acted, any Error>?>(nil)
    scans.act(event, at: station) { result in answer.update { $0 = result } }
    return try #require(try answer.wait { $0 }.get().outcome)
  }

  /// Sends the hub one entry of an offline station.
  func report(_ act: OfflineEntry.Act, _ setting: Setting, ago: Int64) throws -> (MergeResult, Outcome) {
    let station = try stationName()
    let id = Reading.ID(digest: 0xA3A5, next())
    let entry = OfflineEntry(
      sequence: 1, id: id, at: now + .seconds(-ago), mode: act == .checkIn ? .return : .checkout, act: act,
      code: setting.code.description, symbology: .code128, card: act == .checkOut ? setting.card.description : nil,
      cardSymbology: act == .checkOut ? .typed : nil, reader: "camera", displayed: .recordedOffline)
    let answer = Monitor<Result<OfflineService.Merged, any Error>?>(nil)
    OfflineService(scans, folder: folder.path).mergeJournal(
      [entry], of: MergedEntry.Journal.ID(digest: 7, next()), at: station
    ) { result in
      answer.update { $0 = result }
    }
    let verdict = try #require(try answer.wait { $0 }.get().verdicts.first)
    let scan = try #require(
      try database.read { try $0.scans(before: nil, station: station, outcome: nil, limit: 1).first })
    return (verdict, scan.outcome)
  }
}

extension ChannelLibrary.Setting {
  /// Returns a row with its ids replaced by their roles; an id of a new row becomes `new`.
  fileprivate func reported(_ row: String) -> String {
    var reported = row
    for (id, name) in names { reported = reported.replacingOccurrences(of: id, with: name) }
    return reported.replacing(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "new")
  }
}
