import Deadwax
import Lending
import StationLogic
import Testing

/// Tests of the other modes and their actions.
@Suite(.timeLimit(.minutes(5)))
struct ModeRowsTests {
  let code = "5099902988023"

  func house(_ mode: Mode, selfService: Bool = false, _ policy: LibraryPolicy = LibraryPolicy()) -> ModelLibrary {
    var house = ModelLibrary(StationPolicy(home: mode, isSelfService: selfService), policy: policy)
    house.addCopy(barcode: code)
    house.addCopy()
    house.addBorrower()
    return house
  }

  // MARK: - Add and wish list

  @Test func `a second copy prompts, and expiry, no and another copy add none`() throws {
    var house = house(.add)
    let asked = house.scan(.barcode(code))
    #expect(asked.outcome?.code == .copyExists && asked.outcome?.facts.count == 1)
    #expect(house.scan(.barcode(code)).outcome?.code == .copyExists)
    #expect(house.scan(.order(.no)).outcome?.code == .declined)
    house.scan(.barcode(code))
    house.pass(60)
    #expect(house.scan(.order(.yes)).outcome?.code == .nothingToConfirm)
    house.scan(.barcode(code))
    let gtin = try #require(GTIN(key: "4006381333931"))
    let other = house.scan(.nothing(.gtin(gtin)))
    #expect(other.outcome?.code == .addedUnresolved && other.outcome?.facts.notes == [.declined])
    #expect(house.copies.count == 3)
    house.scan(.barcode(code))
    let yes = house.scan(.order(.yes))
    #expect(yes.outcome?.code == .added && yes.outcome?.facts.count == 2 && house.copies.count == 4)
  }

  @Test func `when another station has added one in the meantime, the station prompts again`() {
    var house = house(.add)
    house.scan(.barcode(code))
    house.addCopy(of: house.copies[0].release)
    let again = house.scan(.order(.yes))
    #expect(again.outcome?.code == .copyExists && again.outcome?.facts.count == 2 && again.effects.isEmpty)
    #expect(house.scan(.order(.yes)).outcome?.code == .added)
  }

  @Test func `a release without copies is added at once, and its slot may follow`() throws {
    var house = ModelLibrary(StationPolicy(home: .add))
    let release: Release.ID = house.draw()
    house.barcodes[code] = [release]
    let added = house.scan(.barcode(code))
    #expect(added.outcome?.code == .added && added.effects == [.addCopy(release)])
    house.states[0] = house.desks[0].taken(house.copies[0].id, into: house.states[0], at: house.now)
    #expect(house.scan(.slot(ModelLibrary.slot(2), occupant: nil)).outcome?.code == .shelved)
    #expect(house.copies[0].location == ModelLibrary.slot(2).location)
  }

  @Test func `a wish is stored once, and lists the owned copies`() {
    var house = house(.wishlist)
    let first = house.scan(.barcode(code))
    #expect(first.outcome?.code == .wished && first.outcome?.facts.notes == [.copyExists])
    #expect(house.scan(.barcode(code)).outcome?.code == .alreadyWished)
  }

  // MARK: - Look-up

  @Test func `a look-up shows everything but the borrower`() throws {
    var house = house(.lookup)
    house.lend(0, to: 0, since: 30, due: -2)
    house.copies[0].partCount = 3
    house.copies[0].isReference = true
    house.wished.insert(house.copies[0].release)
    house.addBorrower()
    house.addHold(.release(house.copies[0].release), by: 1)
    let outcome = try #require(house.scan(.copy(0)).outcome)
    #expect(outcome.code == .found && outcome.dueAt == house.copies[0].loan?.dueAt)
    #expect(outcome.facts.notes == [.copyOnLoan, .holdWaiting, .notForLoan, .alreadyWished])
    #expect(outcome.facts.count == 1 && outcome.facts.parts == 3 && outcome.facts.overdueDays == 2)
    #expect(house.changes.isEmpty)
    #expect(house.scan(.nothing(.text("x"))).effects.isEmpty)
  }

  // MARK: - Played, labels, condition

