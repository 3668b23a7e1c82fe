import Deadwax
import Lending
import StationLogic
import Testing

/// Tests of the other modes and their actions.
@Suite(.timeLimit(.minutes(5)))
struct ModeRowsTests {
  let code = "5099902988023"

  func library(_ mode: Mode, selfService: Bool = false, _ policy: LibraryPolicy = LibraryPolicy()) -> ModelLibrary {
    var library = ModelLibrary(StationPolicy(home: mode, isSelfService: selfService), policy: policy)
    library.addCopy(barcode: code)
    library.addCopy()
    library.addBorrower()
    return library
  }

  // MARK: - Add and wish list

  @Test func `a second copy prompts, and expiry, no and another copy add none`() throws {
    var library = library(.add)
    let prompted = library.scan(.barcode(code))
    #expect(prompted.outcome?.code == .copyExists && prompted.outcome?.facts.count == 1)
    #expect(library.scan(.barcode(code)).outcome?.code == .copyExists)
    #expect(library.scan(.order(.no)).outcome?.code == .declined)
    library.scan(.barcode(code))
    library.pass(60)
    #expect(library.scan(.order(.yes)).outcome?.code == .nothingToConfirm)
    library.scan(.barcode(code))
    let gtin = try #require(GTIN(key: "4006381333931"))
    let other = library.scan(.nothing(.gtin(gtin)))
    #expect(other.outcome?.code == .addedUnresolved && other.outcome?.facts.notes == [.declined])
    #expect(library.copies.count == 3)
    library.scan(.barcode(code))
    let yes = library.scan(.order(.yes))
    #expect(yes.outcome?.code == .added && yes.outcome?.facts.count == 2 && library.copies.count == 4)
  }

  @Test func `when another station has added one in the meantime, the station prompts again`() {
    var library = library(.add)
    library.scan(.barcode(code))
    library.addCopy(of: library.copies[0].release)
    let again = library.scan(.order(.yes))
    #expect(again.outcome?.code == .copyExists && again.outcome?.facts.count == 2 && again.effects.isEmpty)
    #expect(library.scan(.order(.yes)).outcome?.code == .added)
  }

  @Test func `a release without copies is added at once, and its slot may follow`() throws {
    var library = ModelLibrary(StationPolicy(home: .add))
    let release: Release.ID = library.draw()
    library.barcodes[code] = [release]
    let added = library.scan(.barcode(code))
    #expect(added.outcome?.code == .added && added.effects == [.addCopy(release)])
    library.states[0] = library.machines[0].taken(library.copies[0].id, into: library.states[0], at: library.now)
    #expect(library.scan(.slot(ModelLibrary.slot(2), occupant: nil)).outcome?.code == .shelved)
    #expect(library.copies[0].location == ModelLibrary.slot(2).location)
  }

  @Test func `a wish is stored once, and lists the owned copies`() {
    var library = library(.wishlist)
    let first = library.scan(.barcode(code))
    #expect(first.outcome?.code == .wished && first.outcome?.facts.notes == [.copyExists])
    #expect(library.scan(.barcode(code)).outcome?.code == .alreadyWished)
  }

  // MARK: - Look-up

  @Test func `a look-up shows everything but the borrower`() throws {
    var library = library(.lookup)
    library.lend(0, to: 0, since: 30, due: -2)
    library.copies[0].partCount = 3
    library.copies[0].isReference = true
    library.wished.insert(library.copies[0].release)
    library.addBorrower()
    library.addHold(.release(library.copies[0].release), by: 1)
    let outcome = try #require(library.scan(.copy(0)).outcome)
    #expect(outcome.code == .found && outcome.dueAt == library.copies[0].loan?.dueAt)
    #expect(outcome.facts.notes == [.copyOnLoan, .holdWaiting, .notForLoan, .alreadyWished])
    #expect(outcome.facts.count == 1 && outcome.facts.parts == 3 && outcome.facts.overdueDays == 2)
    #expect(library.changes.isEmpty)
    #expect(library.scan(.nothing(.text("x"))).effects.isEmpty)
  }

  // MARK: - Played, labels, condition

