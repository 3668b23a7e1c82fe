import Deadwax
import History
import Lending
import Scanning
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

/// Tests of one barcode with several copies in each mode, on a real database.
@Suite(.timeLimit(.minutes(10)))
struct BarcodeOfSeveralTests {
  let shelf: CasesLibrary

  init() throws { shelf = try CasesLibrary() }

  private func lend(_ copies: [Int], to card: Int) throws {
    try shelf.open(card)
    for copy in copies { #expect(try shelf.scan(shelf.code(copy)).code == .checkedOut) }
    try shelf.order(.end)
  }

  @Test func `a return of the only one that is out is done at once`() throws {
    try lend([1], to: 0)
    try shelf.order(.return)
    let outcome = try shelf.scan(CasesLibrary.shared, .ean13)
    #expect(outcome.code == .returned)
    #expect(outcome.copy == shelf.places.copies[1].id)
  }

  @Test func `a return with none out is not on loan, and changes nothing`() throws {
    try shelf.order(.return)
    #expect(try shelf.scan(CasesLibrary.shared, .ean13).code == .notOnLoan)
    #expect(try shelf.count("change") == 1)
  }

  @Test func `a return of one of two loans prompts, and is chosen by number or by its own code`() throws {
    try lend([0], to: 0)
    try lend([1], to: 1)
    try shelf.order(.return)
    let prompted = try shelf.scan(CasesLibrary.shared, .ean13)
    #expect(prompted.code == .chooseCopy)
    #expect(prompted.choices == [.copy(shelf.places.copies[0].id), .copy(shelf.places.copies[1].id)])
    #expect(try shelf.view().choosing?.lines.map(\.number) == [1, 2])
    #expect(try shelf.scan(Command.choice2.code).code == .returned)
    #expect(try shelf.count("loan", where: "returned_at IS NULL AND copy_id = '\(shelf.places.copies[0].id)'") == 1)
    // At once it belongs to the same hand movement; later it is the other copy.
    #expect(try shelf.scan(CasesLibrary.shared, .ean13).code == .duplicate)
    shelf.advance(.seconds(11))
    #expect(try shelf.scan(CasesLibrary.shared, .ean13).code == .returned)
  }

  @Test func `a number that is not on the screen is invalid, and the choice stays`() throws {
    try lend([0], to: 0)
    try lend([1], to: 1)
    try shelf.order(.return)
    try shelf.scan(CasesLibrary.shared, .ean13)
    #expect(try shelf.order(.choice9).code == .choiceInvalid)
    #expect(try shelf.act(.pick(1)).outcome?.code == .returned)
  }

  @Test func `a check-out of one of three copies prompts, and a label is more specific`() throws {
    try shelf.open(0)
    let prompted = try shelf.scan(CasesLibrary.shared, .ean13)
    #expect(prompted.code == .chooseCopy && prompted.choices.count == 3)
    #expect(try shelf.scan(shelf.code(2)).code == .checkedOut)
    #expect(try shelf.count("loan", where: "copy_id = '\(shelf.places.copies[2].id)'") == 1)
  }

  @Test func `a check-out of the only one that is here is done at once`() throws {
    try lend([0, 1], to: 0)
    try shelf.open(1)
    let outcome = try shelf.scan(CasesLibrary.shared, .ean13)
    #expect(outcome.code == .checkedOut && outcome.copy == shelf.places.copies[2].id)
    #expect(try shelf.scan(CasesLibrary.shared, .ean13).code != .checkedOut)
  }

  @Test func `to shelve one of three copies, a person chooses`() throws {
    try shelf.order(.shelve)
    #expect(try shelf.scan(shelf.places.slots[0]).code == .copyNeeded)
    #expect(try shelf.scan(CasesLibrary.shared, .ean13).code == .chooseCopy)
    #expect(try shelf.order(.choice3).code == .shelved)
    #expect(try shelf.count("copy", where: "slot_id IS NOT NULL AND number = 3") == 1)
  }

  @Test func `one more copy of an owned release prompts first`() throws {
    try shelf.order(.add)
    #expect(try shelf.scan(CasesLibrary.shared, .ean13).code == .copyExists)
    #expect(try shelf.order(.no).code == .declined)
    #expect(try shelf.count("copy") == shelf.places.copies.count)
    try shelf.scan(CasesLibrary.shared, .ean13)
    #expect(try shelf.order(.yes).code == .added)
    #expect(try shelf.count("copy") == shelf.places.copies.count + 1)
  }

  @Test func `a look-up lists them all`() throws {
    try shelf.order(.lookup)
    let outcome = try shelf.scan(CasesLibrary.shared, .ean13)
    #expect(outcome.code == .found && outcome.choices.count == 3)
    #expect(try shelf.count("change", where: "scan_id IS NOT NULL") == 0)
  }

  @Test func `a station that may take any lends the first of equal ones`() throws {
    var policy = StationPolicy()
    policy.takesAnyCopy = true
    try shelf.set(policy, of: shelf.hubStation)
    try shelf.open(0)
    let outcome = try shelf.scan(CasesLibrary.shared, .ean13)
    #expect(outcome.code == .checkedOut && outcome.copy == shelf.places.copies[0].id)
  }

  @Test func `a barcode of two releases offers those that we have`() throws {
    try shelf.order(.lookup)
    let outcome = try shelf.scan(CasesLibrary.twice, .ean13)
    #expect([.found, .chooseRelease].contains(outcome.code))
    #expect(outcome.choices.count == 2)
  }

  @Test func `a choice that runs out has done nothing`() throws {
    try shelf.open(0)
    try shelf.scan(CasesLibrary.shared, .ean13)
    let changes = try shelf.count("change")
    shelf.advance(.seconds(31))
    #expect(try shelf.act(.timer).outcome?.code == .choiceExpired)
    #expect(try shelf.state().stage == .idle)
    #expect(try shelf.count("change") == changes)
    #expect(try shelf.order(.choice1).code == .choiceInvalid)
  }

  @Test func `a code of a card and a copy prompts`() throws {
    let (borrower, text) = (shelf.places.borrowers[4].id, "4988029033147")
    try shelf.database.write { transaction in
      try transaction.bind(Code.Key(class: .text, value: text), to: .borrower(borrower))
      try transaction.recordChange(.bind)
    }
    try shelf.order(.checkout)
    let prompted = try shelf.scan(text, .ean13)
    #expect(prompted.code == .ambiguousClass)
    #expect(try shelf.scan(Command.choice1.code).code == .sessionStarted)
    #expect(try shelf.state().session?.borrower == borrower)
  }

  @Test func `a tag and a barcode of two records in one hand are the wrong disc in this sleeve`() throws {
    let uid = try #require(TagID("04A2B3C4D5E680"))
    let other = shelf.places.copies[CasesLibrary.alone].id
    try shelf.database.write { transaction in
      try transaction.bind(Code.Key(uid), to: .copy(other))
      try transaction.recordChange(.bind)
    }
    try shelf.order(.return)
    let tag = PresentTag(uid: uid, reader: "nfc", station: shelf.hubStation, since: shelf.clock.withLock { $0 })
    #expect(try shelf.scan(shelf.code(CasesLibrary.box), .code128, reader: "camera").code == .notOnLoan)
    let outcome = try shelf.scan(uid, .tagUID, tag: tag)
    #expect(outcome.code == .wrongDisc)
    // A user who wants it scans it again, alone.
    shelf.tags.reportDeparture(uid, from: "nfc", at: shelf.hubStation)
    shelf.advance(.seconds(4))
    #expect(try shelf.scan(uid, .tagUID, tag: tag).code == .notOnLoan)
  }

  @Test func `a sleeve that has left the camera's view is not in the hand of the next record`() throws {
    let uid = try #require(TagID("04A2B3C4D5E680"))
    try shelf.database.write { [shelf] transaction in
      try transaction.bind(Code.Key(uid), to: .copy(shelf.places.copies[CasesLibrary.alone].id))
      try transaction.recordChange(.bind)
    }
    try shelf.order(.return)
    let sleeve = shelf.code(CasesLibrary.box)
    try shelf.scan(sleeve, .code128, reader: "camera")
    // A different camera lost sight of it, and this one lost sight of something else.
    shelf.scans.left(sleeve.description, .code128, from: "camera-2", at: shelf.hubStation)
    shelf.scans.left(shelf.code(0).description, .code128, from: "camera", at: shelf.hubStation)
    shelf.advance(.seconds(1))
    let tag = PresentTag(uid: uid, reader: "nfc", station: shelf.hubStation, since: shelf.clock.withLock { $0 })
    #expect(try shelf.scan(uid, .tagUID, tag: tag).code == .wrongDisc)
    shelf.tags.reportDeparture(uid, from: "nfc", at: shelf.hubStation)
    shelf.scans.left(sleeve.description, .code128, from: "camera", at: shelf.hubStation)
    #expect(try shelf.scan(uid, .tagUID, tag: tag).code == .notOnLoan)
    #expect(try shelf.recording.replay(from: Timestamp(milliseconds: 0)).firstDifference == nil)
  }

  @Test func `a barcode of two releases and the tag of either of them are one record, in either order`() throws {
    try shelf.order(.return)
    // Copy 3 belongs to the first release of the barcode, copy 4 to the second.
    for (index, copy) in [3, 4].enumerated() {
      let uid = try #require(TagID("04A2B3C4D5E68\(index)"))
      let id = shelf.places.copies[copy].id
      try shelf.database.write { transaction in
        try transaction.bind(Code.Key(uid), to: .copy(id))
        try transaction.recordChange(.bind)
      }
      let tag = { [shelf] in
        PresentTag(uid: uid, reader: "nfc", station: shelf.hubStation, since: shelf.clock.withLock { $0 })
      }
      try shelf.scan(CasesLibrary.twice, .ean13, reader: "camera")
      let second = try shelf.scan(uid, .tagUID, tag: tag())
      #expect(second.code == .notOnLoan && second.copy == id, "copy \(copy), sleeve first")
      shelf.tags.reportDeparture(uid, from: "nfc", at: shelf.hubStation)
      shelf.advance(.seconds(10))
      try shelf.scan(uid, .tagUID, tag: tag())
      #expect(
        try shelf.scan(CasesLibrary.twice, .ean13, reader: "camera").code != .wrongDisc, "copy \(copy), tag first")
      shelf.tags.reportDeparture(uid, from: "nfc", at: shelf.hubStation)
      shelf.advance(.seconds(10))
    }
  }
}
