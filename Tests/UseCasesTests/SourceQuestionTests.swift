import Catalogue
import Deadwax
import History
import Lending
import Scanning
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

/// Tests of the question at a station that finds the record of a release, with a real database.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct SourceQuestionTests {
  private let shelf: CasesLibrary
  private let barcodes = ["5018775901236", "0074646963524", "4006680031019"]

  init() throws { shelf = try CasesLibrary() }

  /// Adds a copy by a barcode that is new to the library.
  @discardableResult
  private func add(_ barcode: Int = 0) throws -> Release.ID {
    let added = try shelf.scan(barcodes[barcode], .ean13)
    #expect(added.code == .addedUnresolved)
    return try #require(added.release)
  }

  /// Stores the records that a look-up has found, and informs the stations.
  private func find(_ records: [LookupCandidate], of release: Release.ID) throws {
    try shelf.database.write { try $0.store(records, of: release) }
    shelf.scans.lookedUp(release)
    // The operation that follows in the queue has the announced one before it.
    try shelf.act(.timer)
  }

  private func tick() throws {
    shelf.scans.tick(at: shelf.clock.withLock { $0 })
    // The operation that follows in the queue has those of the tick before it.
    try shelf.act(.timer)
  }

  private static func record(
    _ id: Int, country: String? = nil, year: Int? = nil, number: String? = nil
  ) -> LookupCandidate {
    LookupCandidate(
      sourceID: String(id), title: "Artist - Title", country: country, year: year, catalogNumber: number, formats: "CD",
      note: nil, matrix: [], reason: nil)
  }

  /// Four records, which two questions split.
  private static let four = [
    record(11, country: "UK", year: 1991), record(12, country: "UK", year: 1994),
    record(13, country: "Japan", year: 1991), record(14, country: "Japan", year: 1994),
  ]

  private func choice(_ barcode: Int = 0) throws -> String? {
    let gtin = try #require(GTIN(key: barcodes[barcode]))
    return try shelf.database.read { try $0.sourceChoice(of: gtin) }
  }

  private func open() throws -> PendingChoice? { try shelf.state().stage.choosing }

  private func expectReplay() throws {
    #expect(try shelf.recording.replay(from: Timestamp(milliseconds: 0)).firstDifference == nil)
  }

  @Test func `two answers choose one of four records, and an undo takes it back`() throws {
    try shelf.order(.add)
    let release = try add()
    let copy = try #require(try shelf.state().hand?.copy)
    try find(Self.four, of: release)
    let first = try #require(try shelf.view().choosing)
    #expect(first.choosing.code == .chooseSource && first.choosing.source?.count == 4)
    #expect(first.lines.map(\.title) == ["UK", "Japan", "unknown"])
    #expect(try shelf.order(.choice2).code == .chooseSource)
    #expect(try shelf.view().choosing?.lines.map(\.title) == ["1991", "1994", "unknown"])
    #expect(try choice() == nil)
    let chosen = try shelf.act(.pick(2)).outcome
    #expect(chosen?.code == .sourceChosen && chosen?.release == release && chosen?.copy == copy)
    #expect(try choice() == "14")
    #expect(try shelf.count("lookup_job", where: "kind = 'release' AND source_id = '14' AND state = 'pending'") == 1)
    // The copy is still in hand, for its slot, label or tag.
    #expect(try shelf.state().hand?.copy == copy)
    #expect(try shelf.order(.undo).code == .undone)
    #expect(try choice() == nil)
    #expect(try shelf.order(.undo).code == .redone)
    #expect(try choice() == "14")
    try expectReplay()
  }

  @Test func `a label of the mode label follows the choice`() throws {
    try shelf.order(.add)
    try find(Self.four, of: try add())
    try shelf.order(.choice1)
    #expect(try shelf.order(.choice1).code == .sourceChosen)
    #expect(try choice() == "11")
    let copy = try #require(try shelf.view().hand?.copy)
    try shelf.order(.label)
    #expect(try shelf.scan(copy.code).code == .labelQueued)
  }

  @Test func `an unknown answer asks for another feature, and nothing is chosen when none is left`() throws {
    try shelf.order(.add)
    try find(Self.four, of: try add())
    #expect(try open()?.source?.feature == "country")
    try shelf.order(.choice3)
    #expect(try open()?.source?.feature == "year")
    #expect(try shelf.order(.choice3).code == .chooseSource)
    // No question splits them now, so the records themselves are listed.
    let list = try #require(try shelf.view().choosing)
    #expect(list.choosing.source?.feature == nil && list.lines.count == 5)
    #expect(try shelf.order(.choice5).code == .declined)
    #expect(try choice() == nil && open() == nil)
    try expectReplay()
  }

  @Test func `more than nine records are listed in pages`() throws {
    try shelf.order(.add)
    try find((1...17).map { Self.record($0) }, of: try add())
    let first = try #require(try shelf.view().choosing)
    #expect(first.lines.map(\.number) == Array(1...9))
    #expect(first.lines.map(\.choice).suffix(2) == [.act(.more), .act(.unknown)])
    for page in [[8, 14], [15, 17], [1, 7], [8, 14]] {
      try shelf.order(try open()?.source?.displayed.count == 3 ? .choice4 : .choice8)
      let displayed = try #require(try open()?.source?.displayed)
      #expect([displayed.lowerBound + 1, displayed.upperBound] == page)
    }
    #expect(try shelf.order(.choice2).code == .sourceChosen)
    #expect(try choice() == "9")
    try expectReplay()
  }

  @Test func `a late answer of the catalogue takes the screen from nothing else`() throws {
    try shelf.order(.add)
    let release = try add()
    // Another copy is in hand.
    try add(1)
    try find(Self.four, of: release)
    #expect(try open() == nil)
    // Another prompt is open.
    try shelf.scan(shelf.code(0))
    #expect(try shelf.scan(CasesLibrary.shared, .ean13).code == .copyExists)
    try find(Self.four, of: release)
    #expect(try shelf.state().stage.confirming != nil)
    // A session is open.
    try shelf.open(0)
    try find(Self.four, of: release)
    #expect(try shelf.state().stage == .idle && shelf.state().session != nil)
    #expect(try shelf.scan(shelf.code(0)).code == .checkedOut)
    try expectReplay()
  }

  @Test func `another scan goes on, and a scan of the barcode in look-up asks again`() throws {
    try shelf.order(.add)
    let release = try add()
    try find(Self.four, of: release)
    #expect(try open() != nil)
    let next = try shelf.scan(barcodes[1], .ean13)
    #expect(next.code == .addedUnresolved && next.facts.notes.contains(.declined))
    #expect(try open() == nil && choice() == nil)
    try shelf.order(.lookup)
    #expect(try shelf.scan(barcodes[0], .ean13).code == .chooseSource)
    #expect(try shelf.order(.end).code == .sessionEnded)
    // The copy's own code only shows it.
    let copy = try #require(try shelf.database.read { try $0.copies(of: release) }.first)
    #expect(try shelf.scan(copy.code).code == .found)
    try shelf.scan(barcodes[0], .ean13)
    try shelf.order(.choice1)
    #expect(try shelf.order(.choice2).code == .sourceChosen)
    #expect(try choice() == "12")
    // What a person chose is not asked again.
    #expect(try shelf.scan(barcodes[0], .ean13).code == .found)
    try expectReplay()
  }

  @Test func `an undo reverses the last answer, and at the first question the addition`() throws {
    try shelf.order(.add)
    let release = try add()
    try find(Self.four, of: release)
    try shelf.order(.choice2)
    #expect(try open()?.source?.answers == [2])
    #expect(try shelf.order(.undo).code == .chooseSource)
    #expect(try open()?.source?.feature == "country" && open()?.source?.count == 4)
    try shelf.order(.choice1)
    #expect(try shelf.act(.undo).outcome?.code == .chooseSource)
    try shelf.order(.choice1)
    #expect(try shelf.order(.choice1).code == .sourceChosen)
    #expect(try choice() == "11")
    #expect(try shelf.order(.undo).code == .undone)
    try shelf.order(.lookup)
    try shelf.scan(barcodes[0], .ean13)
    #expect(try open()?.source?.answers == [])
    // Nothing was answered, so the newest change of the station is brought back: the choice.
    #expect(try shelf.order(.undo).code == .redone)
    #expect(try choice() == "11" && open() == nil)
    try expectReplay()
  }

  @Test func `a reading of a number that is reported twice is one answer`() throws {
    try shelf.order(.add)
    try find(Self.four, of: try add())
    let now = shelf.clock.withLock { $0 }
    let reading = Reading(id: .new(at: now), at: now, symbology: .qr, text: Command.choice2.code.description)
    #expect(try !shelf.send(reading).isRepeat)
    #expect(try shelf.send(reading).isRepeat)
    #expect(try open()?.source?.answers == [2] && choice() == nil)
    try expectReplay()
  }

  @Test func `a question that another station has decided closes, and its answer chooses nothing`() throws {
    let other = try #require(Station.Name("second"))
    try shelf.order(.add)
    let release = try add()
    try find(Self.four, of: release)
    try shelf.order(.lookup, at: other)
    #expect(try shelf.scan(barcodes[0], .ean13, at: other).code == .chooseSource)
    try shelf.order(.choice1)
    #expect(try shelf.order(.choice2).code == .sourceChosen)
    #expect(try choice() == "12")
    // Before the next tick it is still open.
    #expect(try shelf.state(other).stage.choosing != nil)
    #expect(try shelf.act(.pick(1), at: other).outcome?.code == .changedSince)
    #expect(try choice() == "12" && shelf.state(other).stage == .idle)
    try expectReplay()
  }

  @Test func `the next tick closes a question that a person has decided on a page, and keeps the others`() throws {
    try shelf.order(.add)
    let release = try add()
    try find(Self.four, of: release)
    try shelf.order(.choice1)
    try tick()
    #expect(try open()?.source?.answers == [1])
    let gtin = try #require(GTIN(key: barcodes[0]))
    try shelf.database.write { transaction in
      _ = try transaction.choose("13", of: gtin, for: release)
      try transaction.recordChange(.source)
    }
    try tick()
    #expect(try open() == nil && shelf.state().mode == .add && choice() == "13")
    try tick()
    #expect(try choice() == "13")
    try expectReplay()
  }

  @Test func `another question follows if another look-up has replaced the records`() throws {
    try shelf.order(.add)
    let release = try add()
    try find(Self.four, of: release)
    try shelf.order(.choice2)
    let others = [Self.record(21, country: "France"), Self.record(22, country: "Italy")]
    try shelf.database.write { try $0.store(others, of: release) }
    try tick()
    #expect(try shelf.view().choosing?.lines.map(\.title) == ["France", "Italy", "unknown"])
    #expect(try open()?.source?.answers == [])
    #expect(try shelf.order(.choice2).code == .sourceChosen)
    #expect(try choice() == "22")
    try expectReplay()
  }

  @Test func `a question without an answer ends by itself, and the release stays in the inbox`() throws {
    try shelf.order(.add)
    let release = try add()
    try find(Self.four, of: release)
    try shelf.order(.choice1)
    shelf.advance(.seconds(31))
    try tick()
    #expect(try open() == nil && choice() == nil)
    let catalogue = Catalogue(database: shelf.database)
    #expect(try catalogue.undecidedReleases(cursor: nil, limit: 10).items.map(\.release.id) == [release])
    // An answer that comes too late chooses nothing.
    #expect(try shelf.order(.choice1).code == .choiceInvalid)
    #expect(try choice() == nil)
    try expectReplay()
  }

  @Test func `a record that another look-up has dropped is not chosen`() throws {
    try shelf.order(.add)
    let release = try add()
    try find(Self.four, of: release)
    try shelf.order(.choice1)
    try shelf.database.write { try $0.store([Self.record(99)], of: release) }
    #expect(try shelf.order(.choice1).code == .changedSince)
    #expect(try choice() == nil && open() == nil)
    try expectReplay()
  }

  @Test func `a self-service station is not asked`() throws {
    try shelf.set(StationPolicy(home: .add, isSelfService: true), of: .hubStation)
    try shelf.order(.add)
    try find(Self.four, of: try add())
    #expect(try open() == nil)
  }

  @Test(arguments: [UInt64](1...20))
  func `no order of scans, late look-ups and answers chooses a wrong record or loses a copy`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try shelf.order(.add)
    let copies = try shelf.count("copy")
    var added: [Int: Release.ID] = [:]
    var count = 0
    for _ in 0..<60 {
      let barcode = Int.random(in: 0..<barcodes.count, using: &random)
      let before = try open()?.source
      let choices = try barcodes.indices.map { try choice($0) }
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        let outcome = try shelf.scan(barcodes[barcode], .ean13)
        if outcome.code == .addedUnresolved || outcome.code == .added { count += 1 }
        if outcome.code == .addedUnresolved { added[barcode] = outcome.release }
      case 2: if let release = added[barcode] { try find(Self.four, of: release) }
      case 3: try shelf.order(Bool.random(using: &random) ? .add : .lookup)
      case 4: try shelf.order(.end)
      default:
        let number = Int.random(in: 1...4, using: &random)
        let position = number - 1
        let outcome = try #require(try shelf.act(.pick(number)).outcome)
        guard outcome.code == .sourceChosen else { break }
        let question = try #require(before)
        let release = try #require(added.first { $0.value == question.release })
        #expect(try choice(release.key) == question.choices[position].source)
        // The record fits all answers that were given.
        let fits = try AlternativeDialogue(
          after: question.answers + [number], about: Self.four.map { Alternative($0, isCurrent: false) })
        #expect(try fits.remaining.map(\.id) == [choice(release.key)])
        for other in barcodes.indices where other != release.key { #expect(try choice(other) == choices[other]) }
        continue
      }
      #expect(try barcodes.indices.map { try choice($0) } == choices, "seed \(seed)")
    }
    #expect(try shelf.count("copy") == copies + count, "seed \(seed)")
    try expectReplay()
  }
}
