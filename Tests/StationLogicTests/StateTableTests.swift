import Deadwax
import Intake
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
  static func library(_ home: Mode) -> ModelLibrary {
    var library = ModelLibrary(StationPolicy(home: home))
    let first = library.addCopy(barcode: barcode)
    library.addCopy()
    library.addCopy(of: library.copies[first].release)
    library.addBorrower()
    library.addBorrower()
    library.addBorrower { $0.isStaff = true }
    return library
  }

  static func freeTag() throws -> BindingCandidate {
    BindingCandidate(key: Code.Key(try #require(TagID(.nfcA, [4, 1, 2, 3, 4, 5, 6]))))
  }

  @Test(arguments: rows)
  func `each row of the table is walked`(row: Row) throws {
    var library = Self.library(row.home)
    try row.walk(&library)
    #expect(library.breaches.isEmpty)
  }

  static let rows: [Row] = fromIdle + fromPending + fromSession + fromQuestions + fromAny

  static let fromIdle = [
    Row(
      from: "any except Fault", event: "Command(mode)", given: "allowed for station",
      to: "Idle(mode) + ok + revert timer; what is open is cancelled; a Session survives where cards count",
      home: .checkout
    ) { library in
      library.scan(.card(0))
      library.scan(.barcode(barcode))
      #expect(library.states[0].stage.choosing != nil)
      let renew = library.scan(.order(.renew))
      #expect(renew.outcome?.code == .modeChanged && renew.outcome?.facts.notes == [.declined])
      #expect(renew.state.mode == .renew && renew.state.stage == .idle && renew.state.session != nil)
      #expect(renew.state.revertsAt == library.policy.stations.revertTime.map { library.now + $0 })
      let shelve = library.scan(.order(.shelve))
      #expect(shelve.state.mode == .shelve && shelve.state.session == nil)
    },
    Row(from: "Idle(AUTO)", event: "Code(borrower)", given: "card valid", to: "Session") { library in
      #expect(library.scan(.card(0)).outcome?.code == .sessionStarted)
      #expect(library.states[0].session?.borrower == library.borrowers[0].id)
    },
    Row(from: "Idle(AUTO)", event: "Code(copy) on loan", given: "station auto-return", to: "Return, stay") { library in
      library.lend(1, to: 0)
      #expect(library.scan(.copy(1)).outcome?.code == .returned)
      #expect(library.states[0].mode == .auto && library.states[0].stage == .idle && library.copies[1].loan == nil)
    },
    Row(
      from: "Idle(AUTO)", event: "Code(copy) available", to: "Pending(copy, station.pair-seconds), look-up shown"
    ) { library in
      let pending = library.scan(.copy(1))
      #expect(pending.outcome?.code == .found && pending.effects.isEmpty)
      #expect(
        pending.state.stage == .pendingCopy(library.copies[1].id, until: library.now + library.policy.stations.pairTime)
      )
    },
  ]

  static let fromPending = [
    Row(from: "Pending(copy)", event: "Code(borrower)", to: "check-out, Session") { library in
      library.scan(.copy(1))
      #expect(library.scan(.card(0)).outcome?.code == .checkedOut)
      #expect(library.states[0].session?.borrower == library.borrowers[0].id)
      #expect(library.copies[1].loan?.borrower == library.borrowers[0].id)
    },
    Row(from: "Pending(copy)", event: "Code(slot/place)", to: "shelve") { library in
      library.scan(.copy(1))
      #expect(library.scan(.slot(ModelLibrary.slot(2), occupant: nil)).outcome?.code == .shelved)
      library.scan(.copy(0))
      #expect(library.scan(.place(ModelLibrary.shelf)).outcome?.code == .shelved)
      #expect(library.copies[1].location == ModelLibrary.slot(2).location && library.copies[0].location != nil)
    },
    Row(from: "Pending(copy)", event: "TagArrived(free)", to: "bind offer") { library in
      library.scan(.copy(1))
      let tag = try freeTag()
      let offer = library.scan(.tag(tag))
      #expect(offer.outcome?.status == .needsConfirmation && offer.effects.isEmpty)
      let yes = library.scan(.order(.yes))
      #expect(yes.effects == [.bind(library.copies[1], tag)])
    },
    Row(from: "Pending(copy)", event: "TagArrived(free)", given: "in BIND", to: "bound by itself", home: .bind) {
      library in
      library.scan(.copy(1))
      let tag = try freeTag()
      let bound = library.scan(.tag(tag))
      #expect(bound.effects == [.bind(library.copies[1], tag)])
    },
    Row(from: "Pending(slot)", event: "Code(copy)", to: "shelve", home: .shelve) { library in
      library.scan(.slot(ModelLibrary.slot(3), occupant: nil))
      #expect(library.scan(.copy(1)).outcome?.code == .shelved)
      #expect(library.copies[1].location == ModelLibrary.slot(3).location)
    },
    Row(from: "Pending", event: "Timer", to: "Idle, nothing changed") { library in
      for thing in [ModelLibrary.Thing.copy(1), .slot(ModelLibrary.slot(3), occupant: nil), .place(ModelLibrary.shelf)]
      {
        library.scan(thing)
        #expect(library.states[0].stage.half != nil)
        library.pass(30)
        #expect(library.states[0] == StationState(mode: .auto) && library.changes.isEmpty)
      }
    },
  ]

  static let fromSession = [
    Row(from: "Session", event: "Code(copy)", given: "preview empty", to: "loan; deadline reset", home: .checkout) {
      library in
      library.scan(.card(0))
      library.pass(50)
      #expect(library.scan(.copy(1)).outcome?.code == .checkedOut)
      #expect(library.states[0].session?.until == library.now + library.policy.stations.sessionTime)
    },
    Row(
      from: "Session", event: "Code(same borrower) / END / Timer", to: "end session, receipt", home: .checkout
    ) { library in
      for way in 0...2 {
        library.scan(.card(0))
        let session = library.states[0].session?.id
        let before = library.states[0]
        switch way {
        case 0: library.scan(.card(0))
        case 1: library.scan(.order(.end))
        default: library.pass(90)
        }
        // The ended session is the one with the receipt.
        #expect(library.states[0].session == nil && library.states[0].sessions(since: before).ended == session)
      }
    },
    Row(from: "Session", event: "Code(other borrower)", to: "end + new Session", home: .checkout) { library in
      library.scan(.card(0))
      let before = library.states[0]
      #expect(library.scan(.card(1)).outcome?.code == .switchBorrower)
      #expect(library.states[0].session?.borrower == library.borrowers[1].id)
      #expect(library.states[0].sessions(since: before).ended == before.session?.id)
    },
  ]

  static let fromQuestions = [
    Row(from: "*", event: "Code, more than one candidate", to: "Choosing", home: .lookup) { library in
      for copy in [0, 2] { library.lend(copy, to: 0) }
      for order in [Command.return, .checkout, .auto, .label, .played] {
        library.scan(.order(order))
        if order == .checkout {
          for copy in [0, 2] { library.copies[copy].loan = nil }
          library.scan(.card(1))
        }
        let prompted = library.scan(.barcode(barcode))
        #expect(prompted.outcome?.status == .needsChoice && prompted.effects.isEmpty, "\(order)")
        #expect(prompted.state.stage.choosing?.candidates.count == 2, "\(order)")
      }
    },
    Row(
      from: "Choosing", event: "Choice(n) / more specific Code of a candidate", given: "n valid", to: "commit; else no",
      home: .return
    ) { library in
      for way in 0...2 {
        for copy in [0, 2] { library.lend(copy, to: 0, due: copy + 1) }
        let prompted = library.scan(.barcode(barcode)).state
        #expect(library.act(.pick(3)).outcome?.status == .refused && library.states[0] == prompted)
        let decision =
          way == 0 ? library.act(.pick(2)) : way == 1 ? library.scan(.order(.choice2)) : library.scan(.copy(2))
        #expect(decision.outcome?.code == .returned && decision.outcome?.copy == library.copies[2].id)
        #expect(library.copies[0].loan != nil)
        library.pass(200)
      }
    },
    Row(from: "*", event: "preview has confirms only", to: "Confirming (token)", home: .checkout) { library in
      library.copies[1].status = .missing
      library.scan(.card(0))
      let prompted = library.scan(.copy(1))
      let token = try #require(prompted.state.stage.confirming)
      #expect(prompted.outcome?.status == .needsConfirmation && prompted.effects.isEmpty)
      #expect(token.copy == library.copies[1].id && token.borrower == library.borrowers[0].id)
      #expect(token.reasons == [.foundMissing] && !token.versions.isEmpty)
      #expect(token.scan == Identifier(digest: 1 << 20, library.events))
    },
    Row(
      from: "Confirming", event: "Confirm(yes)", given: "token valid, role ok", to: "commit; stale → re-preview",
      home: .checkout
    ) { library in
      library.copies[1].status = .missing
      library.scan(.card(0))
      library.scan(.copy(1))
      library.copies[1].version += 1
      let stale = library.scan(.order(.yes))
      #expect(stale.effects.isEmpty && stale.state.stage.confirming != nil && stale.outcome?.code == .foundMissing)
      #expect(library.scan(.order(.yes)).outcome?.code == .checkedOut)
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
    Row(from: "Guided", event: "Code", given: "task rule", to: "task effect, stay", home: .write) { library in
      let tag = try freeTag()
      let machine = library.machines[0]
      let facts = StationFacts(
        named: library.named(.tag(tag)), scanned: tag, tagsPresent: 1, queueNext: library.copies[1], hasQueue: true)
      let written = machine.next(library.states[0], .reading, facts, at: library.now)
      #expect(written.effects == [.writeTag(library.copies[1], tag, confirmed: [])])
      #expect(written.state.mode == .write && written.state.stage == .idle)
      // A station's grade also applies from record to record.
      library.scan(.order(.condition))
      library.scan(.order(.gradeGoodPlus))
      for copy in 0...1 { #expect(library.scan(.copy(copy)).outcome?.code == .conditionSet) }
    },
    Row(from: "any", event: "same Code while still present", to: "ignored (again at most once)", home: .return) {
      library in
      let presence = Presence()
      let code = SeenObject.code(.qr, "code")
      var isNew = (1...3).map { _ in presence.appear(code, at: "camera", tag: nil, library.now) }
      presence.leave(code, at: "camera")
      isNew.append(presence.appear(code, at: "camera", tag: nil, library.now))
      #expect(isNew == [true, false, false, true])
      // The second report of the same movement, from the other reader, changes nothing.
      library.lend(1, to: 0)
      #expect(library.scan(.copy(1)).outcome?.code == .returned)
      let again = library.scan(.copy(1))
      #expect(again.outcome?.code == .duplicate && again.effects.isEmpty)
    },
    Row(
      from: "any", event: "DeviceDown(last source)", to: "Fault overlay; restores the old state on DeviceUp",
      home: .checkout
    ) { library in
      library.copies[1].status = .missing
      library.scan(.card(0))
      library.scan(.copy(1))
      let before = library.states[0]
      let fault = library.act(.fault(StationState.Fault.readers))
      #expect(fault.outcome == nil && fault.state.fault?.kind == StationState.Fault.readers)
      #expect(fault.state.stage == before.stage && fault.state.session == before.session)
      library.act(.fault(StationState.Fault.readers))
      #expect(library.act(.fault(nil)).state == before)
      #expect(library.scan(.order(.yes)).outcome?.code == .checkedOut)
    },
    Row(from: "any with deadline", event: "Timer", to: "documented default; a timer never commits", home: .return) {
      library in
      for copy in [0, 2] { library.lend(copy, to: 0) }
      library.scan(.barcode(barcode))
      library.pass(60)
      #expect(library.states[0].stage == .idle)
      library.copies[1].status = .missing
      library.scan(.order(.checkout))
      library.scan(.card(0))
      library.scan(.copy(1))
      library.pass(60)
      #expect(library.states[0].stage == .idle)
      library.pass(600)
      #expect(library.states[0] == StationState(mode: .return) && library.changes.isEmpty)
    },
  ]
}
