import Deadwax
import Demo
import TestSupport
import Testing
import VirtualHardware

@Suite(.timeLimit(.minutes(5)))
struct DemoLibraryTests {
  @Test func `everything in the demo's file is valid and unique`() throws {
    let library = try DemoLibrary(path: Repository.path("demo/library.json"))
    #expect(library.releases.count >= 40)
    #expect(library.borrowers.count == 5)
    #expect(library.borrowers.filter(\.isStaff).map(\.shortName) == ["Staff"])
    #expect(Set(library.borrowers.map(\.group)) == ["standard", "students", "staff"])
    #expect(library.places.first { $0.name == "Shelf 1" }?.slots.count == 24)
    let copies = library.records.compactMap(\.record.copy)
    #expect(copies.contains { $0.slot != nil })
    #expect(copies.contains { $0.place != nil && $0.slot == nil })
    #expect(copies.contains { $0.place == nil })
    #expect(Set(copies.map(\.isWritten)) == [true, false])
    // A record to add, a record to lend, two copies of one release, and a release without a barcode.
    #expect(library.releases.filter { $0.records.allSatisfy { $0.copy == nil } }.count >= 15)
    #expect(library.releases.filter { $0.records.contains { $0.copy != nil } }.count >= 15)
    #expect(library.releases.contains { $0.records.filter { $0.copy != nil }.count == 2 })
    #expect(library.releases.contains { $0.barcode == nil })
    #expect(library.releases.filter { $0.barcode != nil }.allSatisfy { $0.barcode?.isWorthLookingUp == true })
    #expect(Set(library.releases.map(\.medium)).isSuperset(of: [.cd, .vinyl]))
    #expect(library.releases.contains { $0.tracks.contains { $0.kind == .heading } })
    #expect(library.releases.contains { $0.tracks.contains { $0.kind == .index } })
  }

  @Test func `a release is read with all its fields`() throws {
    let library = try DemoLibrary(path: Repository.path("demo/library.json"))
    let release = try #require(library.releases.first { $0.discogs == 288308 })
    #expect(release.artist == "George Michael")
    #expect(release.barcode?.key == "0074646963524")
    #expect(release.barcodeAsWritten == "0 7464-69635-2 4")
    #expect(release.medium == .cd)
    #expect(release.formats == [Format(name: "CD", quantity: 2, descriptions: ["Compilation"])])
    #expect(release.tracks.first?.kind == .heading)
    #expect(release.tracks[4].artist?.contains("Elton John") == true)
    #expect(release.tracks[1].duration == "6:49")
  }

  @Test func `a missing file is reported`() {
    #expect(throws: DemoLibrary.Fault.self) { try DemoLibrary(path: "/nowhere/library.json") }
  }

  /// Returns a complete library of one release, with one text in it replaced.
  private func library(_ text: String, _ replacement: String) throws -> DemoLibrary {
    let whole = #"""
      {"version": 1,
       "places": [{"key": "room", "kind": "room", "name": "Room", "code": 1},
         {"key": "shelf", "kind": "shelf", "name": "Shelf", "parent": "room", "code": 2,
          "slots": [{"number": 1, "code": 3}, {"number": 2, "code": 4}]}],
       "borrowers": [{"name": "Borrower one", "shortName": "One", "card": 5}],
       "releases": [{"discogs": 7, "title": "Title", "artist": "Artist", "label": "Label", "catalogNumber": "L 1",
         "barcode": "075679165923", "barcodeAsWritten": "0 7567-91659-2 3", "year": 1991, "medium": "cd",
         "formats": [{"name": "CD", "quantity": 1, "descriptions": []}], "genres": [], "source": "invented",
         "tracks": [{"heading": "Side"}, {"position": "1", "title": "One", "duration": "3:05"},
           {"work": "Work", "parts": [{"position": "2", "title": "Two"}]}],
         "records": [{"tag": "04010203040506", "copy": {"code": 8, "isWritten": true, "place": "shelf", "slot": 1}},
           {"tag": "04010203040507", "copy": {"code": 9, "isWritten": false, "place": "shelf", "slot": 2}},
           {"tag": "04010203040508"}]}]}
      """#
    // A row that replaces nothing would test nothing.
    if !text.isEmpty { #expect(whole.contains(text), "\(text)") }
    let parts = whole.split(
      separator: text.isEmpty ? "no such text" : text, maxSplits: 1, omittingEmptySubsequences: false)
    return try DemoLibrary(json: Array(parts.joined(separator: replacement).utf8))
  }

  @Test func `a small valid library is taken`() throws {
    let library = try library("", "")
    #expect(library.records.count == 3)
    #expect(library.places[1].slots.map(\.code) == [OwnCode(.slot, number: 3), OwnCode(.slot, number: 4)])
    #expect(library.releases[0].tracks.map(\.kind) == [.heading, .track, .index])
  }

  @Test(arguments: [
    (#""version": 1"#, #""version": 2"#, "version 2"), (#""kind": "shelf""#, #""kind": "heap""#, "kind heap"),
    (#""key": "shelf""#, #""key": "room""#, "is listed twice"),
    (#""parent": "room""#, #""parent": "cellar""#, "cellar"),
    (#""number": 2"#, #""number": 3"#, "not numbered"), (#""code": 4"#, #""code": 3"#, "code of another"),
    (#""code": 1}"#, #""code": 0}"#, "outside"), (#""code": 1}"#, #""code": 9007199254740993}"#, "outside"),
    (#""code": 9,"#, #""code": 8,"#, "code of another"), (#""075679165923""#, #""075679165924""#, "no valid barcode"),
    (#""0 7567-91659-2 3""#, #""0 7567-91659-1 6""#, "two barcodes"),
    (#""barcode": "075679165923", "#, "", "but no digits"),
    (#""year": 1991"#, #""year": 91"#, "year 91"), (#""medium": "cd""#, #""medium": "tape""#, "medium tape"),
    (#""quantity": 1"#, #""quantity": 0"#, "format"), (#""title": "Title""#, #""title": """#, "untidy"),
    (#""artist": "Artist""#, #""artist": " Artist""#, "untidy"), (#""3:05""#, #""3:75""#, "track of 3:75"),
    (#""3:05""#, #""5""#, "track of 5"), (#""position": "1", "#, "", "without a position"),
    (#"{"heading": "Side"}"#, #"{"heading": "Side", "title": "Side"}"#, "neither"),
    (#"{"heading": "Side"}"#, #"{}"#, "neither"), ("04010203040506", "05010203040506", "not one of NXP"),
    ("04010203040506", "040102030405", "not one of NXP"), ("04010203040507", "04010203040506", "tag of another"),
    (#""slot": 2"#, #""slot": 1"#, "taken"), (#""slot": 2"#, #""slot": 3"#, "does not have"),
    (#""place": "shelf", "slot": 2"#, #""place": "attic", "slot": 2"#, "attic"),
    (#""place": "shelf", "slot": 2"#, #""slot": 2"#, "slot without a place"),
    (#""discogs": 7"#, #""discogs": 0"#, "is listed twice"),
    (#""discogs": 7, "#, "", "cannot read"), ("}", "", "cannot read the demo library"),
  ])
  func `a violated condition is named`(text: String, replacement: String, named: String) {
    let fault = #expect(throws: DemoLibrary.Fault.self) { try library(text, replacement) }
    #expect(fault?.description.contains(named) == true, "\(String(describing: fault))")
  }
}
