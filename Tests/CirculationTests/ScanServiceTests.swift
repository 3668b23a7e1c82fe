import Circulation
import Deadwax
import Storage
import Testing
import Threads

@Suite(.timeLimit(.minutes(10)))
struct ScanServiceTests {
  let house: SmallLibrary

  init() throws { house = try SmallLibrary() }

  @Test func `a copy is lent, refused to another, returned and shelved; a second copy is refused in that slot`() throws
  {
    try house.switchTo(.checkout)
    #expect(try house.scan(house.cards[0]).outcome.code == .sessionStarted)
    #expect(try house.scan(house.copies[0]).outcome.code == .checkedOut)
    #expect(try house.scan(house.cards[1]).outcome.code == .switchBorrower)
    #expect(try house.scan(house.copies[0]).outcome.code == .onLoanElsewhere)
    #expect(try house.count("loan", where: "returned_at IS NULL") == 1)

    try house.switchTo(.end)
    try house.switchTo(.return)
    let back = try house.scan(house.copies[0]).outcome
    #expect(back.code == .returned)
    let again = try house.scan(house.copies[0]).outcome
    #expect(again.code == .duplicate)
    #expect(try house.count("loan", where: "returned_at IS NULL") == 0)

    try house.switchTo(.shelve)
    #expect(try house.scan(house.copies[0]).outcome.code == .slotNeeded)
    let shelved = try house.scan(house.slots[0])
    #expect(shelved.outcome.code == .shelved)
    #expect(shelved.outcome.location?.text == "Shelf 1, slot 1")
    #expect(try house.scan(house.slots[0]).outcome.code == .copyNeeded)
    #expect(try house.scan(house.copies[1]).outcome.code == .slotOccupied)
    #expect(try house.scan(house.slots[1]).outcome.code == .shelved)
    #expect(try house.count("copy", where: "slot_id IS NOT NULL") == 2)
  }

  @Test func `every scan is one row with one outcome, one event, and its change`() throws {
    try house.switchTo(.checkout)
    try house.scan(house.cards[0])
    let lent = try house.scan(house.copies[0])
    #expect(try house.count("scan") == 3)
    #expect(try house.count("journal", where: "kind = 'scan.recorded'") == 3)
    #expect(try house.count("journal", where: "kind = 'loan.opened'") == 1)
    #expect(try house.count("change", where: "scan_id = '\(lent.id)' AND kind = 'lend'") == 1)
    #expect(lent.sequence == 3)
  }

  @Test func `the same id twice is one scan, and gives the same answer`() throws {
    let id = Reading.ID(digest: 1, 1)
    try house.switchTo(.add)
    let first = try house.scan("4988029033147", id: id)
    let second = try house.scan("4988029033147", id: id)
    #expect(first == second)
    #expect(try house.count("scan") == 2)
    #expect(try house.count("copy") == 3)
    #expect(throws: ScanError.self) { try house.scan("5099902988023", id: id) }
    #expect(try house.count("scan") == 2)
  }

  @Test func `an unknown barcode is added at once and looked up later, once`() throws {
    try house.switchTo(.add)
    let first = try house.scan("4988029033147", .ean13)
    #expect(first.outcome.code == .addedUnresolved)
    #expect(try house.count("release", where: "status = 'unresolved'") == 1)
    #expect(try house.count("lookup_job", where: "state = 'pending' AND gtin = '4988029033147'") == 1)
    // A second copy needs a confirmation.
    #expect(try house.scan("4988029033147", .ean13).outcome.code == .copyExists)
    let second = try house.scan(Command.yes.code)
    #expect(second.outcome.code == .added)
    #expect(second.outcome.release == first.outcome.release)
    #expect(second.outcome.copy != first.outcome.copy)
    #expect(try house.count("lookup_job") == 1)
  }

  @Test func `a shop's own number is added but not looked up`() throws {
    try house.switchTo(.add)
    #expect(try house.scan("2000000000008", .ean13).outcome.code == .addedUnresolved)
    #expect(try house.count("lookup_job") == 0)
  }

