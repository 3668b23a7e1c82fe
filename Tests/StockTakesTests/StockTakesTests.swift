import Catalogue
import Deadwax
import Execution
import OfflineStation
import StationLogic
import StockTakes
import Storage
import TestSupport
import Testing

/// The use cases of stock-takes over a real library.
@Suite(.timeLimit(.minutes(10)))
struct StockTakesTests {
  let shelf: StockTakeShelf

  init() throws { shelf = try StockTakeShelf() }

  @Test func `the expected set is frozen at the start, and what changes meanwhile is classified again`() throws {
    try shelf.lend(0)
    try shelf.set(.missing, 1)
    try shelf.set(.lost, 2)
    let take = try shelf.start()
    // 18 of 20 stand in the room, and one of them is lost.
    #expect(try shelf.takes.view(take).expected == 17)
    #expect(throws: StaffError.isUnderWay) { _ = try shelf.takes.start(.query("title"), name: nil, id: nil, by: nil) }
    try shelf.count([3, 4, 5].map(shelf.code), in: take)
    try shelf.checkIn(0)
    try shelf.lend(4)
    try shelf.lend(6)
    try shelf.move(7, to: shelf.outside)
    try shelf.remove(8)
    try shelf.set(.withdrawn, 10)
    try shelf.lend(11)
    try shelf.checkIn(11)
    let classes = try shelf.classes(take)
    // A copy that was lent after its scan was there.
    #expect([3, 4, 5].allSatisfy { classes[$0] == .found })
    #expect(classes[0] == .cameBack && classes[1] == .missingAgain && classes[2] == nil)
    #expect(classes[6] == .onLoan && classes[7] == .moved && classes[8] == .removed && classes[10] == .gone)
    #expect(classes[11] == .cameBack && classes[12] == .notScanned)
    let removed = try shelf.takes.entries(of: take, .init(class: .removed, isException: false), cursor: nil, limit: 9)
    #expect(removed.items.map(\.title) == ["Title 4"] && removed.items.map(\.number) == [9] && removed.total == 1)
  }

