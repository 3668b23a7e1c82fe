import Circulation
import Deadwax
import Desk
import Foundation
import Lanes
import Lending
import Storage
import TestSupport
import Testing

/// What was recorded happens again, bit for bit; and what was changed by hand is found.
@Suite(.timeLimit(.minutes(3)), .serialized, .ownThread)
struct ReplayTests {
  private func evening(_ seed: UInt64, steps: Int = 600) throws -> Shelf {
    let shelf = try Shelf()
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
      for card in shelf.places.cards + [Shelf.tagCard, Shelf.tagCardBackwards] { #expect(!text.contains(card)) }
      #expect(!text.contains("a reason") && !text.contains("a word"))
    }
  }

  @Test func `a card that is a tag goes out as another one, whatever was done with it, and replays the same`() throws {
    let shelf = try Shelf()
    func lay(_ uid: String) throws -> Outcome {
      try shelf.scan(
        uid, .tagUID,
        tag: PresentTag(
          uid: try #require(TagUID(uid)), kind: "NTAG213", capacity: 137, access: .writable, content: .own,
          code: OwnCode(.borrower, number: 1), reader: "nfc", station: .desk, since: .now()))
    }
    try shelf.order(.checkout)
    #expect(try lay(Shelf.tagCard).code == .sessionStarted)
    try shelf.order(.end)
    // It waits as a tag to be bound, is asked about, and stays open at the end, which is a beginning of what follows.
    try shelf.order(.bind)
    _ = try lay(Shelf.tagCardBackwards)
    try shelf.scan(shelf.code(Shelf.alone))
    shelf.advance(.seconds(2))
    let middle = shelf.clock.withLock { $0 }
    try shelf.act(.answer(true, reason: nil))
    _ = try lay(Shelf.tagCard)
    for from in [start, middle] {
      var lines: [String] = []
      try shelf.recording.export(from: from, until: Timestamp(milliseconds: .max), withNames: false) {
        lines.append($0)
      }
      let text = lines.joined(separator: "\n")
      for secret in [Shelf.tagCard, Shelf.tagCardBackwards, OwnCode(.borrower, number: 1).description] {
        #expect(!text.contains(secret), "\(secret) in \(lines.first { $0.contains(secret) } ?? "")")
      }
      let report = try shelf.recording.replay(lines)
      #expect(report.firstDifference == nil && report.events > 1)
    }
  }

  @Test func `a file has the rows that its time rests on, and no others, and replays the same`() throws {
    let shelf = try evening(34, steps: 250)
    // A house around it with which nothing happens.
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
    // So late that nobody takes back any more what was done before: that is in no file that begins here.
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
      // The one with the highest number, after which a new copy is numbered.
      #expect(strangers <= 2, "\(strangers)")
      #expect(lines.contains { $0.contains(#""title":"Title 0""#) })
      let report = try shelf.recording.replay(lines)
      #expect(report.events > 100 && report.firstDifference == nil)
    }
  }

  @Test func `a file of the schema before, and one of a schema to come, are told apart`() throws {
    let shelf = try evening(36, steps: 60)
    var lines: [String] = []
    try shelf.recording.export(from: start, until: Timestamp(milliseconds: .max), withNames: true) { lines.append($0) }
    let newest = try #require(Migration.all.last?.name)
    let header = try #require(lines.first)
    lines[0] = header.replacingOccurrences(of: newest, with: "0005-the-counter")
    #expect(try shelf.recording.replay(lines).firstDifference == nil)
    for schema in ["0004-kept-answers", "9999-to-come"] {
      lines[0] = header.replacingOccurrences(of: newest, with: schema)
      #expect(throws: CounterError.self) { try shelf.recording.replay(lines) }
    }
  }

  @Test func `where somebody was forgotten the recording begins anew`() throws {
    let shelf = try Shelf()
    try shelf.open(0)
    try shelf.scan(shelf.code(0))
    try shelf.order(.end)
    try shelf.order(.return)
    try shelf.scan(shelf.code(0))
    #expect(try shelf.database.erase(shelf.places.borrowers[0].id) != nil)
    #expect(throws: CounterError.self) { try shelf.recording.replay(from: start) }
    shelf.advance(.seconds(5))
    try shelf.open(1)
    try shelf.scan(shelf.code(0))
    let report = try shelf.recording.replay(from: shelf.clock.withLock { $0 })
    #expect(report.firstDifference == nil && report.events == 3)
  }

  @Test func `what is no recording is refused`() throws {
    let shelf = try Shelf()
    #expect(throws: CounterError.self) { try shelf.recording.replay(["{}"]) }
    #expect(throws: CounterError.self) { try shelf.recording.replay(["not json"]) }
    #expect(try shelf.recording.replay(from: Timestamp(milliseconds: .max - 1)).events == 0)
  }
}