  @Test func `a play and a label count once for one movement of the hand`() {
    var house = house(.played)
    #expect(house.scan(.copy(0)).outcome?.facts.count == 1)
    #expect(house.scan(.barcode(code)).outcome?.code == .duplicate)
    house.pass(10)
    #expect(house.scan(.copy(0)).outcome?.code == .played)
    #expect(house.copies[0].plays == 2)
    house.scan(.order(.label))
    #expect(house.scan(.copy(0)).outcome?.code == .labelQueued)
    #expect(house.scan(.copy(0)).outcome?.code == .duplicate)
    #expect(house.labels == 1)
  }

  @Test func `a grade goes to the record in the hand, or before them to all that follow`() {
    var house = house(.condition)
    #expect(house.scan(.copy(0)).outcome?.code == .found)
    #expect(house.scan(.order(.gradeNearMint)).outcome?.code == .conditionSet)
    house.scan(.copy(1))
    #expect(house.copies.map(\.mediaCondition) == ["NM", nil])
    house.scan(.order(.end))
    #expect(house.scan(.order(.gradeGoodPlus)).outcome?.code == .copyNeeded)
    house.scan(.copy(0))
    #expect(house.scan(.copy(1)).outcome?.facts.word == "G+")
    #expect(house.scan(.copy(1)).outcome?.code == .duplicate)
    // The next grade applies to the following records, not to the one that was just graded.
    house.scan(.order(.gradePoor))
    house.scan(.copy(0))
    #expect(house.copies.map(\.mediaCondition) == ["P", "G+"])
    var open = self.house(.lookup, selfService: true)
    #expect(open.scan(.order(.gradePoor)).outcome?.code == .staffNeeded)
    var lookup = self.house(.lookup)
    #expect(lookup.scan(.order(.gradePoor)).outcome?.code == .wrongKind)
  }

  // MARK: - Inbox, stock-take, move

