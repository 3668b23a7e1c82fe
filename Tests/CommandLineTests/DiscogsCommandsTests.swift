import TestSupport
import Testing

/// Tests of `deadwax discogs …` with a fake hub.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct DiscogsCommandsTests {
  private static let path = "/api/v1/discogs/releases"

  @Test func `a search lists the hits with the attribution`() async throws {
    let hits =
      #"{"items":[{"number":52391,"title":"A - B","year":1999,"medium":"cd","formats":"CD, Album","url":"https://www.discogs.com/release/52391"}],"attribution":"Data provided by Discogs."}"#
    let hub = try FakeStaffHub.play(["GET \(Self.path)": [FakeTagHub.json(hits)]])
    let run = try await hub.run("discogs", "search", "a", "b", "--number", "CK 1")
    #expect(run.code == 0, "\(run.errors)")
    for part in ["52391", "A - B", "1999", "CD, Album", "Data provided by Discogs."] {
      #expect(run.output.contains { $0.contains(part) }, "\(part) in \(run.output)")
    }
  }

  @Test func `an addition says whether it is a wish`() async throws {
    let release =
      #"{"id":"\#(FakeTagHub.releaseID)","title":"Discogs 52391","artist":"","medium":"other","status":"unresolved","version":1,"genres":[],"styles":[],"artists":[],"labels":[],"formats":[],"tracks":[],"identifiers":[],"copies":[]}"#
    for (words, wish) in [([], false), (["--wishlist"], true)] as [([String], Bool)] {
      let hub = try FakeStaffHub.play(["POST \(Self.path)/52391": [FakeTagHub.json(release)]])
      let run = try await hub.run(words: ["discogs", "add", "52391"] + words)
      #expect(run.code == 0 && run.output.contains { $0.contains("Discogs 52391") }, "\(run.errors)")
      let order = try #require(hub.sent("POST \(Self.path)/52391").first)
      #expect(order.contains(#""wishlist":\#(wish)"#), "\(order)")
    }
  }

  @Test func `a word in place of a number, and zero, are errors of usage`() async throws {
    for number in ["zero", "0"] {
      let run = try await FakeStaffHub.play().run(words: ["discogs", "add", number])
      #expect(run.code == 64, "\(run.errors)")
    }
  }

  private static let comparison = "/api/v1/discogs/comparison"

  @Test func `a comparison is started, and a pull sends the version that was seen`() async throws {
    let state = #"{"state":"done","user":"ada","read":3,"total":3,"version":4}"#
    let result = #"{"copies":2,"wishes":0,"remaining":5,"change":"\#(FakeTagHub.releaseID)"}"#
    let started = try await FakeStaffHub.play(["POST \(Self.comparison)": [FakeTagHub.json(state)]])
      .run("discogs", "compare")
    #expect(started.code == 0 && started.output == ["done: 3 of 3 items", "user: ada"], "\(started.errors)")
    let hub = try FakeStaffHub.play([
      "GET \(Self.comparison)": [FakeTagHub.json(state)], "POST \(Self.comparison)/pull": [FakeTagHub.json(result)],
    ])
    let pulled = try await hub.run("discogs", "pull", "7", "8")
    #expect(pulled.code == 0 && pulled.output.first == "2 copies and 0 wishes added", "\(pulled.errors)")
    #expect(pulled.output.contains { $0.contains("deadwax undo \(FakeTagHub.releaseID)") })
    let order = try #require(hub.sent("POST \(Self.comparison)/pull").first)
    #expect(order.contains(#""numbers":[7,8]"#) && order.contains(#""list":"collection""#), "\(order)")
  }

  @Test func `the differences are listed with both numbers`() async throws {
    let rows =
      #"{"items":[{"list":"collection","number":7,"title":"T","artist":"A","here":1,"there":2,"difference":"count"}]}"#
    let hub = try FakeStaffHub.play(["GET \(Self.comparison)/items": [FakeTagHub.json(rows)]])
    let run = try await hub.run("discogs", "differences", "--difference", "count")
    #expect(run.code == 0 && run.output.contains { $0.contains("A – T") }, "\(run.errors)")
  }

  @Test func `a push lists its steps, and writes nothing before it is repeated with --yes`() async throws {
    let comparison = #"{"state":"done","user":"ada","read":3,"total":3,"version":4}"#
    func push(_ state: String, _ version: Int) -> String {
      #"{"state":"\#(state)","list":"collection","act":"remove","user":"ada","total":1,"done":0,"already":0,"#
        + #""failed":0,"remaining":0,"version":\#(version)}"#
    }
    let steps =
      #"{"items":[{"position":1,"list":"collection","act":"remove","number":7,"title":"T","artist":"A","#
      + #""instance":12,"state":"waiting"}],"total":1}"#
    let script = [
      "GET \(Self.comparison)": [FakeTagHub.json(comparison)],
      "POST /api/v1/discogs/push": [FakeTagHub.json(push("planned", 8))],
      "GET /api/v1/discogs/push/items": [FakeTagHub.json(steps)],
      "PATCH /api/v1/discogs/push": [FakeTagHub.json(push("running", 9))],
    ]
    var hub = try FakeStaffHub.play(script)
    let planned = try await hub.run("discogs", "push", "--remove", "7")
    #expect(planned.code == 5 && planned.output.contains { $0.contains("instance 12") }, "\(planned.errors)")
    #expect(planned.errors.contains { $0.contains("removed from the collection of ada") }, "\(planned.errors)")
    #expect(hub.sent("PATCH /api/v1/discogs/push").isEmpty)
    hub = try FakeStaffHub.play(script)
    let confirmed = try await hub.run("discogs", "push", "--remove", "7", "--yes")
    #expect(confirmed.code == 0 && confirmed.output.first == "running: 0 of 1 steps have ended", "\(confirmed.errors)")
    let order = try #require(hub.sent("POST /api/v1/discogs/push").last)
    #expect(order.contains(#""act":"remove""#) && order.contains(#""numbers":[7]"#), "\(order)")
    #expect(try #require(hub.sent("PATCH /api/v1/discogs/push").first).contains(#""state":"running""#))
    #expect(try await FakeStaffHub.play().run("discogs", "push", "--remove").code == 64)
  }

  @Test func `the folders of the collection are listed with their numbers`() async throws {
    let items = #"{"number":1,"name":"Uncategorized","count":3},{"number":8,"name":"L\u001bending","count":0}"#
    let folders = #"{"items":[\#(items)],"user":"ada"}"#
    let hub = try FakeStaffHub.play(["GET /api/v1/discogs/folders": [FakeTagHub.json(folders)]])
    let listed = try await hub.run("discogs", "folders")
    #expect(listed.code == 0 && listed.output.first == "1  Uncategorized (3 items)", "\(listed.output)")
    #expect(listed.output.count == 2 && !listed.output[1].contains("\u{1B}"), "\(listed.output)")
  }

  @Test func `a token is read from standard input, stored, and never printed`() async throws {
    let token = "/api/v1/discogs/token"
    let answer = #"{"isSet":true,"source":"page","user":"ada"}"#
    var hub = try FakeStaffHub.play(["PUT \(token)": [FakeTagHub.json(answer)]])
    let stored = try await hub.run(words: ["discogs", "token", "--set"], input: "secret-of-ada\n")
    #expect(stored.code == 0 && stored.output == ["set (page)", "user: ada"], "\(stored.errors)")
    #expect(try #require(hub.sent("PUT \(token)").first).contains(#""token":"secret-of-ada""#))
    #expect(!(stored.output + stored.errors).contains { $0.contains("secret-of-ada") })
    hub = try FakeStaffHub.play()
    let none = try await hub.run(words: ["discogs", "token", "--set"], input: "")
    #expect(none.code == 64 && hub.sent("PUT \(token)").isEmpty, "\(none.errors)")
    hub = try FakeStaffHub.play(["DELETE \(token)": [FakeTagHub.json(#"{"isSet":false,"source":"none"}"#)]])
    let removed = try await hub.run("discogs", "token", "--remove")
    #expect(removed.code == 0 && hub.sent("DELETE \(token)").count == 1, "\(removed.errors)")
  }
}
