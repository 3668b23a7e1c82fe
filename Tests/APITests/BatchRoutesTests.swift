import Deadwax
import Foundation
import HTTPServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct BatchRoutesTests {
  private func batch(
    _ shelf: TagLibrary, _ method: Method, body: String? = nil, headers: [(String, String)] = []
  ) throws -> TagLibrary.Answer {
    try shelf.request(method, "/stations/{name}/batch", [("name", "desk")], body: body, headers: headers)
  }

  @Test func `a batch is set, changed and ended, and the station shows it`() throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    #expect(try batch(shelf, .get).status == 404)
    #expect(try batch(shelf, .delete).status == 404)
    let set = try batch(shelf, .put, body: #"{"condition":"VG+","place":"\#(shelf.shelf.id)","label":true}"#)
    #expect(set.status == 200, "\(set.text)")
    let settings = set.json["settings"] as? [String: Any]
    #expect(settings?["condition"] as? String == "VG+" && settings?["placeName"] as? String == "Shelf 1")
    #expect(settings?["label"] as? Bool == true && settings?["tag"] as? Bool == false)
    let station = try shelf.request(.get, "/stations/{name}", [("name", "desk")]).json
    #expect(station["mode"] as? String == "add")
    #expect((station["additions"] as? [String: Any])?["count"] as? Int == 0)
    let stale = try batch(shelf, .put, body: "{}", headers: [("if-match", "\"0\"")])
    #expect(stale.status == 412 && stale.code == "stale")
    #expect(try batch(shelf, .put, body: "{}", headers: [("if-match", "\"1\"")]).status == 200)
    let id = try #require(set.json["id"] as? String)
    #expect(try shelf.request(.get, "/batches/{id}", [("id", id)]).json["id"] as? String == id)
    #expect(try batch(shelf, .delete).status == 204)
    #expect(try batch(shelf, .get).status == 404)
    #expect(try shelf.request(.get, "/batches/{id}", [("id", id)]).json["endedAt"] != nil)
    let undone = try shelf.request(.post, "/batches/{id}/undo", [("id", id)], isStaff: true)
    #expect(undone.status == 409 && undone.code == "nothing-to-undo", "\(undone.status) \(undone.text)")
  }

  @Test(
    arguments: [
      (#"{"condition":"good"}"#, 422), (#"{"accession":"stolen"}"#, 422), (#"{"source":""}"#, 422),
      (#"{"label":1}"#, 422),
      (#"{"colour":"red"}"#, 422), (#"{"place":"0193489a-7c20-7e0b-a1c3-5d9e8f274b16"}"#, 404), ("nonsense", 400),
    ] as [(String, Int)])
  func `invalid settings are refused, and the batch stays as it was`(_ body: String, _ status: Int) throws {
    let shelf = try TagLibrary()
    defer { shelf.end() }
    let set = try batch(shelf, .put, body: #"{"condition":"M"}"#)
    #expect(try batch(shelf, .put, body: body).status == status)
    #expect(try batch(shelf, .get).text == set.text)
  }
}
