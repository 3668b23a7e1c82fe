internal import Deadwax
internal import Lending

extension Desk {
  /// Shows what a code names, and changes nothing.
  func lookUp(_ state: StationState, _ world: World) -> Decision {
    switch world.named {
    case .copy(let copy):
      return Decision(state, found(copy, state.mode))
    case .release(let release, let copies):
      if copies.count == 1, let copy = copies.first { return Decision(state, found(copy, state.mode)) }
      return Decision(state, Outcome(.found, mode: state.mode, release: release, choices: copies.map { .copy($0.id) }))
    case .slot(let slot):
      return Decision(state, Outcome(.found, mode: state.mode, copy: world.occupant, location: slot.location))
    case .place(let place):
      return Decision(
        state, Outcome(.found, mode: state.mode, location: Location(place: place.id, placeName: place.name)))
    default: return Decision(state, Outcome(.wrongKind, mode: state.mode))
    }
  }

  private func found(_ copy: Copy, _ mode: Mode) -> Outcome {
    Outcome(
      .found, mode: mode, release: copy.release, copy: copy.id, location: copy.location, dueAt: copy.loan?.dueAt)
  }

  /// Takes in another copy of a release that is known. (What is not known is added in `unknown`.)
  func add(_ state: StationState, _ world: World) -> Decision {
    switch world.named {
    case .release(let release, _):
      return Decision(state, Outcome(.added, mode: state.mode, release: release), [.addCopy(release)])
    case .copy(let copy): return Decision(state, found(copy, state.mode))
    default: return Decision(state, Outcome(.wrongKind, mode: state.mode))
    }
  }

  /// Card, then copies; or one copy, then the card.
  func checkOut(_ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    switch world.named {
    case .borrower(let borrower):
      if state.session?.borrower == borrower.id {
        return Decision(StationState(mode: .checkout), Outcome(.sessionEnded, mode: .checkout))
      }
      if case .pendingCopy = state.stage, let copy = world.pendingCopy {
        return lend(copy, to: borrower.id, world, now)
      }
      return Decision(session(borrower.id, world, now), Outcome(.sessionStarted, mode: .checkout))
    case .copy(let copy): return checkOut(copy, state, world, now)
    case .release(let release, let copies):
      // The one that can be meant: the only one that is not out; with none in, the only one there is.
      let inside = copies.filter { $0.loan == nil }
      if inside.count == 1, let copy = inside.first { return checkOut(copy, state, world, now) }
      if copies.count == 1, let copy = copies.first { return checkOut(copy, state, world, now) }
      if copies.isEmpty { return Decision(state, Outcome(.unknownCode, mode: .checkout, release: release)) }
      if inside.isEmpty { return Decision(state, Outcome(.onLoanElsewhere, mode: .checkout, release: release)) }
      return Decision(
        state, Outcome(.chooseCopy, mode: .checkout, release: release, choices: inside.map { .copy($0.id) }))
    default: return Decision(state, Outcome(.wrongKind, mode: .checkout))
    }
  }

  private func checkOut(_ copy: Copy, _ state: StationState, _ world: World, _ now: Timestamp) -> Decision {
    if let session = state.session { return lend(copy, to: session.borrower, world, now) }
    if copy.loan != nil {
      return Decision(
        StationState(mode: .checkout),
        Outcome(.onLoanElsewhere, mode: .checkout, release: copy.release, copy: copy.id))
    }
    return Decision(
      StationState(mode: .checkout, stage: .pendingCopy(copy.id, until: now + policy.pairTime)),
      Outcome(.cardNeeded, mode: .checkout, release: copy.release, copy: copy.id))
  }

  private func lend(_ copy: Copy, to borrower: Borrower.ID, _ world: World, _ now: Timestamp) -> Decision {
    let state = session(borrower, world, now)
    if let loan = copy.loan {
      // Whose loan it is stays unsaid unless it is the borrower's own.
      let own = loan.borrower == borrower
      return Decision(
        state,
        Outcome(
          own ? .alreadyYours : .onLoanElsewhere, mode: .checkout, release: copy.release, copy: copy.id,
          dueAt: own ? loan.dueAt : nil))
    }
    let due = now + .seconds(house.due.days * 86_400)
    return Decision(
      state, Outcome(.checkedOut, mode: .checkout, release: copy.release, copy: copy.id, dueAt: due),
      [.lend(copy, to: borrower, dueAt: due, fulfils: nil, found: false)])
  }

  private func session(_ borrower: Borrower.ID, _ world: World, _ now: Timestamp) -> StationState {
    StationState(
      mode: .checkout,
      session: StationState.Session(borrower: borrower, until: now + policy.sessionTime, visit: world.visit))
  }

  /// Takes copies back, whoever had them.
  func giveBack(_ state: StationState, _ world: World) -> Decision {
    switch world.named {
    case .copy(let copy): return giveBack(copy, state)
    case .release(let release, let copies):
      let out = copies.filter { $0.loan != nil }
      if out.count == 1, let copy = out.first { return giveBack(copy, state) }
      if out.isEmpty {
        return Decision(
          state,
          Outcome(
            .notOnLoan, mode: .return, release: release, copy: copies.count == 1 ? copies.first?.id : nil,
            location: copies.count == 1 ? copies.first?.location : nil))
      }
      return Decision(state, Outcome(.chooseCopy, mode: .return, release: release, choices: out.map { .copy($0.id) }))
    default: return Decision(state, Outcome(.wrongKind, mode: .return))
    }
  }

  private func giveBack(_ copy: Copy, _ state: StationState) -> Decision {
    var outcome = Outcome(.notOnLoan, mode: .return, release: copy.release, copy: copy.id, location: copy.location)
    guard let loan = copy.loan else { return Decision(state, outcome) }
    outcome.code = .returned
    return Decision(state, outcome, [.giveBack(loan, at: nil, partsBack: nil, fee: 0)])
  }
}
