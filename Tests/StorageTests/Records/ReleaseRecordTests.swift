import Deadwax
import Storage
import Testing

/// The whole record of a release: each test runs on every engine.
@Suite(.postgreSQL, .timeLimit(.minutes(10)))
struct ReleaseRecordTests {
  private static let detail = ReleaseDetail(
    released: "1974-03", genres: ["Jazz"],
    artists: [
      ArtistCredit(name: "The Trio", join: " & ", listedAs: "Trio", artist: "9"), ArtistCredit(name: "Guest"),
      ArtistCredit(name: "M. Example", role: "Producer", listedAs: "Max Example", tracks: "A1 to A3", artist: "11"),
    ],
    labels: [LabelCredit(name: "Label", catalogNumber: "CK 63628"), LabelCredit(name: "Other")],
    formats: [Format(name: "Vinyl", quantity: 2, text: "Red", descriptions: ["LP"])],
    tracks: [
      Track(kind: .heading, position: "", title: "First"),
      Track(
        position: "A1", title: "Opening", seconds: 3753, credits: [ArtistCredit(name: "P", role: "Piano", artist: "3")]),
      Track(
        kind: .index, position: "", title: "Work",
        parts: [
          Track(position: "B1", title: "Dawn", credits: [ArtistCredit(name: "S", role: "Saxophone")]),
          Track(position: "B2", title: "Dance"),
        ], credits: [ArtistCredit(name: "C", join: " / ", role: "Composed By", listedAs: "Ç", tracks: "B1")]),
    ],
    identifiers: [
      ReleaseIdentifier(type: "Barcode", value: "0 7464-63628-2 2"),
      ReleaseIdentifier(type: "Matrix / Runout", value: "MASTERED BY DYNAVOX 1A.CK-63628", note: "Side A"),
    ],
    companies: [
      CompanyCredit(kind: .series, name: "Series", number: "12"),
      CompanyCredit(kind: .company, name: "Plant", number: "77", role: "Pressed By"),
      CompanyCredit(kind: .company, name: "House"),
    ], master: "55",
    source: .init(
      name: "discogs", id: "1", url: "https://www.discogs.com/release/1", fetchedAt: EngineLibrary.start),
    links: [ReleaseLink(source: .discogs, number: "1", isOwn: false)])

  /// Adds a release with a medium, and returns its id.
  private func add(
    _ medium: Medium, barcode: String? = nil, catalogNumber: String? = nil, to library: EngineLibrary, after: Int64
  ) throws -> Release.ID {
    try library.write(after: after) { transaction in
      let release = Release(
        id: transaction.newID(), status: .unresolved, medium: medium, title: "T", artist: "A",
        catalogNumber: catalogNumber, barcode: barcode.flatMap { GTIN(key: $0) })
      try transaction.insert(release)
      try transaction.recordChange(.add)
      return release.id
    }
  }

  private func resolve(
    _ id: Release.ID, with detail: ReleaseDetail, in library: EngineLibrary, after: Int64
  ) throws {
    try library.write(after: after) { transaction in
      let before = try given(try transaction.release(id))
      var release = before
      release.status = .resolved
      release.catalogNumber = detail.labels.first?.catalogNumber
      try transaction.resolve(before, as: release, with: detail, scan: nil)
    }
  }

  @Test(arguments: EngineName.allCases)
  func `every part of a record is read as it was stored, and a second fill replaces all of it`(engine: EngineName)
    throws
  {
    let library = try EngineLibrary(engine)
    let id = try add(.vinyl, to: library, after: 1)
    try resolve(id, with: Self.detail, in: library, after: 2)
    #expect(try library.store.look { try $0.detail(of: id) } == Self.detail)
    let less = ReleaseDetail(
      tracks: [Track(position: "1", title: "One")], source: Self.detail.source, links: Self.detail.links)
    try resolve(id, with: less, in: library, after: 3)
    #expect(try library.store.look { try $0.detail(of: id) } == less)
  }

  @Test(arguments: EngineName.allCases)
  func `the undo of a resolve restores the record before it, and a second undo the later one`(engine: EngineName) throws
  {
    let library = try EngineLibrary(engine)
    let id = try add(.vinyl, to: library, after: 1)
    var first = Self.detail
    first.companies = [CompanyCredit(kind: .series, name: "Older Series")]
    first.labels = [LabelCredit(name: "Label", catalogNumber: "OLD 77")]
    first.tracks = [Track(position: "1", title: "One", credits: [ArtistCredit(name: "Q", role: "Bass")])]
    first.master = nil
    try resolve(id, with: first, in: library, after: 2)
    try resolve(id, with: Self.detail, in: library, after: 3)
    func found(_ text: String) throws -> [Release.ID] {
      try library.store.look { try $0.releases(numbered: text, limit: 9).map(\.release.id) }
    }
    func newest() throws -> Change { try given(try library.store.look { try $0.changes(limit: 1) }.first) }
    let undo = try #require(try library.undo(try newest(), after: 4).change)
    #expect(try library.store.look { try $0.detail(of: id) } == first)
    #expect(try found("old77") == [id] && found("ck63628") == [])
    _ = try #require(try library.undo(undo, after: 5).change)
    #expect(try library.store.look { try $0.detail(of: id) } == Self.detail)
    #expect(try found("old77") == [] && found("ck63628") == [id])
  }

