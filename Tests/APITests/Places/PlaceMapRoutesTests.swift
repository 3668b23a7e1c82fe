import Deadwax
import Foundation
import HTTPServer
import Staff
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct PlaceMapRoutesTests {
  private let library: LendingLibrary

  init() throws { library = try LendingLibrary() }

  /// Makes a place, and returns its id.
  private func make(_ name: String, _ kind: Place.Kind, in parent: String? = nil, slots: Int = 0) throws -> String {
    let inside = parent.map { #","parent":"\#($0)""# } ?? ""
    let made = try library.request(
      .post, "/places", body: #"{"name":"\#(name)","kind":"\#(kind.rawValue)","slots":\#(slots)\#(inside)}"#)
    return try #require(made.text("id"), "\(made.text)")
  }

  private func shelve(_ copy: Copy, in place: String, slot: Int? = nil) throws {
    let shelved = try library.request(
      .put, "/copies/{id}/place", [("id", copy.id.text)],
      body: #"{"place":"\#(place)"\#(slot.map { ",\"slot\":\($0)" } ?? "")}"#, headers: [("if-match", "*")])
    #expect(shelved.status == 200, "\(shelved.text)")
  }

  private func map(of place: String, query: String = "") throws -> PlaceMapResource {
    let answer = try library.request(.get, "/places/{id}/map", query: query, [("id", place)])
    #expect(answer.status == 200, "\(answer.text)")
    return try JSONDecoder().decode(PlaceMapResource.self, from: Data(answer.text.utf8))
  }

  @Test func `a map has each place in its order, with its slots, its loose copies and what is on loan`() throws {
    defer { library.end() }
    let unit = try make("Unit", .unit)
    let tenth = try make("Shelf 10", .shelf, in: unit)
    let second = try make("Shelf 2", .shelf, in: unit, slots: 3)
    let crate = try make("Crate", .crate, in: second)
    try shelve(library.copies[0], in: second, slot: 2)
    try shelve(library.copies[1], in: tenth)
    try shelve(library.copies[2], in: crate)
    let disabled = try library.request(
      .patch, "/places/{id}/slots/{number}", [("id", second), ("number", "3")], body: #"{"disabledReason":"broken"}"#,
      headers: [("if-match", "*")])
    #expect(disabled.status == 200, "\(disabled.text)")
    let lent = try library.request(
      .post, "/loans", body: #"{"copy":"\#(library.copies[1].id)","borrower":"\#(library.ada.id)"}"#)
    #expect(lent.status == 201, "\(lent.text)")

    let whole = try map(of: unit)
    #expect(whole.parts.map(\.name) == ["Unit", "Shelf 2", "Crate", "Shelf 10"] && whole.isWhole && !whole.isSearched)
    let row = whole.parts[1].positions
    #expect(row.map(\.state) == [.free, .occupied, .disabled] && row[2].disabledReason == "broken")
    #expect(row[1].items.map(\.copy) == [library.copies[0].id] && row[0].items.isEmpty && whole.parts[1].items.isEmpty)
    let loose = try #require(whole.parts[3].items.first)
    #expect(loose.status == .onLoan && loose.title == "Blue Train" && loose.artist == "John Coltrane")
    #expect(loose.isFound == nil && loose.number == 2)
    // The map of a shelf has nothing of the shelves beside it.
    let part = try map(of: second)
    #expect(part.parts.map(\.name) == ["Shelf 2", "Crate"] && part.path.map(\.name) == ["Unit"])
  }

  @Test func `a search marks the copies that it finds, by their release and by themselves`() throws {
    defer { library.end() }
    let shelf = try make("Shelf", .shelf, slots: 3)
    for (index, copy) in library.copies.enumerated() { try shelve(copy, in: shelf, slot: index + 1) }
    func found(_ query: String) throws -> [Bool] {
      let map = try map(of: shelf, query: "?search=\(query)")
      #expect(map.isSearched)
      return map.parts[0].positions.map { $0.items.first?.isFound == true }
    }
    #expect(try found("coltrane") == [true, true, true] && found("mingus") == [false, false, false])
    _ = try library.request(
      .post, "/loans", body: #"{"copy":"\#(library.copies[1].id)","borrower":"\#(library.ada.id)"}"#)
    #expect(try found("on-loan") == [false, true, false])
    // A query with an order alone finds everything.
    #expect(try found("sort:title") == [true, true, true])
    let mistake = try library.request(.get, "/places/{id}/map", query: "?search=year:x", [("id", shelf)])
    #expect(mistake.status == 400 && mistake.json["mistake"] != nil, "\(mistake.text)")
    let unclear = try library.request(
      .get, "/places/{id}/map", query: "?search=artist:coltrane%20OR%20on-loan", [("id", shelf)])
    #expect(unclear.status == 400 && unclear.code == "bad-request", "\(unclear.text)")
  }

  @Test func `a map ends after as many slots as it may have, and says so`() throws {
    defer { library.end() }
    let unit = try make("Unit", .unit)
    for name in ["A", "B", "C"] { _ = try make(name, .shelf, in: unit, slots: 1000) }
    let map = try map(of: unit)
    #expect(map.parts.map(\.positions.count) == [0, 1000, 1000, 0] && !map.isWhole)
    #expect(map.parts.map(\.positions.count).reduce(0, +) == PlaceMap.mostSpots)
  }

  @Test func `a map of a large room has its outer places first, and says that there are more`() throws {
    defer { library.end() }
    let room = try make("Room", .room)
    let units = try ["A", "B"].map { try make($0, .unit, in: room) }
    for unit in units.reversed() {
      for number in (100...220).reversed() { _ = try make("Shelf \(number)", .shelf, in: unit) }
    }
    let map = try map(of: room)
    #expect(map.parts.count == PlaceMap.mostPlaces && !map.isWhole)
    // The room, both units, all 121 shelves of A, and the first shelves of B.
    let shelves = (100...220).map { "Shelf \($0)" }
    let left = PlaceMap.mostPlaces - 3 - shelves.count
    #expect(map.parts.map(\.name) == ["Room", "A"] + shelves + ["B"] + shelves.prefix(left))
  }

  @Test func `an unknown place has no map`() throws {
    defer { library.end() }
    #expect(try library.request(.get, "/places/{id}/map", [("id", "no-id")]).status == 404)
    #expect(try library.request(.get, "/places/{id}/map", [("id", library.ada.id.text)]).status == 404)
  }
}
