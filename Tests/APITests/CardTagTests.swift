import API
import Deadwax
import Foundation
import HTTPServer
import Storage
import TestSupport
import Testing

/// Tests of a tag that is a borrower's card: only staff see its UID.
@Suite(.timeLimit(.minutes(5)))
struct CardTagTests {
  @Test func `the number of a card that is a tag is in no event, no list and at no station`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    let backwards = "80E6D5C4B3A204"
    // The tag had no borrower when it was first seen.
    try shelf.lay(TagLibrary.uid)
    try shelf.takeAway(TagLibrary.uid)
    #expect(try shelf.bind(TagLibrary.uid, #"{"borrower":"\#(shelf.borrower.id)"}"#).status == 200)
    try shelf.lay(TagLibrary.uid)
    let tap = #"{"code":"\#(TagLibrary.uid)","symbology":"tag UID"}"#
    #expect(try shelf.request(.post, "/scans", body: tap).status == 201)
    // A station is about to bind it to a record, and prompts.
    let station = [("name", "desk")]
    #expect(try shelf.request(.put, "/stations/{name}/mode", station, body: #"{"mode":"bind"}"#).status == 200)
    #expect(try shelf.request(.post, "/scans", body: tap).status == 201)
    let pending = try shelf.request(.get, "/stations/{name}", station)
    #expect(pending.json["state"] as? String == "pending", "\(pending.text)")
    #expect(try shelf.request(.post, "/scans", body: #"{"code":"\#(shelf.copies[0].code)"}"#).status == 201)
    let prompted = try shelf.request(.get, "/stations/{name}", station)
    var reported = [
      pending.text, prompted.text, try shelf.request(.get, "/tags").text,
      try shelf.request(.get, "/tags", query: "?state=bound").text,
      try shelf.request(.get, "/stations/{name}/tags", station).text,
      try shelf.request(.get, "/scans").text, try shelf.request(.get, "/stations").text,
      try shelf.request(.get, "/tags/{uid}", [("uid", TagLibrary.uid)]).text,
    ]
    try shelf.takeAway(TagLibrary.uid)
    #expect(
      try shelf.request(.delete, "/tags/{uid}/binding", [("uid", TagLibrary.uid)], isStaff: true).status == 200)
    let changes = try shelf.request(.get, "/changes", isStaff: true).items
    let newest = try #require(changes.first?["id"] as? String)
    #expect(try shelf.request(.post, "/changes/{id}/undo", [("id", newest)], isStaff: true).status == 200)
    // A job for it, while the tag is on the reader.
    try shelf.lay(TagLibrary.uid)
    let order = try shelf.request(.post, "/tag-jobs", body: #"{"action":"erase","move":true,"overwrite":true}"#)
    #expect(order.status == 201, "\(order.text)")
    reported += [
      order.text, try shelf.request(.get, "/tag-jobs", query: "?state=all").text,
      try shelf.request(.get, "/stations/{name}", station).text,
    ]
    let events = try shelf.events()
    let ofTags = events.filter { $0.event.kind == .tagChanged }
    #expect(ofTags.count >= 6, "\(ofTags.count)")
    for text in reported + events.map(\.text) {
      for secret in [TagLibrary.uid, backwards, shelf.borrower.id.text, "Ada"] {
        #expect(!text.contains(secret), "\(secret) in \(text)")
      }
    }
    // The stored events do not contain it either, except from the time before it had a borrower.
    let stored = events.filter { $0.event.subject == TagLibrary.uid || "\($0.event.body)".contains(TagLibrary.uid) }
    #expect(stored.count == 2, "\(stored)")
    // Staff, who issue and revoke cards, see it.
    #expect(try shelf.request(.get, "/tags", isStaff: true).text.contains(TagLibrary.uid))
    #expect(try shelf.request(.get, "/tag-jobs", query: "?state=all", isStaff: true).text.contains(TagLibrary.uid))
  }

  @Test func `the tag of a copy is visible to all as before`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    #expect(try shelf.bind(TagLibrary.uid, #"{"copy":"\#(shelf.copies[0].id)"}"#).status == 200)
    try shelf.lay(TagLibrary.uid)
    for path in ["/tags", "/stations/{name}/tags"] {
      #expect(try shelf.request(.get, path, [("name", "desk")]).text.contains(TagLibrary.uid))
    }
    let bound = try #require(try shelf.events().first { $0.text.contains(#""change":"bound""#) })
    #expect(bound.event.subject == TagLibrary.uid && bound.text.contains(shelf.copies[0].id.text))
  }
}
