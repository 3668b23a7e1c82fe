import Catalogue
import Deadwax
import Execution
import History
import Staff
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SourceChoicesTests {
  private static let barcode = "0074646963524"

  /// Returns a release with two alternatives, of which the first is in use.
  private func resolved(_ office: StaffLibrary) throws -> Release.ID {
    let gtin = try #require(GTIN(key: Self.barcode))
    return try office.database.write { transaction in
      let release = try Accession.addUnresolved(gtin, scan: nil, target: .any, in: transaction)
      var filled = release
      (filled.status, filled.title, filled.artist) = (.resolved, "First", "Artist")
      try transaction.resolve(
        release, as: filled,
        with: ReleaseDetail(
          source: ReleaseDetail.Source(
            name: "discogs", id: "1", url: "https://www.discogs.com/release/1", fetchedAt: transaction.now)), scan: nil)
      try transaction.store(
        ["1", "2"].map { id in
          LookupCandidate(
            sourceID: id, title: "Artist - \(id)", country: nil, year: nil, catalogNumber: nil, formats: "CD",
            note: nil,
            matrix: [], reason: id == "1" ? nil : "country")
        }, of: release.id)
      try transaction.run("UPDATE lookup_job SET state = 'done'")
      return release.id
    }
  }

  private func jobs(_ office: StaffLibrary) throws -> [String] {
    try office.database.read { reading in
      try reading.all("SELECT source_id FROM lookup_job WHERE kind = 'release' AND state = 'pending'", []) { row in
        try row.text("source_id")
      }
    }
  }

  @Test func `a choice is remembered for the barcode, requests the record, and is undone`() throws {
    let office = try StaffLibrary()
    let id = try resolved(office)
    let found = try office.counter.sources.choose("2", for: id, ifVersion: nil, by: "test")
    #expect(found.choice == "2")
    #expect(found.all.map(\.isCurrent) == [true, false])
    #expect(try jobs(office) == ["2"])
    let gtin = try #require(GTIN(key: Self.barcode))
    #expect(try office.database.read { try $0.sourceChoice(of: gtin) } == "2")
    try office.undoLast()
    #expect(try office.database.read { try $0.sourceChoice(of: gtin) } == nil)
    try office.undoLast()
    #expect(try office.database.read { try $0.sourceChoice(of: gtin) } == "2")
  }

  @Test func `a release with several records is listed until one is chosen, and again after the undo`() throws {
    let office = try StaffLibrary()
    let id = try resolved(office)
    let catalogue = Catalogue(database: office.database)
    func listed() throws -> [Catalogue.Undecided] { try catalogue.undecidedReleases(cursor: nil, limit: 10).items }
    #expect(try listed().map(\.release.id) == [id])
    #expect(try listed().map(\.alternatives) == [2])
    #expect(try catalogue.undecidedReleases(cursor: nil, limit: 10).total == 1)
    // The record that the look-up chose is confirmed.
    _ = try office.counter.sources.choose("1", for: id, ifVersion: nil, by: "test")
    #expect(try listed().isEmpty && jobs(office).isEmpty)
    try office.undoLast()
    #expect(try listed().map(\.release.id) == [id])
    let only = LookupCandidate(
      sourceID: "1", title: "Artist - 1", country: nil, year: nil, catalogNumber: nil, formats: "CD", note: nil,
      matrix: [], reason: nil)
    try office.database.write { try $0.store([only], of: id) }
    #expect(try listed().isEmpty)
  }

  @Test func `releases with an open choice are read page by page, the newest first`() throws {
    let office = try StaffLibrary()
    let ids = try ["0074646963524", "5018775901236", "4006680031019"].map { barcode in
      let gtin = try #require(GTIN(key: barcode))
      return try office.database.write { transaction in
        let id = try Accession.addUnresolved(gtin, scan: nil, target: .any, in: transaction).id
        try transaction.store(
          [1, 2, 3].map { number in
            LookupCandidate(
              sourceID: "\(number)", title: "A - T", country: nil, year: nil, catalogNumber: nil, formats: "CD",
              note: nil, matrix: [], reason: nil)
          }, of: id)
        return id
      }
    }
    let catalogue = Catalogue(database: office.database)
    var (found, cursor): ([Release.ID], String?) = ([], nil)
    repeat {
      let page = try catalogue.undecidedReleases(cursor: cursor, limit: 1)
      #expect(page.total == (cursor == nil ? 3 : nil))
      found += page.items.map(\.release.id)
      cursor = page.next
    } while cursor != nil
    // The clock stands still, so that the ids decide.
    #expect(found == ids.sorted { $0.text > $1.text })
    #expect(throws: CatalogueError.badCursor) { try catalogue.undecidedReleases(cursor: "x", limit: 1) }
  }

  @Test func `the last of several choices counts, also before the catalogue has answered`() throws {
    let office = try StaffLibrary()
    let id = try resolved(office)
    _ = try office.counter.sources.choose("2", for: id, ifVersion: nil, by: "test")
    // Back to the record that is in use: nothing has to be requested, and the open request must not win later.
    let found = try office.counter.sources.choose("1", for: id, ifVersion: nil, by: "test")
    #expect(found.choice == "1")
    #expect(try jobs(office) == ["1"])
  }

  @Test func `a record that is not an alternative, an old version and a missing release are refused`() throws {
    let office = try StaffLibrary()
    let id = try resolved(office)
    let version = try #require(try office.database.read { try $0.release(id) }).version
    #expect(office.field { _ = try office.counter.sources.choose("3", for: id, ifVersion: nil, by: "test") } == "id")
    #expect(throws: StaffError.staleVersion(now: version)) {
      _ = try office.counter.sources.choose("2", for: id, ifVersion: version - 1, by: "test")
    }
    #expect(throws: StaffError.noSuchRelease) {
      _ = try office.counter.sources.choose("2", for: .absent, ifVersion: nil, by: "test")
    }
    #expect(try jobs(office).isEmpty)
    #expect(try office.count("source_choice") == 0)
  }
}
