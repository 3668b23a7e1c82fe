import Deadwax
import Lending
import StationLogic
import TestSupport
import Testing

/// Property tests of invariants over random events at stations, in any order.
@Suite(.timeLimit(.minutes(10)))
struct StationPropertyTests {
  static let barcodes = ["5099902988023", "4006381333931", "0724384960650"]

  /// Returns three stations of different kinds, eight copies of four releases, a barcode of two releases, and four
  /// borrowers including one member of staff.
  func library(_ random: inout SeededRandom) -> ModelLibrary {
    var attended = StationPolicy(home: .auto)
    attended.asksPIN = true
    var open = StationPolicy(home: .checkout, modes: [.return, .renew, .auto, .lookup], isSelfService: true)
    open.takesAnyCopy = true
    var policy = LibraryPolicy()
    policy.limits.loans = 4
    policy.fees.isOn = true
    policy.returns.countsInHouse = true
    // The library's policy decides which of the times ends first.
    policy.stations.sessionTime = .seconds([40, 90].randomElement(using: &random) ?? 90)
    policy.stations.revertTime = .seconds([30, 600].randomElement(using: &random) ?? 600)
    policy.returns.keepsOpenWithoutParts = Bool.random(using: &random)
    var library = ModelLibrary(attended, open, StationPolicy(home: .return), policy: policy)
    let first = library.addCopy(barcode: Self.barcodes[0])
    for _ in 1...2 { library.addCopy(of: library.copies[first].release) }
    library.addCopy(barcode: Self.barcodes[1]) { $0.partCount = 2 }
    library.addCopy(barcode: Self.barcodes[2])
    library.addCopy(barcode: Self.barcodes[2])
    library.addCopy { $0.isReference = true }
    library.addCopy { $0.status = .missing }
    let end = library.now + .seconds(4000)
    for number in 0...3 {
      library.addBorrower {
        $0.isStaff = number == 3
        $0.hasPIN = number == 1
        $0.expiresAt = number == 2 ? end : nil
      }
    }
    library.addHold(.release(library.copies[0].release), by: 2)
    return library
  }