  @Test func `a play and a label count once for one movement of the hand`() {
    var library = library(.played)
    #expect(library.scan(.copy(0)).outcome?.facts.count == 1)
    #expect(library.scan(.barcode(code)).outcome?.code == .duplicate)
    library.pass(10)
    #expect(library.scan(.copy(0)).outcome?.code == .played)
    #expect(library.copies[0].plays == 2)
    library.scan(.order(.label))
    #expect(library.scan(.copy(0)).outcome?.code == .labelQueued)
    #expect(library.scan(.copy(0)).outcome?.code == .duplicate)
    #expect(library.labels == 1)
  }

  @Test func `a grade goes to the record in the hand, or before them to all that follow`() {
    var library = library(.condition)
    #expect(library.scan(.copy(0)).outcome?.code == .found)
    #expect(library.scan(.order(.gradeNearMint)).outcome?.code == .conditionSet)
    library.scan(.copy(1))
    #expect(library.copies.map(\.mediaCondition) == ["NM", nil])
    library.scan(.order(.end))
    #expect(library.scan(.order(.gradeGoodPlus)).outcome?.code == .copyNeeded)
    library.scan(.copy(0))
    #expect(library.scan(.copy(1)).outcome?.facts.word == "G+")
    #expect(library.scan(.copy(1)).outcome?.code == .duplicate)
    // The next grade applies to the following records, not to the one that was just graded.
    library.scan(.order(.gradePoor))
    library.scan(.copy(0))
    #expect(library.copies.map(\.mediaCondition) == ["P", "G+"])
    var open = self.library(.lookup, selfService: true)
    #expect(open.scan(.order(.gradePoor)).outcome?.code == .staffNeeded)
    var lookup = self.library(.lookup)
    #expect(lookup.scan(.order(.gradePoor)).outcome?.code == .wrongKind)
  }

  // MARK: - Inbox, stock-take, move