  @Test func `every form of a barcode finds the release`() throws {
    for (text, symbology) in [
      ("5099902988023", Symbology.ean13), ("5 099902 988023", .typed), ("05099902988023", .itf),
    ] {
      #expect(try house.scan(text, symbology).outcome.code == .found)
    }
  }

  @Test func `a tag is known by its number in either byte order, or by what is written on it`() throws {
    let copy = try house.database.read { reading in
      try #require(try reading.target(of: Code.Key(class: .own, value: house.copies[0].description)))
    }
    try house.database.write { try $0.bind(Code.Key(class: .tag, value: "04A2B3C4D5E680"), to: copy) }
    #expect(try house.scan("04A2B3C4D5E680", .tagUID).outcome.code == .found)
    #expect(try house.scan("80E6D5C4B3A204", .tagUID).outcome.code == .found)
    #expect(try house.scan("04FFFFFFFFFFFF", .tagUID, written: house.copies[0].description).outcome.code == .found)
    #expect(try house.scan("04FFFFFFFFFFFF", .tagUID).outcome.code == .unknownTag)
  }

  @Test func `a tag whose number and writing name two copies is refused`() throws {
    let copy = try house.database.read { reading in
      try #require(try reading.target(of: Code.Key(class: .own, value: house.copies[0].description)))
    }
    try house.database.write { try $0.bind(Code.Key(class: .tag, value: "04A2B3C4D5E680"), to: copy) }
    let scan = try house.scan("04A2B3C4D5E680", .tagUID, written: house.copies[1].description)
    #expect(scan.outcome.code == .tagContentMismatch)
    #expect(try house.scan("04A2B3C4D5E681", .tagUID, fault: "codes-disagree").outcome.code == .tagContentMismatch)
  }

  @Test func `two desks that race for one copy make one loan`() throws {
    let desks = try ["one", "two", "three", "four"].map { try #require(Station.Name($0)) }
    for (desk, card) in zip(desks, house.cards + house.cards) {
      try house.switchTo(.checkout, station: desk)
      try house.scan(card, station: desk)
    }
    let outcomes = Locked<[Outcome.Code]>([])
    let lanes = desks.map { desk in
      DedicatedThread("desk \(desk)") { [house] in
        guard let scan = try? house.scan(house.copies[0], station: desk) else { return }
        outcomes.withLock { $0.append(scan.outcome.code) }
      }
    }
    for lane in lanes { lane.join() }
    let codes = outcomes.withLock { $0 }
    #expect(codes.count == 4)
    #expect(codes.count { $0 == .checkedOut } == 1)
    #expect(try house.count("loan") == 1)
  }

  @Test func `a session ends by itself, and its end is published`() throws {
    try house.switchTo(.checkout)
    try house.scan(house.cards[0])
    house.advance(.seconds(91))
    #expect(try house.scan(house.copies[0]).outcome.code == .cardNeeded)
    #expect(try house.count("loan") == 0)
  }

  @Test func `the history cannot be changed`() throws {
    try house.scan("x")
    #expect(throws: StorageError.self) { try house.database.write { try $0.run("UPDATE scan SET outcome = 'y'") } }
    #expect(throws: StorageError.self) { try house.database.write { try $0.run("DELETE FROM scan") } }
  }

  @Test func `the schema itself refuses what must never be`() throws {
    try house.switchTo(.checkout)
    try house.scan(house.cards[0])
    try house.scan(house.copies[0])
    // A second open loan, a second copy in a single slot, a second meaning of a code.
    #expect(throws: StorageError.self) {
      try house.database.write {
        try $0.run(
          """
          INSERT INTO loan (id, copy_id, borrower_id, station, opened_at, due_at)
          SELECT 'x', copy_id, borrower_id, station, opened_at, due_at FROM loan
          """)
      }
    }
    #expect(throws: StorageError.self) {
      try house.database.write {
        try $0.run(
          """
          UPDATE copy SET (place_id, slot_id, slot_is_single) =
            (SELECT place_id, id, is_single FROM slot WHERE number = 1)
          """)
      }
    }
    #expect(throws: StorageError.self) {
      try house.database.write {
        try $0.run(
          "INSERT INTO code (class, value, copy_id, bound_at) SELECT class, value, copy_id, 0 FROM code LIMIT 1")
      }
    }
  }
}
