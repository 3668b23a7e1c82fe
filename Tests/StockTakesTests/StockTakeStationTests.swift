import Catalogue
import Deadwax
import Scanning
import StockTakes
import Storage
import TestSupport
import Testing

/// The mode stock-take of a station, with its real scans.
@Suite(.timeLimit(.minutes(5)))
struct StockTakeStationTests {
  let shelf: StockTakeShelf

  init() throws { shelf = try StockTakeShelf() }

  @Test func `a station counts in the open stock-take, and says so if none is open`() throws {
    try shelf.scan(Command.stocktake.code.description)
    #expect(try shelf.scan(shelf.code(0)).code == .noStocktake)
    #expect(try shelf.scan("4006381333931").code == .unknownCode)
    let take = try shelf.start()
    #expect(try shelf.scan(shelf.code(0)).code == .counted)
    #expect(try shelf.scan(shelf.code(0)).code == .countedAgain)
    #expect(try shelf.scan(shelf.code(9)).code == .countedMisplaced)
    #expect(try shelf.scan(shelf.listCode(1)).code == .listCode)
    #expect(try shelf.scan("4006381333931").code == .unknownCode)
    #expect(try shelf.scan(shelf.placeCode(2)).code == .countingPlace)
    #expect(try shelf.scan(shelf.code(10)).code == .countedMisplaced)
    #expect(try shelf.counts(take) == [.found: 1, .misplaced: 2, .printedList: 1, .unknown: 1, .notScanned: 16])
    // Undo at the station reverses nothing else.
    #expect(try shelf.scan(Command.undo.code.description).code == .nothingToUndo)
  }

  @Test func `a card is never counted nor stored with a stock-take`() throws {
    try shelf.scan(Command.stocktake.code.description)
    let take = try shelf.start()
    try shelf.scan(OwnCode(.borrower, number: 1).description)
    try shelf.scan(OwnCode(.borrower, number: 77).description)
    #expect(try shelf.takes.scans(of: take, cursor: nil, limit: 9).items.isEmpty)
  }

  @Test func `the barcode and the label of one sleeve are one copy`() throws {
    let take = try shelf.start()
    let now = shelf.now
    let reports = [shelf.code(0), shelf.barcode(of: 0)].enumerated().map {
      StockTakes.Report(
        id: .new(at: now), code: $1, symbology: .typed, at: now + .milliseconds(Int64($0) * 1500))
    }
    shelf.advance(.seconds(10))
    _ = try shelf.takes.count(reports, in: take, station: .hubStation, by: nil)
    #expect(try shelf.counts(take)[.found] == 1 && shelf.counts(take)[.foundByRelease] == nil)
    try shelf.count([shelf.barcode(of: 0), shelf.barcode(of: 0)], in: take)
    #expect(try shelf.counts(take)[.foundByRelease] == 1 && shelf.takes.view(take).again == 2)
  }

  @Test func `a station counts until a person changes its mode, and the time alone ends nothing`() throws {
    let take = try shelf.start()
    #expect(try shelf.takes.view(take).stations.isEmpty)
    try shelf.scan(Command.stocktake.code.description, station: "cellar")
    let cellar = try #require(Station.Name("cellar"))
    #expect(try shelf.takes.view(take).awaited == [cellar])
    shelf.advance(.seconds(86_400))
    shelf.scans.tick(at: shelf.now)
    #expect(try shelf.takes.view(take).awaited == [cellar])
    try shelf.scan(Command.stocktake.code.description, station: "cellar")
    try shelf.scan(Command.return.code.description, station: "cellar")
    #expect(try shelf.takes.view(take).awaited.isEmpty)
    #expect(try shelf.takes.close(take, isForced: false, ifVersion: nil, by: nil).take.state == .closed)
  }
}
