import Deadwax
import OfflineStation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct OfflineStateTests {
  private static let things: [ScannedObject] = [
    .copy, .other, .out, .notForLoan, .several, .card, .second, .hindered, .blocked, .expired, .place, .newCopy,
    .newCard, .formOfCard, .text, .barcode, .tag, .blank, .order(.checkout), .order(.return), .order(.renew),
    .order(.auto), .order(.lookup), .order(.end), .order(.undo), .order(.no),
    ScannedObject(text: "04A1B2C3D4E580", symbology: .tagUID, written: ScannedObject.second.text, standing: .card),
  ]

  @Test(arguments: [1, 20_261_120, 77] as [UInt64])
  func `every reading is one entry or a duplicate, in order, and no session is mixed with another`(
    seed: UInt64
  ) throws {
    print("offline sequences: seed \(seed)")
    var random = SeededRandom(seed: seed)
    var counter = OfflineStationUnderTest(.auto)
    var entries: [OfflineEntry] = []
    // An independent account of the session's owner, like that of a human observer.
    var card: String?
    for _ in 0..<4000 {
      let held = try #require(Self.things.randomElement(using: &random))
      let pause = Duration.milliseconds(Int.random(in: -500...30_000, using: &random))
      let long = Int.random(in: 0..<40, using: &random) == 0 ? Duration.seconds(100) : pause
      if long >= .seconds(90) { card = nil }
      let step = counter.hold(held, after: long)
      #expect((step.entry == nil) == (step.displayed.code == .duplicate))
      guard let entry = step.entry else { continue }
      entries.append(entry)
      if entry.act == .checkOut {
        #expect(entry.card != nil)
        #expect(entry.card == card, "lent to another card than the one that was shown")
      }
      if entry.act == .card, [.sessionStarted, .switchBorrower, .recordedOffline].contains(entry.displayed) {
        card = held.text
      } else if held.standing == .cardBlocked || held.standing == .cardExpired || entry.displayed == .sessionEnded
        || entry.displayed == .wrongKind
      {
        if ![Mode.lookup].contains(entry.mode), entry.displayed != .wrongKind || held.text != card { card = nil }
      } else if held == .order(.lookup) {
        card = nil
      }
      #expect(counter.state.session?.code == card)
    }
    #expect(entries.map(\.sequence) == (1...Int64(entries.count)).map { $0 })
    #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.at <= $1.at })
    #expect(Set(entries.map(\.id)).count == entries.count)
    #expect(entries.count > 3000)
  }

  @Test(arguments: [3, 9] as [UInt64])
  func `a restarted station continues in its earlier state`(seed: UInt64) throws {
    print("offline resuming: seed \(seed)")
    var random = SeededRandom(seed: seed)
    var counter = OfflineStationUnderTest(.auto)
    for _ in 0..<1500 {
      let held = try #require(Self.things.randomElement(using: &random))
      counter.hold(held, after: .seconds(Int.random(in: 4...60, using: &random)))
      let resumed = counter.machine.resumed(after: counter.entries, sequence: counter.state.sequence)
      #expect(resumed.mode == counter.state.mode)
      #expect(resumed.sequence == counter.state.sequence)
      #expect(resumed.last == counter.state.last)
      #expect(resumed.session?.code == counter.state.session?.code)
      #expect(resumed.session?.until == counter.state.session?.until)
      #expect(resumed.hasDiverged)
    }
    #expect(counter.machine.resumed(after: [], sequence: 8).sequence == 8)
  }

  @Test func `known responses remain known while the hub is away`() {
    var counter = OfflineStationUnderTest(.auto)
    func follow(_ held: ScannedObject, _ code: Outcome.Code, _ mode: Mode = .auto) {
      counter.now = counter.now + .seconds(5)
      counter.state = counter.machine.following(
        counter.state, held.reading(at: counter.now), standing: held.standing, outcome: Outcome(code, mode: mode),
        at: counter.now)
    }
    follow(.card, .sessionStarted)
    #expect(!counter.state.hasDiverged)
    #expect(counter.hold(.copy).entry?.card == ScannedObject.card.text)
    #expect(!counter.state.hasDiverged)
    var other = counter
    other.hold(.order(.return))
    #expect(other.state.hasNewMode && other.state.hasDiverged)
    other.state.forgetSession()
    #expect(!other.state.hasNewMode && !other.state.hasDiverged)
    // Another borrower's card: from here on the hub would check out to the borrower it last knew of.
    counter.hold(.second)
    #expect(counter.state.hasDiverged)
    follow(.second, .sessionEnded)
    #expect(counter.state.session == nil)
    follow(.order(.return), .modeChanged, .return)
    #expect(counter.hold(.copy).entry?.act == .checkIn)
    follow(.order(.checkout), .modeChanged, .checkout)
    follow(.card, .checkedOut, .checkout)
    #expect(counter.hold(.copy).entry?.card == ScannedObject.card.text)
    follow(.second, .pinNeeded, .checkout)
    #expect(counter.state.session == nil)
    // Seen by the other reader just when the station went offline.
    follow(.card, .sessionStarted, .checkout)
    follow(.out, .checkedOut, .checkout)
    #expect(counter.state.session?.code == ScannedObject.card.text)
    #expect(counter.hold(.out, after: .seconds(1)).displayed.code == .duplicate)
  }
}
