import Deadwax
import Foundation
import HTTPServer
import ReaderProtocol
import Storage
import TagJobs
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TagJobRoutesTests {
  /// Reports a reader's result for a job.
  private func settle(_ shelf: TagLibrary, _ id: String, _ outcome: String, done: Bool = true, begun: Bool = true)
    throws
  {
    shelf.service.tags.took(
      ReaderMessage.Result(
        of: id, isDone: done, outcome: outcome, hasBegun: begun, form: "full", kind: "NTAG213", capacity: 137,
        writes: 22, reads: 6, milliseconds: 391), from: "nfc")
    try shelf.service.database.write { _ in }
  }

  private func job(_ shelf: TagLibrary, _ id: String) throws -> TagLibrary.Answer {
    try shelf.request(.get, "/tag-jobs/{id}", [("id", id)])
  }

  @Test func `an order is a job with the reader's result; only then is the tag bound`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    let none = try shelf.order()
    #expect(none.status == 409 && none.code == "no-tag")
    try shelf.lay(TagLibrary.uid)
    let made = try shelf.order()
    #expect(made.status == 201, "\(made.text)")
    let id = try #require(made.json["id"] as? String)
    #expect(made.header("location") == "/api/v1/tag-jobs/\(id)")
    #expect(made.json["state"] as? String == "writing" && made.json["uid"] as? String == TagLibrary.uid)
    #expect((made.json["release"] as? [String: Any])?["title"] as? String == "Blue Train")
    #expect(try shelf.request(.get, "/tags", query: "?state=bound").items.isEmpty)
    let tag = try #require(try job(shelf, id).header("etag"))
    #expect(try shelf.request(.get, "/tag-jobs/{id}", [("id", id)], headers: [("if-none-match", tag)]).status == 304)

    let busy = try shelf.order(1)
    #expect(busy.status == 409 && busy.reasons.contains("tag-busy"))
    let open = try shelf.request(.get, "/tag-jobs", query: "?state=open&uid=80E6D5C4B3A204&copy=\(shelf.copies[0].id)")
    #expect(open.items.map { $0["id"] as? String } == [id])

    try settle(shelf, id, "tag-written")
    let done = try job(shelf, id)
    #expect(done.json["state"] as? String == "done" && done.json["outcome"] as? String == "tag-written")
    #expect(done.json["status"] as? String == "done" && done.json["milliseconds"] as? Int == 391)
    for name in ["sentence", "hint"] { #expect((done.json[name] as? String)?.isEmpty == false) }
    #expect(try shelf.request(.get, "/tag-jobs", query: "?state=open").items.isEmpty)
    #expect(try shelf.request(.get, "/tags", query: "?state=bound").items.count == 1)
    // Cancelling a finished job changes nothing.
    let late = try shelf.request(.post, "/tag-jobs/{id}/cancel", [("id", id)])
    #expect(late.status == 200 && late.json["state"] as? String == "done")
    // The events report each step, with the job's current state.
    let events = try shelf.events()
    #expect(events.filter { $0.event.kind == .tagJobChanged }.count >= 3)
    #expect(events.contains { $0.event.kind == .tagChanged && $0.text.contains("Blue Train, copy 1") })
    for (event, text) in events {
      let data = try #require(text.firstRange(of: "data: ").map { text[$0.upperBound...] })
      let json = try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any], "\(text)")
      if event.kind == .tagJobChanged { #expect((json["job"] as? [String: Any])?["id"] as? String == event.subject) }
    }
  }

  @Test func `all obstacles are reported at once, and allowed ones are passed`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    #expect(try shelf.bind(TagLibrary.other, #"{"copy":"\#(shelf.copies[0].id)"}"#).status == 200)
    #expect(try shelf.bind(TagLibrary.uid, #"{"copy":"\#(shelf.copies[1].id)"}"#).status == 200)
    try shelf.lay(TagLibrary.uid, content: .foreign)
    let refused = try shelf.order()
    #expect(refused.status == 409 && refused.code == "tag-bound")
    #expect(Set(refused.reasons) == ["tag-bound", "tag-foreign-content", "copy-has-tag"])
    let partly = try shelf.order(0, more: #","move":true,"overwrite":true"#)
    #expect(partly.code == "copy-has-tag" && partly.reasons == ["copy-has-tag"])
    let made = try shelf.order(0, more: #","move":true,"overwrite":true,"second":"replace""#)
    #expect(made.status == 201)
    try settle(shelf, try #require(made.json["id"] as? String), "tag-written")
    let bound = try shelf.request(.get, "/tags", query: "?state=bound").items
    #expect(bound.map { $0["uid"] as? String } == [TagLibrary.uid])
    #expect(refused.text.contains("The tag is bound to Blue Train, copy 2") && !refused.text.contains("Yes"))
    // A tag of the copy may be rewritten, although the copy has another one.
    #expect(try shelf.bind(TagLibrary.other, #"{"copy":"\#(shelf.copies[0].id)"}"#).status == 200)
    let again = try shelf.order(0, more: #","uid":"\#(TagLibrary.other)""#)
    #expect(again.status == 201, "\(again.text)")
    _ = try shelf.request(.post, "/tag-jobs/{id}/cancel", [("id", try #require(again.json["id"] as? String))])
    // Two on the reader: no write begins, regardless of the permissions.
    try shelf.lay(TagLibrary.other)
    let two = try shelf.order(2, more: #","move":true,"overwrite":true,"second":"add""#)
    #expect(two.status == 409 && two.code == "two-tags")
  }

  @Test(
    arguments: [
      (Deadwax.Tag.Access.locked, 137, "tag-locked"), (.unsupported, 137, "tag-type"), (.sealed, 137, "tag-password"),
      (.writable, 8, "tag-too-small"),
    ])
  func `a tag that is not writable is refused before the job begins`(
    _ access: Deadwax.Tag.Access, _ capacity: Int, _ code: String
  ) throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    try shelf.lay(TagLibrary.uid, access: access, capacity: capacity)
    let refused = try shelf.order()
    #expect(refused.status == 409 && refused.code == code, "\(refused.text)")
    #expect(try shelf.request(.get, "/tag-jobs", query: "?state=all").items.isEmpty)
  }

  @Test func `a job for an absent tag waits, is cancelled, and a torn one too`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    let made = try shelf.order(0, more: #","uid":"\#(TagLibrary.uid)","seconds":600"#)
    #expect(made.status == 201 && made.json["state"] as? String == "waiting")
    let id = try #require(made.json["id"] as? String)
    let cancelled = try shelf.request(.post, "/tag-jobs/{id}/cancel", [("id", id)], body: "{}")
    #expect(cancelled.status == 200 && cancelled.json["state"] as? String == "cancelled")
    try shelf.lay(TagLibrary.uid)
    let second = try #require(try shelf.order().json["id"] as? String)
    try settle(shelf, second, "tag-lost", done: false)
    let torn = try job(shelf, second)
    #expect(torn.json["state"] as? String == "torn")
    #expect((torn.json["hint"] as? String)?.contains("same tag") == true)
    #expect(
      try shelf.request(.post, "/tag-jobs/{id}/cancel", [("id", second)]).json["state"] as? String == "cancelled")
    #expect(try shelf.request(.post, "/tag-jobs/{id}/cancel", [("id", TagLibrary.uid)]).status == 404)
  }

  @Test(
    arguments: [
      ("{}", 422), (#"{"action":"write"}"#, 422), (#"{"action":"lock","uid":"04A2B3C4D5E680"}"#, 422),
      (#"{"action":"write","copy":"x"}"#, 422),
      (#"{"action":"write","copy":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16"}"#, 409),
      (#"{"action":"write","copy":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16","uid":"04A2B3C4D5E680"}"#, 404),
      (#"{"action":"erase","copy":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16"}"#, 422),
      (#"{"action":"erase","uid":"04"}"#, 422),
      (#"{"action":"erase","uid":7}"#, 422), (#"{"action":"erase","seconds":0}"#, 422),
      (#"{"action":"erase","seconds":3601}"#, 422), (#"{"action":"erase","seconds":1.5}"#, 422),
      (#"{"action":"erase","seconds":true}"#, 422), (#"{"action":"erase","seconds":"60"}"#, 422),
      (#"{"action":"erase","overwrite":1}"#, 422), (#"{"action":"erase","second":"third"}"#, 422),
      (#"{"action":"erase","station":"Desk One"}"#, 422), (#"{"action":"erase","station":"nowhere"}"#, 404),
      (#"{"action":"erase","password":"ffffffff"}"#, 422), (#"{"action":"erase""#, 400), ("", 400), ("[]", 422),
      (#"{"action":null}"#, 422), (#"{"action":["erase"]}"#, 422), (#"{"action":"erase","uid":"\u0000"}"#, 400),
    ] as [(String, Int)])
  func `an invalid order is refused, and creates no job`(_ body: String, _ status: Int) throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    let reported = try shelf.request(.post, "/tag-jobs", body: body)
    #expect(reported.status == status, "\(reported.text)")
    #expect(reported.header("content-type") == "application/problem+json")
    #expect(try shelf.request(.get, "/tag-jobs", query: "?state=all").items.isEmpty)
  }

  @Test func `the list of jobs is cut, sorted out and paged`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    for number in 0..<25 {
      let made = try shelf.order(number % 3, more: #","uid":"040000000000\#(10 + number)""#)
      #expect(made.status == 201)
      if number % 2 == 0 {
        _ = try shelf.request(.post, "/tag-jobs/{id}/cancel", [("id", try #require(made.json["id"] as? String))])
      }
    }
    var seen: [String] = []
    var cursor: String?
    repeat {
      let query = "?state=all&limit=4" + (cursor.map { "&cursor=\($0)" } ?? "")
      let page = try shelf.request(.get, "/tag-jobs", query: query)
      seen += page.items.compactMap { $0["uid"] as? String }
      cursor = page.json["next"] as? String
    } while cursor != nil
    #expect(seen.count == 25 && Set(seen) == Set((0..<25).map { "040000000000\(10 + $0)" }))
    // Newest first; those of one millisecond in any stable order.
    let times = try shelf.request(.get, "/tag-jobs", query: "?state=all&limit=200").items.compactMap {
      $0["createdAt"] as? String
    }
    #expect(times.count == 25 && times == times.sorted(by: >))
    #expect(try shelf.request(.get, "/tag-jobs", query: "?state=cancelled").items.count == 13)
    #expect(try shelf.request(.get, "/tag-jobs", query: "?state=open").items.count == 12)
    #expect(try shelf.request(.get, "/tag-jobs", query: "?copy=\(shelf.copies[1].id)&state=open").items.count == 4)
    for query in [
      "?state=x", "?uid=x", "?copy=x", "?cursor=x", "?cursor=0193489a-7c20-7e0b-a1c3-5d9e8f274b16", "?limit=201",
    ] { #expect(try shelf.request(.get, "/tag-jobs", query: query).status == 400, "\(query)") }
  }

  @Test func `the password of a sealed tag is never revealed`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    try shelf.lay(TagLibrary.uid)
    let made = try shelf.order(0, more: #","seal":true"#)
    let id = try #require(made.json["id"] as? String)
    try settle(shelf, id, "tag-written")
    let uid = try #require(TagID(TagLibrary.uid))
    let secret = try #require(try shelf.service.database.read { try $0.secret(of: uid) })
    let tag = try shelf.request(.get, "/tags/{uid}", [("uid", TagLibrary.uid)])
    #expect(tag.json["isSealed"] as? Bool == true)
    let reported = try [
      made.text, tag.text, job(shelf, id).text, shelf.request(.get, "/tags").text,
      shelf.request(.get, "/tag-jobs", query: "?state=all").text,
      shelf.request(.get, "/stations/{name}/tags", [("name", "desk")]).text, shelf.request(.get, "/stations").text,
      shelf.events().map(\.text).joined(),
    ].joined().lowercased()
    let bytes = secret.password
    let hex = bytes.map { String($0 + 0, radix: 16).count == 1 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
    for form in [hex.joined(), Data(bytes).base64EncodedString().lowercased(), "\(bytes)"] {
      #expect(!reported.contains(form))
    }
    #expect(!reported.contains("password"))
  }
}
