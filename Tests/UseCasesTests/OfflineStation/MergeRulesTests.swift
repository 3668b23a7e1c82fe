import Catalogue
import Deadwax
import Lending
import OfflineMerge
import OfflineStation
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

/// Tests of the merge rules for each action of an offline station.
@Suite(.timeLimit(.minutes(10)))
struct MergeRulesTests {
  let shelf: CasesLibrary
  var bus: SimulatedOfflineStation

  init() throws {
    shelf = try CasesLibrary()
    bus = try SimulatedOfflineStation(shelf)
  }

  private func expect(
    _ verdict: MergeResult, _ state: MergeResult.State, _ code: Outcome.Code, _ reasons: [Outcome.Code] = [],
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(verdict.state == state && verdict.code == code && verdict.reasons == reasons, sourceLocation: location)
  }

  /// The history row of the latest entry.
  private func newestScan() throws -> Scan {
    try #require(try shelf.database.read { try $0.scans(before: nil, station: bus.name, outcome: nil, limit: 1).first })
  }

  @Test mutating func `a merged return is not trapped for a borrower whose card is blocked or has expired`()
    throws
  {
    try shelf.lend(0, to: 0)
    let blocked = try shelf.hold(0, for: CasesLibrary.blocked)
    let expired = try shelf.hold(0, for: 1)
    try shelf.database.write { [shelf] transaction in
      try transaction.run(
        "UPDATE borrower SET expires_at = ?2 WHERE id = ?1", shelf.places.borrowers[1].id, transaction.now)
    }
    shelf.advance(.seconds(60))
    bus.note(.checkIn, shelf.code(0))
    expect(try bus.last(), .applied, .returned)
    #expect(try shelf.holdState(blocked) == .waiting && shelf.holdState(expired) == .waiting)
    let next = try shelf.hold(0, for: CasesLibrary.small)
    bus.note(.checkIn, shelf.code(0))
    expect(try bus.last(), .appliedWithException, .notOnLoan, [.holdWaiting])
    #expect(try shelf.holdState(next) == .ready)
  }

  // MARK: - Check-out

  @Test mutating func `a copy checked out offline is on loan from that time, by the rules of that time`() throws {
    shelf.advance(.seconds(3 * 86_400))
    let entry = bus.note(.checkOut, shelf.code(CasesLibrary.alone), card: 0, ago: .seconds(2 * 86_400))
    expect(try bus.last(), .applied, .checkedOut)
    let loan = try #require(try shelf.loans(CasesLibrary.alone).first)
    let rules = LendingPolicy(library: LibraryPolicy(), station: StationPolicy())
    #expect(loan.openedAt == entry.at && loan.isOpen && loan.borrower == shelf.places.borrowers[0].id)
    #expect(loan.dueAt == rules.due(for: shelf.places.copies[CasesLibrary.alone], group: "standard", at: entry.at))
    let scan = try newestScan()
    #expect(scan.reading.at == entry.at && scan.reader == "camera" && scan.outcome.code == .checkedOut)
    #expect(scan.outcome.dueAt == loan.dueAt && scan.outcome.facts.notes == [])
    let change = try #require(try shelf.database.read { try $0.changes(limit: 1).first })
    #expect(change.kind == .lend && change.station == bus.name && change.scan == entry.id && change.reason == nil)
    #expect(try shelf.count("journal", where: "kind = 'loan.opened'") == 1)
    #expect(try shelf.offline.list(isOpen: true, cursor: nil, limit: 9).items.isEmpty)
    // The station's state is unchanged.
    #expect(try shelf.state(bus.name) == StationState(mode: .lookup))
  }

  @Test mutating func `an unknown borrower is left to staff, and nothing is lent`() throws {
    bus.note(.checkOut, shelf.code(0), cardText: "DW:B:UNKNOWN")
    bus.note(.checkOut, shelf.code(0), cardText: OwnCode(.borrower, number: 99).description)
    for verdict in try bus.report().verdicts { expect(verdict, .needsStaff, .unknownCard, [.unknownCard]) }
    #expect(try shelf.loans(0).isEmpty)
    let left = try shelf.offline.list(isOpen: true, cursor: nil, limit: 9).items
    #expect(left.map(\.item.entry.sequence) == [2, 1] && left[0].copy?.id == shelf.places.copies[0].id)
    #expect(left[1].item.entry.card == "DW:B:UNKNOWN")
    #expect(try newestScan().outcome.facts.reasons == [.unknownCard])
  }

