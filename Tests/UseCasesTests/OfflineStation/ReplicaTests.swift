import Deadwax
import Foundation
import Glibc
import Lending
import OfflineMerge
import OfflineStation
import Secrets
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

/// Tests of the replica that lets a station work offline.
@Suite(.timeLimit(.minutes(5)))
struct ReplicaTests {
  let shelf: CasesLibrary
  let bus: Station.Name

  init() throws {
    shelf = try CasesLibrary()
    bus = try #require(Station.Name("bus"))
  }

  private func replica() throws -> Replica {
    let made = try #require(try made())
    return try #require(Replica(bytes: try bytes(of: made)))
  }

  private let secret = KeySeal.secret(of: "dw_bus")

  private func made(
    secret: [UInt8]? = nil, unless known: (String) -> Bool = { _ in false }
  ) throws -> OfflineService.MadeReplica? {
    try shelf.offline.replica(for: bus, secret: secret ?? self.secret, unless: known) { language in
      ["recorded-offline": .init(title: language, detail: "")]
    }
  }

  /// The bytes sent to the station: the station's document, followed by the file.
  private func bytes(of made: OfflineService.MadeReplica) throws -> [UInt8] {
    let file = try #require(made.codes.file())
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: made.codes.count)
    #expect(pread(file, &bytes, bytes.count, 0) == bytes.count)
    return made.head + bytes
  }

  /// Looks up a scanned text, as a station does.
  private func standing(_ text: some CustomStringConvertible, _ symbology: Symbology, in replica: Replica) throws
    -> Replica.CachedStatus?
  {
    let key = try #require(Code.classify(text.description, symbology: symbology).key)
    let digestKey = try #require(KeySeal.open(replica.meta.sealedKey, with: secret))
    return replica.standing(of: Digest.of(Replica.text(of: key), key: digestKey).0)
  }

  @Test func `every code is known with its standing`() throws {
    try shelf.lend(0, to: 0)
    try shelf.hold(1, for: 1, isReady: true)
    try shelf.database.write { transaction in
      try transaction.bind(
        Code.Key(class: .tag, value: "04A2B3C4D5E680"), to: .copy(shelf.places.copies[CasesLibrary.alone].id))
      // A card with a commercial number.
      try transaction.bind(
        Code.Key(class: .text, value: "4006381333955"), to: .borrower(shelf.places.borrowers[0].id))
      var person = shelf.places.borrowers[1]
      person.expiresAt = transaction.now
      _ = try transaction.update(person)
      try transaction.recordChange(.bind)
    }
    try shelf.lend(2, to: CasesLibrary.small)
    let replica = try replica()
    func check(
      _ text: some CustomStringConvertible, _ wanted: Replica.CachedStatus?, _ symbology: Symbology = .code128
    ) throws {
      #expect(try standing(text, symbology, in: replica) == wanted, "\(text)")
    }
    try check(shelf.code(0), .copyOut)
    try check(shelf.code(1), .copyReady)
    try check(shelf.code(3), .copyIn)
    try check(shelf.code(CasesLibrary.reference), .copyNotForLoan)
    try check(shelf.code(CasesLibrary.missing), .copyIn)
    try check(CasesLibrary.shared, .several, .ean13)
    try check(CasesLibrary.twice, .several, .ean13)
    try check("4988029033147", .copyIn, .ean13)
    try check("0075679165923", .copyNotForLoan, .ean13)
    try check("04A2B3C4D5E680", .copyIn, .tagUID)
    try check("80E6D5C4B3A204", .copyIn, .tagUID)
    try check(shelf.places.cards[0], .card)
    try check("4006381333955", .card, .ean13)
    try check(shelf.places.cards[1], .cardExpired)
    try check(shelf.places.cards[CasesLibrary.blocked], .cardBlocked)
    try check(shelf.places.cards[CasesLibrary.small], .cardHindered)
    try check(shelf.places.slots[0], .place)
    try check("what is this", nil)
    // Both tags, that of the copy and that of a borrower, are found in both byte orders.
    #expect(replica.count == 9 + 6 + 4 + 5 + 2 + 4)
  }

  @Test func `it has the settings of library and station, and no names and no codes`() throws {
    try shelf.set(StationPolicy(home: .checkout, returnsInAuto: false, language: "de"), of: bus)
    try shelf.set("cards.patterns", "SCHOOL-*")
    try shelf.set("station.session-seconds", "77")
    let replica = try replica()
    let meta = replica.meta
    #expect(meta.station == bus && meta.home == .checkout && !meta.returnsInAuto && meta.language == "de")
    #expect(meta.cardPatterns == ["SCHOOL-*"] && meta.sessionSeconds == 77)
    #expect(meta.words == ["recorded-offline": .init(title: "de", detail: "")])
    #expect(meta.event == (try shelf.database.read { try $0.eventRange().newest }))
    let text = String(decoding: replica.bytes, as: UTF8.self)
    for secret in shelf.places.cards + shelf.places.borrowers.flatMap({ [$0.name, $0.shortName] }) {
      #expect(!text.contains(secret))
    }
    #expect(try self.replica().meta.sealedKey != meta.sealedKey)
  }

  @Test func `its version is another when something was changed, or an hour is over`() throws {
    let first = try #require(try made()?.version)
    #expect(try shelf.state(bus) == StationState(mode: .lookup))
    try shelf.scan("what is this", at: bus)
    #expect(try made { $0 == first } == nil)
    try shelf.lend(0, to: 0)
    let second = try #require(try made { $0 == first }?.version)
    #expect(second != first)
    shelf.advance(.seconds(3600))
    #expect(try made { $0 == second } != nil)
  }

  @Test func `the file reveals nothing without the station's token`() throws {
    let replica = try replica()
    #expect(KeySeal.open(replica.meta.sealedKey, with: KeySeal.secret(of: "dw_van")) == nil)
    // An attacker who guesses card numbers cannot verify them: neither with the seal nor with data that every hub has.
    for card in shelf.places.cards {
      let key = try #require(Code.classify(card, symbology: .code128).key)
      for guess in [Digest.ownKey, Array(replica.meta.sealedKey.utf8.prefix(64)), KeySeal.secret(of: "")] {
        #expect(replica.standing(of: Digest.of(Replica.text(of: key), key: guess).0) == nil)
      }
    }
    #expect(try standing(shelf.places.cards[0], .code128, in: replica) == .card)
  }

  @Test func `the codes are made once for all stations, and again after a change`() throws {
    let replicas = ReplicaCache(folder: shelf.folder.path)
    let offline = OfflineService(shelf.scans, replicas: replicas)
    func request(_ name: String) throws -> OfflineService.MadeReplica {
      let station = try #require(Station.Name(name))
      return try #require(
        try offline.replica(
          for: station, secret: KeySeal.secret(of: name), unless: { _ in false }, words: { _ in [:] }))
    }
    for name in ["a", "b", "c", "d", "e", "f"] { _ = try request(name) }
    #expect(replicas.buildCount == 1)
    // Each has a document of its own, with the same codes.
    let (one, two) = (try request("a"), try request("b"))
    #expect(one.head != two.head && one.codes.key == two.codes.key)
    #expect(try bytes(of: one).count > one.head.count)
    try shelf.lend(0, to: 0)
    let later = try request("a")
    #expect(replicas.buildCount == 2 && later.codes.key != one.codes.key)
    // A file that is still being read stays unchanged.
    #expect(try Replica(bytes: bytes(of: one)) != nil)
    // No named file remains.
    let names = try FileManager.default.contentsOfDirectory(atPath: shelf.folder.path)
    #expect(names.allSatisfy { !$0.contains("replica") }, "\(names)")
    // When the hub stops, a waiting caller gets the error at once.
    try shelf.lend(1, to: 0)
    replicas.stop()
    #expect(throws: StorageError.self) { try request("a") }
  }

  @Test func `a grade below the least condition is not for loan`() throws {
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
