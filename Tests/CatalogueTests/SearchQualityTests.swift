import Catalogue
import Deadwax
import Foundation
import Lending
import Log
import Storage
import StorageTestSupport
import TestSupport
import Testing

/// Tests how often a search has the right release at the top: 200 judged queries over real releases, and the same with
/// FTS5 alone.
///
/// The releases are those of the demo and of `Tests/Fixtures/search`, with the queries and their judged answers.
@Suite(.timeLimit(.minutes(10)))
struct SearchQualityTests {
  private struct Judged {
    let kind: String
    let query: String
    /// The titles of the right releases.
    let titles: Set<String>
  }

  /// The number of queries of a kind, and of those whose right release is the first one, or among the first five.
  private struct Score {
    var queries = 0
    var first = 0
    var five = 0
    var missed: [String] = []

    mutating func add(_ judged: Judged, _ found: [String]) {
      queries += 1
      if found.first.map(judged.titles.contains) ?? false { first += 1 }
      if found.prefix(5).contains(where: judged.titles.contains) { five += 1 } else { missed.append(judged.query) }
    }
  }

  private struct DemoFile: Decodable {
    struct Release: Decodable {
      struct Track: Decodable { var title: String? }
      var title: String
      var artist: String
      var catalogNumber: String?
      var barcode: String?
      var year: Int?
      var medium: Medium
      var tracks: [Track]?
    }
    var releases: [Release]
  }

  private let folder: TemporaryFolder
  private let database: Database
  private let judged: [Judged]

  init() throws {
    folder = try TemporaryFolder("deadwax-judged", inMemory: true)
    database = try Database(
      path: MigratedDatabase.placed(at: folder.path("desk.sqlite")), migrations: Migration.all, logger: .silent)
    judged = try Self.lines("queries").map { cells in
      Judged(kind: cells[0], query: cells[1], titles: Set(cells[2].split(separator: "|").map(String.init)))
    }
    let file = try Data(contentsOf: URL(fileURLWithPath: Repository.path("demo/library.json")))
    var releases = try JSONDecoder().decode(DemoFile.self, from: file).releases
    releases += try Self.lines("releases").map { cells in
      DemoFile.Release(
        title: cells[1], artist: cells[0], catalogNumber: cells[2].isEmpty ? nil : cells[2], year: Int(cells[3]),
        medium: try #require(Medium(rawValue: cells[4])),
        tracks: cells[5].split(separator: ";").map { DemoFile.Release.Track(title: String($0)) })
    }
    let all = releases
    try database.write { transaction in
      try transaction.run("CREATE VIRTUAL TABLE plain USING fts5 (artist, title, catalogue, barcode, tracks)")
      for item in all { try Self.store(item, in: transaction) }
    }
  }

  private static func lines(_ name: String) throws -> [[String]] {
    try String(contentsOfFile: Repository.path("Tests/Fixtures/search/\(name).tsv"), encoding: .utf8)
      .split(separator: "\n").dropFirst().map { line in
        line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      }
  }

  private static func store(_ item: DemoFile.Release, in transaction: WriteTransaction) throws {
    let release = Release(
      id: transaction.newID(), status: .resolved, medium: item.medium, title: item.title, artist: item.artist,
      catalogNumber: item.catalogNumber, year: item.year, barcode: item.barcode.flatMap { GTIN(key: $0) })
    try transaction.insert(release)
    let titles = (item.tracks ?? []).compactMap(\.title)
    try transaction.fill(release, with: ReleaseDetail(tracks: titles.map { Track(position: "", title: $0) }))
    try transaction.run(
      "INSERT INTO plain VALUES (?1, ?2, ?3, ?4, ?5)", item.artist, item.title, item.catalogNumber, item.barcode,
      titles.joined(separator: "\n"))
  }

  /// Returns the titles that FTS5 finds with its standard tokenizer, the best by bm25 first.
  private func plain(_ query: String) throws -> [String] {
    let words = query.split(separator: " ").map { "\"\($0.replacing("\"", with: "\"\""))\"" }
    return try database.read { reading in
      try reading.all(
        "SELECT title FROM plain WHERE plain MATCH ?1 ORDER BY rank, rowid LIMIT 5", words.joined(separator: " ") + "*"
      ) { try $0.text(0) }
    }
  }

  @Test func `the right release is at the top for judged queries, far more often than with FTS5 alone`() throws {
    #expect(judged.count == 200)
    let catalogue = Catalogue(database: database)
    var (ours, theirs): ([String: Score], [String: Score]) = ([:], [:])
    for item in judged {
      let page = try catalogue.search(
        Catalogue.Search(item.query, isTyping: true, isCorrected: true, zone: .utc, patience: .seconds(60)),
        in: ReleaseFilter(), cursor: nil, limit: 5)
      let (found, plain) = (page.items.map(\.release.title), try plain(item.query))
      for kind in [item.kind, "all"] {
        ours[kind, default: Score()].add(item, found)
        theirs[kind, default: Score()].add(item, plain)
      }
    }
    for kind in ours.keys.sorted() {
      let (our, their) = (ours[kind, default: Score()], theirs[kind, default: Score()])
      print(
        "\(kind): \(our.queries) queries; at 1: \(our.first), FTS5 alone \(their.first);",
        "at 5: \(our.five), FTS5 alone \(their.five)")
    }
    let (all, plain) = (ours["all", default: Score()], theirs["all", default: Score()])
    print("missed: \(all.missed)")
    #expect(all.first >= 170 && all.five >= 175, "\(all)")
    #expect(all.first > plain.first && all.five > plain.five)
  }
}
