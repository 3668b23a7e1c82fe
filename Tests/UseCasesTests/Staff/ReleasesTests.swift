import Catalogue
import Deadwax
import Execution
import History
import Lending
import Staff
import Storage
import TestSupport
import Testing

/// Tests of releases that staff enter, correct, merge and remove.
@Suite(.timeLimit(.minutes(10)))
struct ReleasesTests {
  @Test func `an edited field survives random refreshes, merges and undos`() throws {
    let office = try StaffLibrary()
    var random = SeededRandom(seed: 20_261_126)
    let id = try office.sourced("Found title", year: 1990)
    _ = try office.change(id) { ($0.title, $0.year) = ("By hand", .set(1991)) }
    for step in 0..<CaseBudget.cases(of: 300) {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: try office.refresh(id, title: "Refreshed \(step)", year: Int.random(in: 1950...2020, using: &random))
      case 1:
        let other = try office.sourced("Other \(step)", year: Int.random(in: 1950...2020, using: &random))
        _ = try office.counter.releases.merge(other, ifVersion: nil, into: id, ifVersion: nil, by: "test")
      default:
        // The last change is a refresh or a merge; the edit itself is never the last one here.
        if let last = try office.lastChange(), [.resolve, .merge].contains(last.kind) { try office.undo(last) }
      }
      let opened = try office.opened(id)
      #expect(opened.release.title == "By hand" && opened.release.year == 1991, "step \(step)")
      #expect(opened.detail.edited.keys.sorted { $0.rawValue < $1.rawValue } == [.title, .year], "step \(step)")
    }
  }

  @Test func `a field edited in the merged release survives in the remaining one, with the value of its source`() throws
  {
    let office = try StaffLibrary()
    let target = try office.sourced("From the source", year: 1990)
    let other = try office.sourced("From the source", year: 1990)
    _ = try office.change(other) { $0.title = "By hand" }
    let merged = try office.counter.releases.merge(other, ifVersion: nil, into: target, ifVersion: nil, by: "test")
    #expect(merged.release.title == "By hand")
    #expect(merged.detail.edited == [.title: Release.Edit(source: .text("From the source"), isSourced: true)])
    #expect(try office.useSource(target, [.title]).release.title == "From the source")
    #expect(try office.opened(target).detail.edited.isEmpty)
  }

  @Test func `a field goes back to the newest value of the source, and refreshes change it again`() throws {
    let office = try StaffLibrary()
    let id = try office.sourced("First", year: 1990)
    _ = try office.change(id) { $0.title = "By hand" }
    try office.refresh(id, title: "Second", year: 1990)
    let change = try #require(try office.lastChange())
    #expect(try office.opened(id).release.title == "By hand")
    _ = try office.useSource(id, [.title])
    #expect(try office.opened(id).release.title == "Second")
    try office.refresh(id, title: "Third", year: 1990)
    #expect(try office.opened(id).release.title == "Third")
    #expect(change.kind == .resolve)
  }

  @Test func `a field without a source cannot get its value`() throws {
    let office = try StaffLibrary()
    _ = try office.change(office.release) { $0.title = "Another" }
    #expect(office.field { _ = try office.useSource(office.release, [.title]) } == "fields")
    #expect(try office.opened(office.release).release.title == "Another")
  }

  @Test func `a release entered by hand is marked in the fields that were given, and can be undone`() throws {
    let office = try StaffLibrary()
    let made = try office.counter.releases.add(
      Release.Patch { ($0.title, $0.medium, $0.barcode) = ("T", .vinyl, .set("0 7464-63628-2 2")) }, id: nil, by: "test"
    )
    #expect(made.release.status == .manual && made.release.barcode?.key == "0074646362822")
    #expect(Set(made.detail.edited.keys) == [.title, .medium])
    let key = Code.Key(class: .gtin, value: "0074646362822")
    #expect(try office.database.read { try $0.target(of: key) } == .release(made.release.id))
    try office.undo(try #require(try office.lastChange()))
    #expect(try office.database.read { try $0.release(made.release.id) } == nil)
    #expect(try office.database.read { try $0.target(of: key) } == nil)
  }

  @Test func `another barcode takes the place of the one before, and an undo brings it back`() throws {
    let office = try StaffLibrary()
    _ = try office.change(office.release) { $0.barcode = .set("0074646362822") }
    _ = try office.change(office.release) { $0.barcode = .set("4006381333931") }
    func codes() throws -> [String] { try office.database.read { try $0.codes(of: office.release).map(\.value) } }
    #expect(try codes() == ["4006381333931"])
    try office.undo(try #require(try office.lastChange()))
    #expect(try codes() == ["0074646362822"])
  }

  @Test func `impossible values are refused with their field, and change nothing`() throws {
    let office = try StaffLibrary()
    let before = try office.opened(office.release)
    let patches: [(field: String, patch: Release.Patch)] = [
      ("title", Release.Patch { $0.title = "  " }),
      ("title", Release.Patch { $0.title = String(repeating: "x", count: 501) }),
      ("title", Release.Patch { $0.title = "two\nlines" }),
      ("year", Release.Patch { $0.year = .set(0) }), ("year", Release.Patch { $0.year = .set(3000) }),
      ("year", Release.Patch { $0.year = .set(-1991) }), ("year", Release.Patch { $0.year = .set(2028) }),
      ("released", Release.Patch { $0.released = .set("1991-02-30") }),
      ("released", Release.Patch { $0.released = .set("0000") }),
      ("released", Release.Patch { $0.released = .set("soon") }),
      ("released", Release.Patch { $0.released = .set("1991-00-12") }),
      ("barcode", Release.Patch { $0.barcode = .set("0074646362823") }),
      ("barcode", Release.Patch { $0.barcode = .set("12") }),
      ("genres", Release.Patch { $0.genres = [""] }),
      ("styles", Release.Patch { $0.styles = (0..<21).map { "\($0)" } }),
      ("notes", Release.Patch { $0.notes = .set("a\u{7}b") }),
    ]
    for (field, patch) in patches {
      #expect(
        office.field {
          _ = try office.counter.releases.change(office.release, patch, ifVersion: nil, by: "test")
        } == field)
    }
    #expect(try office.opened(office.release) == before)
    _ = try office.change(office.release) { ($0.year, $0.released) = (.set(2027), .set("2026-00-00")) }
  }

  @Test func `a release with copies is not removed; an empty one is, and an undo brings it back`() throws {
    let office = try StaffLibrary()
    #expect(throws: StaffError.stillUsed(copies: 2, holds: 0)) {
      try office.counter.releases.remove(office.release, ifVersion: nil, by: "test")
    }
    let id = try office.sourced("Empty", year: 1990)
    try office.counter.releases.remove(id, ifVersion: nil, by: "test")
    let catalogue = Catalogue(database: office.database)
    #expect(try catalogue.release(id) == nil)
    func found(_ text: String) throws -> [Release.ID] {
      try catalogue.search(
        Catalogue.Search(text, isTyping: false, isCorrected: false, zone: .utc, patience: Catalogue.patience),
        in: ReleaseFilter(), cursor: nil, limit: 9
      ).items.map(\.release.id)
    }
    #expect(try found("Empty").isEmpty)
    #expect(try found("").count == 2)
    #expect(throws: StaffError.isRemoved) { try office.change(id) { $0.title = "T" } }
    try office.undo(try #require(try office.lastChange()))
    #expect(try catalogue.release(id)?.release.title == "Empty")
    #expect(try found("Empty") == [id])
  }

  @Test func `a release without copies is wished for, in one change with its other fields, and an undo restores it`()
    throws
  {
    let office = try StaffLibrary()
    let id = try office.sourced("Wanted", year: 1990)
    let before = try office.opened(id)
    #expect(!before.release.isWished)
    let wished = try office.change(id) { $0.isWished = true }
    #expect(wished.release.isWished && wished.release.version == before.release.version + 1)
    #expect(try office.lastChange()?.kind == .wish)
    #expect(try office.change(id) { $0.isWished = true } == wished)
    try office.undo(try #require(try office.lastChange()))
    #expect(try !office.opened(id).release.isWished)
    let both = try office.change(id) { ($0.isWished, $0.title) = (true, "By hand") }
    #expect(both.release.isWished && both.release.title == "By hand")
    try office.undo(try #require(try office.lastChange()))
    let undone = try office.opened(id).release
    #expect(!undone.isWished && undone.title == "Wanted")
    _ = try office.change(id) { $0.isWished = true }
    #expect(try !office.change(id) { $0.isWished = false }.release.isWished)
    #expect(try office.lastChange()?.kind == .release)
    try office.undo(try #require(try office.lastChange()))
    #expect(try office.opened(id).release.isWished)
    let made = try office.counter.releases.add(
      Release.Patch { ($0.title, $0.medium, $0.isWished) = ("T", .vinyl, true) }, id: nil, by: "test")
    #expect(made.release.isWished && made.copies.isEmpty)
  }

  @Test func `a release that the library owns is not wished for; a lost copy may be replaced`() throws {
    let office = try StaffLibrary()
    #expect(office.field { _ = try office.change(office.release) { $0.isWished = true } } == "isWished")
    #expect(try !office.opened(office.release).release.isWished)
    try office.database.write { try $0.run("UPDATE copy SET status = 'lost'") }
    #expect(try office.change(office.release) { $0.isWished = true }.release.isWished)
  }

  @Test func `the id of a merged release stands for the remaining one`() throws {
    let office = try StaffLibrary()
    let other = try office.sourced("Other", year: 1990)
    _ = try office.counter.releases.merge(other, ifVersion: nil, into: office.release, ifVersion: nil, by: "test")
    #expect(try Catalogue(database: office.database).release(other)?.release.id == office.release)
    #expect(office.field { try office.merge(office.release, into: office.release) } == "other")
  }

  @Test func `two records of one edition are found by source, by barcode and by title`() throws {
    let office = try StaffLibrary()
    let first = try office.sourced("Blue", year: 1990, source: "7")
    let second = try office.sourced("Blue", year: 1990, source: "7")
    let third = try office.counter.releases.add(
      Release.Patch { ($0.title, $0.artist, $0.medium) = ("BLUE!", .set("An artist"), .cd) }, id: nil, by: "test"
    ).release.id
    _ = try office.sourced("Green", year: 1990, source: "8")
    let found = try office.counter.releases.duplicates(of: first)
    #expect(found.map(\.release.id) == [second, third])
    #expect(found.map(\.reasons) == [[.sameSource], [.sameTitle]])
    #expect(try office.counter.releases.duplicates(of: office.release).isEmpty)
  }
}

/// Tests of links to external sources, as staff set them.
@Suite(.timeLimit(.minutes(5)))
struct ReleaseLinksTests {
  private static let number = "76df3287-6cda-33eb-8e9a-044b5e15ffdd"

  @Test func `links are set, changed and cleared, each as one change with an undo`() throws {
    let office = try StaffLibrary()
    let id = try office.sourced("Found title", year: 1990)
    let before = try office.opened(id).detail.links
    _ = try office.change(id) {
      $0.musicbrainz = .set("https://musicbrainz.org/release/\(Self.number)")
      $0.wikidata = .set("q42")
    }
    let own = [ReleaseLink(source: .musicbrainz, number: Self.number, isOwn: true)]
    let wikidata = ReleaseLink(source: .wikidata, number: "Q42", isOwn: true)
    #expect(try office.opened(id).detail.links == before + own + [wikidata])
    let change = try #require(try office.lastChange())
    #expect(change.kind == .release)
    // A cleared link is remembered, so that no source sets it again.
    _ = try office.change(id) { $0.wikidata = .cleared }
    #expect(
      try office.opened(id).detail.links[.wikidata] == ReleaseLink(source: .wikidata, number: nil, isOwn: true))
    try office.undo(try #require(try office.lastChange()))
    #expect(try office.opened(id).detail.links == before + own + [wikidata])
    // A refresh keeps them.
    try office.refresh(id, title: "Refreshed", year: 1991)
    #expect(try office.opened(id).detail.links == before + own + [wikidata])
  }

  @Test func `a wrong number is refused with its field, and changes nothing`() throws {
    let office = try StaffLibrary()
    let id = try office.sourced("Found title", year: 1990)
    let before = try office.opened(id)
    for set in [
      { (patch: inout Release.Patch) in patch.musicbrainz = .set("12") },
      { (patch: inout Release.Patch) in patch.wikidata = .set("https://example.org/Q42") },
      { (patch: inout Release.Patch) in patch.discogs = .set("abc") },
    ] {
      #expect(throws: StaffError.self) { _ = try office.change(id, set) }
    }
    #expect(try office.opened(id).release.version == before.release.version)
  }

  @Test func `the link to the source of the facts is not changed by hand`() throws {
    let office = try StaffLibrary()
    let id = try office.sourced("Found title", year: 1990)
    let source = try #require(try office.opened(id).detail.source)
    let link = try #require(try office.opened(id).detail.links[.discogs])
    #expect(source.name == "discogs" && link.number == source.id)
    #expect(throws: StaffError.self) { _ = try office.change(id) { $0.discogs = .set("7777777") } }
    let manual = try office.counter.releases.add(
      Release.Patch {
        ($0.title, $0.medium) = ("By hand", .cd)
        $0.discogs = .set("7777777")
      }, id: nil, by: "test")
    #expect(manual.detail.links == [ReleaseLink(source: .discogs, number: "7777777", isOwn: true)])
  }
}

extension StaffLibrary {
  fileprivate func useSource(_ id: Release.ID, _ fields: [Release.Field]) throws -> Catalogue.Opened {
    try counter.releases.useSource(of: fields, id, ifVersion: nil, by: "test")
  }

  fileprivate func merge(_ other: Release.ID, into target: Release.ID) throws {
    _ = try counter.releases.merge(other, ifVersion: nil, into: target, ifVersion: nil, by: "test")
  }
}
