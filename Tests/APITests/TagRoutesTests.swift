import Deadwax
import Foundation
import HTTPServer
import ReaderProtocol
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TagRoutesTests {
  @Test func `a tag is bound, accepted in either byte order, and unbound`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    let backwards = "80E6D5C4B3A204"
    #expect(try shelf.request(.get, "/tags/{uid}", [("uid", TagLibrary.uid)]).status == 404)
    let bound = try shelf.bind(TagLibrary.uid, #"{"copy":"\#(shelf.copies[0].id)"}"#)
    #expect(bound.status == 200)
    for uid in [TagLibrary.uid, backwards, "04:a2:b3:c4:d5:e6:80"] {
      let tag = try shelf.request(.get, "/tags/{uid}", [("uid", uid)])
      #expect(tag.status == 200)
      #expect(tag.json["uid"] as? String == TagLibrary.uid)
      let meaning = try #require(tag.json["bound"] as? [String: Any])
      #expect(meaning["name"] as? String == "Blue Train, copy 1")
      #expect((meaning["copy"] as? [String: Any])?["number"] as? Int == 1)
      let seen = try #require(tag.header("etag"))
      #expect(try shelf.request(.get, "/tags/{uid}", [("uid", uid)], headers: [("if-none-match", seen)]).status == 304)
    }
    // The same binding again is no conflict; a different copy is one, until the tag may be moved.
    #expect(try shelf.bind(backwards, #"{"copy":"\#(shelf.copies[0].id)"}"#).status == 200)
    let taken = try shelf.bind(backwards, #"{"copy":"\#(shelf.copies[1].id)"}"#)
    #expect(taken.status == 409 && taken.code == "tag-bound" && taken.reasons == ["tag-bound"])
    #expect(taken.text.contains("The tag is bound to Blue Train, copy 1, which would then have none."))
    let moved = try shelf.bind(backwards, #"{"copy":"\#(shelf.copies[1].id)","move":true}"#)
    #expect(moved.status == 200 && moved.text.contains("copy 2"))
    #expect(try shelf.request(.get, "/tags", query: "?state=bound").items.count == 1)
    func unbind() throws -> TagLibrary.Answer {
      try shelf.request(.delete, "/tags/{uid}/binding", [("uid", TagLibrary.uid)], isStaff: true)
    }
    let freed = try unbind()
    #expect(freed.status == 200 && freed.json["bound"] == nil)
    let again = try unbind()
    #expect(again.status == 409 && again.code == "not-bound")
  }

  @Test func `a tag that came with an import and was never laid down is freed`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    let (copy, uid) = (shelf.copies[0].id, try #require(TagID(TagLibrary.uid)))
    try shelf.service.database.write { try $0.bind(Code.Key(uid), to: .copy(copy)) }
    let freed = try shelf.request(.delete, "/tags/{uid}/binding", [("uid", TagLibrary.uid)], isStaff: true)
    #expect(freed.status == 200 && freed.json["uid"] as? String == TagLibrary.uid && freed.json["bound"] == nil)
  }

  @Test func `a tag may name a card, a place or a slot, and whose card it is stays unsaid`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    for (uid, body, name) in [
      ("04000000000001", #"{"place":"\#(shelf.shelf.id)"}"#, "Shelf 1"),
      ("04000000000002", #"{"slot":"\#(shelf.slot.id)"}"#, "Shelf 1, slot 1"),
      ("04000000000003", #"{"borrower":"\#(shelf.borrower.id)"}"#, "A borrower's card"),
      ("04000000000004", #"{"code":"\#(shelf.card)"}"#, "A borrower's card"),
      ("04000000000005", #"{"code":"\#(shelf.copies[2].code)"}"#, "Blue Train, copy 3"),
    ] {
      let bound = try shelf.bind(uid, body)
      #expect(bound.status == 200, "\(bound.text)")
      #expect((bound.json["bound"] as? [String: Any])?["name"] as? String == name)
    }
    try shelf.lay("04000000000004", content: .own, code: shelf.card)
    let reported =
      try shelf.request(.get, "/tags").text + shelf.request(.get, "/stations/{name}/tags", [("name", "desk")]).text
      + shelf.request(.get, "/tags/{uid}", [("uid", "04000000000004")]).text
    #expect(reported.contains("A borrower's card"))
    for secret in ["Ada", shelf.borrower.id.text, shelf.card.description] { #expect(!reported.contains(secret)) }
  }

  @Test(
    arguments: [
      ("04A2B3C4D5E680", "{}", 422, "invalid"), ("04A2B3C4D5E680", #"{"copy":"x"}"#, 422, "invalid"),
      ("04A2B3C4D5E680", #"{"copy":7}"#, 422, "invalid"), ("04A2B3C4D5E680", "[]", 422, "invalid"),
      ("04A2B3C4D5E680", #"{"copy":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16"}"#, 404, "not-found"),
      ("04A2B3C4D5E680", #"{"borrower":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16"}"#, 404, "not-found"),
      ("04A2B3C4D5E680", #"{"code":"DW:I:NOTHING"}"#, 404, "not-found"),
      ("04A2B3C4D5E680", #"{"code":""}"#, 422, "invalid"),
      (
        "04A2B3C4D5E680",
        #"{"place":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16","slot":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16"}"#, 422,
        "invalid"
      ), ("04A2B3C4D5E680", #"{"release":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16"}"#, 422, "invalid"),
      ("04A2B3C4D5E680", #"{"code":"x","move":1}"#, 422, "invalid"), ("04A2B3C4D5E680", "{", 400, "bad-request"),
      ("nonsense", #"{"code":"x"}"#, 404, "not-found"), ("0801", #"{"code":"x"}"#, 404, "not-found"),
    ])
  func `an invalid binding is refused`(_ uid: String, _ body: String, _ status: Int, _ code: String) throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    let reported = try shelf.bind(uid, body)
    #expect(reported.status == status && reported.code == code, "\(reported.text)")
    #expect(try shelf.request(.get, "/tags").items.isEmpty)
  }

  @Test func `a number that changes at every tap is never bound`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    let reported = try shelf.bind("08A1B2C3", #"{"copy":"\#(shelf.copies[0].id)"}"#)
    #expect(reported.status == 422 && reported.code == "tag-random-uid")
    try shelf.lay("08A1B2C3")
    let order = try shelf.order()
    #expect(order.status == 422 && order.code == "tag-random-uid")
  }

  @Test func `pages follow each other without a gap, and each list has only its own items`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    var random = SeededRandom(seed: 20_261_120)
    var kinds: [String: String] = [:]
    // Some at the very same moment, some suspect, some bound; some bound that were never seen.
    try shelf.service.database.write { [copies = shelf.copies] transaction in
      for number in 0..<500 {
        guard let uid = TagID("0400000000\(String(1000 + number))") else { throw TestFailure("no number") }
        let isSuspect = number % 9 == 0
        if number % 5 != 0 {
          let since = transaction.now + .milliseconds(number / 7)
          try transaction.save(
            Deadwax.Tag(uid: uid, firstSeenAt: since, lastSeenAt: since, failures: isSuspect ? 3 : 0))
        }
        if number % 5 == 0 || number % 3 == 0 {
          try transaction.bind(Code.Key(number % 10 == 3 ? uid.reversed : uid), to: .copy(copies[number % 3].id))
        }
      }
    }
    for number in 0..<500 {
      let isSeen = number % 5 != 0
      let isBound = !isSeen || number % 3 == 0
      kinds["0400000000\(1000 + number)"] =
        (isBound ? "bound" : "unbound") + (isSeen && number % 9 == 0 ? " suspect" : "")
    }
    for show in ["all", "bound", "unbound", "suspect"] {
      var seen: [String] = []
      var cursor: String?
      repeat {
        let limit = Int.random(in: 1...60, using: &random)
        let page = try shelf.request(
          .get, "/tags", query: "?state=\(show)&limit=\(limit)" + (cursor.map { "&cursor=\($0)" } ?? ""))
        #expect(page.status == 200 && page.items.count <= limit)
        seen += page.items.compactMap { $0["uid"] as? String }
        cursor = page.json["next"] as? String
      } while cursor != nil
      let wanted = kinds.filter { show == "all" || $0.value.split(separator: " ").contains(Substring(show)) }
      #expect(seen.count == wanted.count, "\(show)")
      #expect(Set(seen) == Set(wanted.keys), "\(show)")
    }
    for query in ["?state=nonsense", "?cursor=x", "?cursor=1.x", "?limit=0", "?limit=x"] {
      #expect(try shelf.request(.get, "/tags", query: query).status == 400, "\(query)")
    }
  }

  @Test func `the tags on a reader are shown as the reader reported them`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    func lying() throws -> [[String: Any]] {
      try shelf.request(.get, "/stations/{name}/tags", [("name", "desk")]).items
    }
    #expect(try lying().isEmpty)
    try shelf.lay(TagLibrary.uid, content: .own, access: .locked, code: shelf.copies[0].code)
    try shelf.lay(TagLibrary.other, content: .foreign, capacity: 496)
    let tags = try lying()
    #expect(tags.map { $0["uid"] as? String } == [TagLibrary.uid, TagLibrary.other])
    #expect(tags[0]["access"] as? String == "locked" && tags[0]["content"] as? String == "own")
    #expect(tags[0]["code"] as? String == shelf.copies[0].code.description)
    #expect(tags[1]["capacity"] as? Int == 496 && tags[1]["reader"] as? String == "nfc")
    let present = try shelf.request(.get, "/tags/{uid}", [("uid", TagLibrary.uid)]).json["present"] as? [String: Any]
    #expect(present?["station"] as? String == "desk")
    try shelf.takeAway(TagLibrary.uid)
    #expect(try lying().count == 1)
    #expect(try shelf.request(.get, "/stations/{name}/tags", [("name", "nowhere")]).status == 404)
  }

  @Test func `places are shown with their contents, and a copy is found by its number`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    #expect(try shelf.bind(TagLibrary.uid, #"{"copy":"\#(shelf.copies[0].id)"}"#).status == 200)
    let places = try shelf.request(.get, "/places").items
    #expect(places.map { $0["name"] as? String } == ["Room", "Shelf 1"])
    for place in places { #expect(place["copies"] as? Int == 3 && place["untagged"] as? Int == 2) }
    let first = try shelf.request(.get, "/places", query: "?limit=1")
    let next = try #require(first.json["next"] as? String)
    #expect(
      try shelf.request(.get, "/places", query: "?limit=1&cursor=\(next)").items.first?["name"] as? String == "Shelf 1")
    #expect(try shelf.request(.get, "/places", query: "?cursor=x").status == 400)
    let opened = try shelf.request(.get, "/places/{id}", [("id", shelf.shelf.id.text)])
    let positions = try #require(opened.json["positions"] as? [[String: Any]])
    #expect(positions.map { $0["text"] as? String } == ["Shelf 1, slot 1"])
    #expect(try shelf.request(.get, "/places/{id}", [("id", "x")]).status == 404)
    for (number, count) in [("2", 1), ("99", 0)] {
      let found = try shelf.request(.get, "/copies", query: "?number=\(number)")
      #expect(found.status == 200 && found.items.count == count)
    }
    let copy = try #require(try shelf.request(.get, "/copies", query: "?number=2").items.first)
    let release = try #require((copy["release"] as? [String: Any])?["id"] as? String)
    for (filter, count) in [
      ("release=\(release)", 1), ("release=\(Release.ID.new(at: .now()))", 0), ("place=\(Place.ID.new(at: .now()))", 0),
    ] {
      let found = try shelf.request(.get, "/copies", query: "?number=2&\(filter)")
      #expect(found.status == 200 && found.items.count == count, "\(filter): \(found.text)")
    }
    #expect(try shelf.request(.get, "/copies", query: "?number=0").status == 400)
    #expect(try shelf.request(.get, "/copies", query: "?number=99999999999999999999").status == 400)
  }
}
