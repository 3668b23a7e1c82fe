internal import Deadwax
internal import Desk
internal import Lending
internal import Storage

extension AwayJudge {
  /// A record was given back.
  func giveBack() throws -> AwayRuling {
    let holder = try holder()
    var nobodyHad = false
    let thing = try thing { copies in
      let out = copies.filter { $0.loan.map { $0.openedAt <= at } ?? false }
      nobodyHad = copies.allSatisfy { $0.loan == nil }
      let own = out.filter { holder != nil && $0.loan?.borrower == holder?.id }
      return own.count == 1 ? own : out
    }
    switch thing {
    case .copy(let copy, let among):
      var ruling = try takeBack(copy)
      ruling.candidates = among
      return ruling
    case .none(let code, let release, let choices, let effects):
      // Whichever it was, it is here.
      let isBack = nobodyHad && (code == .chooseCopy || code == .chooseRelease)
      var ruling: AwayRuling =
        isBack ? .applied(outcome(.notOnLoan)) : .staff(code, [code], outcome(code), effects)
      ruling.outcome.release = release
      ruling.candidates = choices
      return ruling
    }
  }

  private func takeBack(_ copy: Copy) throws -> AwayRuling {
    var outcome = outcome(.returned, of: copy)
    if let loan = copy.loan, loan.openedAt > at {
      outcome.code = .changedLater
      return AwayRuling.applied(outcome).though([.onLoanElsewhere])
    }
    let now = records.now
    let holds = try records.holds(fulfilledBy: copy.id, of: copy.release)
    let found = rules.giveBack(copy, holds: holds, droppedAt: at, isStaff: true, now: now)
    outcome.location = copy.location
    var effects: [Effect] = []
    var borrower: Borrower.ID?
    if let loan = copy.loan {
      let fee = rules.fee(for: loan, returnedAt: at)
      borrower = loan.borrower
      outcome.facts.notes = found.warnings.filter { $0 != .returnedOverdue && $0 != .holdWaiting }
      if loan.parts > 1 { outcome.facts.parts = loan.parts }
      if loan.isOverdue(at: at) {
        outcome.code = .returnedOverdue
        outcome.facts.overdueDays = rules.overdueDays(loan, at: at)
      }
      if fee > 0 { outcome.facts.fee = fee }
      effects.append(.giveBack(loan, at: at, partsBack: nil, fee: fee))
    } else {
      let isUsed = try found.warnings.contains(.inHouse) && !cameBackBefore(copy)
      outcome.code = isUsed ? .inHouse : .notOnLoan
      outcome.facts.notes = found.warnings.filter { ![.inHouse, .notOnLoan, .holdWaiting].contains($0) }
      if isUsed { effects.append(.countInHouse(copy)) }
    }
    if found.warnings.contains(.foundMissing) { effects.append(.find(copy)) }
    let isWaitedFor = found.warnings.contains(.holdWaiting)
    if isWaitedFor { effects += try setAside(copy, holds, &outcome, now) }
    // That somebody counts the parts, or carries it to the pick-up shelf, is still to be done.
    var ruling = AwayRuling.applied(outcome, effects).though(found.confirms + (isWaitedFor ? [.holdWaiting] : []))
    ruling.borrower = borrower
    return ruling
  }

  /// Whether it came back a little before: then it is the same movement, and not used in the house.
  private func cameBackBefore(_ copy: Copy) throws -> Bool {
    let newest = try loans(of: copy).all.compactMap(\.returnedAt).max()
    return newest.map { at - $0 <= house.desk.batchTime } ?? false
  }

  private func setAside(
    _ copy: Copy, _ holds: [Hold], _ outcome: inout Outcome, _ now: Timestamp
  ) throws -> [Effect] {
    // It goes to the pick-up shelf, and not to where it belongs.
    outcome.location = try house.holds.shelf.flatMap { try records.place($0) }.map {
      Location(place: $0.id, placeName: $0.name)
    }
    guard HoldQueue.ready(copy, among: holds, now: now) == nil,
      let next = rules.served(by: copy, among: holds, now: now)
    else { return [] }
    return [.setAside(copy, for: next.id, until: rules.pickUpBy(at: now))]
  }
}
