import Deadwax
import Lending
import Scanning
import Storage
import Testing
import Threads

@Suite(.timeLimit(.minutes(10)))
struct ScanServiceTests {
  let library: SmallLibrary

  init() throws { library = try SmallLibrary() }

  @Test func `a copy is lent, refused to another, returned and shelved; a second copy is refused in that slot`() throws
  {
    try library.switchTo(.checkout)
    #expect(try library.scan(library.cards[0]).outcome.code == .sessionStarted)
    #expect(try library.scan(library.copies[0]).outcome.code == .checkedOut)
    #expect(try library.scan(library.cards[1]).outcome.code == .switchBorrower)
    #expect(try library.scan(library.copies[0]).outcome.code == .onLoanElsewhere)
    #expect(try library.count("loan", where: "returned_at IS NULL") == 1)

    try library.switchTo(.end)
    try library.switchTo(.return)
    let back = try library.scan(library.copies[0]).outcome
    #expect(back.code == .returned)
    let again = try library.scan(library.copies[0]).outcome
    #expect(again.code == .duplicate)
    #expect(try library.count("loan", where: "returned_at IS NULL") == 0)

    try library.switchTo(.shelve)
    #expect(try library.scan(library.copies[0]).outcome.code == .slotNeeded)
    let shelved = try library.scan(library.slots[0])
    #expect(shelved.outcome.code == .shelved)
    #expect(shelved.outcome.location?.text == "Shelf 1, slot 1")
    #expect(try library.scan(library.slots[0]).outcome.code == .copyNeeded)
    #expect(try library.scan(library.copies[1]).outcome.code == .slotOccupied)
    #expect(try library.scan(library.slots[1]).outcome.code == .shelved)
    #expect(try library.count("copy", where: "slot_id IS NOT NULL") == 2)
  }

  @Test func `every scan is one row with one outcome, one event, and its change`() throws {
    try library.switchTo(.checkout)
    try library.scan(library.cards[0])
    let lent = try library.scan(library.copies[0])
    #expect(try library.count("scan") == 3)
    #expect(try library.count("journal", where: "kind = 'scan.recorded'") == 3)
    #expect(try library.count("journal", where: "kind = 'loan.opened'") == 1)
    #expect(try library.count("change", where: "scan_id = '\(lent.id)' AND kind = 'lend'") == 1)
    #expect(lent.sequence == 3)
  }

  @Test func `the same id twice is one scan, and gives the same answer`() throws {
    let id = Reading.ID(digest: 1, 1)
    try library.switchTo(.add)
    let first = try library.scan("4988029033147", id: id)
    let second = try library.scan("4988029033147", id: id)
    #expect(first == second)
    #expect(try library.count("scan") == 2)
    #expect(try library.count("copy") == 3)
    #expect(throws: ScanError.self) { try library.scan("5099902988023", id: id) }
    #expect(try library.count("scan") == 2)
  }

  @Test func `an unknown barcode is added at once and looked up later, once`() throws {
    try library.switchTo(.add)
    let first = try library.scan("4988029033147", .ean13)
    #expect(first.outcome.code == .addedUnresolved)
    #expect(try library.count("release", where: "status = 'unresolved'") == 1)
    #expect(try library.count("lookup_job", where: "state = 'pending' AND gtin = '4988029033147'") == 1)
    // A second copy needs a confirmation.
    #expect(try library.scan("4988029033147", .ean13).outcome.code == .copyExists)
    let second = try library.scan(Command.yes.code)
    #expect(second.outcome.code == .added)
    #expect(second.outcome.release == first.outcome.release)
    #expect(second.outcome.copy != first.outcome.copy)
    #expect(try library.count("lookup_job") == 1)
  }

  @Test(arguments: ScanTarget.allCases)
  func `a look-up keeps the target of the station that scanned`(target: ScanTarget) throws {
    let policy = StationPolicy(scanTarget: target)
    try library.database.write { try $0.setStationPolicy(policy.json, of: .hubStation) }
    try library.switchTo(.add)
    #expect(try library.scan("4988029033147", .ean13).outcome.code == .addedUnresolved)
    let other = StationPolicy(scanTarget: target == .any ? .vinyl : .any)
    try library.database.write { try $0.setStationPolicy(other.json, of: .hubStation) }
    #expect(try library.database.read { try $0.nextLookup(at: $0.now)?.target } == target)
  }

