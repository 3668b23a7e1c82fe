import Deadwax
import Foundation
import HTTPServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TagQueueRoutesTests {
  private func queue(_ shelf: TagLibrary, _ method: Method, _ rest: String = "", body: String? = nil) throws
    -> TagLibrary.Answer
  { try shelf.request(method, "/stations/{name}/tag-queue" + rest, [("name", "desk")], body: body) }

  @Test func `a queue is made, left out of, and ended, and the station is set to write`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    #expect(try queue(shelf, .get).status == 404)
    let made = try queue(shelf, .put, body: #"{"place":"\#(shelf.shelf.id)","seal":true}"#)
    #expect(made.status == 200, "\(made.text)")
    #expect(made.json["total"] as? Int == 3 && made.json["done"] as? Int == 0)
    #expect((made.json["remaining"] as? [Any])?.count == 3)
    let station = try shelf.request(.get, "/stations/{name}", [("name", "desk")]).json
    #expect(station["mode"] as? String == "write")
    #expect((station["tagQueue"] as? [String: Any])?["total"] as? Int == 3)
    let skipped = try queue(shelf, .post, "/skip")
    #expect(skipped.json["skipped"] as? Int == 1)
    #expect((skipped.json["next"] as? [String: Any])?["number"] as? Int == 2)
    #expect(try queue(shelf, .get).text == skipped.text)
    #expect(try queue(shelf, .delete).status == 204)
    #expect(try queue(shelf, .delete).status == 404)
    #expect(try queue(shelf, .post, "/skip").status == 404)
    let events = try shelf.events().filter { $0.event.kind == .tagQueueChanged }
    #expect(events.count == 3)
  }

  @Test func `copies are queued in their order, and only those without a tag otherwise`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    let ids = shelf.copies.map { "\"\($0.id)\"" }
    let made = try queue(shelf, .put, body: #"{"copies":[\#([ids[2], ids[0], ids[2]].joined(separator: ","))]}"#)
    let numbers = (made.json["remaining"] as? [[String: Any]])?.compactMap { $0["number"] as? Int }
    #expect(numbers == [3, 1])
    #expect(try shelf.bind(TagLibrary.uid, #"{"copy":"\#(shelf.copies[0].id)"}"#).status == 200)
    #expect(try queue(shelf, .put, body: #"{"untagged":true}"#).json["total"] as? Int == 2)
    for (number, uid) in [(1, "04000000000001"), (2, "04000000000002")] {
      #expect(try shelf.bind(uid, #"{"copy":"\#(shelf.copies[number].id)"}"#).status == 200)
    }
    let empty = try queue(shelf, .put, body: #"{"untagged":true}"#)
    #expect(empty.status == 409 && empty.code == "queue-empty")
  }

  @Test(
    arguments: [
      ("{}", 422), (#"{"untagged":false}"#, 422), (#"{"untagged":true,"copies":["x"]}"#, 422), (#"{"copies":[]}"#, 422),
      (#"{"copies":"x"}"#, 422), (#"{"copies":[7]}"#, 422), (#"{"place":"Shelf 1"}"#, 422),
      (#"{"place":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16"}"#, 404),
      (#"{"copies":["0193489a-7c20-7e0b-a1c3-5d9e8f274b16"]}"#, 404), (#"{"untagged":true,"seal":"yes"}"#, 422),
      (#"{"untagged":true,"place":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16"}"#, 422), ("nonsense", 400),
      ("{\"copies\":[" + String(repeating: "\"0193489a-7c20-7e0b-a1c3-5d9e8f274b16\",", count: 1000) + "\"x\"]}", 422),
    ] as [(String, Int)])
  func `an invalid queue is refused, and the previous one stays`(_ body: String, _ status: Int) throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    #expect(try queue(shelf, .put, body: #"{"untagged":true}"#).status == 200)
    let reported = try queue(shelf, .put, body: body)
    #expect(reported.status == status, "\(reported.text)")
    #expect(try queue(shelf, .get).json["total"] as? Int == 3)
  }

  @Test func `a question is answered, and where none is open nothing happens`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    func answer(_ body: String) throws -> TagLibrary.Answer {
      try shelf.request(.post, "/stations/{name}/answer", [("name", "desk")], body: body)
    }
    let nothing = try answer(#"{"answer":"yes"}"#)
    #expect(nothing.status == 200 && nothing.json["state"] as? String == "idle")
    for body in [#"{"answer":"perhaps"}"#, #"{"answer":true}"#, "{}"] { #expect(try answer(body).status == 422) }
    // A second tag for a copy that has one: the station prompts, and accepts only yes and no.
    #expect(try shelf.bind(TagLibrary.other, #"{"copy":"\#(shelf.copies[0].id)"}"#).status == 200)
    _ = try shelf.request(.put, "/stations/{name}/mode", [("name", "desk")], body: #"{"mode":"bind"}"#)
    for (text, symbology) in [(shelf.copies[0].code.description, "typed"), (TagLibrary.uid, "tag UID")] {
      _ = try shelf.request(.post, "/scans", body: #"{"code":"\#(text)","symbology":"\#(symbology)"}"#)
    }
    let prompted = try shelf.request(.get, "/stations/{name}", [("name", "desk")]).json
    let question = try #require(prompted["question"] as? [String: Any], "\(prompted)")
    #expect(prompted["state"] as? String == "question")
    #expect(question["code"] as? String == "copy-has-tag" && question["uid"] as? String == TagLibrary.uid)
    #expect((question["sentence"] as? String)?.isEmpty == false)
    #expect(try answer(#"{"answer":"yes"}"#).status == 428)
    let answered = try answer(#"{"answer":"yes","prompt":"\#(question["id"] as? String ?? "")"}"#)
    #expect(answered.json["state"] as? String == "idle" && answered.json["question"] == nil)
    #expect(try shelf.request(.get, "/tags", query: "?state=bound").items.count == 2)
  }
}
