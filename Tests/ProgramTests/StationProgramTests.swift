import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests of the whole data path through the real programs: picture and tag, reader, hub, history, event, screen.
@Suite(.timeLimit(.minutes(25)), .serialized)
struct StationProgramTests {
  @Test func `a shown sleeve and a tag on the reader become history, and the look-up fills in the title`() async throws
  {
    let hub = try await HubUnderTest()
    defer { hub.end() }
    try await hub.waitForReaders()
    let ear = EventEar(hub.url, after: 0)
    let items = try await hub.json("/api/v1/virtual-hardware")["items"].array

    // A record that the library does not have: found by its barcode, added at once, completed by the look-up.
    let known = Set(try await hub.json("/api/v1/releases?limit=200")["items"].array.compactMap { $0["title"].text })
    let unknown = try #require(
      items.first { item in
        item["kind"].text == "record" && item["hasBarcode"].bool && !known.contains(item["title"].text ?? "")
      })
    let add = try #require(items.first { $0["title"].text == "Add" }?["id"].text)
    let switched = try await hub.scan { try await hub.show(add) }
    #expect(switched["outcome"]["code"].text == "mode-changed")
    let added = try await hub.scan { try await hub.show(unknown["id"].text) }
    #expect(added["outcome"]["code"].text == "added-unresolved")
    #expect(added["reader"].text == "camera")
    let release = try #require(added["outcome"]["release"]["id"].text)
    let title = try await eventually(within: .seconds(60), "the look-up fills the title in") {
      let opened = try await hub.json("/api/v1/releases/\(release)")
      return opened["status"].text == "resolved" ? opened["title"].text : nil
    }
    #expect(title == unknown["title"].text)

    // The tag of a record that is in the library.
    let held = try #require(try await heldItems(hub, items).first)
    let tapped = try await hub.scan { try await hub.lay(held.id) }
    #expect(tapped["reader"].text == "nfc")
    #expect(tapped["outcome"]["copy"]["code"].text == held.code)