  @Test func `a wish at a station is stored, published and undone`() throws {
    try library.switchTo(.wishlist)
    let wished = try library.scan("5099902988023").outcome
    #expect(wished.code == .wished)
    let release = try #require(wished.release)
    func isWished() throws -> Bool? { try library.database.read { try $0.release(release)?.isWished } }
    #expect(try isWished() == true)
    let events = try library.database.read { try $0.events(after: 0, limit: 1000) }
    #expect(events.contains { $0.kind == .releaseChanged && $0.subject == release.text })
    #expect(try library.scan("5099902988023").outcome.code == .alreadyWished)
    #expect(try library.scan(Command.undo.code).outcome.code == .undone)
    #expect(try isWished() == false)
  }

  @Test func `a pile becomes a crate with the time and the station as its name, and its last scan is undone`() throws {
    try library.switchTo(.collect)
    let first = try library.scan(library.copies[0]).outcome
    #expect(first.code == .collected && first.facts.count == 1)
    // The release has two copies, so its barcode stands for the release.
    library.clock.withLock { $0 = $0 + .seconds(60) }
    #expect(try library.scan(library.barcode).outcome.facts.count == 2)
    #expect(try library.scan(library.barcode).outcome.code == .alreadyCollected)
    let open = try #require(try library.database.read { try $0.station(.hubStation)?.state.collecting })
    let crate = try #require(try library.database.read { try $0.summary(of: open) })
    #expect(crate.items == 2 && crate.crate.name == "2026-11-20 09:05 desk", "\(crate.crate.name)")
    #expect(try library.count("change", where: "kind = 'crate'") == 2)
    let events = try library.database.read { try $0.events(after: 0, limit: 1000) }
    #expect(events.filter { $0.kind == .crateChanged && $0.subject == open.text }.count == 2)
    #expect(try library.scan(Command.undo.code).outcome.code == .undone)
    #expect(try library.count("crate_item") == 1 && library.count("crate") == 1)
    #expect(try library.scan(library.copies[0]).outcome.code == .alreadyCollected)
    #expect(try library.scan(library.copies[1]).outcome.facts.count == 2)
  }

  @Test(arguments: [
    ("2026-11-20 09:05 desk", true), ("2026-11-20 09:05 back-2", true), ("2026-11-20 9:05 desk", false),
    ("2026-11-31 09:05 desk", false), ("2026-11-20 24:05 desk", false), ("2026-11-20 09:60 desk", false),
    ("2026-11-20 09:05 Ada Lovelace", false), ("2026-11-20 09:05 Ada", false), ("For Ada", false), ("", false),
  ])
  func `only the name that a station gives is recognised as the name of a pile`(name: String, isOne: Bool) {
    #expect(Crate.isPileName(name) == isOne)
  }

  @Test func `the undo of the first scan of a pile removes its crate, and the pile goes on in another one`() throws {
    try library.switchTo(.collect)
    try library.scan(library.copies[0])
    #expect(try library.scan(Command.undo.code).outcome.code == .undone)
    #expect(try library.count("crate") == 0)
    #expect(try library.scan(library.copies[1]).outcome.code == .collected)
    #expect(try library.count("crate") == 1 && library.count("crate_item") == 1)
  }

  @Test func `a shop's own number is added but not looked up`() throws {
    try library.switchTo(.add)
    #expect(try library.scan("2000000000008", .ean13).outcome.code == .addedUnresolved)
    #expect(try library.count("lookup_job") == 0)
  }

  @Test func `every form of a barcode finds the release`() throws {
    for (text, symbology) in [
      ("5099902988023", Symbology.ean13), ("5 099902 988023", .typed), ("05099902988023", .itf),
    ] {
      #expect(try library.scan(text, symbology).outcome.code == .found)
    }
  }