  @Test func `an unknown code can be looked up again, bound to the last copy, or dismissed`() throws {
    let gtin = Code.gtin(try #require(GTIN(key: "4006381333931")))
    let key = try #require(gtin.key)
    var library = library(.inbox)
    let prompted = library.scan(.nothing(gtin))
    #expect(prompted.outcome?.code == .inboxItem && prompted.effects == [.storeUnknown(key, .typed)])
    #expect(prompted.state.stage.choosing?.acts == [.lookUp, .claim, .forget])
    #expect(library.act(.pick(1)).effects == [.lookUpAgain(key)])
    library.scan(.nothing(gtin))
    #expect(library.scan(.order(.choice2)).outcome?.code == .copyNeeded)
    #expect(library.scan(.copy(0)).outcome?.code == .inboxItem)
    #expect(library.scan(.order(.choice2)).outcome?.code == .claimed)
    #expect(library.claimed[key] == library.copies[0].id)
    // The record first, then the code.
    library.scan(.copy(1))
    let text = Code.text("an old label")
    library.scan(.nothing(text))
    #expect(library.act(.pick(1)).outcome?.code == .choiceInvalid)
    #expect(library.act(.pick(2)).outcome?.copy == library.copies[1].id)
    library.scan(.nothing(text))
    #expect(library.act(.pick(3)).outcome?.code == .forgotten)
    #expect(library.act(.pick(3)).outcome?.code == .choiceInvalid)
  }

  @Test func `nothing is counted without an open stock-take, and a place cannot be moved to a place yet`() {
    var library = library(.stocktake)
    #expect(library.scan(.copy(0)).outcome?.code == .noStocktake)
    library.scan(.order(.move))
    library.scan(.copy(0))
    #expect(library.scan(.place(ModelLibrary.shelf)).outcome?.code == .shelved)
    #expect(library.scan(.place(ModelLibrary.shelf)).outcome?.code == .copyNeeded)
    #expect(library.scan(.slot(ModelLibrary.slot(1), occupant: nil)).outcome?.code == .wrongKind)
    #expect(library.scan(.copy(1)).outcome?.code == .shelved)
  }

  // MARK: - Commands

  @Test func `help, sound and language change nothing that is open`() {
    var library = library(.checkout)
    library.scan(.card(0))
    let stage = library.states[0].stage
    #expect(library.scan(.order(.help)).outcome?.code == .helpShown)
    #expect(library.scan(.order(.quiet)).effects == [.setQuiet(true)])
    #expect(library.scan(.order(.loud)).effects == [.setQuiet(false)])
    let french = library.scan(.order(.french))
    #expect(french.effects == [.setLanguage("fr")] && french.outcome?.facts.word == "fr")
    #expect(library.states[0].stage == stage && library.states[0].session != nil)
  }

  @Test func `a station has the modes of its policy`() {
    var station = StationPolicy(home: .return, modes: [.lookup])
    station.isSelfService = true
    var library = ModelLibrary(station)
    #expect(library.scan(.order(.checkout)).outcome?.code == .notAllowed)
    #expect(library.act(.choose(.add)).outcome?.code == .notAllowed)
    #expect(library.states[0].mode == .return)
    #expect(library.scan(.order(.lookup)).state.mode == .lookup)
    #expect(library.scan(.order(.return)).state.mode == .return)
    #expect(library.states[0].revertsAt == nil)
  }

  // MARK: - Undo

  @Test func `undo takes back the station's last change, undo again does it again, and it never reaches further back`()
  {
    var library = library(.return)
    library.lend(0, to: 0)
    library.lend(1, to: 0)
    library.scan(.copy(0))
    library.scan(.copy(1))
    for _ in 0..<3 {
      let undone = library.scan(.order(.undo))
      #expect(undone.outcome?.code == .undone && undone.outcome?.copy == library.copies[1].id)
      #expect(undone.outcome?.facts.word == Change.Kind.checkIn.rawValue)
      #expect(undone.state.batch?.count == 1)
      #expect(library.copies[0].loan == nil && library.copies[1].loan != nil)
      let redone = library.act(.undo)
      #expect(redone.outcome?.code == .redone && redone.outcome?.status == .done)
      #expect(redone.state.batch?.count == 2)
      #expect(library.copies[0].loan == nil && library.copies[1].loan == nil)
    }
    library.scan(.order(.undo))
    // An undone return is no duplicate.
    #expect(library.scan(.copy(1)).outcome?.code == .returned)
  }

  @Test func `undo is refused if something has changed since, and names the change`() {
    var library = ModelLibrary(StationPolicy(home: .return), StationPolicy(home: .checkout))
    library.addCopy()
    library.addBorrower()
    library.lend(0, to: 0)
    library.scan(.copy(0), at: 0)
    library.scan(.card(0), at: 1)
    library.scan(.copy(0), at: 1)
    let refused = library.scan(.order(.undo), at: 0)
    #expect(refused.outcome?.code == .changedSince)
    #expect(refused.outcome?.facts.word == Change.Kind.lend.rawValue)
    #expect(refused.effects.isEmpty && library.breaches.isEmpty)
  }

  @Test func `a station takes back what is not too long ago, and staff whatever it did last`() {
    var library = library(.return)
    library.addBorrower { $0.isStaff = true }
    library.lend(0, to: 0)
    library.scan(.copy(0))
    library.pass(600)
    #expect(library.scan(.order(.undo)).outcome?.code == .nothingToUndo)
    #expect(library.scan(.card(1)).outcome?.code == .staffReady)
    #expect(library.scan(.order(.undo)).outcome?.code == .undone)
  }

  @Test func `borrowers who serve themselves take back only what they did themselves`() {
    var library = library(.checkout, selfService: true)
    library.addBorrower()
    library.scan(.card(0))
    library.scan(.copy(0))
    library.scan(.card(1))
    #expect(library.scan(.order(.undo)).outcome?.code == .nothingToUndo)
    library.scan(.copy(1))
    #expect(library.scan(.order(.undo)).outcome?.code == .undone)
    #expect(library.copies[0].loan != nil && library.copies[1].loan == nil)
    library.scan(.order(.end))
    #expect(library.scan(.order(.undo)).outcome?.code == .nothingToUndo)
  }

  // MARK: - PIN

  func pinLibrary(_ mode: Mode = .checkout) -> ModelLibrary {
    var station = StationPolicy(home: mode, isSelfService: true)
    station.asksPIN = true
    var library = ModelLibrary(station)
    library.addCopy()
    library.addBorrower { $0.hasPIN = true }
    library.addBorrower()
    return library
  }

  @Test func `no session is open before the PIN, and the record that waited is lent with it`() {
    var library = pinLibrary()
    library.scan(.copy(0))
    let prompted = library.scan(.card(0))
    #expect(prompted.outcome?.code == .pinNeeded && prompted.state.session == nil)
    #expect(library.scan(.copy(0)).outcome?.code == .pinNeeded)
    #expect(library.act(.pin(isRight: true)).outcome?.code == .checkedOut)
    #expect(library.states[0].session?.borrower == library.borrowers[0].id)
    // A borrower without a PIN needs none.
    #expect(library.scan(.card(1)).outcome?.code == .switchBorrower)
    #expect(library.act(.pin(isRight: true)).outcome?.code == .nothingToConfirm)
  }

  @Test func `a typed code during a PIN prompt may be the PIN, a reader's code is not`() {
    var library = pinLibrary()
    func mayBe(_ text: String, _ symbology: Symbology, _ named: StationFacts.Resolution) -> Bool {
      let reading = Reading(id: .new(at: library.now), at: library.now, symbology: symbology, text: text)
      return library.machines[0].mayBePIN(reading, naming: named, library.states[0])
    }
    let (copy, nothing) = (
      StationFacts.Resolution.copy(library.copies[0]), StationFacts.Resolution.nothing(.text("4711"))
    )
    #expect(!mayBe("4711", .typed, nothing), "no PIN is asked for")
    library.scan(.card(0))
    #expect(mayBe("4711", .typed, nothing) && mayBe(" 4711\t", .typed, nothing))
    // The number of a card or a record may also be a borrower's PIN; a mistyped PIN belongs to no record.
    #expect(mayBe("4711", .typed, copy) && mayBe("471q1", .typed, .nothing(.text("471q1"))))
    #expect(!mayBe("DW:I:5VTPVXVRCNZGJD", .typed, copy))
    #expect(!mayBe("4711", .code128, nothing))
  }

  @Test func `the third wrong PIN locks the card for a while, at every station, and scanning it does not restart`() {
    var library = pinLibrary()
    library.scan(.card(0))
    #expect(library.act(.pin(isRight: false)).outcome?.code == .pinWrong)
    #expect(library.scan(.card(0)).outcome?.code == .pinNeeded)
    #expect(library.act(.pin(isRight: false)).outcome?.code == .pinWrong)
    library.scan(.card(0))
    let locked = library.act(.pin(isRight: false))
    #expect(locked.outcome?.code == .pinLocked && locked.state == StationState(mode: .checkout))
    let until = library.now + library.policy.stations.pinLockTime
    let again = library.scan(.card(0))
    #expect(again.outcome?.code == .pinLocked && again.outcome?.dueAt == until)
    #expect(again.state == StationState(mode: .checkout) && again.effects.isEmpty)
    library.pass(Int(library.policy.stations.pinLockTime.components.seconds) - 1)
    #expect(library.scan(.card(0)).outcome?.code == .pinLocked)
    library.pass(1)
    #expect(library.scan(.card(0)).outcome?.code == .pinNeeded)
    #expect(library.act(.pin(isRight: true)).outcome?.code == .sessionStarted)
  }

  @Test func `wrong PINs are counted across sessions, and a right one makes them good`() {
    var library = pinLibrary()
    for _ in 0..<4 {
      for _ in 0..<2 {
        library.scan(.card(0))
        #expect(library.act(.pin(isRight: false)).outcome?.code == .pinWrong)
        // Leaving and returning does not reset the number of tries.
        library.act(.end)
      }
      library.scan(.card(0))
      #expect(library.act(.pin(isRight: true)).outcome?.code == .sessionStarted)
      library.act(.end)
    }
  }

  @Test func `another card does not get the copy of the card that waits for its PIN`() {
    var library = pinLibrary()
    library.scan(.copy(0))
    library.scan(.card(0))
    #expect(library.scan(.card(1)).outcome?.code == .sessionStarted)
    #expect(library.copies[0].loan == nil && library.states[0].hand == nil)
  }
}
