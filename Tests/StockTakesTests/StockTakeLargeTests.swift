import Deadwax
import Execution
import OfflineStation
import StockTakes
import Storage
import TestSupport
import Testing

/// Three stations count 10,000 copies at once, one of them away for half of it, while copies are lent, returned, moved,
/// marked and removed. Every class is that of plain loops over what happened.
@Suite(.timeLimit(.minutes(20)))
struct StockTakeLargeTests {
  @Test func `10,000 copies counted by three stations, one away, with changes meanwhile`() async throws {
    var random = SeededRandom(seed: 38)
    let number = CaseBudget.cases(of: 10_000)
    let shelf = try StockTakeShelf(copies: number)
    for copy in 0..<number where copy % 97 == 5 { try shelf.lend(copy) }
    for copy in 0..<number where copy % 101 == 7 { try shelf.set(.missing, copy) }
    let start = shelf.now
    let take = try shelf.start()
    let lines = try shelf.database.read { try $0.lines(of: take) }

    // Each station has a third of the copies; some codes are scanned twice, and some by two stations.
    let names = ["desk", "cellar", "bus"]
    var work: [[String]] = [[], [], []]
    for copy in 0..<number where Int.random(in: 0..<12, using: &random) > 0 {
      work[copy % 3].append(shelf.code(copy))
      if Int.random(in: 0..<40, using: &random) == 0 { work[(copy + 1) % 3].append(shelf.code(copy)) }
    }
    for release in 0..<(number / 200) { work[0].append(shelf.barcode(of: release * 100)) }
    for index in work.indices { work[index].shuffle(using: &random) }

    var journal: [OfflineEntry] = []
    var gone: Set<Int> = []
    let steps = 20
    for step in 0..<steps {
      let parts = work.map { Array($0[($0.count * step / steps)..<($0.count * (step + 1) / steps)]) }
      // The third station is away in the second half: it keeps a journal.
      let isAway = step >= steps / 2
      shelf.advance(.seconds(600))
      let now = shelf.now
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, codes) in parts.enumerated() where index < 2 || !isAway {
          let reports = codes.enumerated().map { order, code in
            StockTakes.Report(
              id: .new(at: now), code: code, symbology: .typed, at: now + .milliseconds(-Int64(order) * 100))
          }
          let name = try #require(Station.Name(names[index]))
          group.addTask {
            for first in stride(from: 0, to: reports.count, by: 100) {
              let page = Array(reports[first..<min(first + 100, reports.count)])
              _ = try shelf.takes.count(page, in: take, station: name, by: name.text)
            }
          }
        }
        try await group.waitForAll()
      }
      if isAway {
        for (order, code) in parts[2].enumerated() {
          journal.append(shelf.entry(Int64(journal.count + 1), code, at: now + .milliseconds(Int64(order))))
        }
      }
      for _ in 0..<(number / 400) {
        let copy = Int.random(in: 0..<number, using: &random)
        guard !gone.contains(copy) else { continue }
        let isOut = try shelf.copy(copy)?.loan != nil
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3: try isOut ? shelf.checkIn(copy) : shelf.lend(copy)
        case 4, 5: try shelf.move(copy, to: shelf.outside)
        case 6: try shelf.move(copy, to: shelf.shelves[0])
        case 7: if !isOut { try shelf.set(.withdrawn, copy) }
        default:
          let hasLoans = try shelf.database.read { reading in
            try reading.first("SELECT 1 FROM loan WHERE copy_id = ?1", shelf.copies[copy]) { _ in true } ?? false
          }
          if !hasLoans {
            try shelf.remove(copy)
            gone.insert(copy)
          }
        }
      }
    }
    let bus = try #require(Station.Name("bus"))
    #expect(throws: StaffError.self) { _ = try shelf.takes.close(take, isForced: false, ifVersion: nil, by: nil) }
    _ = try shelf.takes.close(take, isForced: true, ifVersion: nil, by: nil)
    #expect(try shelf.takes.view(take).awaited.contains(bus))
    let before = try shelf.counts(take)
    shelf.advance(.seconds(3600))
    for first in stride(from: 0, to: journal.count, by: 200) {
      let page = Array(journal[first..<min(first + 200, journal.count)])
      let verdicts = try shelf.merge(page, at: "bus")
      #expect(verdicts.allSatisfy { $0.state == .applied })
    }

    let model = try model(of: take, shelf, lines: lines, start: start)
    let counts = try shelf.counts(take)
    let expected = model.counts()
    #expect(counts == expected.classes)
    #expect(before != counts && counts[.found] ?? 0 > number / 2)
    #expect(try shelf.takes.view(take).again == expected.again)
    let classes = try shelf.classes(take, pageSize: 1000)
    let barcodes = Set(model.scans.compactMap { if case .release(let id) = $0.subject { id } else { nil } })
    for (copy, found) in classes where !barcodes.contains(shelf.releases[copy / 2]) {
      #expect(model.quick[shelf.copies[copy]] == found, "copy \(copy)")
    }
    print(
      "stock-take of \(number): \(counts.map { "\($0.key.rawValue) \($0.value)" }.sorted().joined(separator: ", "))")

    // Applied and undone as one change.
    let dump = try shelf.dump()
    let applied = try shelf.apply(take, .changing)
    #expect(try shelf.database.read { try $0.presents(of: applied.take) }.count { $0.status == .missing } > 0)
    try shelf.undo(try #require(applied.take.change))
    #expect(try shelf.dump().differences(from: dump) == [])
  }

  /// The reference, from the records alone.
  private func model(
    of take: StockTake.ID, _ shelf: StockTakeShelf, lines: [StockTakeLine], start: Timestamp
  ) throws -> IndexedModel {
    let scans = try shelf.database.read { try $0.scans(of: take) }
    var presents: [Copy.ID: StockTakePresent] = [:]
    try shelf.database.read { reading in
      for id in shelf.copies {
        guard let copy = try reading.copy(id) else { continue }
        let isBack = try reading.first(
          "SELECT count(*) FROM loan WHERE copy_id = ?1 AND returned_at >= ?2", id, start
        ) { try $0.integer(0) > 0 }
        presents[id] = StockTakePresent(
          copy: id, release: copy.release, status: copy.status, place: copy.location?.place,
          lentAt: copy.loan?.openedAt,
          isReturnedSince: isBack ?? false)
      }
    }
    let inside = [
      shelf.room: Set(shelf.shelves + [shelf.room]), shelf.shelves[0]: [shelf.shelves[0]],
      shelf.shelves[1]: [shelf.shelves[1]], shelf.outside: [shelf.outside],
    ]
    return IndexedModel(
      model: StockTakeModel(lines: lines, scans: scans, presents: presents, inside: inside, root: shelf.room))
  }

  /// The model by release: its plain loops over 10,000 copies would take minutes, and releases do not touch each other.
  private struct IndexedModel {
    let scans: [StockTakeScan]
    private(set) var parts: [StockTakeModel] = []
    private(set) var quick: [Copy.ID: StockTakeClass] = [:]

    init(model: StockTakeModel) {
      scans = model.scans
      var lines: [Release.ID: [StockTakeLine]] = [:]
      for line in model.lines { lines[line.release, default: []].append(line) }
      var presents: [Release.ID: [Copy.ID: StockTakePresent]] = [:]
      for present in model.presents.values { presents[present.release, default: [:]][present.copy] = present }
      let ofCopies = Dictionary(
        model.lines.map { ($0.copy, $0.release) } + model.presents.values.map { ($0.copy, $0.release) },
        uniquingKeysWith: { first, _ in first })
      var ofReleases: [Release.ID?: [StockTakeScan]] = [:]
      for scan in model.scans {
        switch scan.subject {
        case .copy(let copy): ofReleases[ofCopies[copy], default: []].append(scan)
        case .release(let release): ofReleases[release, default: []].append(scan)
        case .place, .unknown, .listed: ofReleases[nil, default: []].append(scan)
        }
      }
      for release in Set(lines.keys.map { Optional($0) }).union(ofReleases.keys).union(presents.keys.map { $0 }) {
        let part = StockTakeModel(
          lines: release.flatMap { lines[$0] } ?? [], scans: ofReleases[release] ?? [],
          presents: release.flatMap { presents[$0] } ?? [:], inside: model.inside, root: model.root)
        for copy in part.copies { quick[copy] = part.own(copy) }
        parts.append(part)
      }
    }

    func counts() -> (classes: [StockTakeClass: Int], again: Int) {
      var (classes, again): ([StockTakeClass: Int], Int) = ([:], 0)
      for part in parts {
        let counts = part.counts()
        classes.merge(counts.classes, uniquingKeysWith: +)
        again += counts.again
      }
      return (classes, again)
    }
  }
}
