import Deadwax
import Lending
import StationLogic
import Testing

/// Tests of the state table, one per row: state, event, next state.
@Suite(.timeLimit(.minutes(5)))
struct StateTableTests {
  /// A row with the table's own words, and its test.
  struct Row: Sendable, CustomTestStringConvertible {
    var from: String
    var event: String
    var given = ""
    var to: String
    /// The station's home mode.
    var home = Mode.auto
    var walk: @Sendable (inout ModelLibrary) throws -> Void

    var testDescription: String { "\(from) | \(event) | \(given) | \(to)" }
  }

  static let barcode = "5099902988023"

  /// Returns a station with two records, the first of them twice under one barcode, two borrowers, and staff.
  static func house(_ home: Mode) -> ModelLibrary {
    var house = ModelLibrary(StationPolicy(home: home))
    let first = house.addCopy(barcode: barcode)
    house.addCopy()
    house.addCopy(of: house.copies[first].release)
    house.addBorrower()
    house.addBorrower()
    house.addBorrower { $0.isStaff = true }
    return house
  }

  static func freeTag() throws -> BindingCandidate {
    BindingCandidate(key: Code.Key(try #require(TagUID([4, 1, 2, 3, 4, 5, 6]))))
  }

  @Test(arguments: rows)
  func `each row of the table is walked`(row: Row) throws {
    var house = Self.house(row.home)
    try row.walk(&house)
    #expect(house.breaches.isEmpty)
  }

  static let rows: [Row] = fromIdle + fromPending + fromSession + fromQuestions + fromAny

  static let fromIdle = [
    Row(
      from: "any except Fault", event: "Command(mode)", given: "allowed for station",
      to: "Idle(mode) + ok + revert timer; what is open is cancelled; a Session survives where cards count",
      home: .checkout
    ) { house in
      house.scan(.card(0))
      house.scan(.barcode(barcode))
      #expect(house.states[0].stage.choosing != nil)
      let renew = house.scan(.order(.renew))
      #expect(renew.outcome?.code == .modeChanged && renew.outcome?.facts.notes == [.declined])
      #expect(renew.state.mode == .renew && renew.state.stage == .idle && renew.state.session != nil)
      #expect(renew.state.revertsAt == house.policy.desk.revertTime.map { house.now + $0 })
      let shelve = house.scan(.order(.shelve))
      #expect(shelve.state.mode == .shelve && shelve.state.session == nil)
    },
    Row(from: "Idle(AUTO)", event: "Code(borrower)", given: "card valid", to: "Session") { house in
      #expect(house.scan(.card(0)).outcome?.code == .sessionStarted)
      #expect(house.states[0].session?.borrower == house.borrowers[0].id)
    },
    Row(from: "Idle(AUTO)", event: "Code(copy) on loan", given: "station auto-return", to: "Return, stay") { house in
      house.lend(1, to: 0)
      #expect(house.scan(.copy(1)).outcome?.code == .returned)
      #expect(house.states[0].mode == .auto && house.states[0].stage == .idle && house.copies[1].loan == nil)
    },
    Row(
      from: "Idle(AUTO)", event: "Code(copy) available", to: "Pending(copy, desk.pair-seconds), look-up shown"
    ) { house in
      let pending = house.scan(.copy(1))
      #expect(pending.outcome?.code == .found && pending.effects.isEmpty)
      #expect(pending.state.stage == .pendingCopy(house.copies[1].id, until: house.now + house.policy.desk.pairTime))
    },
  ]

  static let fromPending = [
    Row(from: "Pending(copy)", event: "Code(borrower)", to: "check-out, Session") { house in
      house.scan(.copy(1))
      #expect(house.scan(.card(0)).outcome?.code == .checkedOut)
      #expect(house.states[0].session?.borrower == house.borrowers[0].id)
      #expect(house.copies[1].loan?.borrower == house.borrowers[0].id)
    },
    Row(from: "Pending(copy)", event: "Code(slot/place)", to: "shelve") { house in
      house.scan(.copy(1))
      #expect(house.scan(.slot(ModelLibrary.slot(2), occupant: nil)).outcome?.code == .shelved)
      house.scan(.copy(0))
      #expect(house.scan(.place(ModelLibrary.shelf)).outcome?.code == .shelved)
      #expect(house.copies[1].location == ModelLibrary.slot(2).location && house.copies[0].location != nil)
    },
    Row(from: "Pending(copy)", event: "TagArrived(free)", to: "bind offer") { house in
      house.scan(.copy(1))
      let tag = try freeTag()
      let offer = house.scan(.tag(tag))
      #expect(offer.outcome?.status == .needsConfirmation && offer.effects.isEmpty)
      let yes = house.scan(.order(.yes))
      #expect(yes.effects == [.bind(house.copies[1], tag)])
    },
    Row(from: "Pending(copy)", event: "TagArrived(free)", given: "in BIND", to: "bound by itself", home: .bind) {
      house in
      house.scan(.copy(1))
      let tag = try freeTag()
      let bound = house.scan(.tag(tag))
      #expect(bound.effects == [.bind(house.copies[1], tag)])
    },
    Row(from: "Pending(slot)", event: "Code(copy)", to: "shelve", home: .shelve) { house in
      house.scan(.slot(ModelLibrary.slot(3), occupant: nil))
      #expect(house.scan(.copy(1)).outcome?.code == .shelved)
      #expect(house.copies[1].location == ModelLibrary.slot(3).location)
    },
    Row(from: "Pending", event: "Timer", to: "Idle, nothing changed") { house in
      for thing in [ModelLibrary.Thing.copy(1), .slot(ModelLibrary.slot(3), occupant: nil), .place(ModelLibrary.shelf)]
      {
        house.scan(thing)
        #expect(house.states[0].stage.half != nil)
        house.pass(30)
        #expect(house.states[0] == StationState(mode: .auto) && house.changes.isEmpty)
      }
    },
  ]

  static let fromSession = [
    Row(from: "Session", event: "Code(copy)", given: "preview empty", to: "loan; deadline reset", home: .checkout) {
      house in
      house.scan(.card(0))
      house.pass(50)
      #expect(house.scan(.copy(1)).outcome?.code == .checkedOut)
      #expect(house.states[0].session?.until == house.now + house.policy.desk.sessionTime)
    },
    Row(
      from: "Session", event: "Code(same borrower) / END / Timer", to: "end session, receipt", home: .checkout
    ) { house in
      for way in 0...2 {
        house.scan(.card(0))
        let visit = house.states[0].session?.visit
        let before = house.states[0]
        switch way {
        case 0: house.scan(.card(0))
        case 1: house.scan(.order(.end))
        default: house.pass(90)
        }
        // The ended session is the one with the receipt.
        #expect(house.states[0].session == nil && house.states[0].visits(since: before).ended == visit)
      }
    },
    Row(from: "Session", event: "Code(other borrower)", to: "end + new Session", home: .checkout) { house in
      house.scan(.card(0))
      let before = house.states[0]
      #expect(house.scan(.card(1)).outcome?.code == .switchBorrower)
      #expect(house.states[0].session?.borrower == house.borrowers[1].id)
      #expect(house.states[0].visits(since: before).ended == before.session?.visit)
    },
  ]

  static let fromQuestions = [
    Row(from: "*", event: "Code, more than one candidate", to: "Choosing", home: .lookup) { house in
      for copy in [0, 2] { house.lend(copy, to: 0) }
      for order in [Command.return, .checkout, .auto, .label, .played] {
        house.scan(.order(order))
        if order == .checkout {
          for copy in [0, 2] { house.copies[copy].loan = nil }
          house.scan(.card(1))
        }
        let asked = house.scan(.barcode(barcode))
        #expect(asked.outcome?.status == .needsChoice && asked.effects.isEmpty, "\(order)")
        #expect(asked.state.stage.choosing?.candidates.count == 2, "\(order)")
      }
    },
    Row(
      from: "Choosing", event: "Choice(n) / more specific Code of a candidate", given: "n valid", to: "commit; else no",
      home: .return
    ) { house in
      for way in 0...2 {
        for copy in [0, 2] { house.lend(copy, to: 0, due: copy + 1) }
        let asked = house.scan(.barcode(barcode)).state
        #expect(house.act(.pick(3)).outcome?.status == .refused && house.states[0] == asked)
        let decision =
          way == 0 ? house.act(.pick(2)) : way == 1 ? house.scan(.order(.choice2)) : house.scan(.copy(2))
        #expect(decision.outcome?.code == .returned && decision.outcome?.copy == house.copies[2].id)
        #expect(house.copies[0].loan != nil)
        house.pass(200)
      }
    },
    Row(from: "*", event: "preview has confirms only", to: "Confirming (token)", home: .checkout) { house in
      house.copies[1].status = .missing
      house.scan(.card(0))
      let asked = house.scan(.copy(1))
      let token = try #require(asked.state.stage.confirming)
      #expect(asked.outcome?.status == .needsConfirmation && asked.effects.isEmpty)
      #expect(token.copy == house.copies[1].id && token.borrower == house.borrowers[0].id)
      #expect(token.reasons == [.foundMissing] && !token.versions.isEmpty)
      #expect(token.scan == Identifier(digest: 1 << 20, house.events))
    },
    Row(
      from: "Confirming", event: "Confirm(yes)", given: "token valid, role ok", to: "commit; stale → re-preview",
      home: .checkout
    ) { house in
      house.copies[1].status = .missing
      house.scan(.card(0))
      house.scan(.copy(1))
      house.copies[1].version += 1
      let stale = house.scan(.order(.yes))
      #expect(stale.effects.isEmpty && stale.state.stage.confirming != nil && stale.outcome?.code == .foundMissing)
      #expect(house.scan(.order(.yes)).outcome?.code == .checkedOut)
      // At a self-service station, a confirmation for staff waits for staff.
      var open = ModelLibrary(StationPolicy(home: .checkout, isSelfService: true))
      open.addCopy { $0.isReference = true }
      open.addBorrower()
      open.scan(.card(0))
      open.scan(.copy(0))
      #expect(open.scan(.order(.yes)).effects.isEmpty && open.copies[0].loan == nil)
    },
  ]

  static let fromAny = [
    Row(from: "Guided", event: "Code", given: "task rule", to: "task effect, stay", home: .write) { house in
      let tag = try freeTag()
      let desk = house.desks[0]
      let world = StationFacts(
        named: house.named(.tag(tag)), scanned: tag, tagsPresent: 1, queueNext: house.copies[1], hasQueue: true)
      let written = desk.next(house.states[0], .reading, world, at: house.now)
      #expect(written.effects == [.writeTag(house.copies[1], tag, confirmed: [])])
      #expect(written.state.mode == .write && written.state.stage == .idle)
      // A station's grade also applies from record to record.
      house.scan(.order(.condition))
      house.scan(.order(.gradeGoodPlus))
      for copy in 0...1 { #expect(house.scan(.copy(copy)).outcome?.code == .conditionSet) }
    },
    Row(from: "any", event: "same Code while still present", to: "ignored (again at most once)", home: .return) {
      house in
      var presence = StationPresence()
      var isNew = (1...3).map { _ in presence.appear("code", at: "camera", house.now) }
      presence.leave("code", at: "camera")
      isNew.append(presence.appear("code", at: "camera", house.now))
      #expect(isNew == [true, false, false, true])
      // The second report of the same movement, from the other reader, changes nothing.
      house.lend(1, to: 0)
      #expect(house.scan(.copy(1)).outcome?.code == .returned)
      let again = house.scan(.copy(1))
      #expect(again.outcome?.code == .duplicate && again.effects.isEmpty)
    },
    Row(
      from: "any", event: "DeviceDown(last source)", to: "Fault overlay; restores the old state on DeviceUp",
      home: .checkout
    ) { house in
      house.copies[1].status = .missing
      house.scan(.card(0))
      house.scan(.copy(1))
      let before = house.states[0]
      let fault = house.act(.fault(StationState.Fault.readers))
      #expect(fault.outcome == nil && fault.state.fault?.kind == StationState.Fault.readers)
      #expect(fault.state.stage == before.stage && fault.state.session == before.session)
      house.act(.fault(StationState.Fault.readers))
      #expect(house.act(.fault(nil)).state == before)
      #expect(house.scan(.order(.yes)).outcome?.code == .checkedOut)
    },
    Row(from: "any with deadline", event: "Timer", to: "documented default; a timer never commits", home: .return) {
      house in
      for copy in [0, 2] { house.lend(copy, to: 0) }
      house.scan(.barcode(barcode))
      house.pass(60)
      #expect(house.states[0].stage == .idle)
      house.copies[1].status = .missing
      house.scan(.order(.checkout))
      house.scan(.card(0))
      house.scan(.copy(1))
      house.pass(60)
      #expect(house.states[0].stage == .idle)
      house.pass(600)
      #expect(house.states[0] == StationState(mode: .return) && house.changes.isEmpty)
    },
  ]
}
