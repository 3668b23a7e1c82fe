import Deadwax
import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests of a station on another machine, with failures of its hub and of its own program.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct StationTests {
  @Test func `a station continues while its hub does not respond, and everything is merged once and in order`()
    async throws
  {
    let begin = ContinuousClock.now
    let hub = try await HubUnderTest(withHardware: false, ["--nfc", "none"])
    defer { hub.end() }
    let evening = try await Evening(hub)
    var random = SeededRandom(seed: 20_261_130)
    try await evening.enrol(3, &random)
    try await evening.mergeJournal(30, at: "kiosk-1")
    let (ada, zoe, closed) = (evening.guests[0].card, evening.guests[1].card, evening.guests[2].card)
    try await evening.staff(
      .put, "/api/v1/borrowers/\(evening.guests[2].id)/block", #"{"reason":"keeps everything"}"#)
    let copies = evening.copies
    let made = try await evening.staff(.post, "/api/v1/tokens", #"{"name":"door","role":"station"}"#)
    let token = try hub.folder.write(try #require(made["token"].text), to: "door-token")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
    let station = try await StationUnderTest(hub.url, token: token)
    try await station.hub("live")
    try await station.program.line { $0.contains("has a replica") }

    // While the hub is available: as at any station.
    var sent: [String] = []
    func scan(_ code: String, _ outcome: String, isOffline: Bool) async throws {
      let reported = try await station.scan(code)
      #expect(reported.outcome == outcome, "\(code)")
      #expect(reported.isOffline == isOffline, "\(code)")
      if isOffline { print("\(outcome), without the hub, after \(reported.took)") }
      sent.append(reported.id)
    }
    func order(_ command: Command, _ outcome: String, isOffline: Bool) async throws {
      try await scan(command.code.description, outcome, isOffline: isOffline)
    }
    try await order(.checkout, "mode-changed", isOffline: false)
    try await scan(ada, "session-started", isOffline: false)
    try await scan(copies[0], "checked-out", isOffline: false)

    try await hub.killHubAndStartAgain(onSamePort: true) {
      // The open session continues.
      try await scan(copies[1], "recorded-offline", isOffline: true)
      try await scan(zoe, "switch-borrower", isOffline: true)
      try await scan(copies[2], "recorded-offline", isOffline: true)
      try await scan("NEVER-SEEN", "recorded-offline", isOffline: true)
      // Killed in the middle of it; the session continues again.
      try await station.killAndStartAgain()
      try await scan(copies[3], "recorded-offline", isOffline: true)
      try await order(.end, "session-ended", isOffline: true)
      try await scan(closed, "card-blocked", isOffline: true)
      try await scan(copies[4], "card-needed", isOffline: true)
      try await order(.return, "mode-changed", isOffline: true)
      try await scan(copies[0], "recorded-offline", isOffline: true)
      try await scan(copies[5], "recorded-offline", isOffline: true)
      try await station.killAndStartAgain()
      try await scan(copies[1], "recorded-offline", isOffline: true)
      // Many scans while the hub starts: some are stored in the journal, some reach the hub.
      for copy in copies[6..<18] { sent.append(try station.send(copy)) }
    }
    let (journal, entries) = try station.journal()
    for (place, copy) in copies[18...].enumerated() {
      sent.append(try station.send(copy))
      if place % 4 == 3 { _ = try await station.reported(try #require(sent.last)) }
    }
    try await station.hub("live")
    for id in sent.suffix(24) { _ = try await station.reported(id) }
    // The station is in the mode that was scanned offline, and the hub is switched to it.
    try await scan(copies[2], "returned", isOffline: false)
    try await everythingIsThere(evening, sent)
    try await verdictsMatchReports(evening, station, copies)

    // The same journal again: the same verdicts, and no further change.
    let body = #"{"journal":"\#(journal)","entries":[\#(entries.joined(separator: ","))]}"#
    let before = try await evening.all("/api/v1/offline-entries?state=all&limit=200").count
    let again = try await evening.staff(.post, "/api/v1/stations/door/offline-journal", body)
    #expect(again["items"].array.count == entries.count)
    #expect(try await evening.all("/api/v1/offline-entries?state=all&limit=200").count == before)
    try await everythingIsThere(evening, sent)
    #expect(try await evening.replayedEvents() > 0)

    station.program.signal(SIGTERM)
    #expect(try await station.program.exit(within: .seconds(60)) == .code(0))
    print("station: \(sent.count) scans, \(before) of them taken in later, in \(ContinuousClock.now - begin)")
  }

  /// Checks that every scan is in the history once, in its original order.
  private func everythingIsThere(_ evening: Evening, _ order: [String]) async throws {
    let scans = try await evening.all("/api/v1/scans?station=door&limit=200")
    let ids = scans.sorted { ($0["seq"].int ?? 0) < ($1["seq"].int ?? 0) }.compactMap { $0["id"].text }
    #expect(ids == order)
  }

  private func verdictsMatchReports(
    _ evening: Evening, _ station: StationUnderTest, _ copies: [String]
  ) async throws {
    let items = try await evening.all("/api/v1/offline-entries?state=all&station=door&limit=200")
      .sorted { ($0["sequence"].int ?? 0) < ($1["sequence"].int ?? 0) }
    #expect(items.map { $0["sequence"].int } == (1...items.count).map { $0 })
    let expected = [
      ("check-out", "applied", "checked-out"), ("card", "applied", "switch-borrower"),
      ("check-out", "applied", "checked-out"), ("check-out", "needs-staff", "unknown-code"),
      ("check-out", "applied", "checked-out"), ("card", "applied", "session-ended"),
      ("refused", "applied", "card-blocked"), ("refused", "applied", "card-needed"),
      ("card", "applied", "mode-changed"), ("return", "applied", "returned"), ("return", "applied", "not-on-loan"),
      ("return", "applied", "returned"),
    ]
    for (item, expected) in zip(items, expected) {
      #expect(item["act"].text == expected.0)
      #expect(item["state"].text == expected.1, "\(expected)")
      #expect(item["code"].text == expected.2)
    }
    #expect(items.count > expected.count)
    // The station reported the same verdicts, each once.
    let said = try station.verdicts
    #expect(said.map(\.sequence) == items.compactMap { $0["sequence"].int })
    #expect(said.map(\.state) == items.compactMap { $0["state"].text })
    let open = try await evening.all("/api/v1/offline-entries?state=open&limit=200")
    #expect(open.map { $0["text"].text } == ["NEVER-SEEN"])
    // The loans in the records.
    let zoe = evening.guests[1].id
    let loans = try await evening.asStaff("/api/v1/loans?borrower=\(zoe)&limit=50")["items"].array
    #expect(loans.filter { $0["returnedAt"].text == nil }.count == 1)
    #expect(loans.contains { $0["copy"]["code"].text == copies[3] })
    #expect(
      try await evening.asStaff("/api/v1/loans?borrower=\(evening.guests[0].id)&state=open")["items"].array.isEmpty)
  }

  @Test func `a station reports its obstacles, and nothing else`() async throws {
    let hub = try await HubUnderTest(withHardware: false, ["--nfc", "none"])
    defer { hub.end() }
    let wrong = try hub.folder.write("dw_nonsense", to: "wrong-token")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: wrong)
    let refused = try await StationUnderTest(hub.url, name: "hall", token: wrong)
    try await refused.hub("no-token")
    #expect(try await refused.scan("5099902988023", .ean13).outcome == "not-saved")
    #expect(try refused.journal().entries.isEmpty)
    // Two programs on one folder would overwrite each other's files.
    let second = try refused.second()
    #expect(try await second.exit() == .code(4))
    #expect(second.lines(on: .error).first?.contains("Another station runs on the folder") == true)

    // The station's disk is full: a scan that could not be stored is reported as such, and stored scans remain.
    let full = try await StationUnderTest("http://127.0.0.1:1", name: "cellar", fileLimit: 4)
    try await full.hub("offline")
    var outcomes: [String] = []
    for number in 0..<12 { outcomes.append(try await full.scan("code \(number)").outcome) }
    let stored = outcomes.count { $0 != "not-saved" }
    #expect((1...11).contains(stored))
    #expect(outcomes.suffix(12 - stored).allSatisfy { $0 == "not-saved" })
    full.program.signal(SIGINT)
    #expect(try await full.program.exit(within: .seconds(60)) == .code(0))
    #expect(try full.journal().entries.count == stored)
    try await full.startAgain()
    try await full.program.line { $0.contains("\(stored) scans wait for the hub.") }
    #expect(try await full.scan("one more").sequence == stored + 1)
  }
}