  @Test(arguments: EngineName.allCases)
  func `a release is found by its numbers, however a person types them`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let id = try add(.vinyl, barcode: "0074646362822", to: library, after: 1)
    let other = try add(.cd, catalogNumber: "ZZ.99/7", to: library, after: 2)
    try resolve(id, with: Self.detail, in: library, after: 3)
    func found(_ text: String) throws -> [NumberedRelease] {
      try library.store.look { try $0.releases(numbered: text, limit: 9) }
    }
    for text in ["CK 63628", "ck63628", "CK-63628", "c.k.63628", "Ck – 636", "ck/63628"] {
      let hit = try #require(try found(text).first, "\(text)")
      #expect(hit.release.id == id && hit.kind == .catalogNumber && hit.value == "CK 63628", "\(text)")
    }
    // A matrix number is found from each of its words, and a barcode from its beginning.
    for text in ["1A.CK-63628", "1a ck 63628", "dynavox 1a"] {
      #expect(try found(text).map(\.kind) == [.matrix], "\(text)")
    }
    #expect(try found("00746463").map(\.kind) == [.barcode])
    #expect(try found("zz997").map(\.release.id) == [other])
    // Too short, in the middle of a word, or with signs that other searches give a meaning.
    for text in ["CK", "--", "", "63", "YNAVOX", "%%%", "___", "CK_6%", "ck63629"] {
      #expect(try found(text).isEmpty, "\(text)")
    }
  }

  @Test(arguments: EngineName.allCases)
  func `each part of the collection lists and counts its own media`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    // The library has one CD already.
    var added: [Medium: [Release.ID]] = [:]
    for (second, medium) in [Medium.cd, .vinyl, .cassette, .other, .vinyl].enumerated() {
      added[medium, default: []].append(try add(medium, to: library, after: Int64(second) + 1))
    }
    func listed(_ medium: MediumFilter?) throws -> [Release.ID] { try list(ReleaseFilter(medium: medium), of: library) }
    #expect(try listed(.vinyl) == added[.vinyl]?.reversed())
    #expect(try listed(.other) == [added[.other]?.first, added[.cassette]?.first])
    #expect(try listed(.cd).count == 2)
    #expect(try listed(nil).count == 6)
  }

  @Test(arguments: EngineName.allCases)
  func `copies are listed and counted by the medium of their release`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let record = try add(.vinyl, to: library, after: 1)
    let vinyl = try library.write(after: 2) { transaction in
      let copy = Copy(
        id: transaction.newID(), release: record, number: 4, code: transaction.newOwnCode(.copy),
        addedAt: transaction.now)
      try transaction.insert(copy)
      return copy.id
    }
    for (medium, expected) in [
      (.vinyl, [vinyl]), (.cd, library.copies.reversed()), (.other, []), (nil, [vinyl] + library.copies.reversed()),
    ] as [(MediumFilter?, [Copy.ID])] {
      try library.store.look { reading in
        let keys = try reading.copyKeys(in: nil, medium: medium, before: nil, limit: 9)
        #expect(keys.map(\.id) == expected.map(\.text))
        let rows = try reading.copiesWithReleases(in: nil, medium: medium, before: nil, limit: 9)
        #expect(rows.map(\.copy.id) == expected)
        #expect(try reading.copyTotal(in: nil, medium: medium) == expected.count)
      }
    }
  }

  @Test(arguments: EngineName.allCases)
  func `the wish list is listed and counted apart, and an undo restores it`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let (cd, vinyl) = (try add(.cd, to: library, after: 1), try add(.vinyl, to: library, after: 2))
    let wish = try library.write(after: 3) { transaction in
      for release in [cd, vinyl] { #expect(try transaction.setWished(true, release)) }
      #expect(try !transaction.setWished(true, cd))
      return try given(try transaction.recordChange(.wish))
    }
    func listed(_ isWished: Bool?, _ medium: MediumFilter? = nil) throws -> [Release.ID] {
      try list(ReleaseFilter(medium: medium, isWished: isWished), of: library)
    }
    #expect(try listed(true) == [vinyl, cd])
    #expect(try listed(true, .vinyl) == [vinyl])
    #expect(try listed(false).count == 1 && listed(nil).count == 3)
    #expect(try library.store.look { try $0.release(cd)?.isWished } == true)
    _ = try library.undo(wish, after: 4)
    #expect(try listed(true) == [] && listed(false).count == 3)
    #expect(try library.store.look { try $0.release(cd)?.isWished } == false)
  }

  @Test(arguments: EngineName.allCases)
  func `a look-up keeps the target of the station that scanned first`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let release = try add(.other, barcode: "0074646362822", to: library, after: 1)
    let gtin = try #require(GTIN(key: "0074646362822"))
    for (second, target) in [ScanTarget.vinyl, .cd].enumerated() {
      try library.write(after: Int64(second) + 2) { transaction in
        try transaction.enqueueLookup(gtin, for: release, scan: nil, target: target)
      }
    }
    let job = try library.store.look { try $0.nextLookup(at: EngineLibrary.start + .seconds(9)) }
    #expect(job?.target == .vinyl && job?.gtin == gtin)
  }

  /// Returns the releases of a list, and checks that its keys and its number fit.
  private func list(_ filter: ReleaseFilter, of library: EngineLibrary) throws -> [Release.ID] {
    try library.store.look { reading in
      let rows = try reading.releases(in: filter, before: nil, limit: 50).map(\.release.id)
      #expect(try reading.releaseKeys(in: filter, before: nil, limit: 50).map(\.id) == rows.map(\.text))
      #expect(try reading.releaseTotal(in: filter) == rows.count)
      return rows
    }
  }
}