    // Every event arrived in order and without a gap, despite a dropped connection.
    let resolved = await ear.wait { $0.kind == "release.resolved" }
    #expect(resolved?.json["release"]["title"].text == title)
    let before = ear.all
    await ear.stop()
    try await hub.clear()
    _ = try await hub.scan { try await hub.lay(held.id) }
    let again = EventEar(hub.url, after: before.last?.id)
    let newest = try await hub.scans().first?["seq"].int
    #expect(await again.wait { $0.json["scan"]["seq"].int == newest } != nil)
    let ids = (before + again.all).map(\.id)
    #expect(ids == Array(1...(ids.last ?? 0)))
    await again.stop()
  }

  @Test func `a copy is lent, refused, returned and shelved; another is refused in that slot`() async throws {
    let hub = try await HubUnderTest()
    defer { hub.end() }
    try await hub.waitForReaders()
    let items = try await hub.json("/api/v1/virtual-hardware")["items"].array
    func id(_ kind: String, _ isWanted: (JSONValue) -> Bool = { _ in true }) throws -> String {
      try #require(items.first { $0["kind"].text == kind && isWanted($0) }?["id"].text)
    }
    let cards = items.filter { $0["kind"].text == "borrower" }.compactMap { $0["id"].text }
    let held = try await heldItems(hub, items)
    // All steps go through the camera or the NFC reader.
    func hold(_ item: String) async throws -> String? {
      try await hub.clear()
      return try await hub.scan { try await hub.show(item) }["outcome"]["code"].text
    }
    func tap(_ item: String) async throws -> String? {
      try await hub.clear()
      return try await hub.scan { try await hub.lay(item) }["outcome"]["code"].text
    }
    #expect(try await hold(id("command") { $0["title"].text == "Check out" }) == "mode-changed")
    #expect(try await hold(cards[0]) == "session-started")
    #expect(try await tap(held[0].id) == "checked-out")
    #expect(try await hold(cards[1]) == "switch-borrower")
    #expect(try await tap(held[0].id) == "on-loan-elsewhere")
    #expect(try await hold(id("command") { $0["title"].text == "Return" }) == "mode-changed")
    // The session of the second card is still open, and the first borrower had the record.
    #expect(try await tap(held[0].id) == "returned-for-other")
    #expect(try await hold(id("command") { $0["title"].text == "Shelve" }) == "mode-changed")
    let free = try #require(try await freeSlot(hub, items))
    #expect(try await tap(held[0].id) == "slot-needed")
    #expect(try await hold(free) == "shelved")
    #expect(try await tap(held[1].id) == "slot-needed")
    #expect(try await hold(free) == "slot-occupied")
    // No borrower data is in the history or in the events: no name, and no card number.
    let library = try String(contentsOfFile: Repository.path("demo/library.json"), encoding: .utf8)
    let reported = try await hub.get("/api/v1/scans?limit=200").text
    let names = items.filter { $0["kind"].text == "borrower" }.compactMap { $0["title"].text }
    #expect(names.count == 5 && library.contains(names[0]))
    for secret in names + cards.map({ String($0.dropFirst("borrower-".count)) }) { #expect(!reported.contains(secret)) }
  }

  @Test func `a copy that stays on the reader is one scan; removed and placed again it is two`() async throws {
    let hub = try await HubUnderTest()
    defer { hub.end() }
    try await hub.waitForReaders()
    let items = try await hub.json("/api/v1/virtual-hardware")["items"].array
    let held = try #require(try await heldItems(hub, items).first)
    _ = try await hub.scan { try await hub.lay(held.id) }
    let record = try #require(items.first { $0["kind"].text == "record" && $0["hasBarcode"].bool }?["id"].text)
    _ = try await hub.scan { try await hub.show(record) }
    #expect(try await hub.scans().count == 2)
    // A reader that crashes and restarts finds both still there, and that is not a new scan.
    for name in ["camera", "nfc"] {
      let restarts = try #require(try await hub.reader(name)["restarts"].int)
      try killReader(name, of: hub)
      try await eventually(within: .seconds(60), "\(name) back") {
        let reader = try await hub.reader(name)
        return reader["state"].text == "ready" && (reader["restarts"].int ?? 0) > restarts
      }
    }
    // Long enough for both to report what they see: each has looked many times.
    let commands = try await hub.json("/api/v1/virtual-hardware")["chip"]["commands"].int ?? 0
    try await eventually(within: .seconds(60), "the chip asked on") {
      (try await hub.json("/api/v1/virtual-hardware")["chip"]["commands"].int ?? 0) > commands + 20
    }
    #expect(try await hub.scans().count == 2)
    try await hub.clear()
    _ = try await hub.scan { try await hub.lay(held.id) }
    #expect(try await hub.scans().count == 3)
  }

  /// Returns the records on the table of which the library has a copy, with the copy's code.
  private func heldItems(_ hub: HubUnderTest, _ items: [JSONValue]) async throws -> [(id: String, code: String)] {
    var held: [(id: String, code: String)] = []
    for item in items {
      guard let id = item["id"].text, id.hasPrefix("record-") else { continue }
      let resolved = try await hub.json("/api/v1/resolve?symbology=tag%20UID&code=\(id.dropFirst(7))")
      if let code = resolved["copy"]["code"].text { held.append((id, code)) }
    }
    return held
  }

  /// Returns the label of an empty slot.
  private func freeSlot(_ hub: HubUnderTest, _ items: [JSONValue]) async throws -> String? {
    let taken = Set(try await hub.json("/api/v1/copies?limit=200")["items"].array.compactMap { $0["slot"].text })
    return items.first { $0["kind"].text == "slot" && !taken.contains($0["title"].text ?? "") }?["id"].text
  }
}

/// Kills a reader, found among the hub's child processes, to simulate a crash.
func killReader(_ name: String, of hub: HubUnderTest) throws {
  for process in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
    guard let id = Int32(process), let status = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8),
      status.contains("PPid:\t\(hub.hub.processID)\n"),
      let command = try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8),
      command.contains("deadwax-reader\0\(name)\0")
    else { continue }
    kill(id, SIGKILL)
    return
  }
  throw TestFailure("no \(name) reader among the hub's children")
}
