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
}
