import Deadwax
import TestSupport
import Testing

/// The classes of a stock-take, compared with plain loops over random libraries, scans and changes in any order.
@Suite(.timeLimit(.minutes(10)))
struct StockTakeTallyTests {
  /// A library with a room that has two shelves, and a shelf outside.
  private struct World {
    var random: SeededRandom
    let room = Place.ID(digest: 1, 1)
    let shelves = [Place.ID(digest: 1, 2), Place.ID(digest: 1, 3)]
    let outside = Place.ID(digest: 1, 4)
    var lines: [StockTakeLine] = []
    var scans: [StockTakeScan] = []
    var ticks: Set<Copy.ID> = []
    var presents: [StockTakePresent] = []
    let isQuery: Bool
    let stations = ["desk", "cellar", "bus"].compactMap { Station.Name($0) }

    init(seed: UInt64) {
      random = SeededRandom(fixedSeed: seed)
      isQuery = Int.random(in: 0...3, using: &random) == 0
      let number = Int.random(in: 1...12, using: &random)
      for index in 0..<number { addCopy(index) }
      for index in 0..<Int.random(in: 0...24, using: &random) { addScan(index, copies: number) }
    }

    var area: StockTakeArea {
      StockTakeArea(
        root: isQuery ? nil : room, parents: Dictionary(uniqueKeysWithValues: shelves.map { ($0, room) }))
    }

    private mutating func time() -> Timestamp {
      Timestamp(milliseconds: 1_795_165_520_000 + Int64.random(in: 0...20, using: &random) * 1000)
    }

    private mutating func addCopy(_ index: Int) {
      let copy = Copy.ID(digest: 2, UInt64(index))
      let release = Release.ID(digest: 3, UInt64(Int.random(in: 0...4, using: &random)))
      let places: [Place.ID?] = [room, shelves[0], shelves[1], outside, nil]
      let start = places.randomElement(using: &random) ?? nil
      if isQuery || start.map({ $0 != outside }) ?? false, Int.random(in: 0...5, using: &random) > 0 {
        lines.append(
          StockTakeLine(
            position: lines.count + 1, copy: copy, copyVersion: 1, release: release, number: index,
            code: OwnCode(.copy, number: UInt64(index) + 1), title: "Title", artist: "Artist", shelfMark: nil,
            place: start, placeName: "Place", slotNumber: nil,
            expectation: StockTakeLine.Expectation.allCases.randomElement(using: &random) ?? .present))
        if Int.random(in: 0...6, using: &random) == 0 { ticks.insert(copy) }
      }
      guard Int.random(in: 0...9, using: &random) > 0 else { return }
      let isMoved = Int.random(in: 0...3, using: &random) == 0
      presents.append(
        StockTakePresent(
          copy: copy, release: release,
          status: Int.random(in: 0...3, using: &random) == 0
            ? Copy.Status.allCases.randomElement(using: &random) ?? .available : .available,
          place: isMoved ? places.randomElement(using: &random) ?? nil : start,
          lentAt: Int.random(in: 0...3, using: &random) == 0 ? time() : nil,
          isReturnedSince: Int.random(in: 0...4, using: &random) == 0))
    }

    private mutating func addScan(_ index: Int, copies: Int) {
      let subject: StockTakeScan.Subject
      switch Int.random(in: 0...11, using: &random) {
      case 0...6: subject = .copy(Copy.ID(digest: 2, UInt64(Int.random(in: 0..<copies, using: &random))))
      case 7, 8: subject = .release(Release.ID(digest: 3, UInt64(Int.random(in: 0...5, using: &random))))
      case 9: subject = .place(shelves[0])
      case 10: subject = .unknown
      default: subject = .listed
      }
      let isText = subject == .unknown || subject == .listed
      scans.append(
        StockTakeScan(
          id: Reading.ID(digest: 4, UInt64(index)), at: time(),
          station: stations[Int.random(in: 0..<stations.count, using: &random)], by: nil, subject: subject,
          place: ([nil, shelves[0], shelves[1], outside] as [Place.ID?]).randomElement(using: &random) ?? nil,
          text: isText && Bool.random(using: &random) ? "code \(Int.random(in: 0...1, using: &random))" : nil))
    }

    var tally: StockTakeTally {
      StockTakeTally(area: area, lines: lines, scans: scans, ticks: ticks, presents: presents)
    }

    var model: StockTakeModel {
      StockTakeModel(
        lines: lines, scans: scans, ticks: ticks,
        presents: Dictionary(uniqueKeysWithValues: presents.map { ($0.copy, $0) }),
        inside: [room: Set(shelves + [room]), shelves[0]: [shelves[0]], shelves[1]: [shelves[1]], outside: [outside]],
        root: isQuery ? nil : room)
    }
  }

  /// The seeds of the cases of a test, drawn from one that is printed.
  private static func seeds(_ seed: UInt64) -> [UInt64] {
    var random = SeededRandom(seed: seed)
    return (0..<CaseBudget.cases(of: 1500)).map { _ in random.next() }
  }

  @Test func `classes and counts are those of plain loops, in whatever order the scans arrive`() {
    for seed in Self.seeds(1) {
      var world = World(seed: seed)
      let tally = world.tally
      let expected = world.model.counts()
      #expect(tally.counts == expected.classes, "seed \(seed)")
      #expect(tally.again == expected.again, "seed \(seed)")
      #expect(tally.entries.reduce(0) { $0 + $1.again } <= tally.again)
      world.scans.shuffle(using: &world.random)
      world.presents.shuffle(using: &world.random)
      #expect(world.tally.entries == tally.entries && world.tally.classes == tally.classes, "seed \(seed)")
    }
  }

