import Deadwax
import Execution
import Foundation
import History
import Lending
import LendingTestSupport
import Log
import Staff
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

/// Tests that a recording replays bit for bit, and that a manual change of it is detected.
@Suite(.timeLimit(.minutes(15)), .serialized, .ownThread)
struct ReplayTests {
  private func evening(_ seed: UInt64, steps: Int = 600) throws -> CasesLibrary {
    let shelf = try CasesLibrary()
    var evening = try RandomEvening(shelf, seed: seed)
    for _ in 0..<steps { evening.step() }
    evening.settle()
    #expect(evening.faults.isEmpty, "seed \(seed): \(evening.faults.prefix(3))")
    return shelf
  }

  private let start = Timestamp(milliseconds: 0)

  @Test(arguments: [UInt64](21...26))
  func `an evening replays to the same states, outcomes and rows`(seed: UInt64) throws {
    let shelf = try evening(seed)
    let report = try shelf.recording.replay(from: start)
    #expect(report.firstDifference == nil, "seed \(seed)")
    #expect(report.events > 500 && report.outcomes > 300 && report.rows > 200, "seed \(seed): \(report)")
  }

  @Test func `a part of an evening replays from where it began`() throws {
    let shelf = try evening(27, steps: 300)
    let middle = shelf.clock.withLock { $0 }
    shelf.advance(.seconds(1))
    var later = try RandomEvening(shelf, seed: 28)
    for _ in 0..<200 { later.step() }
    later.settle()
    let report = try shelf.recording.replay(from: middle + .milliseconds(1))
    #expect(report.firstDifference == nil)
    #expect(report.events > 100)
  }

  @Test func `a row that was changed by hand is found`() throws {
    let shelf = try evening(29)
    try shelf.database.write { transaction in
      try transaction.run("UPDATE loan SET due_at = due_at + 1 WHERE id = (SELECT min(id) FROM loan)")
    }
    let difference = try #require(try shelf.recording.replay(from: start).firstDifference)
    #expect(difference.what.hasPrefix("loan "))
    #expect(difference.recorded != difference.replayed)
  }

  @Test func `an outcome and a state that were changed by hand are found, with their place`() throws {
    let shelf = try evening(30, steps: 200)
    try shelf.database.write { transaction in
      try transaction.run(
        """
        UPDATE recording SET outcome = replace(outcome, '"code":"', '"code":"not-') WHERE sequence = (
          SELECT min(sequence) FROM recording WHERE kind = 'reading' AND sequence > 40)
        """)
    }
    let difference = try #require(try shelf.recording.replay(from: start).firstDifference)
    #expect(difference.what == "outcome" && (difference.sequence ?? 0) > 40)
  }

  @Test(arguments: [UInt64](31...33))
  func `a recording in a file replays elsewhere, with names and without`(seed: UInt64) throws {
    let shelf = try evening(seed, steps: 300)
    for withNames in [true, false] {
      var lines: [String] = []
      try shelf.recording.export(from: start, until: Timestamp(milliseconds: .max), withNames: withNames) {
        lines.append($0)
      }
      let report = try shelf.recording.replay(lines)
      #expect(report.firstDifference == nil, "seed \(seed), names \(withNames)")
      #expect(report.events > 200)
      guard !withNames else { continue }
      let text = lines.joined(separator: "\n")
      for borrower in shelf.places.borrowers {
        #expect(!text.contains(borrower.name) && !text.contains(borrower.shortName))
        #expect(!text.contains(borrower.email ?? borrower.name))
      }
      for card in shelf.places.cards + [CasesLibrary.tagCard, CasesLibrary.tagCardBackwards] {
        #expect(!text.contains(card))
      }
      #expect(!text.contains("a reason") && !text.contains("a word"))
    }
  }

  @Test func `a pile replays without names, and no name that a person gave to its crate goes out`() throws {
    let shelf = try CasesLibrary()
    try shelf.order(.collect)
    #expect(try shelf.scan(shelf.code(0).description).code == .collected)
    let names = ["For Ada Lovelace", "2026-11-20 09:05 ada-lovelace"]
    for name in names {
      try shelf.database.write { transaction in
        var crate = try #require(try transaction.crates(after: nil, holding: nil, limit: 1).first).crate
        crate.name = name
        try transaction.update(crate)
        try transaction.recordChange(.crate, by: "test")
      }
    }
    #expect(try shelf.scan(shelf.code(3).description).code == .collected)
    var lines: [String] = []
    try shelf.recording.export(from: start, until: Timestamp(milliseconds: .max), withNames: false) {
      lines.append($0)
    }
    let text = lines.joined(separator: "\n")
    #expect(!text.contains("Lovelace") && !text.contains("lovelace"))
    #expect(try shelf.recording.replay(lines).firstDifference == nil)
  }