  @Test mutating func `an unknown record is left to staff, and goes into the inbox`() throws {
    bus.note(.checkOut, "what is this", card: 0)
    expect(try bus.last(), .needsStaff, .unknownCode, [.unknownCode])
    #expect(try shelf.count("inbox", where: "state = 'open' AND value = 'what is this' AND station = 'bus'") == 1)
    bus.note(.checkOut, "and this", cardText: "nobody's")
    expect(try bus.last(), .needsStaff, .unknownCard, [.unknownCard, .unknownCode])
    #expect(try shelf.count("inbox") == 2)
    // Texts that look like a card, or cannot name anything, are not added.
    bus.note(.checkOut, OwnCode(.borrower, number: 98), card: 0)
    expect(try bus.last(), .needsStaff, .unknownCard, [.unknownCard])
    bus.note(.checkOut, "", card: 0)
    expect(try bus.last(), .needsStaff, .unusableCode, [.unusableCode])
    bus.note(.checkOut, shelf.slotCode, card: 0)
    expect(try bus.last(), .needsStaff, .wrongKind, [.wrongKind])
    #expect(try shelf.count("inbox") == 2 && shelf.count("scan", where: "station = 'bus'") == 5)
  }

  @Test mutating func `an earlier loan to another borrower ends, and the new one begins`() throws {
    try shelf.set("fees.on", "true")
    try shelf.lend(0, to: 1)
    shelf.advance(.seconds(30 * 86_400))
    let entry = bus.note(.checkOut, shelf.code(0), card: 0, ago: .seconds(86_400))
    let verdict = try bus.last()
    #expect(verdict.state == .appliedWithException && verdict.code == .checkedOut)
    #expect(verdict.reasons == [.onLoanElsewhere])
    let loans = try shelf.loans(0)
    #expect(loans.map(\.borrower) == [shelf.places.borrowers[0].id, shelf.places.borrowers[1].id])
    #expect(loans[0].openedAt == entry.at && loans[0].isOpen && loans[1].returnedAt == entry.at)
    // The loan was overdue until the other borrower took the copy, not until the hub was informed.
    let fee = try #require(try shelf.database.read { try $0.fees(for: loans[1].id).first })
    var open = loans[1]
    open.returnedAt = nil
    var library = LibraryPolicy()
    library.fees.isOn = true
    #expect(
      fee.amount == LendingPolicy(library: library, station: StationPolicy()).fee(for: open, until: entry.at)
        && fee.amount > 0)
    #expect(try newestScan().outcome.facts.notes == [.onLoanElsewhere])
  }

  @Test mutating func `a later loan at another station remains`() throws {
    bus.note(.checkOut, shelf.code(0), card: 0)
    shelf.advance(.seconds(60))
    try shelf.lend(0, to: 1)
    shelf.advance(.seconds(60))
    expect(try bus.last(), .needsStaff, .changedLater, [.onLoanElsewhere])
    let loans = try shelf.loans(0)
    #expect(loans.count == 1 && loans[0].borrower == shelf.places.borrowers[1].id && loans[0].isOpen)
  }

  @Test mutating func `a later return at another station is left to staff`() throws {
    try shelf.lend(0, to: 1)
    shelf.advance(.seconds(60))
    bus.note(.checkOut, shelf.code(0), card: 0)
    shelf.advance(.seconds(60))
    try shelf.recordReturn(0)
    expect(try bus.last(), .needsStaff, .changedLater, [.returned])
    #expect(try shelf.loans(0).count == 1)
    // The same applies if all of it happened later.
    bus.note(.checkOut, shelf.code(1), card: 0)
    shelf.advance(.seconds(60))
    try shelf.lend(1, to: 1)
    try shelf.recordReturn(1)
    expect(try bus.last(), .needsStaff, .changedLater, [.returned])
  }

  @Test mutating func `a copy that the borrower already has is not lent twice`() throws {
    try shelf.lend(0, to: 0)
    shelf.advance(.seconds(60))
    bus.note(.checkOut, shelf.code(0), card: 0)
    expect(try bus.last(), .appliedWithException, .alreadyYours, [.alreadyYours])
    // The same applies if another station lent it to the same borrower, or checked it in since.
    bus.note(.checkOut, shelf.code(1), card: 0)
    bus.note(.checkOut, shelf.code(0), card: 0)
    shelf.advance(.seconds(60))
    try shelf.lend(1, to: 0)
    try shelf.recordReturn(0)
    for verdict in try bus.report(2...3).verdicts {
      expect(verdict, .appliedWithException, .alreadyYours, [.alreadyYours])
    }
    #expect(try shelf.count("loan") == 2 && shelf.count("loan", where: "returned_at IS NULL") == 1)
  }

  @Test mutating func `a loan over the limit is applied, and reported`() throws {
    bus.note(.checkOut, shelf.code(0), card: CasesLibrary.small)
    bus.note(.checkOut, shelf.code(1), card: CasesLibrary.small)
    let verdicts = try bus.report().verdicts
    expect(verdicts[0], .applied, .checkedOut)
    expect(verdicts[1], .appliedWithException, .checkedOut, [.limit])
    #expect(try shelf.count("loan", where: "returned_at IS NULL") == 2)
    let change = try #require(try shelf.database.read { try $0.changes(limit: 1).first })
    #expect(change.reason == "limit: done while the hub was offline")
  }

  @Test mutating func `a copy trapped for another borrower is lent, and that hold waits again`() throws {
    let other = try shelf.hold(0, for: 1, isReady: true)
    let own = try shelf.hold(1, for: 0, isReady: true)
    bus.note(.checkOut, shelf.code(0), card: 0)
    bus.note(.checkOut, shelf.code(1), card: 0)
    let verdicts = try bus.report().verdicts
    expect(verdicts[0], .appliedWithException, .checkedOut, [.holdOther])
    expect(verdicts[1], .applied, .checkedOut)
    #expect(try shelf.holdState(other) == .waiting && shelf.holdState(own) == .fulfilled)
  }

  @Test mutating func `all reasons are reported at once`() throws {
    let copy = shelf.places.copies[1].id
    try shelf.database.write { transaction in
      try transaction.set(.withdrawn, of: copy)
      try transaction.recordChange(.copy)
    }
    bus.note(.checkOut, shelf.code(CasesLibrary.reference), card: CasesLibrary.blocked)
    bus.note(.checkOut, shelf.code(CasesLibrary.missing), card: 0)
    bus.note(.checkOut, shelf.code(1), card: 0)
    let verdicts = try bus.report().verdicts
    expect(verdicts[0], .appliedWithException, .checkedOut, [.cardBlocked, .notForLoan])
    expect(verdicts[1], .appliedWithException, .checkedOut, [.foundMissing])
    expect(verdicts[2], .appliedWithException, .checkedOut, [.withdrawn])
    // The missing copy is found; the withdrawn one stays withdrawn.
    #expect(try shelf.count("copy", where: "status <> 'available'") == 1)
    #expect(try shelf.count("copy", where: "status = 'withdrawn'") == 1)
    #expect(try shelf.count("loan", where: "returned_at IS NULL") == 3)
  }

  @Test mutating func `of several copies of a barcode a person chooses, unless only one was here`() throws {
    bus.note(.checkOut, CasesLibrary.shared, card: 0, symbology: .ean13)
    bus.note(.checkOut, CasesLibrary.twice, card: 0, symbology: .ean13)
    let verdicts = try bus.report().verdicts
    expect(verdicts[0], .needsStaff, .chooseCopy, [.chooseCopy])
    expect(verdicts[1], .needsStaff, .chooseRelease, [.chooseRelease])
    try shelf.lend(0, to: 1)
    try shelf.lend(1, to: 1)
    shelf.advance(.seconds(1))
    bus.note(.checkOut, CasesLibrary.shared, card: 0, symbology: .ean13)
    shelf.advance(.seconds(1))
    // A different copy that was returned since does not matter.
    try shelf.recordReturn(0)
    expect(try bus.last(), .applied, .checkedOut)
    #expect(try shelf.loans(2).first?.isOpen == true)
    // A barcode with only one copy resolves to that copy.
    bus.note(.checkOut, "4988029033147", card: 0, symbology: .ean13)
    expect(try bus.last(), .applied, .checkedOut)
  }

  // MARK: - Return

  @Test mutating func `a copy returned offline is checked in as of that time`() throws {
    try shelf.set("fees.on", "true")
    try shelf.lend(0, to: 0)
    try shelf.lend(1, to: 0)
    shelf.advance(.seconds(20 * 86_400))
    let early = bus.note(.checkIn, shelf.code(0), ago: .seconds(10 * 86_400))
    let late = bus.note(.checkIn, shelf.code(1), ago: .seconds(86_400))
    let verdicts = try bus.report().verdicts
    expect(verdicts[0], .applied, .returned)
    expect(verdicts[1], .applied, .returnedOverdue)
    #expect(try shelf.loans(0).first?.returnedAt == early.at && shelf.loans(1).first?.returnedAt == late.at)
    #expect(try shelf.count("fee") == 1)
    #expect(try newestScan().outcome.facts.overdueDays ?? 0 > 0)
    #expect(try newestScan().outcome.facts.notes == [.feeDue])
  }

  @Test mutating func `a copy with a waiting hold is trapped, and staff learn that it has to be moved`() throws {
    try shelf.lend(0, to: 0)
    let hold = try shelf.hold(0, for: 1)
    bus.note(.checkIn, shelf.code(0))
    shelf.advance(.seconds(3600))
    expect(try bus.last(), .appliedWithException, .returned, [.holdWaiting])
    #expect(try shelf.holdState(hold) == .ready)
    // The pick-up time counts from now.
    let until = try shelf.database.read { try $0.hold(hold)?.pickUpBy }
    #expect(
      until
        == LendingPolicy(library: LibraryPolicy(), station: StationPolicy()).pickUpBy(at: shelf.clock.withLock { $0 }))
    bus.note(.checkIn, shelf.code(0))
    expect(try bus.last(), .appliedWithException, .notOnLoan, [.holdWaiting])
  }

  @Test mutating func `a copy that was not on loan, or was lent later, is unchanged`() throws {
    bus.note(.checkIn, shelf.code(0))
    bus.note(.checkIn, shelf.code(1))
    bus.note(.checkIn, CasesLibrary.shared, symbology: .ean13)
    shelf.advance(.seconds(60))
    try shelf.lend(1, to: 0)
    let verdicts = try bus.report().verdicts
    expect(verdicts[0], .applied, .notOnLoan)
    expect(verdicts[1], .appliedWithException, .changedLater, [.onLoanElsewhere])
    #expect(try shelf.loans(1).first?.isOpen == true)
    // One of three copies is on loan, but its loan began after the entry: any of the others may have been returned.
    #expect(verdicts[2].state == .needsStaff && verdicts[2].code == .chooseCopy)
    bus.note(.checkIn, "what is this")
    expect(try bus.last(), .needsStaff, .unknownCode, [.unknownCode])
  }

  @Test mutating func `of several copies of a barcode the one that was out came back`() throws {
    try shelf.lend(1, to: 0)
    bus.note(.checkIn, CasesLibrary.shared, symbology: .ean13)
    expect(try bus.last(), .applied, .returned)
    bus.note(.checkIn, CasesLibrary.shared, symbology: .ean13)
    expect(try bus.last(), .applied, .notOnLoan)
    try shelf.lend(0, to: 0)
    try shelf.lend(1, to: 1)
    bus.note(.checkIn, CasesLibrary.shared, card: 1, symbology: .ean13)
    expect(try bus.last(), .applied, .returned)
    #expect(try shelf.loans(0).first?.isOpen == true)
  }

  @Test mutating func `a box comes back with all parts, and staff count them`() throws {
    try shelf.lend(CasesLibrary.box, to: 0)
    bus.note(.checkIn, shelf.code(CasesLibrary.box))
    expect(try bus.last(), .appliedWithException, .returned, [.partsCheck])
    #expect(try shelf.loans(CasesLibrary.box).first?.partsBack == 3)
  }

  @Test mutating func `in-house use is counted once`() throws {
    try shelf.set("returns.counts-in-house", "true")
    try shelf.lend(0, to: 0)
    for _ in 0..<2 { bus.note(.checkIn, shelf.code(0)) }
    bus.note(.checkIn, shelf.code(1))
    let codes = try bus.report().verdicts.map(\.code)
    #expect(codes == [.returned, .notOnLoan, .inHouse])
    #expect(try shelf.count("copy", where: "in_house = 1") == 1)
  }

  // MARK: - Other actions

  @Test mutating func `a loan is renewed by the rules of then, or left to staff`() throws {
    try shelf.lend(0, to: 0)
    try shelf.lend(1, to: 0)
    shelf.advance(.seconds(5 * 86_400))
    try shelf.hold(1, for: 1)
    let entry = bus.note(.renew, shelf.code(0), card: 0, ago: .seconds(86_400))
    bus.note(.renew, shelf.code(1), card: 0)
    bus.note(.renew, shelf.code(2), card: 0)
    bus.note(.renew, shelf.code(0), card: 1)
    bus.note(.renew, shelf.code(0), cardText: "nobody's")
    bus.note(.renew, shelf.code(0))
    let verdicts = try bus.report().verdicts
    expect(verdicts[0], .applied, .renewed)
    expect(verdicts[1], .needsStaff, .holdWaiting, [.holdWaiting])
    expect(verdicts[2], .needsStaff, .notOnLoan, [.notOnLoan])
    expect(verdicts[3], .needsStaff, .onLoanElsewhere, [.onLoanElsewhere])
    expect(verdicts[4], .needsStaff, .unknownCard, [.unknownCard])
    expect(verdicts[5], .applied, .renewed)
    let loan = try #require(try shelf.loans(0).first)
    #expect(loan.renewals == 2 && loan.dueAt > entry.at)
    // Another station renewed it meanwhile: it is not renewed twice.
    bus.note(.renew, shelf.code(0), card: 0)
    shelf.advance(.seconds(60))
    _ = try shelf.database.write { transaction in
      _ = try transaction.renew(loan.id, dueAt: loan.dueAt + .seconds(86_400), at: transaction.now)
      try transaction.recordChange(.renew)
    }
    expect(try bus.last(), .appliedWithException, .changedLater, [.changedLater])
    #expect(try shelf.loans(0).first?.renewals == 3)
  }

  @Test mutating func `cards and refusals are stored, and impossible transactions are for staff`() throws {
    bus.note(.card, shelf.places.cards[0], displayed: .sessionStarted)
    bus.note(.card, OwnCode(.borrower, number: 97))
    bus.note(.card, Command.end.code, displayed: .sessionEnded)
    bus.note(.refused, shelf.code(0), card: CasesLibrary.blocked, displayed: .cardBlocked)
    bus.note(.other, shelf.code(0), displayed: .hubOffline)
    let verdicts = try bus.report().verdicts
    expect(verdicts[0], .applied, .sessionStarted)
    expect(verdicts[1], .applied, .unknownCard)
    expect(verdicts[2], .applied, .sessionEnded)
    expect(verdicts[3], .applied, .cardBlocked)
    expect(verdicts[4], .needsStaff, .hubOffline)
    #expect(try shelf.count("loan") == 0 && shelf.count("change", where: "station = 'bus'") == 0)
    #expect(try shelf.count("scan", where: "station = 'bus'") == 5)
  }

  @Test mutating func `a clock that is ahead, or was never set, cannot lend in the future or the past`() throws {
    let now = shelf.clock.withLock { $0 }
    bus.note(.checkOut, shelf.code(0), card: 0, ago: .seconds(-300))
    bus.note(.checkOut, shelf.code(1), card: 0, ago: .seconds(-86_400))
    bus.note(.checkOut, shelf.code(2), card: 0, ago: .seconds(20_000 * 86_400))
    let verdicts = try bus.report().verdicts
    expect(verdicts[0], .applied, .checkedOut)
    expect(verdicts[1], .appliedWithException, .checkedOut, [.clock])
    expect(verdicts[2], .appliedWithException, .checkedOut, [.clock])
    for copy in 0...2 { #expect(try shelf.loans(copy).first?.openedAt == now) }
    // A clock that was set back does not change the order.
    shelf.advance(.seconds(7200))
    bus.note(.checkIn, shelf.code(0))
    bus.note(.checkOut, shelf.code(0), card: 1, ago: .seconds(3600))
    #expect(try bus.report(4...5).verdicts.map(\.state) == [.applied, .applied])
    let loans = try shelf.loans(0)
    #expect(loans.count == 2 && loans[0].openedAt == shelf.clock.withLock { $0 })
  }
}

extension CasesLibrary {
  fileprivate var slotCode: OwnCode { places.slots[0] }
}
