import API
import Deadwax
import Foundation
import HTTPServer
import OfflineStation
import Secrets
import Storage
import TestSupport
import Testing
import Threads
import Wire

/// Tests of `/stations/{name}/replica` and `/offline-entries`: the requests of an offline station, and the view of staff.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct OfflineRoutesTests {
  let library: LendingLibrary
  let journal = "0193489c-2a10-7f31-9c02-6b7c8d9e0f11"

  init() throws { library = try LendingLibrary() }

  private func entry(_ sequence: Int, _ copy: Int, act: String = "check-out", more: String = "") -> String {
    let at = Timestamp.now().milliseconds - 60_000
    return
      #"{"sequence":\#(sequence),"id":"0193489c-2b44-7a52-8d13-\#(String(repeating: "0", count: 9))\#(sequence + 100)","at":\#(at),"mode":"check-out","act":"\#(act)","code":"\#(library.copies[copy].code)","symbology":"QR","card":"\#(library.adasCard)","displayed":"recorded-offline"\#(more)}"#
  }

  private func report(
    _ entries: [String], as role: Role = .station, name: String = "bus"
  ) throws -> TagLibrary.Answer {
    try library.request(
      .post, "/stations/{name}/offline-journal", [("name", name)],
      body: #"{"journal":"\#(journal)","entries":[\#(entries.joined(separator: ","))]}"#, as: role)
  }

  private func items(_ reported: TagLibrary.Answer) throws -> [[String: Any]] {
    try #require(reported.json["items"] as? [[String: Any]], "\(reported.text)")
  }

  @Test func `a journal is merged, sent again, and continued`() throws {
    defer { library.end() }
    let entries = [entry(1, 0), entry(2, 1, act: "return")]
    let reported = try report(entries)
    #expect(reported.status == 200, "\(reported.text)")
    let verdicts = try items(reported)
    #expect(verdicts.map { $0["state"] as? String } == ["applied", "applied"])
    #expect(verdicts.map { $0["code"] as? String } == ["checked-out", "not-on-loan"])
    #expect(verdicts[0]["reasons"] as? [String] == [] && reported.json["next"] as? Int == 3)
    #expect(try report(entries).text == reported.text)
    let far = try report([entry(5, 0)])
    #expect(far.status == 409 && far.reasons == ["sequence-gap"] && far.text.contains("Sequence 3 is"), "\(far.text)")
    let other = try report([entry(2, 2, act: "return")])
    #expect(other.status == 409 && other.reasons == ["sequence-used"] && other.text.contains("Sequence 2 was"))
    let progress = try library.request(.get, "/stations/{name}/offline-journal", [("name", "bus")], as: .station)
    #expect(progress.json["journal"] as? String == journal && progress.json["next"] as? Int == 3)
    let none = try library.request(.get, "/stations/{name}/offline-journal", [("name", "van")], as: .station)
    #expect(none.text == #"{"journal":null,"next":1}"#)
  }

  @Test func `invalid entries are refused with the place of the error`() throws {
    defer { library.end() }
    for (entries, part) in [
      ([], "'entries' must be"), ([entry(1, 0), entry(3, 0)], "without a gap"),
      ([entry(1, 0, act: "dance")], "entries.0.act"), ([entry(1, 0), #"{"sequence":2}"#], "entries.1.id"),
      ([entry(0, 0)], "'sequence'"),
      ([entry(1, 0, more: #","written":"\#(String(repeating: "x", count: 5000))""#)], "more than"),
      ([entry(1, 0, more: #","reader":"""#)], "'reader'"), ([entry(1, 0, more: #","reader":"A b""#)], "'reader'"),
    ] as [([String], String)] {
      let reported = try report(entries)
      #expect(reported.status == 422 && reported.text.contains(part), "\(part): \(reported.text)")
    }
    #expect(try report([entry(1, 0)], name: "NO NAME").status == 404)
    let bad = try library.request(
      .post, "/stations/{name}/offline-journal", [("name", "bus")], body: #"{"entries":[]}"#, as: .station)
    #expect(bad.status == 422 && bad.text.contains("journal"))
  }

  @Test func `staff see the entries that need a decision, and decide them`() throws {
    defer { library.end() }
    try library.set("limits.loans", "1")
    #expect(try report([entry(1, 0), entry(2, 1), entry(3, 2, act: "other")]).status == 200)
    #expect(try library.request(.get, "/offline-entries", as: .station).status == 403)
    let open = try items(try library.request(.get, "/offline-entries"))
    #expect(open.map { $0["sequence"] as? Int } == [3, 2])
    #expect(open[1]["state"] as? String == "applied-with-exception" && open[1]["open"] as? Bool == true)
    #expect((open[1]["borrower"] as? [String: Any])?["shortName"] as? String == "Ada L.")
    #expect((open[1]["release"] as? [String: Any])?["title"] as? String == "Blue Train")
    #expect(((open[1]["reasons"] as? [[String: Any]])?.first?["code"]) as? String == "limit")
    #expect((open[1]["change"] as? String)?.isEmpty == false)
    let first = try library.request(.get, "/offline-entries", query: "?state=all&station=bus&limit=2")
    #expect(try items(first).count == 2)
    let next = try #require(first.json["next"] as? String)
    #expect(
      try items(try library.request(.get, "/offline-entries", query: "?state=all&limit=2&cursor=\(next)")).count == 1)
    #expect(try library.request(.get, "/offline-entries", query: "?cursor=x").status == 400)
    #expect(try library.request(.get, "/offline-entries", query: "?state=none").status == 400)
    let id = try #require(open[1]["id"] as? String)
    let one = try library.get("/offline-entries/{id}", id)
    #expect(one.status == 200 && one.json["id"] as? String == id)
    let path = "/offline-entries/{id}/close"
    #expect(try library.request(.post, path, [("id", id)], as: .station).status == 403)
    let done = try library.request(
      .post, path, [("id", id)], body: #"{"note":"Informed."}"#, headers: [("idempotency-key", "a")])
    #expect(done.status == 200 && done.json["open"] as? Bool == false && done.json["doneBy"] as? String == "test")
    #expect(done.json["note"] as? String == "Informed.")
    // The same request again gets the same response; a different one comes too late.
    let again = try library.request(
      .post, path, [("id", id)], body: #"{"note":"Informed."}"#, headers: [("idempotency-key", "a")])
    #expect(again.status == 200 && again.text == done.text)
    #expect(try library.request(.post, path, [("id", id)]).status == 409)
    #expect(try library.request(.post, path, [("id", journal)]).status == 404)
    #expect(try items(try library.request(.get, "/offline-entries")).count == 1)
  }

  @Test func `a replica is complete, and is not sent to a station that has it`() throws {
    defer { library.end() }
    let parameters = [("name", "bus")]
    let token = try library.service.token(.station)
    let reported = try library.service.answer(
      .get, "/api/v1/stations/{name}/replica", parameters: parameters, headers: headers(token))
    guard reported.status == 200, case .file(let body) = reported.body else {
      throw TestFailure("\(reported.status) \(reported.text)")
    }
    var bytes = [UInt8](repeating: 0, count: body.count)
    var place = 0
    while place < bytes.count {
      let count = bytes.withUnsafeMutableBytes { body.read(from: place, into: .init(rebasing: $0[place...])) }
      place += try #require(count)
    }
    let replica = try #require(Replica(bytes: bytes))
    let key = try #require(Code.classify(library.copies[0].code.description, symbology: .qr).key)
    let digestKey = try #require(KeySeal.open(replica.meta.sealedKey, with: KeySeal.secret(of: token)))
    #expect(replica.standing(of: Digest.of(Replica.text(of: key), key: digestKey).0) == .copyIn)
    // Another station's token cannot open the seal.
    let other = try library.service.token(.station)
    #expect(KeySeal.open(replica.meta.sealedKey, with: KeySeal.secret(of: other)) == nil)
    #expect(replica.meta.words["recorded-offline"]?.title == "Recorded offline")
    let tag = try #require(reported.headers.first { $0.0.lowercased() == "etag" }?.1)
    #expect(try request(tag) == 304)
    #expect(try library.lend(0, to: library.ada).status == 201)
    #expect(try request(tag) == 200)
    // The station is registered.
    #expect(try library.request(.get, "/stations/{name}", [("name", "bus")], as: .station).status == 200)
  }

  @Test func `a repeated request for a replica is refused, and blocks no other station`() throws {
    defer { library.end() }
    let mayGo = Latch()
    #expect(library.service.replicaWorker.add { mayGo.wait() })
    let answers = Monitor<[String: [Int]]>([:])
    let token = try library.service.token(.station)
    let lanes = ["bus", "bus", "bus", "van"].map { name in
      DedicatedThread("station") { [library] in
        let reported = try? library.service.answer(
          .get, "/api/v1/stations/{name}/replica", parameters: [("name", name)], headers: headers(token))
        answers.update { $0[name, default: []].append(reported?.status ?? 0) }
      }
    }
    // Two of the three get a response at once, in any order.
    #expect(answers.wait(atMost: .seconds(60)) { $0["bus"]?.count == 2 ? $0["bus"] : nil } == [429, 429])
    mayGo.raise()
    for lane in lanes { lane.join() }
    #expect(answers.read { $0 } == ["bus": [429, 429, 200], "van": [200]])
    // Later requests are answered as usual.
    #expect(
      try library.service.answer(
        .get, "/api/v1/stations/{name}/replica", parameters: [("name", "bus")], headers: headers(token)
      ).status == 200)
  }

  @Test func `a station that has its replica can request the next one at once`() throws {
    defer { library.end() }
    let token = try library.service.token(.station)
    for _ in 1...200 {
      let answer = try library.service.answer(
        .get, "/api/v1/stations/{name}/replica", parameters: [("name", "bus")], headers: headers(token))
      #expect(answer.status == 200)
    }
  }

  @Test func `a replica needs the station's token, even on the hub's own machine`() throws {
    defer { library.end() }
    for (method, path) in [
      (Method.get, "/stations/{name}/replica"), (.get, "/stations/{name}/offline-journal"),
      (.post, "/stations/{name}/offline-journal"),
    ] {
      let reported = try library.service.answer(
        method, "/api/v1" + path, parameters: [("name", "bus")], headers: [("host", "127.0.0.1")])
      #expect(reported.status == 401, "\(method) \(path): \(reported.text)")
    }
    // The page of a neighbouring station continues without one.
    #expect(
      try library.service.answer(
        .get, "/api/v1/stations/{name}", parameters: [("name", "desk")],
        headers: [("host", "127.0.0.1")]
      ).status != 401)
  }

  private func headers(_ token: String) -> [(String, String)] {
    [("host", "127.0.0.1"), ("authorization", "Bearer \(token)")]
  }

  private func request(_ tag: String) throws -> Int {
    try library.service.answer(
      .get, "/api/v1/stations/{name}/replica", parameters: [("name", "bus")],
      headers: headers(try library.service.token(.station)) + [("if-none-match", tag)]
    ).status
  }
}