  @Test func `a card that is a tag goes out as another one, whatever was done with it, and replays the same`() throws {
    let shelf = try CasesLibrary()
    func lay(_ uid: String) throws -> Outcome {
      try shelf.scan(
        uid, .tagUID,
        tag: PresentTag(
          uid: try #require(TagID(uid)), kind: "NTAG213", capacity: 137, access: .writable, content: .own,
          code: OwnCode(.borrower, number: 1), reader: "nfc", station: .hubStation, since: .now()))
    }
    try shelf.order(.checkout)
    #expect(try lay(CasesLibrary.tagCard).code == .sessionStarted)
    try shelf.order(.end)
    // The tag waits to be bound, causes a prompt, and stays pending at the end, where the next part begins.
    try shelf.order(.bind)
    _ = try lay(CasesLibrary.tagCardBackwards)
    try shelf.scan(shelf.code(CasesLibrary.alone))
    shelf.advance(.seconds(2))
    let middle = shelf.clock.withLock { $0 }
    try shelf.act(.answer(true, reason: nil))
    _ = try lay(CasesLibrary.tagCard)
    for from in [start, middle] {
      var lines: [String] = []
      try shelf.recording.export(from: from, until: Timestamp(milliseconds: .max), withNames: false) {
        lines.append($0)
      }
      let text = lines.joined(separator: "\n")
      for secret in [CasesLibrary.tagCard, CasesLibrary.tagCardBackwards, OwnCode(.borrower, number: 1).description] {
        #expect(!text.contains(secret), "\(secret) in \(lines.first { $0.contains(secret) } ?? "")")
      }
      let report = try shelf.recording.replay(lines)
      #expect(report.firstDifference == nil && report.events > 1)
    }
  }

  @Test func `a file has the rows that its time rests on, and no others, and replays the same`() throws {
    let shelf = try evening(34, steps: 250)
    // Records of the library that no event refers to.
    try shelf.database.write { transaction in
      for number in 100..<400 {
        let release = Release(
          id: transaction.newID(), status: .manual, medium: .cd, title: "Elsewhere \(number)", artist: "Nobody")
        try transaction.insert(release)
        let copy = Copy(
          id: transaction.newID(), release: release.id, number: number, code: OwnCode(.copy, number: UInt64(number)),
          addedAt: transaction.now)
        try transaction.insert(copy)
        try transaction.insert(
          Borrower(id: transaction.newID(), name: "Stranger \(number)", shortName: "S \(number)"))
      }
      try transaction.recordChange(.add)
    }
    // So late that no earlier change can still be undone: such changes are not in a file that begins here.
    shelf.advance(.seconds(700))
    let middle = shelf.clock.withLock { $0 }
    var later = try RandomEvening(shelf, seed: 35)
    for _ in 0..<250 { later.step() }
    later.settle()
    for withNames in [true, false] {
      var lines: [String] = []
      try shelf.recording.export(from: middle, until: Timestamp(milliseconds: .max), withNames: withNames) {
        lines.append($0)
      }
      let strangers = lines.count { $0.contains("Stranger ") || $0.contains("Elsewhere ") }
      // The one with the highest number, from which the number of a new copy follows.
      #expect(strangers <= 2, "\(strangers)")
      #expect(lines.contains { $0.contains(#""title":"Title 0""#) })
      let report = try shelf.recording.replay(lines)
      #expect(report.events > 100 && report.firstDifference == nil)
    }
  }

  @Test func `a file of an earlier schema and one of a later schema are distinguished`() throws {
    let shelf = try evening(36, steps: 60)
    var lines: [String] = []
    try shelf.recording.export(from: start, until: Timestamp(milliseconds: .max), withNames: true) { lines.append($0) }
    let newest = try #require(Migration.all.last?.name)
    let header = try #require(lines.first)
    lines[0] = header.replacingOccurrences(of: newest, with: "0005-the-counter")
    #expect(try shelf.recording.replay(sealed(lines)).firstDifference == nil)
    for schema in ["0004-kept-answers", "9999-to-come"] {
      lines[0] = sealed([header.replacingOccurrences(of: newest, with: schema)] + lines.dropFirst())[0]
      #expect(throws: StaffError.self) { try shelf.recording.replay(sealed(lines)) }
    }
  }

  /// Returns the lines with a matching digest.
  private func sealed(_ lines: [String]) -> [String] {
    var digest = RecordingDigest()
    for line in lines.dropLast() { digest.add(line) }
    return lines.dropLast() + [digest.line]
  }

