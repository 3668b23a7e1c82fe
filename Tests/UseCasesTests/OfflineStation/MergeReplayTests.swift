import Catalogue
import Deadwax
import History
import Lending
import OfflineStation
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

/// Tests that a merged journal replays bit for bit, together with all other events.
@Suite(.timeLimit(.minutes(10)), .serialized, .ownThread)
struct MergeReplayTests {
  private let start = Timestamp(milliseconds: 0)

  @Test func `an evening with a station that was offline replays to the same, and from a file without names, too`()
    throws
  {
    let seed: UInt64 = 41
    let shelf = try CasesLibrary()
    var evening = try RandomEvening(shelf, seed: seed)
    var random = SeededRandom(seed: seed)
    var bus = try SimulatedOfflineStation(shelf)
    for _ in 0..<4 {
      for _ in 0..<10 { bus.noteAnything(&random) }
      for _ in 0..<15 { evening.step() }
      evening.settle()
      try bus.report((bus.entries.count - 9)...bus.entries.count)
    }
    let report = try shelf.recording.replay(from: start)
    #expect(report.firstDifference == nil, "seed \(seed)")
    #expect(try shelf.count("recording", where: "kind = 'offline'") == 40)
    var lines: [String] = []
    try shelf.recording.export(from: start, until: Timestamp(milliseconds: .max), withNames: false) {
      lines.append($0)
    }
    #expect(try shelf.recording.replay(lines).firstDifference == nil, "seed \(seed)")
    for card in shelf.places.cards { #expect(!lines.contains { $0.contains(card) }) }
  }

  @Test func `a verdict that was changed by hand is found`() throws {
    let shelf = try CasesLibrary()
    var bus = try SimulatedOfflineStation(shelf)
    bus.note(.checkOut, shelf.code(0), card: CasesLibrary.blocked)
    try bus.report()
    #expect(try shelf.recording.replay(from: start).isEqual)
    try shelf.database.write { try $0.run("UPDATE recording SET rule = 'offline.applied' WHERE kind = 'offline'") }
    #expect(try shelf.recording.replay(from: start).firstDifference?.what == "rule")
  }
}

extension SimulatedOfflineStation {
  /// Records a random action of a person at a station, or a random scan of its readers.
  mutating func noteAnything(_ random: inout SeededRandom) {
    let copy = shelf.code(Int.random(in: 0..<shelf.places.copies.count, using: &random))
    let card = Int.random(in: 0..<shelf.places.cards.count, using: &random)
    let ago = Duration.seconds(Int.random(in: 0...600, using: &random))
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<9: note(.checkOut, copy, card: card, ago: ago)
    case 9..<14: note(.checkIn, copy, ago: ago)
    case 14: note(.renew, copy, card: card, ago: ago)
    case 15: note(.checkOut, CasesLibrary.shared, card: card, ago: ago, symbology: .ean13)
    case 16: note(.checkIn, CasesLibrary.twice, ago: ago, symbology: .ean13)
    case 17: note(.card, shelf.places.cards[card], ago: ago)
    case 18: note(.checkOut, "what is \(card)", card: card, ago: ago)
    default: note(.other, shelf.places.slots[0], ago: ago, displayed: .hubOffline)
    }
  }
}
