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
    let hub = try FakeStaffHub.play([
      "POST \(Self.comparison)": [FakeTagHub.json(state)], "GET \(Self.comparison)": [FakeTagHub.json(state)],
      "POST \(Self.comparison)/pull": [FakeTagHub.json(result)],
    ])
    let started = try await hub.run("discogs", "compare")
    #expect(started.code == 0 && started.output == ["done: 3 of 3 items", "user: ada"], "\(started.errors)")
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
}
