import Deadwax
import Foundation
import HTTPClient
import Log
import Storage
import TestSupport
import Testing

/// A whole evening of lending through the real programs: a station with camera and NFC reader, and several stations at
/// which codes are typed. Afterwards all accounts must balance.
@Suite(.timeLimit(.minutes(25)), .serialized)
struct EveningTests {
  private let out = ["kiosk-2", "kiosk-3"]
  private let back = "kiosk-4"
  private let again = "kiosk-5"

  @Test func `after an evening with a dead reader and a killed hub the records are consistent`() async throws {
    let start = ContinuousClock.now
    let hub = try await HubUnderTest()
    defer { hub.end() }
    try await hub.waitForReaders()
    let evening = try await Evening(hub)
    var random = SeededRandom(seed: 20_261_124)
    try await evening.set("station.session-seconds", to: "12")
    try await evening.enrol(40, &random)
    try await evening.mergeJournal(140, at: "kiosk-1")
    for station in out { try await evening.order(.checkout, at: station, "mode-changed") }
    try await evening.order(.return, at: back, "mode-changed")
    try await evening.order(.renew, at: again, "mode-changed")

    // The first hour: borrowers come and go at two stations.
    try await lend(60, in: evening, &random)
    try await checkIn(30, in: evening, &random)
    try await atTheReaders(evening, killing: "nfc")
    try await renew(20, in: evening, &random)
    // One borrower leaves without ending the session, which expires during the evening.
    let forgetful = try evening.guest(whoCanBorrow: 2, &random)
    try await evening.order(.checkout, at: "kiosk-6", "mode-changed")
    try await evening.scan(evening.guests[forgetful].card, at: "kiosk-6", "session-started")
    try await evening.lend(try evening.copyThatIsIn(&random), to: forgetful, at: "kiosk-6")
    try await undo(5, in: evening, &random)

    // A session that is open when the hub is killed continues after the restart.
    let patient = try evening.guest(whoCanBorrow: 3, &random)
    try await evening.scan(evening.guests[patient].card, at: out[0], "session-started")
    try await evening.lend(try evening.copyThatIsIn(&random), to: patient, at: out[0])
    let dropped = Array(evening.copiesThatAreOut(&random).prefix(25))
    try await evening.checkInDuringAPowerCut(dropped, at: back, killingAfter: Int.random(in: 3...20, using: &random))
    try await evening.lend(try evening.copyThatIsIn(&random), to: patient, at: out[0])
    try await evening.order(.end, at: out[0], "session-ended")
    try await hub.waitForReaders()

    try await atTheReaders(evening, killing: "camera")
    try await lend(200 - evening.lent, in: evening, &random)
    try await checkIn(150 - evening.returned, in: evening, &random)
    #expect(evening.lent == 200)
    #expect(evening.returned == 150)
    #expect(evening.renewed == 20)
    #expect(evening.loansUndone + evening.returnsUndone == 10)

    try await sessionsEnd(evening)
    try await theBooksBalance(evening)
    try await everyScanIsThere(evening)
    #expect(try await evening.replayedEvents() >= evening.answers.count)
    try await noOneIsNamed(evening)
    print(
      "evening: \(evening.answers.count) codes typed and \(evening.presented) presented in \(ContinuousClock.now - start)"
    )
    try await theRecordsAreWhole(evening)
  }

  // MARK: - Evening

  /// Runs sessions of one to six records at both stations, ended in turn by the command and by the card.
  private func lend(_ count: Int, in evening: Evening, _ random: inout SeededRandom) async throws {
    var left = count
    var turn = 0
    while left > 0 {
      let station = out[turn % out.count]
      let wanted = min(left, Int.random(in: 1...6, using: &random))
      let guest = try evening.guest(whoCanBorrow: wanted, &random)
      let card = evening.guests[guest].card
      try await evening.scan(card, at: station, "session-started")
      for _ in 0..<wanted { try await evening.lend(try evening.copyThatIsIn(&random), to: guest, at: station) }
      if turn % 4 < 2 {
        try await evening.order(.end, at: station, "session-ended")
      } else {
        try await evening.scan(card, at: station, "session-ended")
      }
      left -= wanted
      turn += 1
    }
  }

