import Away
import Circulation
import Deadwax
import Desk
import Lanes
import Lending
import Secrets
import Storage
import TestSupport
import Testing

/// What a station is told, so that it can go on by itself.
@Suite(.timeLimit(.minutes(1)))
struct ReplicaTests {
  let shelf: Shelf
  let bus: Station.Name

  init() throws {
    shelf = try Shelf()
    bus = try #require(Station.Name("bus"))
  }

  private func replica() throws -> Replica {
    let made = try shelf.away.replica(for: bus) { language in ["recorded-away": .init(title: language, detail: "")] }
    return try #require(Replica(bytes: made.replica.bytes))
  }

  /// As a station asks for what was read.
  private func standing(_ text: some CustomStringConvertible, _ symbology: Symbology, in replica: Replica) throws
    -> Replica.Standing?
  {
    let key = try #require(Code.classify(text.description, symbology: symbology).key)
    return replica.standing(of: Digest.of(Replica.text(of: key, salt: replica.meta.salt)).0)
  }

  @Test func `every code is known with how things stand`() throws {
    try shelf.lend(0, to: 0)
    try shelf.hold(1, for: 1, isReady: true)
    try shelf.database.write { transaction in
      try transaction.bind(
        Code.Key(class: .tag, value: "04A2B3C4D5E680"), to: .copy(shelf.places.copies[Shelf.alone].id))
      // A card that carries a number of the trade.
      try transaction.bind(
        Code.Key(class: .text, value: "4006381333955"), to: .borrower(shelf.places.borrowers[0].id))
      var person = shelf.places.borrowers[1]
      person.expiresAt = transaction.now
      _ = try transaction.update(person)
      try transaction.recordChange(.bind)
    }
    try shelf.lend(2, to: Shelf.small)
    let replica = try replica()
    func check(
      _ text: some CustomStringConvertible, _ wanted: Replica.Standing?, _ symbology: Symbology = .code128
    ) throws {
      #expect(try standing(text, symbology, in: replica) == wanted, "\(text)")
    }
    try check(shelf.code(0), .copyOut)
    try check(shelf.code(1), .copyReady)
    try check(shelf.code(3), .copyIn)
    try check(shelf.code(Shelf.reference), .copyNotForLoan)
    try check(shelf.code(Shelf.missing), .copyIn)
    try check(Shelf.shared, .several, .ean13)
    try check(Shelf.twice, .several, .ean13)
    try check("4988029033147", .copyIn, .ean13)
    try check("0075679165923", .copyNotForLoan, .ean13)
    try check("04A2B3C4D5E680", .copyIn, .tagUID)
    try check("80E6D5C4B3A204", .copyIn, .tagUID)
    try check(shelf.places.cards[0], .card)
    try check("4006381333955", .card, .ean13)
    try check(shelf.places.cards[1], .cardExpired)
    try check(shelf.places.cards[Shelf.blocked], .cardBlocked)
    try check(shelf.places.cards[Shelf.small], .cardHindered)
    try check(shelf.places.slots[0], .place)
    try check("what is this", nil)
    // Both tags, that of the copy and that of a borrower, are known forwards and backwards.
    #expect(replica.count == 9 + 6 + 4 + 5 + 2 + 4)
  }

  @Test func `the rules of the house and of the station come with it, and no name and no code does`() throws {
    try shelf.set(StationPolicy(home: .checkout, returnsInAuto: false, language: "de"), of: bus)
    try shelf.set("cards.patterns", "SCHOOL-*")
    try shelf.set("desk.session-seconds", "77")
    let replica = try replica()
    let meta = replica.meta
    #expect(meta.station == bus && meta.home == .checkout && !meta.returnsInAuto && meta.language == "de")
    #expect(meta.cardPatterns == ["SCHOOL-*"] && meta.sessionSeconds == 77 && meta.salt.utf8.count == 32)
    #expect(meta.words == ["recorded-away": .init(title: "de", detail: "")])
    #expect(meta.event == (try shelf.database.read { try $0.eventRange().newest }))
    let text = String(decoding: replica.bytes, as: UTF8.self)
    for secret in shelf.places.cards + shelf.places.borrowers.flatMap({ [$0.name, $0.shortName] }) {
      #expect(!text.contains(secret))
    }
    #expect(try self.replica().meta.salt != meta.salt)
  }

  @Test func `its version is another when something was changed, or an hour is over`() throws {
    let first = try shelf.away.replicaVersion(for: bus)
    #expect(try shelf.state(bus) == StationState(mode: .lookup))
    try shelf.scan("what is this", at: bus)
    #expect(try shelf.away.replicaVersion(for: bus) == first)
    try shelf.lend(0, to: 0)
    let second = try shelf.away.replicaVersion(for: bus)
    #expect(second != first)
    shelf.advance(.seconds(3600))
    #expect(try shelf.away.replicaVersion(for: bus) != second)
  }

  @Test func `a grade below what the house lends is not for loan`() throws {
    try shelf.set("limits.least-condition", "VG")
    try shelf.database.write { transaction in
      try transaction.grade(shelf.places.copies[0].id, media: "G")
      try transaction.grade(shelf.places.copies[1].id, media: "NM")
      try transaction.recordChange(.condition)
    }
    let replica = try replica()
    #expect(try standing(shelf.code(0), .code128, in: replica) == .copyNotForLoan)
    #expect(try standing(shelf.code(1), .code128, in: replica) == .copyIn)
  }
}