  @Test func `nothing is counted twice: each copy and each scan has one class, and no more are seen than scanned`() {
    for seed in Self.seeds(2) {
      let world = World(seed: seed)
      let tally = world.tally
      let copies = tally.entries.compactMap(\.copy)
      #expect(Set(copies).count == copies.count, "seed \(seed)")
      #expect(Set(world.lines.map(\.copy)).isSubset(of: Set(copies)), "seed \(seed)")
      let places = world.scans.count { if case .place = $0.subject { true } else { false } }
      #expect(tally.classes.count + tally.again + places == world.scans.count, "seed \(seed)")
      let seen = tally.entries.count { $0.class.isSeen && $0.class != .ticked }
      #expect(seen <= world.scans.count - places, "seed \(seed)")
    }
  }

  @Test func `effects concern copies of their class alone, each copy once, and never a copy that was not counted`() {
    let all = StockTakeDecisions(
      notScanned: .missing, missingAgain: .lost, misplaced: .move, unexpectedOnLoan: .checkIn, unexpectedGone: .found,
      includesUncounted: false)
    let nothing = StockTakeDecisions(
      notScanned: .leave, missingAgain: .leave, misplaced: .leave, unexpectedOnLoan: .leave, unexpectedGone: .leave,
      includesUncounted: true)
    for seed in Self.seeds(3) {
      let world = World(seed: seed)
      let tally = world.tally
      let root = world.isQuery ? nil : world.room
      #expect(nothing.effects(of: tally, root: root).isEmpty)
      let effects = all.effects(of: tally, root: root)
      #expect(Set(effects.map(\.copy)).count == effects.count, "seed \(seed)")
      for effect in effects {
        let entry = tally.entries.first { $0.copy == effect.copy }
        switch effect {
        case .missing, .lost:
          // Only a copy of the frozen set, not seen, in a place that was counted.
          #expect(entry?.line != nil && entry?.last == nil, "seed \(seed)")
          #expect(effect.kind == .missing ? entry?.class == .notScanned : entry?.class == .missingAgain)
          let place = entry?.line?.place
          let isCounted =
            world.scans.contains { place.map { StockTakeScan.Subject.place($0) } == $0.subject }
            || tally.entries.contains { $0.class.isSeen && $0.line != nil && $0.line?.place == place }
          #expect(isCounted, "seed \(seed)")
        case .move: #expect(entry?.class == .misplaced)
        case .checkIn: #expect(entry?.class == .unexpectedLoan && entry?.last != nil)
        case .find: #expect(entry?.class.isSeen ?? false && entry?.status != .available)
        }
      }
    }
  }

  @Test func `trade barcodes satisfy copies as a multiset, and a part of them accuses no copy`() {
    let release = Release.ID(digest: 3, 0)
    let place = Place.ID(digest: 1, 1)
    let copies = (0..<3).map { Copy.ID(digest: 2, UInt64($0)) }
    let station = Station.Name.hubStation
    func tally(barcodes: Int, labels: [Int]) -> StockTakeTally {
      let lines = copies.enumerated().map { index, copy in
        StockTakeLine(
          position: index + 1, copy: copy, copyVersion: 1, release: release, number: index + 1,
          code: OwnCode(.copy, number: UInt64(index) + 1), title: "T", artist: "A", shelfMark: nil, place: place,
          placeName: "Shelf", slotNumber: nil, expectation: .present)
      }
      let barcodeScans = (0..<barcodes).map {
        StockTakeScan(
          id: Reading.ID(digest: 5, UInt64($0)), at: Timestamp(milliseconds: Int64($0) * 10_000), station: station,
          by: nil, subject: .release(release), place: nil, text: nil)
      }
      let labelScans = labels.map {
        StockTakeScan(
          id: Reading.ID(digest: 6, UInt64($0)), at: Timestamp(milliseconds: 500_000 + Int64($0) * 10_000),
          station: station, by: nil, subject: .copy(copies[$0]), place: nil, text: nil)
      }
      return StockTakeTally(
        area: StockTakeArea(root: place, parents: [:]), lines: lines, scans: barcodeScans + labelScans, ticks: [],
        presents: copies.map {
          StockTakePresent(
            copy: $0, release: release, status: .available, place: place, lentAt: nil, isReturnedSince: false)
        })
    }
    #expect(tally(barcodes: 3, labels: []).counts == [.foundByRelease: 3])
    #expect(tally(barcodes: 2, labels: []).counts == [.uncertain: 3])
    #expect(tally(barcodes: 2, labels: [1]).counts == [.found: 1, .foundByRelease: 2])
    #expect(tally(barcodes: 5, labels: [0]).again == 3)
    #expect(tally(barcodes: 1, labels: [0, 1, 2]).counts == [.found: 3])
    let missing = StockTakeDecisions(
      notScanned: .missing, missingAgain: .leave, misplaced: .leave, unexpectedOnLoan: .leave, unexpectedGone: .leave,
      includesUncounted: true)
    #expect(missing.effects(of: tally(barcodes: 2, labels: []), root: place).isEmpty)
  }
}
