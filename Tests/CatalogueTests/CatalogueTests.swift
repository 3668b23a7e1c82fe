import Catalogue
import Deadwax
import Lending
import Log
import Storage
import StorageTestSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CatalogueTests {
  let folder: TemporaryFolder
  let database: Database
  let catalogue: Catalogue

  init() throws {
    folder = try TemporaryFolder("deadwax-catalogue", inMemory: true)
    database = try Database(
      path: MigratedDatabase.placed(at: folder.path("deadwax.sqlite")), migrations: Migration.all, logger: .silent)
    catalogue = Catalogue(database: database)
  }

  func insert(_ titles: [String], by artist: String = "Artist") throws {
    for title in titles {
      try database.write { transaction in
        try transaction.insert(
          Release(id: .new(at: transaction.now), status: .manual, medium: .cd, title: title, artist: artist))
      }
    }
  }

  @Test func `everything below a release comes back as it was put in`() throws {
    let detail = ReleaseDetail(
      released: "1999-03-00", notes: "Two\nlines", genres: ["Rock", "Folk \"n\" Roll"], styles: [],
      artists: [
        ArtistCredit(name: "A", join: " & "), ArtistCredit(name: "B"), ArtistCredit(name: "C", role: "Producer"),
      ],
      labels: [LabelCredit(name: "L", catalogNumber: "L 1"), LabelCredit(name: "L", catalogNumber: "L 1-CD")],
      formats: [Format(name: "CD", quantity: 2, text: "blue", descriptions: ["Album", "Réédition\u{1F4BF}"])],
      tracks: [
        Track(kind: .heading, position: "", title: "Disc 1"),
        Track(
          kind: .index, position: "", title: "Suite",
          parts: [
            Track(kind: .part, position: "1a", title: "One", seconds: 61),
            Track(kind: .part, position: "1b", title: "Two"),
          ]),
        Track(position: "2", title: "Last", seconds: 3753),
      ],
      identifiers: [ReleaseIdentifier(type: "Barcode", value: "5 099902 988023", note: "Text")],
      source: ReleaseDetail.Source(
        name: "Discogs", id: "7", url: "https://www.discogs.com/release/7", fetchedAt: Timestamp(milliseconds: 5)))
    let id = try database.write { transaction in
      let release = Release(
        id: .new(at: transaction.now), status: .resolved, medium: .vinyl, title: "T", artist: "A & B", year: 1999,
        barcode: GTIN(key: "5099902988023"))
      try transaction.insert(release)
      // Twice: the second filling replaces the first.
      try transaction.fill(release, with: ReleaseDetail(genres: ["Old"], artists: [ArtistCredit(name: "Old")]))
      try transaction.fill(release, with: detail)
      return release.id
    }
    let opened = try #require(try catalogue.release(id))
    #expect(opened.detail == detail)
    #expect(opened.release.version == 3)
    #expect(try database.read { try $0.first("SELECT gtin FROM identifier") { try $0.text(0) } } == "5099902988023")
  }

  private func search(_ text: String, cursor: String? = nil) throws -> Catalogue.Page<Catalogue.Found> {
    try catalogue.search(
      Catalogue.Search(text, isTyping: false, isCorrected: false, zone: .utc, patience: Catalogue.patience),
      in: ReleaseFilter(), cursor: cursor, limit: 10)
  }

  @Test func `pages follow one another without a gap and without a double`() throws {
    let titles = (1...25).map { "Title \($0)" }
    try insert(titles)
    var seen: [String] = []
    var cursor: String?
    repeat {
      let page = try search("", cursor: cursor)
      seen += page.items.map(\.release.title)
      cursor = page.next
    } while cursor != nil
    #expect(seen.count == 25)
    #expect(Set(seen) == Set(titles))
  }

  @Test(arguments: ["%", "_", "\\", "'", "\"; DROP TABLE release; --\""])
  func `a sign of SQL in a search is no sign of SQL`(sign: String) throws {
    try insert(["plain", "with sign"])
    #expect(try search("with \(sign) sign").items.isEmpty == sign.contains("DROP"))
    // A quotation mark without a counterpart is a mistake in the query, and no more.
    #expect((try? search("pl\(sign)"))?.items.count ?? 0 <= 1)
  }

  @Test func `each word must be in title or artist`() throws {
    try insert(["Blue Train"], by: "John Coltrane")
    try insert(["Blue Lines"], by: "Massive Attack")
    #expect(try search("blue massive").items.count == 1)
    #expect(try search("blue").items.count == 2)
    #expect(try search("green").items.isEmpty)
  }

  @Test(arguments: ["x", "1", "1.2", "1.0192f0c4", ""])
  func `a cursor that no page gave is refused`(cursor: String) {
    #expect(throws: CatalogueError.self) { try search("", cursor: cursor) }
  }
}