  @Test func `an unknown code can be looked up again, bound to the last copy, or dismissed`() throws {
    let gtin = Code.gtin(try #require(GTIN(key: "4006381333931")))
    let key = try #require(gtin.key)
    var house = house(.inbox)
    let asked = house.scan(.nothing(gtin))
    #expect(asked.outcome?.code == .inboxItem && asked.effects == [.keepUnknown(key, .typed)])
    #expect(asked.state.stage.choosing?.acts == [.lookUp, .claim, .forget])
    #expect(house.act(.pick(1)).effects == [.lookUpAgain(key)])
    house.scan(.nothing(gtin))
    #expect(house.scan(.order(.choice2)).outcome?.code == .copyNeeded)
    #expect(house.scan(.copy(0)).outcome?.code == .inboxItem)
    #expect(house.scan(.order(.choice2)).outcome?.code == .claimed)
    #expect(house.claimed[key] == house.copies[0].id)
    // The record first, then the code.
    house.scan(.copy(1))
    let text = Code.text("an old label")
    house.scan(.nothing(text))
    #expect(house.act(.pick(1)).outcome?.code == .choiceInvalid)
    #expect(house.act(.pick(2)).outcome?.copy == house.copies[1].id)
    house.scan(.nothing(text))
    #expect(house.act(.pick(3)).outcome?.code == .forgotten)
    #expect(house.act(.pick(3)).outcome?.code == .choiceInvalid)
  }

  @Test func `stock-take does not exist yet, and a place cannot be moved to a place yet`() {
    var house = house(.stocktake)
    #expect(house.scan(.copy(0)).outcome?.code == .noStocktake)
    house.scan(.order(.move))
    house.scan(.copy(0))
    #expect(house.scan(.place(ModelLibrary.shelf)).outcome?.code == .shelved)
    #expect(house.scan(.place(ModelLibrary.shelf)).outcome?.code == .copyNeeded)
    #expect(house.scan(.slot(ModelLibrary.slot(1), occupant: nil)).outcome?.code == .wrongKind)
    #expect(house.scan(.copy(1)).outcome?.code == .shelved)
  }

  // MARK: - Commands

  @Test func `help, sound and language change nothing that is open`() {
    var house = house(.checkout)
    house.scan(.card(0))
    let stage = house.states[0].stage
    #expect(house.scan(.order(.help)).outcome?.code == .helpShown)
    #expect(house.scan(.order(.quiet)).effects == [.setQuiet(true)])
    #expect(house.scan(.order(.loud)).effects == [.setQuiet(false)])
    let french = house.scan(.order(.french))
    #expect(french.effects == [.setLanguage("fr")] && french.outcome?.facts.word == "fr")
    #expect(house.states[0].stage == stage && house.states[0].session != nil)
  }

  @Test func `a station has the modes of its policy`() {
    var station = StationPolicy(home: .return, modes: [.lookup])
    station.isSelfService = true
    var house = ModelLibrary(station)
    #expect(house.scan(.order(.checkout)).outcome?.code == .notAllowed)
    #expect(house.act(.choose(.add)).outcome?.code == .notAllowed)
    #expect(house.states[0].mode == .return)
    #expect(house.scan(.order(.lookup)).state.mode == .lookup)
    #expect(house.scan(.order(.return)).state.mode == .return)
    #expect(house.states[0].revertsAt == nil)
  }

  // MARK: - Undo

  @Test func `undo takes back the desk's last change, undo again does it again, and it never reaches further back`() {
    var house = house(.return)
    house.lend(0, to: 0)
    house.lend(1, to: 0)
    house.scan(.copy(0))
    house.scan(.copy(1))
    for _ in 0..<3 {
      let undone = house.scan(.order(.undo))
      #expect(undone.outcome?.code == .undone && undone.outcome?.copy == house.copies[1].id)
      #expect(undone.outcome?.facts.word == Change.Kind.giveBack.rawValue)
      #expect(undone.state.batch?.count == 1)
      #expect(house.copies[0].loan == nil && house.copies[1].loan != nil)
      let redone = house.act(.undo)
      #expect(redone.outcome?.code == .redone && redone.outcome?.status == .done)
      #expect(redone.state.batch?.count == 2)
      #expect(house.copies[0].loan == nil && house.copies[1].loan == nil)
    }
    house.scan(.order(.undo))
    // An undone return is no duplicate.
    #expect(house.scan(.copy(1)).outcome?.code == .returned)
  }

  @Test func `undo is refused if something has changed since, and names the change`() {
    var house = ModelLibrary(StationPolicy(home: .return), StationPolicy(home: .checkout))
    house.addCopy()
    house.addBorrower()
    house.lend(0, to: 0)
    house.scan(.copy(0), at: 0)
    house.scan(.card(0), at: 1)
    house.scan(.copy(0), at: 1)
    let refused = house.scan(.order(.undo), at: 0)
    #expect(refused.outcome?.code == .changedSince)
    #expect(refused.outcome?.facts.word == Change.Kind.lend.rawValue)
    #expect(refused.effects.isEmpty && house.breaches.isEmpty)
  }

  @Test func `a desk takes back what is not too long ago, and staff whatever it did last`() {
    var house = house(.return)
    house.addBorrower { $0.isStaff = true }
    house.lend(0, to: 0)
    house.scan(.copy(0))
    house.pass(600)
    #expect(house.scan(.order(.undo)).outcome?.code == .nothingToUndo)
    #expect(house.scan(.card(1)).outcome?.code == .staffReady)
    #expect(house.scan(.order(.undo)).outcome?.code == .undone)
  }

  @Test func `borrowers who serve themselves take back only what they did themselves`() {
    var house = house(.checkout, selfService: true)
    house.addBorrower()
    house.scan(.card(0))
    house.scan(.copy(0))
    house.scan(.card(1))
    #expect(house.scan(.order(.undo)).outcome?.code == .nothingToUndo)
    house.scan(.copy(1))
    #expect(house.scan(.order(.undo)).outcome?.code == .undone)
    #expect(house.copies[0].loan != nil && house.copies[1].loan == nil)
    house.scan(.order(.end))
    #expect(house.scan(.order(.undo)).outcome?.code == .nothingToUndo)
  }

  // MARK: - PIN

  func pinHouse(_ mode: Mode = .checkout) -> ModelLibrary {
    var station = StationPolicy(home: mode, isSelfService: true)
    station.asksPIN = true
    var house = ModelLibrary(station)
    house.addCopy()
    house.addBorrower { $0.hasPIN = true }
    house.addBorrower()
    return house
  }

  @Test func `no session is open before the PIN, and the record that waited is lent with it`() {
    var house = pinHouse()
    house.scan(.copy(0))
    let asked = house.scan(.card(0))
    #expect(asked.outcome?.code == .pinNeeded && asked.state.session == nil)
    #expect(house.scan(.copy(0)).outcome?.code == .pinNeeded)
    #expect(house.act(.pin(isRight: true)).outcome?.code == .checkedOut)
    #expect(house.states[0].session?.borrower == house.borrowers[0].id)
    // A borrower without a PIN needs none.
    #expect(house.scan(.card(1)).outcome?.code == .switchBorrower)
    #expect(house.act(.pin(isRight: true)).outcome?.code == .nothingToConfirm)
  }

  @Test func `a typed code during a PIN prompt may be the PIN, a reader's code is not`() {
    var house = pinHouse()
    func mayBe(_ text: String, _ symbology: Symbology, _ named: StationFacts.Resolution) -> Bool {
      let reading = Reading(id: .new(at: house.now), at: house.now, symbology: symbology, text: text)
      return house.desks[0].mayBePIN(reading, naming: named, house.states[0])
    }
    let (copy, nothing) = (
      StationFacts.Resolution.copy(house.copies[0]), StationFacts.Resolution.nothing(.text("4711"))
    )
    #expect(!mayBe("4711", .typed, nothing), "no PIN is asked for")
    house.scan(.card(0))
    #expect(mayBe("4711", .typed, nothing) && mayBe(" 4711\t", .typed, nothing))
    // The number of a card or a record may also be a borrower's PIN; a mistyped PIN belongs to no record.
    #expect(mayBe("4711", .typed, copy) && mayBe("471q1", .typed, .nothing(.text("471q1"))))
    #expect(!mayBe("DW:I:5VTPVXVRCNZGJD", .typed, copy))
    #expect(!mayBe("4711", .code128, nothing))
  }

  @Test func `the third wrong PIN locks the card for a while, at every station, and scanning it does not restart`() {
    var house = pinHouse()
    house.scan(.card(0))
    #expect(house.act(.pin(isRight: false)).outcome?.code == .pinWrong)
    #expect(house.scan(.card(0)).outcome?.code == .pinNeeded)
    #expect(house.act(.pin(isRight: false)).outcome?.code == .pinWrong)
    house.scan(.card(0))
    let locked = house.act(.pin(isRight: false))
    #expect(locked.outcome?.code == .pinLocked && locked.state == StationState(mode: .checkout))
    let until = house.now + house.policy.desk.pinLockTime
    let again = house.scan(.card(0))
    #expect(again.outcome?.code == .pinLocked && again.outcome?.dueAt == until)
    #expect(again.state == StationState(mode: .checkout) && again.effects.isEmpty)
    house.pass(Int(house.policy.desk.pinLockTime.components.seconds) - 1)
    #expect(house.scan(.card(0)).outcome?.code == .pinLocked)
    house.pass(1)
    #expect(house.scan(.card(0)).outcome?.code == .pinNeeded)
    #expect(house.act(.pin(isRight: true)).outcome?.code == .sessionStarted)
  }

  @Test func `wrong PINs are counted across sessions, and a right one makes them good`() {
    var house = pinHouse()
    for _ in 0..<4 {
      for _ in 0..<2 {
        house.scan(.card(0))
        #expect(house.act(.pin(isRight: false)).outcome?.code == .pinWrong)
        // Leaving and returning does not reset the number of tries.
        house.act(.end)
      }
      house.scan(.card(0))
      #expect(house.act(.pin(isRight: true)).outcome?.code == .sessionStarted)
      house.act(.end)
    }
  }

  @Test func `another card does not get the copy of the card that waits for its PIN`() {
    var house = pinHouse()
    house.scan(.copy(0))
    house.scan(.card(0))
    #expect(house.scan(.card(1)).outcome?.code == .sessionStarted)
    #expect(house.copies[0].loan == nil && house.states[0].hand == nil)
  }
}
