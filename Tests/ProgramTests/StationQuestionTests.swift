import Deadwax
import Demo
import Foundation
import HTTPClient
import TestSupport
import Testing
import VirtualHardware

/// Tests of the question about a release at a station on another machine, whose hub goes away while it is open.
@Suite(.timeLimit(.minutes(10)))
struct StationQuestionTests {
  /// A barcode that four invented pressings of the stand-in have.
  private static let barcode = "9520000123451"

  @Test func `a number that is scanned while the hub is away answers no question, and the release is decided later`()
    async throws
  {
    let discogs = try DiscogsStandIn(library: try DemoLibrary(path: Repository.path("demo/library.json")))
    defer { discogs.stop() }
    let hub = try await HubUnderTest(
      withHardware: false, ["--nfc", "none", "--discogs-url", discogs.url, "--discogs-token", "demo"])
    defer { hub.end() }
    let evening = try await Evening(hub)
    // A busy machine restarts a hub slowly: the question is still open then, so that a late answer would count.
    try await evening.set("station.choice-seconds", to: "600")
    let made = try await evening.staff(.post, "/api/v1/tokens", #"{"name":"door","role":"station"}"#)
    let token = try hub.folder.write(try #require(made["token"].text), to: "door-token")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
    let station = try await StationUnderTest(hub.url, token: token)
    try await station.hub("live")
    try await station.program.line { $0.contains("has a replica") }
    func undecided() async throws -> [JSONValue] {
      try await evening.asStaff("/api/v1/releases/undecided")["items"].array
    }
    func question() async throws -> JSONValue {
      try await evening.asStaff("/api/v1/stations/door")["choosing"]
    }

    #expect(try await station.scan(Command.add.code).outcome == "mode-changed")
    #expect(try await station.scan(Self.barcode, .ean13).outcome == "added-unresolved")
    let sentence = try await eventually(within: .seconds(60), "the question is open") {
      try await question()["sentence"].text
    }
    #expect(try await undecided().count == 1)

    try await hub.killHubAndStartAgain(onSamePort: true) {
      let number = try await station.scan(Command.choice1.code)
      #expect(number.isOffline && number.outcome == "hub-offline", "\(number)")
      let no = try await station.scan(Command.no.code)
      #expect(no.isOffline && no.outcome == "hub-offline", "\(no)")
      // The station is killed too, and sends its journal after that.
      try await station.killAndStartAgain()
      let again = try await station.scan(Command.choice2.code)
      #expect(again.isOffline && again.outcome == "hub-offline", "\(again)")
    }
    try await station.hub("live")
    let entries = try await eventually(within: .seconds(60), "the journal is merged") {
      let items = try await evening.all("/api/v1/offline-entries?state=all&station=door&limit=200")
      return items.count >= 3 ? items : nil
    }
    #expect(entries.allSatisfy { $0["act"].text == "refused" && $0["state"].text == "applied" })
    // Nothing was chosen. The first scan that the hub answers again ends the question, like any other scan.
    #expect(try await undecided().count == 1)
    #expect(try await station.scan(Command.lookup.code).outcome == "mode-changed")
    #expect(try await !question().isThere)

    // It is asked again, and answered in two steps.
    #expect(try await station.scan(Self.barcode, .ean13).outcome == "choose-source")
    #expect(try await question()["sentence"].text == sentence)
    #expect(try await station.scan(Command.choice1.code).outcome == "choose-source")
    let chosen = try await station.scan(Command.choice1.code)
    #expect(chosen.outcome == "source-chosen" && !chosen.isOffline, "\(chosen)")
    #expect(try await undecided().isEmpty)
    #expect(try await evening.replayedEvents() > 0)
  }
}