  func thing(_ library: ModelLibrary, _ random: inout SeededRandom) -> ModelLibrary.Thing {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<32: return .copy(Int.random(in: 0..<library.copies.count, using: &random))
    case 32..<50: return .card(Int.random(in: 0..<4, using: &random))
    case 50..<62: return .barcode(Self.barcodes.randomElement(using: &random) ?? Self.barcodes[0])
    case 62..<66:
      let slot = ModelLibrary.slot(Int.random(in: 0...9, using: &random))
      return .slot(slot, occupant: library.copies.first { $0.location?.slot == slot.id }?.id)
    case 66..<67: return .place(ModelLibrary.shelf)
    case 67..<68: return .both(card: Int.random(in: 0..<4, using: &random), .copy(0))
    case 68..<70: return .nothing(.text(["CARD 1", "label"].randomElement(using: &random) ?? "label"))
    case 70..<72: return .nothing(.unusable)
    case 72..<80: return .order([.yes, .no, .end, .undo].randomElement(using: &random) ?? .yes)
    default: return .order(Command.allCases.randomElement(using: &random) ?? .help)
    }
  }

  func event(_ random: inout SeededRandom) -> StationEvent {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: .choose(Mode.allCases.randomElement(using: &random) ?? .auto)
    case 1: .end
    case 2: .answer(Bool.random(using: &random), reason: nil)
    case 3: .answer(true, reason: "because")
    case 4: .pick(Int.random(in: 0...10, using: &random))
    case 5, 6: .pin(isRight: Bool.random(using: &random))
    case 7: .undo
    case 8: .renewAll
    case 9: .fault(["database", "readers"].randomElement(using: &random))
    default: .fault(nil)
    }
  }

  @Test func `in 120,000 generated steps nothing ever happens that must not`() {
    var random = SeededRandom(seed: 20_261_120)
    var (steps, scans, loans, outcomes) = (0, 0, 0, Set<Outcome.Code>())
    var rules = Set<String>()
    while steps < 120_000 {
      var library = library(&random)
      for _ in 0..<400 {
        steps += 1
        let station = Int.random(in: 0..<3, using: &random)
        let before = library.states[station]
        let loansBefore = library.copies.compactMap(\.loan?.id).count
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<2:
          let sessions = library.states.map(\.session)
          library.pass([1, 5, 11, 25, 41, 65, 95, 130, 700].randomElement(using: &random) ?? 1)
          for (old, new) in zip(sessions, library.states.map(\.session)) where old != new {
            if new != nil || (old?.until ?? library.now) > library.now {
              library.breaches.append("a session ended early")
            }
          }
        case 2..<4:
          let event = event(&random)
          let decision = library.act(event, at: station)
          rules.insert(decision.rule)
          if case .fault = event, !decision.effects.isEmpty || decision.outcome != nil {
            library.breaches.append("a fault did something")
          }
        default:
          let displayed = before.expired(at: library.now, home: library.machines[station].station.home)
          let copies = library.copies
          let decision = library.scan(thing(library, &random), at: station)
          scans += 1
          // A yes is valid for these row versions only.
          if decision.rule.hasSuffix(".confirmed"), let prompted = displayed.stage.confirming,
            let copy = copies.first(where: { $0.id == prompted.copy }),
            !prompted.versions.contains("copy:\(copy.id)@\(copy.version)")
          {
            library.breaches.append("a yes to something else")
          }
          rules.insert(decision.rule)
          if let outcome = decision.outcome {
            outcomes.insert(outcome.code)
            library.breaches += breaches(decision, outcome, displayed)
          }
        }
        loans += max(0, library.copies.compactMap(\.loan?.id).count - loansBefore)
        library.breaches += breaches(library)
        if steps % 8 == 0 { library.breaches += endsOfTime(library) }
        if !library.breaches.isEmpty {
          Issue.record("\(library.breaches) at step \(steps)")
          return
        }
        if library.copies.count > 30 { break }
      }
    }
    print("\(steps) steps, \(scans) scans, \(loans) loans, \(outcomes.count) outcomes, \(rules.count) rules")
    #expect(loans > 1000 && outcomes.count > 60)
    #expect(rules.isSubset(of: Set(Rule.allCases.map(\.rawValue))))
  }

  /// Returns the invariants that a decision about a scan violates.
  private func breaches(_ decision: Decision, _ outcome: Outcome, _ displayed: StationState) -> [String] {
    var found: [String] = []
    let must = { (holds: Bool, what: String) in
      if !holds { found.append("\(what) (\(decision.rule), \(outcome.code))") }
    }
    // Only a switch to another mode has that mode in its outcome.
    must(
      [.modeChanged, .dropDate].contains(outcome.code) || outcome.mode == displayed.mode, "mode shown is not mode used")
    if outcome.facts.isQuestion || outcome.status == .refused {
      must(!decision.effects.contains { $0.isAboutLoan }, "a question or a refusal changed a loan")
    }
    for effect in decision.effects {
      if case .lending(.lend(_, let borrower, _, _, _)) = effect {
        must(decision.state.session?.borrower == borrower, "a loan for a borrower without a session")
      }
    }
    if let before = displayed.session, let after = decision.state.session, before.borrower != after.borrower {
      must(after.id != before.id && !decision.state.stage.isBusy, "two sessions were mixed")
      must(decision.state.hand == nil && decision.state.batch == nil, "something of the one before was left")
    }
    if outcome.code == .sessionEnded {
      must(decision.state.session == nil && decision.state.hand == nil && !decision.state.stage.isBusy, "not all ended")
    }
    must(outcome.choices.allSatisfy { $0.kind != "borrower" || $0 == .borrower(.absent) }, "a card was reported")
    return found
  }

  /// Returns the invariants that a state violates.
  private func breaches(_ library: ModelLibrary) -> [String] {
    var found: [String] = []
    for (state, machine) in zip(library.states, library.machines) {
      let prompted = state.stage.confirming
      // Open interactions belong to the session's borrower; a renewal by staff may be for any borrower.
      if prompted?.borrower != nil, prompted?.borrower != state.session?.borrower,
        state.session != nil || state.mode != .renew || prompted?.act != .renew
      {
        found.append("a prompt about a borrower who is not there")
      }
      if state.session != nil, !state.mode.isAboutBorrowers { found.append("a session in mode \(state.mode)") }
      if !machine.station.allows(state.mode), state.mode != machine.station.home {
        found.append("a mode that is not allowed")
      }
    }
    return found
  }

  /// Checks that time has the same result in one step and in many, and leaves nothing open.
  private func endsOfTime(_ library: ModelLibrary) -> [String] {
    var found: [String] = []
    for (state, machine) in zip(library.states, library.machines) {
      var stepwise = state
      for seconds in [20, 61, 91, 650, 5000] {
        stepwise = stepwise.expired(at: library.now + .seconds(seconds), home: machine.station.home)
      }
      let rest = StationState(mode: stepwise.mode, fault: state.fault, grade: stepwise.grade)
      if stepwise != state.expired(at: library.now + .seconds(5000), home: machine.station.home) || stepwise != rest {
        found.append("time has two ends")
      }
    }
    return found
  }

  @Test func `an undo restores the state before it, row for row`() {
    var random = SeededRandom(seed: 7)
    var undone = 0
    for _ in 0..<300 {
      var library = library(&random)
      for _ in 0..<40 { library.scan(thing(library, &random), at: 2) }
      library.states[2] = StationState(mode: .return)
      let before = library.copies.map(\.content)
      let holds = library.holds.map(\.state)
      let count = library.changes.count
      library.scan(.copy(Int.random(in: 0..<library.copies.count, using: &random)), at: 2)
      library.scan(.order(.yes), at: 2)
      guard library.changes.count == count + 1 else { continue }
      #expect(library.scan(.order(.undo), at: 2).outcome?.code == .undone)
      #expect(library.copies.map(\.content) == before && library.holds.map(\.state) == holds)
      undone += 1
    }
    #expect(undone > 50)
  }
}

extension Effect {
  fileprivate var isAboutLoan: Bool {
    switch self {
    case .lending(.lend), .lending(.checkIn), .lending(.renew): true
    default: false
    }
  }
}

extension Mode {
  fileprivate var isAboutBorrowers: Bool { [.auto, .checkout, .renew, .return].contains(self) }
}

extension Copy {
  /// The copy without the version counters.
  fileprivate var content: Copy {
    var content = self
    content.version = 0
    content.loan?.version = 0
    return content
  }
}

extension StationState.Stage {
  /// True if a prompt is open.
  fileprivate var isBusy: Bool { choosing != nil || confirming != nil }
}
