import Deadwax
import Lending
import StationLogic
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StationMachineTests {
  let machine = StationMachine(library: LibraryPolicy(), station: StationPolicy())
  let now = Timestamp(milliseconds: 1_795_165_520_000)
  let shelf = Place(id: .new(at: Timestamp(milliseconds: 1)), kind: .shelf, name: "Shelf 1")
  let borrower = Borrower(id: .new(at: Timestamp(milliseconds: 2)), name: "Borrower One", shortName: "One")
  let other = Borrower(id: .new(at: Timestamp(milliseconds: 3)), name: "Borrower Two", shortName: "Two")

  func copy(_ number: Int, lentTo borrower: Borrower? = nil, at location: Location? = nil) -> Copy {
    let id = Copy.ID.new(at: Timestamp(milliseconds: Int64(number)))
    let loan = borrower.map {
      Loan(id: .new(at: now), copy: id, borrower: $0.id, openedAt: now, dueAt: now + .seconds(60))
    }
    return Copy(
      id: id, release: .new(at: Timestamp(milliseconds: 9)), number: number, code: .new(.copy), location: location,
      loan: loan, addedAt: now)
  }

  func slot(_ number: Int) -> Slot {
    Slot(
      id: .new(at: Timestamp(milliseconds: Int64(100 + number))), place: shelf.id, placeName: shelf.name, number: number
    )
  }

  func read(_ mode: Mode, _ facts: StationFacts) -> Decision { read(mode, .idle, facts) }

  func read(_ mode: Mode, _ stage: StationState.Stage, _ facts: StationFacts) -> Decision {
    machine.next(StationState(mode: mode, stage: stage), .reading, facts, at: now)
  }

  func read(_ mode: Mode, _ session: StationState.Session, _ facts: StationFacts) -> Decision {
    machine.next(StationState(mode: mode, session: session), .reading, facts, at: now)
  }

  func session(_ borrower: Borrower, until: Timestamp) -> StationState.Session {
    StationState.Session(borrower: borrower.id, until: until, id: .absent)
  }

  func due(_ copy: Copy) -> Timestamp { machine.rules.due(for: copy, group: borrower.group, at: now) }

  // MARK: - Check-out

  @Test func `a card opens a session, and the same card ends it`() {
    let opened = read(.checkout, StationFacts(named: .borrower(borrower)))
    #expect(opened.outcome?.code == .sessionStarted)
    #expect(opened.state.session == session(borrower, until: now + machine.policy.sessionTime))
    let ended = machine.next(opened.state, .reading, StationFacts(named: .borrower(borrower)), at: now)
    #expect(ended.outcome?.code == .sessionEnded)
    #expect(ended.state == StationState(mode: .checkout))
  }

  @Test func `another card takes the session over and lends nothing`() {
    let decision = read(.checkout, session(other, until: now + .seconds(9)), StationFacts(named: .borrower(borrower)))
    #expect(decision.outcome?.code == .switchBorrower)
    #expect(decision.state.session == session(borrower, until: now + machine.policy.sessionTime))
    #expect(decision.effects.isEmpty)
  }

  @Test func `in a session a copy is lent as it is seen`() {
    let copy = copy(1)
    let decision = read(
      .checkout, session(borrower, until: now + .seconds(9)), StationFacts(named: .copy(copy), borrower: borrower))
    #expect(decision.outcome?.code == .checkedOut)
    #expect(decision.outcome?.dueAt == due(copy))
    #expect(decision.effects == [.lending(.lend(copy, to: borrower.id, dueAt: due(copy), fulfils: [], at: now))])
  }

  @Test func `a copy that is out is refused, and whose loan it is stays unsaid`() {
    let copy = copy(1, lentTo: other)
    let decision = read(
      .checkout, session(borrower, until: now + .seconds(9)), StationFacts(named: .copy(copy), borrower: borrower))
    #expect(decision.outcome?.code == .onLoanElsewhere)
    #expect(decision.outcome?.dueAt == nil)
    #expect(decision.effects.isEmpty)
  }

  @Test func `a copy already lent to the borrower opens no new loan`() {
    let copy = copy(1, lentTo: borrower)
    let decision = read(
      .checkout, session(borrower, until: now + .seconds(9)), StationFacts(named: .copy(copy), borrower: borrower))
    #expect(decision.outcome?.code == .alreadyYours)
    #expect(decision.effects.isEmpty)
  }

  @Test func `copy first, then card, lends that copy and opens the session`() {
    let copy = copy(1)
    let first = read(.checkout, StationFacts(named: .copy(copy)))
    #expect(first.outcome?.code == .cardNeeded)
    let second = machine.next(
      first.state, .reading, StationFacts(named: .borrower(borrower), pendingCopy: copy), at: now + .seconds(2))
    #expect(second.outcome?.code == .checkedOut)
    #expect(second.effects.count == 1)
    #expect(second.state.session == session(borrower, until: now + .seconds(2) + machine.policy.sessionTime))
  }

  @Test func `a barcode of several copies prompts, and never chooses`() {
    let copies = [copy(1), copy(2)]
    let stage = session(borrower, until: now + .seconds(9))
    let decision = read(.checkout, stage, StationFacts(named: .release(copies[0].release, copies: copies)))
    #expect(decision.outcome?.code == .chooseCopy)
    #expect(decision.outcome?.choices == copies.map { .copy($0.id) })
    #expect(decision.effects.isEmpty)
  }

  @Test func `of several copies the only one that is in can be meant`() {
    let copies = [copy(1, lentTo: other), copy(2)]
    let stage = session(borrower, until: now + .seconds(9))
    let decision = read(
      .checkout, stage, StationFacts(named: .release(copies[0].release, copies: copies), borrower: borrower))
    #expect(decision.outcome?.code == .checkedOut)
    #expect(decision.outcome?.copy == copies[1].id)
  }

  // MARK: - Return

  @Test func `any borrower's copy is checked in, and goes to its place`() throws {
    let location = slot(7).location
    let copy = copy(1, lentTo: other, at: location)
    let decision = read(.return, StationFacts(named: .copy(copy)))
    #expect(decision.outcome?.code == .returned)
    #expect(decision.outcome?.location == location)
    #expect(decision.effects == [.lending(.checkIn(try #require(copy.loan), at: now, partsBack: nil, fee: 0))])
  }

  @Test func `a copy that was not on loan is reported as such`() {
    let decision = read(.return, StationFacts(named: .copy(copy(1))))
    #expect(decision.outcome?.code == .notOnLoan)
    #expect(decision.effects.isEmpty)
  }

  // MARK: - Shelve

  @Test func `copy and slot meet in either order`() {
    let copy = copy(1)
    let slot = slot(3)
    let copyFirst = machine.next(
      read(.shelve, StationFacts(named: .copy(copy))).state, .reading,
      StationFacts(named: .slot(slot), pendingCopy: copy), at: now)
    let slotFirst = machine.next(
      read(.shelve, StationFacts(named: .slot(slot))).state, .reading,
      StationFacts(named: .copy(copy), pendingSlot: slot), at: now)
    for decision in [copyFirst, slotFirst] {
      #expect(decision.outcome?.code == .shelved)
      #expect(decision.effects == [.shelve(copy, slot.location)])
      #expect(decision.state == StationState(mode: .shelve))
    }
  }

  @Test func `a taken slot is refused, and the copy still waits for another`() {
    let copy = copy(1)
    let slot = slot(3)
    let decision = read(
      .shelve, .pendingCopy(copy.id, until: now + .seconds(9)),
      StationFacts(named: .slot(slot), pendingCopy: copy, occupant: self.copy(2).id))
    #expect(decision.outcome?.code == .slotOccupied)
    #expect(decision.effects.isEmpty)
    #expect(decision.state.stage.half == .copy(copy.id))
  }

  @Test func `the slot that a copy is in already causes no move`() {
    let slot = slot(3)
    let copy = copy(1, at: slot.location)
    let decision = read(
      .shelve, .pendingSlot(slot.id, until: now + .seconds(9)),
      StationFacts(named: .copy(copy), pendingSlot: slot, occupant: copy.id))
    #expect(decision.outcome?.code == .alreadyThere)
    #expect(decision.effects.isEmpty)
  }

  @Test func `a copy on loan is not shelved`() {
    #expect(read(.shelve, StationFacts(named: .copy(copy(1, lentTo: other)))).outcome?.code == .copyOnLoan)
  }

  // MARK: - Time, modes, unknown codes

  @Test func `an expired pair is dropped`() {
    let copy = copy(1)
    let slot = slot(3)
    let waiting = read(.shelve, StationFacts(named: .copy(copy))).state
    let late = machine.next(
      waiting, .reading, StationFacts(named: .slot(slot), pendingCopy: copy), at: now + machine.policy.pairTime)
    #expect(late.outcome?.code == .copyNeeded)
    #expect(late.effects.isEmpty)
  }

  @Test(arguments: Mode.allCases)
  func `a timer changes nothing but the stage`(mode: Mode) {
    let stages: [StationState.Stage] = [
      .idle, .pendingCopy(copy(1).id, until: now),
      .pendingSlot(slot(1).id, until: now), .pendingPlace(shelf.id, until: now),
      .pendingCode(Code.Key(class: .text, value: "x"), until: now),
      .question(TagPrompt(.copyHasTag, key: Code.Key(class: .text, value: "x"), copy: copy(1).id), until: now),
    ]
    for stage in stages {
      let decision = machine.next(StationState(mode: mode, stage: stage), .timer, nil, at: now)
      #expect(decision.effects.isEmpty)
      // Only an expired prompt is reported.
      if case .question = stage {
        #expect(decision.outcome?.code == .choiceExpired && decision.outcome?.status == .noted)
      } else {
        #expect(decision.outcome == nil)
      }
      #expect(decision.state == StationState(mode: mode))
    }
  }

  @Test(arguments: Mode.allCases, Command.allCases)
  func `a command label switches from every mode`(mode: Mode, command: Command) {
    let stage = StationState.Stage.pendingSlot(slot(1).id, until: now + .seconds(9))
    let decision = read(mode, stage, StationFacts(named: .command(command)))
    #expect(decision.state.mode == command.mode ?? (command == .bookDrop ? .return : mode))
    if command.mode != nil || command == .end {
      #expect(decision.state.stage == .idle)
      #expect(decision.outcome?.code == (command.mode == nil ? .sessionEnded : .modeChanged))
      #expect(decision.effects.isEmpty)
    } else if command == .yes || command == .no {
      // There was no prompt, so there is no answer.
      #expect(decision.outcome == Outcome(.nothingToConfirm, mode: mode))
      #expect(decision.state == StationState(mode: mode, stage: stage))
    } else {
      #expect(decision.outcome != nil)
      #expect(decision.effects.allSatisfy { $0.isSetting })
    }
  }

  @Test(arguments: Mode.allCases)
  func `an unknown code is stored for staff, never changes the state, and is added only in add`(mode: Mode)
    throws
  {
    let gtin = try #require(GTIN(key: "5099902988023"))
    let codes: [(Code, Outcome.Code)] = [
      (.gtin(gtin), mode == .add ? .addedUnresolved : .unknownCode), (.text("x"), .unknownCode),
      (.tag(try #require(TagID("04A2B3C4D5E680"))), .unknownTag), (.damagedOwn("DW:I:x"), .damagedCode),
      (.wrongCheckDigit("1"), .wrongCheckDigit), (.unusable, .unusableCode),
      (.own(OwnCode(.copy, number: 1)), .unknownCode),
      (.own(OwnCode(.command, number: 999)), .unknownCommand),
    ]
    for (code, outcome) in codes {
      let decision = read(mode, StationFacts(named: .nothing(code)))
      let isStored = [.unknownCode, .unknownTag].contains(outcome)
      if mode == .inbox, isStored {
        #expect(decision.outcome?.code == .inboxItem)
        #expect(decision.state.stage.choosing?.key == code.key)
        continue
      }
      #expect(decision.outcome?.code == outcome)
      #expect(decision.state == StationState(mode: mode))
      let stored = try isStored && mode != .lookup ? [Effect.storeUnknown(#require(code.key), .typed)] : []
      #expect(decision.effects == (outcome == .addedUnresolved ? [.addUnresolved(gtin)] : stored))
    }
  }

  @Test(arguments: Mode.allCases)
  func `the address of a release at Discogs adds it in add, and is an unknown code elsewhere`(mode: Mode) {
    let address = DiscogsAddress(release: 249504)
    let code = Code.classify("https://discogs.com/de/release/249504-Some-Title?a=1", symbology: .qr)
    #expect(code == .text(address.text))
    let decision = read(mode, StationFacts(named: .nothing(code)))
    guard mode == .add else {
      #expect(decision.outcome?.code == (mode == .inbox ? .inboxItem : .unknownCode))
      #expect(!decision.effects.contains(.addFromDiscogs(address)))
      return
    }
    #expect(decision.outcome?.code == .addedUnresolved && decision.effects == [.addFromDiscogs(address)])
  }

  @Test(arguments: Mode.allCases)
  func `a blank printed here is reported as new, and another is unknown`(mode: Mode) {
    let blank = StationFacts.Resolution.nothing(.own(OwnCode(.blank, number: 7)))
    #expect(read(mode, StationFacts(named: blank, isNewLabel: true)).outcome?.code == .newLabel)
    let unknown: Outcome.Code = mode == .inbox ? .inboxItem : .unknownCode
    #expect(read(mode, StationFacts(named: blank)).outcome?.code == unknown)
  }

  @Test(arguments: Mode.allCases)
  func `a phone is reported as a tag that cannot be written`(mode: Mode) throws {
    let phone = try #require(TagID("08A1B2C3"))
    #expect(read(mode, StationFacts(named: .nothing(.tag(phone)))).outcome?.code == .tagRandomUID)
  }

  @Test(arguments: Mode.allCases)
  func `a tag and its writing that disagree change nothing`(mode: Mode) {
    let state = session(borrower, until: now + .seconds(9))
    let decision = read(mode, state, StationFacts(named: .disagreement))
    #expect(decision.outcome?.code == .tagContentMismatch)
    #expect(decision.effects.isEmpty)
    // The same applies to an ambiguous number.
    let ambiguous = read(mode, state, StationFacts(named: .ambiguous))
    #expect(ambiguous.outcome?.code == .ambiguousCode)
    #expect(ambiguous.effects.isEmpty && ambiguous.state == decision.state)
  }

  @Test func `look-up never changes anything`() {
    let copy = copy(1, lentTo: other)
    let worlds: [StationFacts.Resolution] = [
      .copy(copy), .release(copy.release, copies: [copy]), .release(copy.release, copies: []), .borrower(borrower),
      .slot(slot(1)), .place(shelf),
    ]
    for named in worlds {
      let decision = read(.lookup, StationFacts(named: named))
      #expect(decision.effects.isEmpty)
      #expect(decision.state == StationState(mode: .lookup))
      #expect(decision.outcome != nil)
    }
  }
}

extension Effect {
  /// True if it changes a setting of the station and no record.
  fileprivate var isSetting: Bool {
    switch self {
    case .setQuiet, .setLanguage: true
    default: false
    }
  }
}