  @Test func `unexpected scans are misplaced, on loan, gone, unknown or from a printed list`() throws {
    try shelf.lend(0)
    try shelf.set(.missing, 1)
    try shelf.set(.withdrawn, 2)
    let take = try shelf.start()
    let answers = try shelf.count(
      [9, 0, 1, 2, 3, 3].map(shelf.code) + ["4006381333931", shelf.listCode(4), shelf.placeCode(2)], in: take)
    #expect(
      answers.map(\.code) == [
        .countedMisplaced, .countedOnLoan, .countedGone, .countedGone, .counted, .countedAgain, .unknownCode, .listCode,
        .countingPlace,
      ])
    let view = try shelf.takes.view(take)
    #expect(
      view.counts == [
        .misplaced: 1, .unexpectedLoan: 1, .unexpectedGone: 2, .found: 1, .unknown: 1, .printedList: 1, .notScanned: 14,
      ])
    #expect(view.again == 1 && view.exceptions == 6)
    // The copy of a printed list was not seen.
    #expect(try shelf.classes(take)[4] == .notScanned)
    let exceptions = try shelf.takes.entries(of: take, .init(class: nil, isException: true), cursor: nil, limit: 50)
    #expect(exceptions.items.count == 6)
    // The newest scan stays first, also if older ones are exceptions.
    let newest = try shelf.takes.scans(of: take, cursor: nil, limit: 2)
    #expect(newest.items.map(\.class) == [nil, .printedList] && newest.items[0].placeName == "Shelf 1")
    #expect(newest.total == 9 && newest.items[1].scan.station.text == "desk" && newest.items[1].scan.by == "test")
  }

  @Test func `a station that scanned the code of a shelf counts there, and the last scan of a copy decides`() throws {
    let take = try shelf.start()
    try shelf.count([shelf.placeCode(3), shelf.code(0)], in: take)
    #expect(try shelf.classes(take)[0] == .misplaced)
    let misplaced = try shelf.takes.entries(
      of: take, .init(class: .misplaced, isException: false), cursor: nil, limit: 9)
    #expect(misplaced.items.first?.seenIn == "Shelf 2" && misplaced.items.first?.placeName == "Shelf 1")
    // Another station counts the whole room.
    try shelf.count([shelf.code(1)], in: take, station: "cellar")
    #expect(try shelf.classes(take)[1] == .found)
    // Carried back, and scanned there.
    try shelf.count([shelf.placeCode(2), shelf.code(0)], in: take)
    #expect(try shelf.classes(take)[0] == .found)
  }

  @Test func `a scan that arrives twice is stored once, and the answer is the same`() throws {
    let take = try shelf.start()
    let report = StockTakes.Report(
      id: .new(at: shelf.now), code: shelf.code(0), symbology: .typed, at: nil)
    let hub = Station.Name.hubStation
    for _ in 1...3 {
      #expect(try shelf.takes.count([report], in: take, station: hub, by: nil).map(\.code) == [.counted])
    }
    #expect(
      try shelf.takes.count([report, report], in: take, station: hub, by: nil).map(\.code) == [.counted, .counted])
    #expect(try shelf.takes.view(take).again == 0 && shelf.counts(take)[.found] == 1)
    #expect(try shelf.takes.scans(of: take, cursor: nil, limit: 9).total == 1)
  }

  @Test func `a copy whose label fails is ticked: seen, not scanned, and its scan counts more`() throws {
    let take = try shelf.start()
    #expect(try shelf.takes.tick(shelf.copies[0], in: take, by: "test").entry.class == .ticked)
    _ = try shelf.takes.tick(shelf.copies[0], in: take, by: "test")
    _ = try shelf.takes.tick(shelf.copies[1], in: take, by: "test")
    try shelf.takes.untick(shelf.copies[1], in: take)
    #expect(try shelf.counts(take)[.ticked] == 1)
    #expect(throws: StaffError.noSuchCopy) { _ = try shelf.takes.tick(shelf.copies[9], in: take, by: nil) }
    try shelf.count([shelf.code(0)], in: take)
    #expect(try shelf.counts(take) == [.found: 1, .notScanned: 17])
  }

  @Test func `a close names the stations that count, and what comes later is classified`() throws {
    let take = try shelf.start()
    try shelf.count([shelf.code(0)], in: take, station: "bus")
    let bus = try #require(Station.Name("bus"))
    #expect(throws: StaffError.scansMissing(of: [bus])) {
      _ = try shelf.takes.close(take, isForced: false, ifVersion: nil, by: nil)
    }
    #expect(try shelf.takes.close(take, isForced: true, ifVersion: nil, by: nil).awaited == [bus])
    let away = shelf.now
    shelf.advance(.seconds(60))
    try shelf.count([shelf.code(1)], in: take, station: "bus")
    var view = try shelf.takes.view(take)
    #expect(view.lateScans == 1 && view.counts[.found] == 2)
    #expect(try shelf.takes.leave(take, station: bus).awaited.isEmpty)
    // Applied without the scan of copy 3, which then arrives.
    let applied = try shelf.apply(take, .changing)
    #expect(applied.take.state == .applied && applied.counts[.notScanned] == 16)
    #expect(try shelf.copy(3)?.status == .missing)
    shelf.advance(.seconds(1))
    let report = StockTakes.Report(id: .new(at: away), code: shelf.code(3), symbology: .typed, at: away)
    #expect(try shelf.takes.count([report], in: take, station: bus, by: nil).map(\.code) == [.countedGone])
    view = try shelf.takes.view(take)
    #expect(view.lateScans == 1 && view.counts[.notScanned] == 16)
    _ = try shelf.apply(take, .changing)
    #expect(try shelf.copy(3)?.status == .available && shelf.counts(take)[.unexpectedGone] == 1)
    #expect(try shelf.takes.view(take).lateScans == 0)
  }

  @Test func `the journal of a station that was away counts as of its time, also after the close`() throws {
    let take = try shelf.start()
    let away = shelf.now + .seconds(30)
    shelf.advance(.seconds(60))
    try shelf.lend(1)
    _ = try shelf.takes.close(take, isForced: true, ifVersion: nil, by: nil)
    shelf.advance(.seconds(3600))
    let verdicts = try shelf.merge(
      [
        shelf.entry(1, shelf.code(0), at: away), shelf.entry(2, shelf.code(1), at: away + .seconds(1)),
        shelf.entry(3, shelf.listCode(3), at: away + .seconds(2)),
      ], at: "bus")
    #expect(verdicts.map(\.code) == [.counted, .counted, .listCode], "\(verdicts)")
    #expect(verdicts.allSatisfy { $0.state == .applied })
    // Copy 1 was scanned before it was lent.
    let classes = try shelf.classes(take)
    #expect(classes[0] == .found && classes[1] == .found && classes[3] == .notScanned)
    #expect(try shelf.takes.view(take).lateScans == 3)
    // The same journal again changes nothing.
    _ = try shelf.merge([shelf.entry(1, shelf.code(0), at: away)], at: "bus")
    #expect(try shelf.counts(take)[.found] == 2 && shelf.takes.view(take).again == 0)
  }

  @Test func `a scan of a time without a stock-take waits for staff`() throws {
    let verdicts = try shelf.merge([shelf.entry(1, shelf.code(0), at: shelf.now)], at: "bus")
    #expect(verdicts.map(\.code) == [.noStocktake] && verdicts.map(\.state) == [.needsStaff])
  }

  @Test func `applying is one change, its undo restores every row, and copies that were found have been seen`() throws {
    try shelf.lend(0)
    try shelf.set(.missing, 1)
    try shelf.set(.missing, 2)
    let take = try shelf.start()
    try shelf.count([shelf.placeCode(2)] + [0, 1, 3, 9].map(shelf.code), in: take)
    _ = try shelf.takes.tick(shelf.copies[4], in: take, by: nil)
    _ = try shelf.takes.close(take, isForced: true, ifVersion: nil, by: nil)
    let before = try shelf.dump()
    let preview = try shelf.takes.preview(take, .changing)
    // Nothing was seen on the second shelf, so its copies are not accused.
    #expect(preview.effects == [.missing: 4, .lost: 1, .move: 1, .checkIn: 1, .found: 1])
    #expect(preview.uncounted.map(\.name) == ["Shelf 2"] && preview.uncounted.map(\.copies) == [9])
    let applied = try shelf.apply(take, .changing)
    let change = try #require(applied.take.change)
    #expect(try shelf.copy(0)?.loan == nil && shelf.copy(1)?.status == .available && shelf.copy(2)?.status == .lost)
    #expect(try shelf.copy(5)?.status == .missing && shelf.copy(12)?.status == .available)
    #expect(try shelf.copy(9)?.location?.placeName == "Shelf 1")
    for (copy, how) in [(0, LastSeen.How.scanned), (3, .scanned), (4, .ticked), (9, .scanned)] {
      #expect(try shelf.takes.lastSeen(of: shelf.copies[copy])?.how == how, "copy \(copy)")
    }
    #expect(try shelf.takes.lastSeen(of: shelf.copies[5]) == nil)
    // What the records say already changes nothing.
    let again = try shelf.dump()
    _ = try shelf.apply(take, .changing)
    #expect(try shelf.dump().differences(from: again) == [])
    try shelf.undo(change)
    #expect(try shelf.dump().differences(from: before) == [])
    #expect(try shelf.takes.view(take).isUndone && shelf.takes.lastSeen(of: shelf.copies[0]) != nil)
    // The report remains as it was applied.
    #expect(try shelf.counts(take) == applied.counts && applied.counts[.unexpectedLoan] == 1)
  }

  @Test func `a result that changed since its preview is not applied`() throws {
    let take = try shelf.start()
    try shelf.count([shelf.code(0)], in: take)
    #expect(throws: StaffError.isOver) { _ = try shelf.apply(take, .changing) }
    _ = try shelf.takes.close(take, isForced: true, ifVersion: nil, by: nil)
    let preview = try shelf.takes.preview(take, .changing)
    try shelf.count([shelf.code(1)], in: take)
    #expect(throws: StaffError.stalePreview) {
      _ = try shelf.takes.apply(take, .changing, digest: preview.digest, by: nil)
    }
    #expect(throws: StaffError.stalePreview) {
      _ = try shelf.takes.apply(take, .leaving, digest: preview.digest, by: nil)
    }
    #expect(try shelf.copy(2)?.status == .available)
    #expect(try shelf.apply(take, .leaving).take.change == nil)
  }

  @Test func `a cancelled stock-take changes nothing and takes no scan, and a closed one is opened again`() throws {
    let before = try shelf.dump()
    let take = try shelf.start()
    try shelf.count([shelf.code(0)], in: take)
    _ = try shelf.takes.close(take, isForced: true, ifVersion: 1, by: nil)
    #expect(throws: StaffError.staleVersion(now: 2)) { _ = try shelf.takes.reopen(take, ifVersion: 1) }
    #expect(try shelf.takes.reopen(take, ifVersion: 2).take.state == .open)
    #expect(try shelf.takes.cancel(take, ifVersion: nil, by: nil).take.state == .cancelled)
    #expect(throws: StaffError.isOver) { try shelf.count([shelf.code(1)], in: take) }
    #expect(throws: StaffError.isOver) { _ = try shelf.takes.preview(take, .changing) }
    #expect(throws: StaffError.isOver) { _ = try shelf.takes.cancel(take, ifVersion: nil, by: nil) }
    #expect(try shelf.dump().differences(from: before) == [])
    #expect(try shelf.start() != take)
    #expect(
      try shelf.takes.list(cursor: nil, limit: 1).next != nil && shelf.takes.list(cursor: nil, limit: 9).total == 2)
  }

  @Test func `an empty scope, a wrong query and an unknown place start nothing`() throws {
    #expect(throws: StaffError.noSuchPlace) {
      _ = try shelf.takes.start(.place(Place.ID(digest: 1, 1)), name: nil, id: nil, by: nil)
    }
    for query in ["nothing-has-this-word", "year:", ""] {
      #expect(throws: StaffError.self) { _ = try shelf.takes.start(.query(query), name: nil, id: nil, by: nil) }
    }
    #expect(try shelf.takes.list(cursor: nil, limit: 9).items.isEmpty)
  }

  @Test func `the table has list codes, which a stock-take refuses, and no cell that a spreadsheet computes`() throws {
    let take = try shelf.start()
    try shelf.count(["=1+1"], in: take)
    let text = String(decoding: try shelf.takes.table(of: take, .init(class: nil, isException: false)), as: UTF8.self)
    #expect(text.contains("DW:L:") && !text.contains("DW:I:") && !text.contains("=1+1"), "\(text.suffix(200))")
    #expect(text.split(separator: "\r\n").count == 20)
  }
}
