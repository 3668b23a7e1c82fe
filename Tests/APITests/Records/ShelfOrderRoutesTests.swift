import Deadwax
import HTTPServer
import Storage
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct ShelfOrderRoutesTests {
  /// Returns a crate with copies by these artists in this order, each of a release of its own.
  private func crate(_ library: LendingLibrary, _ artists: [String]) throws -> String {
    let made = try library.request(.post, "/crates", body: #"{"name":"Shelf 1"}"#)
    let crate = try #require(made.text("id"))
    for (index, artist) in artists.enumerated() {
      let copy = try library.service.database.write { transaction in
        let release = Release(
          id: transaction.newID(), status: .manual, medium: .cd, title: "Title", artist: artist, label: "Label",
          catalogNumber: "L \(100 - index)")
        try transaction.insert(release)
        let copy = Copy(
          id: transaction.newID(), release: release.id, number: 500 + index,
          code: OwnCode(.copy, number: UInt64(9000 + index)), addedAt: transaction.now)
        try transaction.insert(copy)
        try transaction.recordChange(.add)
        return copy.id
      }
      let added = try library.request(.post, "/crates/{id}/items", [("id", crate)], body: #"{"copy":"\#(copy)"}"#)
      #expect(added.status == 201, "\(added.text)")
    }
    return crate
  }

  private func check(_ library: LendingLibrary, _ crate: String, _ query: String = "") throws -> TagLibrary.Answer {
    try library.request(.get, "/crates/{id}/shelf-order", query: query, [("id", crate)])
  }

  @Test func `the fewest records to move are named, each between two others, until none is left`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let crate = try crate(library, ["Björk", "The Beatles", "David Bowie", "Kate Bush", "ABBA"])
    let first = try check(library, crate)
    #expect(first.status == 200 && first.number("count") == 5 && first.number("toMove") == 2, "\(first.text)")
    #expect(first.number("inOrder") == 3 && first.text("by") == "artist")
    // Done one after another, as a person does them.
    var left = 2
    while left > 0 {
      let move = try #require((try check(library, crate).json["moves"] as? [[String: Any]])?.first)
      let item = try #require((move["record"] as? [String: Any])?["item"] as? String)
      let to = try #require(move["to"] as? Int)
      let moved = try library.request(
        .patch, "/crates/{id}/items/{item}", [("id", crate), ("item", item)], body: #"{"position":\#(to)}"#,
        headers: [("if-match", "*")])
      #expect(moved.status == 200, "\(moved.text)")
      left -= 1
      #expect(try check(library, crate).number("toMove") == left)
    }
    let items = try library.request(.get, "/crates/{id}/items", [("id", crate)]).items
    let artists = items.compactMap { ($0["release"] as? [String: Any])?["artist"] as? String }
    #expect(artists == ["ABBA", "The Beatles", "Björk", "David Bowie", "Kate Bush"])
  }

  @Test func `a move says between which records it goes`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let crate = try crate(library, ["ABBA", "Björk", "Kate Bush", "David Bowie"])
    let move = try #require((try check(library, crate).json["moves"] as? [[String: Any]])?.first)
    func artist(_ name: String) -> String? { (move[name] as? [String: Any])?["artist"] as? String }
    #expect(
      [artist("record"), artist("after"), artist("before")] == ["Kate Bush", "David Bowie", nil]
        || [artist("record"), artist("after"), artist("before")] == ["David Bowie", "Björk", "Kate Bush"])
  }

  @Test func `the order by catalogue number is another one, and unknown orders and crates are refused`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let crate = try crate(library, ["ABBA", "Björk", "David Bowie"])
    #expect(try check(library, crate).number("toMove") == 0)
    #expect(try check(library, crate, "?by=catalog-number").number("toMove") == 2)
    // No copy has a shelf mark, so all are equal.
    #expect(try check(library, crate, "?by=shelf-mark").number("toMove") == 0)
    #expect(try check(library, crate, "?by=colour").status == 400)
    #expect(try check(library, "0193489a-7c20-7e0b-a1c3-5d9e8f274b16").status == 404)
  }
}