  @Test func `any byte of a file that is another one is found, also in what staff did`() throws {
    let shelf = try evening(37, steps: 40)
    var lines: [String] = []
    try shelf.recording.export(from: start, until: Timestamp(milliseconds: .max), withNames: true) { lines.append($0) }
    let whole = Array(lines.joined(separator: "\n").utf8) + [0x0A]
    func replay(_ bytes: [UInt8]) throws -> ReplayReport {
      try shelf.recording.replay(bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) })
    }
    #expect(try replay(whole).firstDifference == nil)
    var random = SeededRandom(seed: 37)
    for _ in 0..<400 {
      var bytes = whole
      let at = Int(random.next() % UInt64(bytes.count - 1))
      bytes[at] = bytes[at] ^ UInt8(1 << (random.next() % 8))
      #expect(throws: StaffError.self, "byte \(at)") { try replay(bytes) }
    }
    // A missing line, also the last one, and lines in another order.
    #expect(throws: StaffError.self) { try shelf.recording.replay(Array(lines.dropLast())) }
    #expect(throws: StaffError.self) { try shelf.recording.replay(lines.filter { $0 != lines[5] }) }
    var swapped = lines
    swapped.swapAt(3, 4)
    #expect(throws: StaffError.self) { try shelf.recording.replay(swapped) }
  }

  @Test func `an action of staff replays only from the same facts`() throws {
    let shelf = try CasesLibrary()
    let counter = StaffOperations(database: shelf.database, logger: .silent, zones: SampleZones(), published: {})
    try shelf.order(.checkout)
    let grace = try counter.borrowers.enrol(Borrowers.Enrolment(name: "Grace Hopper", card: "GH-1"), by: nil)
    _ = try counter.borrowers.block(grace.borrower.id, reason: "lost a box", ifVersion: nil, by: nil)
    try shelf.order(.return)
    #expect(try shelf.recording.replay(from: start).firstDifference == nil)
    try shelf.database.write { transaction in
      try transaction.run(
        """
        UPDATE change_row SET before = json_set(before, '$.note', 'of the mayor')
        WHERE table_name = 'borrower' AND before IS NOT NULL
        """)
    }
    #expect(try shelf.recording.replay(from: start).firstDifference != nil)
  }

  /// Numbers that a library may use on its cards, and that also occur as commercial barcodes.
  @Test(arguments: ["4012345678901", "036000291452", "96385074", "4012345678902"])
  func `a card that reads as a barcode goes out as another one, also where it was scanned before it was a card`(
    _ number: String
  ) throws {
    let shelf = try CasesLibrary()
    let forms: [(Command, Symbology)] = [
      (.lookup, .typed), (.add, .ean13), (.checkout, .upcA), (.add, .typed), (.return, .code128),
    ]
    for (mode, symbology) in forms {
      try shelf.order(mode)
      try shelf.scan(number, symbology)
      try shelf.order(.end)
    }
    let counter = StaffOperations(database: shelf.database, logger: .silent, zones: SampleZones(), published: {})
    _ = try counter.borrowers.enrol(Borrowers.Enrolment(name: "Grace Hopper", card: number), by: nil)
    try shelf.order(.checkout)
    try shelf.scan(number)
    try shelf.scan(shelf.code(0))
    try shelf.order(.end)
    var lines: [String] = []
    try shelf.recording.export(from: start, until: Timestamp(milliseconds: .max), withNames: false) { lines.append($0) }
    for line in lines { #expect(!line.contains(number), "\(line.prefix(600))") }
    let report = try shelf.recording.replay(lines)
    #expect(report.firstDifference == nil && report.events > 10)
  }

  @Test func `after an erasure the recording begins again`() throws {
    let shelf = try CasesLibrary()
    try shelf.open(0)
    try shelf.scan(shelf.code(0))
    try shelf.order(.end)
    try shelf.order(.return)
    try shelf.scan(shelf.code(0))
    #expect(try shelf.database.erase(shelf.places.borrowers[0].id) != nil)
    #expect(throws: StaffError.self) { try shelf.recording.replay(from: start) }
    shelf.advance(.seconds(5))
    try shelf.open(1)
    try shelf.scan(shelf.code(0))
    let report = try shelf.recording.replay(from: shelf.clock.withLock { $0 })
    #expect(report.firstDifference == nil && report.events == 3)
  }

  @Test func `a file that is not a recording is refused`() throws {
    let shelf = try CasesLibrary()
    #expect(throws: StaffError.self) { try shelf.recording.replay(["{}"]) }
    #expect(throws: StaffError.self) { try shelf.recording.replay(["not json"]) }
    #expect(try shelf.recording.replay(from: Timestamp(milliseconds: .max - 1)).events == 0)
  }
}
