import Catalogue
import Deadwax
import Execution
import History
import Lending
import Scanning
import Staff
import StationLogic
import Storage
import TestSupport
import Testing

/// Property tests of the lists that are read through the row cache. After random work of all stations and of staff, and
/// direct changes of each table that lists read, each page is compared with one that is read without the cache.
@Suite(.timeLimit(.minutes(15)), .serialized, .ownThread)
struct ListRowsTests {
  /// The values that were represented, each by its number, so that values are compared instead of texts.
  private final class Represented<Value> {
    private(set) var values: [Value] = []

    func add(_ value: Value) -> [UInt8] {
      values.append(value)
      return withUnsafeBytes(of: values.count - 1) { Array($0) }
    }

    func value(_ bytes: [UInt8]) -> Value { values[bytes.withUnsafeBytes { $0.loadUnaligned(as: Int.self) }] }
  }

  private final class Lists {
    let shelf: CasesLibrary
    let seed: UInt64
    let releases = Represented<Release>()
    let copies = Represented<Catalogue.Item>()
    let scans = Represented<ScanView>()
    private(set) var shown = 0

    init(_ shelf: CasesLibrary, _ seed: UInt64) {
      self.shelf = shelf
      self.seed = seed
    }

    var represented: Int { releases.values.count + copies.values.count + scans.values.count }

    /// Compares a page of each list, and returns false if one differs.
    func compare(station: Station.Name?, limit: Int, at round: Int) throws -> Bool {
      let catalogue = Catalogue(database: shelf.database)
      let hasSameReleases =
        try catalogue.releaseRows(cursor: nil, limit: limit) { [releases] in releases.add($0) }.items
        .map { releases.value($0) }
        == shelf.database.read { try $0.releases(before: nil, limit: limit).map(\.release) }
      let hasSameCopies =
        try catalogue.copyRows(in: nil, cursor: nil, limit: limit) { [copies] in copies.add($0) }.items
        .map { copies.value($0) }
        == shelf.database.read { reading in
          try reading.copiesWithReleases(in: nil, before: nil, limit: limit).map {
            Catalogue.Item(copy: $0.copy, release: $0.release)
          }
        }
      let views = try shelf.history.scanRows(station: station, outcome: nil, cursor: nil, limit: limit) { [scans] in
        scans.add($0)
      }.items.map { scans.value($0) }
      let fresh = try shelf.database.read { reading in
        try reading.scans(before: nil, station: station, outcome: nil, limit: limit).map { scan in
          var view = try reading.view(of: scan)
          view.lines = []
          return view
        }
      }
      shown += views.count
      #expect(hasSameReleases, "seed \(seed), round \(round): releases")
      #expect(hasSameCopies, "seed \(seed), round \(round): copies")
      #expect(views == fresh, "seed \(seed), round \(round): scans")
      return hasSameReleases && hasSameCopies && views == fresh
    }
  }

  @Test(arguments: [UInt64](1...4))
  func `no write leaves a stale row in a list`(seed: UInt64) throws {
    let shelf = try CasesLibrary()
    var evening = try RandomEvening(shelf, seed: seed)
    var random = SeededRandom(seed: seed &+ 100)
    let lists = Lists(shelf, seed)
    var round = 0
    var isSame = true
    while isSame, round < 300 {
      round += 1
      for _ in 0..<Int.random(in: 1...4, using: &random) { evening.step() }
      evening.settle()
      if round % 3 == 0 { try change(round, in: shelf) }
      let station = round % 4 == 0 ? evening.stations.randomElement(using: &random) : nil
      isSame = try lists.compare(station: station, limit: Int.random(in: 1...40, using: &random), at: round)
    }
    #expect(evening.faults.isEmpty, "seed \(seed): \(evening.faults.prefix(3))")
    // Otherwise the cache was not used, and nothing was tested.
    #expect(lists.represented < lists.shown / 2, "seed \(seed): \(lists.represented) of \(lists.shown)")
    print("seed \(seed): \(lists.shown) scans shown, \(lists.represented) rows represented")
  }

  /// Changes one row directly, each time in another way: names that appear in the rows of other tables, rows that move,
  /// and rows that disappear.
  private func change(_ round: Int, in shelf: CasesLibrary) throws {
    let text = "changed \(round)"
    let copy = shelf.places.copies[round % shelf.places.copies.count]
    let release = shelf.places.releases[round % shelf.places.releases.count]
    let borrower = shelf.places.borrowers[0].id
    try shelf.database.write { transaction in
      switch round / 3 % 10 {
      case 0: try transaction.run("UPDATE release SET title = ?2 WHERE id = ?1", release.id, text)
      case 1: try transaction.run("UPDATE place SET name = ?1", text)
      case 2: try transaction.run("UPDATE slot SET number = number + 10 WHERE number % 2 = ?1", round / 3 % 2)
      case 3: try transaction.run("UPDATE copy SET media_condition = ?2 WHERE id = ?1", copy.id, text)
      case 4: try transaction.run("UPDATE loan SET due_at = due_at + 60000 WHERE returned_at IS NULL")
      case 5:
        try transaction.run(
          """
          INSERT INTO fee (id, borrower_id, loan_id, kind, amount, currency, at)
          SELECT ?1, ?2, id, 'overdue', 50, 'EUR', ?3 FROM loan l WHERE returned_at IS NULL
            AND NOT EXISTS (SELECT 1 FROM fee f WHERE f.loan_id = l.id) LIMIT 1
          """, transaction.newID() as Fee.ID, borrower, transaction.now)
      case 6:
        let languages = ["de", "fr", "en"]
        for station in ["desk", "kiosk", "back"] {
          guard let name = Station.Name(station) else { continue }
          var policy = try transaction.stationPolicy(name).map { try ColumnJSON.read(StationPolicy.self, $0) }
          policy?.language = languages[round % 3]
          try policy.map { try transaction.setStationPolicy(try ColumnJSON.write($0), of: name) }
        }
      case 7:
        // A text that was scanned before becomes a card.
        let key = Code.Key(class: .text, value: "what is this")
        if try transaction.target(of: key) == nil { try transaction.bind(key, to: .borrower(borrower)) }
      case 8: try transaction.run("UPDATE copy SET release_id = ?2 WHERE id = ?1", copy.id, release.id)
      default:
        try transaction.run(
          "UPDATE copy SET place_id = NULL, slot_id = NULL, slot_is_single = NULL WHERE id = ?1", copy.id)
      }
    }
  }
}