  private func checkIn(_ count: Int, in evening: Evening, _ random: inout SeededRandom) async throws {
    for copy in evening.copiesThatAreOut(&random).prefix(count) { try await evening.checkIn(copy, at: back) }
  }

  private func renew(_ count: Int, in evening: Evening, _ random: inout SeededRandom) async throws {
    for copy in evening.copiesThatAreOut(&random).prefix(count) { try await evening.renew(copy, at: again) }
  }

  /// Undoes check-outs and returns at once, the given number of each.
  private func undo(_ count: Int, in evening: Evening, _ random: inout SeededRandom) async throws {
    for _ in 0..<count {
      let guest = try evening.guest(whoCanBorrow: 1, &random)
      try await evening.scan(evening.guests[guest].card, at: out[1], "session-started")
      let copy = try evening.copyThatIsIn(&random)
      try await evening.lend(copy, to: guest, at: out[1])
      try await evening.undoLoan(of: copy, at: out[1])
      try await evening.order(.end, at: out[1], "session-ended")
    }
    for copy in evening.copiesThatAreOut(&random).prefix(count) {
      let guest = try #require(evening.holder[copy])
      try await evening.checkIn(copy, at: back)
      try await evening.undoReturn(of: copy, by: guest, at: back)
    }
  }

  /// Presents a card to the camera and records to the NFC reader, while a reader is killed; then the same records are
  /// returned.
  private func atTheReaders(_ evening: Evening, killing reader: String) async throws {
    let hub = evening.hub
    let items = try await hub.json("/api/v1/virtual-hardware")["items"].array
    let card = try #require(items.first { $0["kind"].text == "borrower" })
    let (id, title) = (try #require(card["id"].text), try #require(card["title"].text))
    let guest =
      evening.guests.firstIndex { $0.card == id } ?? evening.add(.init(id: "", name: title, shortName: title, card: id))
    func label(_ command: Command) -> String { "command-\(command.code.body)" }
    let records = try await tagged(hub, items).prefix(6)
    #expect(records.count == 6)
    try await evening.present(label(.checkout), "mode-changed")
    try await evening.present(id, "session-started")
    for (number, record) in records.enumerated() {
      try await evening.lend(tag: record.item, record.code, to: guest)
      guard number == 2 else { continue }
      let restarts = try #require(try await hub.reader(reader)["restarts"].int)
      try killReader(reader, of: hub)
      try await eventually(within: .seconds(60), "\(reader) back") {
        let seen = try await hub.reader(reader)
        return seen["state"].text == "ready" && (seen["restarts"].int ?? 0) > restarts
      }
    }
    try await evening.present(label(.end), "session-ended")
    try await evening.present(label(.return), "mode-changed")
    for record in records { try await evening.checkIn(tag: record.item, record.code) }
    try await hub.clear()
  }

  /// Returns the records on the table of which the library has a copy, by their tags.
  private func tagged(_ hub: HubUnderTest, _ items: [JSONValue]) async throws -> [(item: String, code: String)] {
    var found: [(item: String, code: String)] = []
    for item in items where item["kind"].text == "record" {
      guard let id = item["id"].text, found.count < 6 else { continue }
      let resolved = try await hub.json("/api/v1/resolve?symbology=tag%20UID&code=\(id.dropFirst("record-".count))")
      if let code = resolved["copy"]["code"].text { found.append((id, code)) }
    }
    return found
  }

  // MARK: - Accounts

  /// Checks that no session is open at any station, and that none shows a borrower.
  private func sessionsEnd(_ evening: Evening) async throws {
    try await eventually(within: .seconds(60), "the session of who went is over") {
      !(try await evening.hub.json("/api/v1/stations/kiosk-6")["session"].isThere)
    }
    let text = try await evening.hub.get("/api/v1/stations").text
    for guest in evening.guests { #expect(!text.contains(guest.shortName)) }
  }

  /// Checks that the open loans and their borrowers equal the independent account.
  private func theBooksBalance(_ evening: Evening) async throws {
    let open = try await evening.all("/api/v1/loans?state=open&limit=200")
    let expected = evening.lent - evening.returned - evening.loansUndone + evening.returnsUndone
    #expect(open.count == expected)
    #expect(evening.holder.count == expected)
    var reported: [String: String] = [:]
    for loan in open {
      if let code = loan["copy"]["code"].text { reported[code] = loan["borrower"]["shortName"].text ?? "nobody" }
    }
    #expect(reported == evening.holder.mapValues { evening.guests[$0].shortName })
  }

  /// Checks that each scanned code is one scan, with the reported outcome.
  private func everyScanIsThere(_ evening: Evening) async throws {
    var outcomes: [String: String] = [:]
    for scan in try await evening.all("/api/v1/scans?limit=200") {
      guard let id = scan["id"].text else { continue }
      #expect(outcomes[id] == nil, "\(id) is there twice")
      outcomes[id] = scan["outcome"]["code"].text
    }
    #expect(Set(evening.answers.map(\.id)).count == evening.answers.count)
    for answer in evening.answers { #expect(outcomes[answer.id.text] == answer.outcome) }
    #expect(outcomes.count == evening.answers.count + evening.presented)
  }

  /// Checks that no name and no card number is in the events, the history, the anonymised recording, or the output of
  /// the programs.
  private func noOneIsNamed(_ evening: Evening) async throws {
    let hub = evening.hub
    let newest = try #require(try await hub.json("/api/v1/scans?limit=1")["items"].array.first?["seq"].int)
    let ear = EventEar(hub.url, after: 0)
    #expect(await ear.wait { $0.json["scan"]["seq"].int == newest } != nil)
    let events = ear.all
    await ear.stop()
    #expect(events.map(\.id) == Array(1...events.count), "the journal has a gap")
    let recording = try await hub.get(
      "/api/v1/recording?names=no", headers: ["authorization": "Bearer \(try token(of: hub))"])
    #expect(recording.status == 200)
    let said = evening.logs + hub.hub.lines() + hub.hub.lines(on: .error)
    let texts = [
      ("the events", events.map { String(decoding: $0.data, as: UTF8.self) }.joined()),
      ("the history", try await hub.get("/api/v1/scans?limit=200").text),
      ("the recording", recording.text), ("what the hub printed", said.joined(separator: "\n")),
    ]
    for guest in evening.guests {
      let card = guest.card.split(separator: ":").last.map(String.init) ?? guest.card
      for (place, text) in texts {
        for secret in [guest.name, guest.shortName, card] where text.reports(secret) {
          Issue.record("\(place) reveals \(secret)")
        }
      }
    }
  }

  private func token(of hub: HubUnderTest) throws -> String {
    try String(contentsOfFile: hub.folder.path("admin-token"), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Checks the database itself: it is intact, no scan id occurs twice, and the journal has no gap.
  private func theRecordsAreWhole(_ evening: Evening) async throws {
    let hub = evening.hub
    hub.hub.signal(SIGTERM)
    _ = try await hub.hub.exit(within: .seconds(60))
    let database = try Database(
      path: hub.folder.path("data/deadwax.sqlite"), migrations: Migration.all, logger: .silent,
      newestSequence: EventJournal.newestSequence)
    defer { database.close() }
    let (check, orphans) = try database.read { reading -> (String?, [String]) in
      (
        try reading.first("PRAGMA integrity_check") { try $0.text(0) },
        try reading.all("PRAGMA foreign_key_check") { try $0.text(0) }
      )
    }
    #expect(check == "ok")
    #expect(orphans.isEmpty)
    func number(_ sql: String) throws -> Int? {
      try database.read { reading in try reading.first(sql) { Int(try $0.integer(0)) } }
    }
    let held = evening.answers.count + evening.presented
    #expect(try number("SELECT count(*) FROM scan") == held)
    #expect(try number("SELECT max(sequence) FROM scan") == held)
    #expect(try number("SELECT count(*) - max(id) FROM journal") == 0)
    #expect(try number("SELECT count(*) FROM loan WHERE returned_at IS NULL") == evening.holder.count)
    let closed = evening.returned - evening.returnsUndone
    #expect(try number("SELECT count(*) FROM loan WHERE returned_at IS NOT NULL") == closed)
  }
}

extension String {
  /// Returns true if the text contains the words as whole words, not only as a prefix of others.
  fileprivate func reports(_ words: String) -> Bool {
    ranges(of: words).contains { range in
      range.upperBound == endIndex || !(self[range.upperBound].isLetter || self[range.upperBound].isNumber)
    }
  }
}