  @Test func `a tag is known by its number in either byte order, or by what is written on it`() throws {
    let copy = try library.database.read { reading in
      try #require(try reading.target(of: Code.Key(class: .own, value: library.copies[0].description)))
    }
    try library.database.write { try $0.bind(Code.Key(class: .tag, value: "04A2B3C4D5E680"), to: copy) }
    #expect(try library.scan("04A2B3C4D5E680", .tagUID).outcome.code == .found)
    #expect(try library.scan("80E6D5C4B3A204", .tagUID).outcome.code == .found)
    #expect(try library.scan("04FFFFFFFFFFFF", .tagUID, written: library.copies[0].description).outcome.code == .found)
    #expect(try library.scan("04FFFFFFFFFFFF", .tagUID).outcome.code == .unknownTag)
  }

  @Test func `a tag whose number and writing name two copies is refused`() throws {
    let copy = try library.database.read { reading in
      try #require(try reading.target(of: Code.Key(class: .own, value: library.copies[0].description)))
    }
    try library.database.write { try $0.bind(Code.Key(class: .tag, value: "04A2B3C4D5E680"), to: copy) }
    let scan = try library.scan("04A2B3C4D5E680", .tagUID, written: library.copies[1].description)
    #expect(scan.outcome.code == .tagContentMismatch)
    #expect(try library.scan("04A2B3C4D5E681", .tagUID, fault: "codes-disagree").outcome.code == .tagContentMismatch)
  }

  @Test func `two stations that race for one copy make one loan`() throws {
    let stations = try ["one", "two", "three", "four"].map { try #require(Station.Name($0)) }
    for (station, card) in zip(stations, library.cards + library.cards) {
      try library.switchTo(.checkout, station: station)
      try library.scan(card, station: station)
    }
    let outcomes = Locked<[Outcome.Code]>([])
    let lanes = stations.map { station in
      DedicatedThread("desk \(station)") { [library] in
        guard let scan = try? library.scan(library.copies[0], station: station) else { return }
        outcomes.withLock { $0.append(scan.outcome.code) }
      }
    }
    for lane in lanes { lane.join() }
    let codes = outcomes.withLock { $0 }
    #expect(codes.count == 4)
    #expect(codes.count { $0 == .checkedOut } == 1)
    #expect(try library.count("loan") == 1)
  }

  @Test func `a session ends by itself, and its end is published`() throws {
    try library.switchTo(.checkout)
    try library.scan(library.cards[0])
    library.advance(.seconds(91))
    #expect(try library.scan(library.copies[0]).outcome.code == .cardNeeded)
    #expect(try library.count("loan") == 0)
  }

  @Test func `the history cannot be changed`() throws {
    try library.scan("x")
    #expect(throws: StorageError.self) { try library.database.write { try $0.run("UPDATE scan SET outcome = 'y'") } }
    #expect(throws: StorageError.self) { try library.database.write { try $0.run("DELETE FROM scan") } }
  }

  @Test func `the schema itself refuses what must never be`() throws {
    try library.switchTo(.checkout)
    try library.scan(library.cards[0])
    try library.scan(library.copies[0])
    // A second open loan, a second copy in a single slot, a second meaning of a code.
    #expect(throws: StorageError.self) {
      try library.database.write {
        try $0.run(
          """
          INSERT INTO loan (id, copy_id, borrower_id, station, opened_at, due_at)
          SELECT 'x', copy_id, borrower_id, station, opened_at, due_at FROM loan
          """)
      }
    }
    #expect(throws: StorageError.self) {
      try library.database.write {
        try $0.run(
          """
          UPDATE copy SET (place_id, slot_id, slot_is_single) =
            (SELECT place_id, id, is_single FROM slot WHERE number = 1)
          """)
      }
    }
    #expect(throws: StorageError.self) {
      try library.database.write {
        try $0.run(
          "INSERT INTO code (class, value, copy_id, bound_at) SELECT class, value, copy_id, 0 FROM code LIMIT 1")
      }
    }
  }
}
