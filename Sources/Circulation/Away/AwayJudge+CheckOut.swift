internal import Deadwax
internal import Desk
internal import Lending
internal import Storage

extension AwayJudge {
  /// Somebody has taken a record along.
  func checkOut() throws -> AwayRuling {
    let holder = try holder()
    let thing = try thing { try possible($0, for: holder) }
    guard let holder else {
      let code: Outcome.Code = act.card == nil ? .cardNeeded : .unknownCard
      switch thing {
      case .copy(let copy, _): return .staff(code, [code], outcome(code, of: copy))
      case .none(let other, _, _, let effects): return .staff(code, [code, other], outcome(code), effects)
      }
    }
    var ruling: AwayRuling
    switch thing {
    case .copy(let copy, let among):
      ruling = try lend(copy, to: holder)
      ruling.candidates = among
    case .none(let code, let release, let choices, let effects):
      ruling = .staff(code, [code], outcome(code), effects)
      ruling.outcome.release = release
      ruling.candidates = choices
    }
    ruling.borrower = holder.id
    return ruling
  }

  /// Of several copies of a barcode those that can have been taken: that were here then, and best of all those that
  /// nobody else has seen since.
  private func possible(_ copies: [Copy], for holder: Borrower?) throws -> [Copy] {
    let inside = try copies.filter { try !records.wasOut($0.id, at: at) }
    let available = inside.filter { $0.status == .available }
    let possible = available.isEmpty ? inside : available
    if possible.isEmpty { return copies.filter { holder != nil && $0.loan?.borrower == holder?.id } }
    if possible.count == 1 { return possible }
    let ready = try possible.filter { copy in
      try holder != nil && records.readyHold(of: copy.id)?.borrower == holder?.id
    }
    if ready.count == 1 { return ready }
    let stillHere = possible.filter { $0.loan == nil }
    return stillHere.isEmpty ? possible : stillHere
  }

  private func lend(_ copy: Copy, to borrower: Borrower) throws -> AwayRuling {
    let (loans, then) = try loans(of: copy)
    let open = loans.first(where: \.isOpen)
    if then?.borrower == borrower.id || open?.borrower == borrower.id {
      var ruling = AwayRuling.applied(outcome(.alreadyYours, of: copy)).though([.alreadyYours])
      ruling.outcome.dueAt = open?.dueAt
      return ruling
    }
    guard !loans.contains(where: { $0.openedAt > at || ($0.returnedAt ?? at) > at }) else {
      return .staff(.changedLater, [open == nil ? .returned : .onLoanElsewhere], outcome(.changedLater, of: copy))
    }
    let holds = try records.holds(fulfilledBy: copy.id, of: copy.release)
    let found = rules.checkout(copy, to: borrower, holds: holds, isAlone: true, now: at)
    var outcome = outcome(.checkedOut, of: copy)
    let due = rules.due(for: copy, group: borrower.group, at: at)
    outcome.dueAt = due
    outcome.facts.notes = found.warnings
    if copy.partCount > 1 { outcome.facts.parts = copy.partCount - copy.partsMissing }
    // Whoever had it has brought it back, else it could not have been taken.
    var effects =
      then.map {
        [Effect.giveBack($0, at: at, partsBack: nil, fee: rules.fee(for: $0, returnedAt: at))]
      } ?? []
    effects.append(
      .lend(
        copy, to: borrower.id, dueAt: due,
        fulfils: HoldQueue.claim(on: copy, of: borrower.id, among: holds, now: at).own?.id,
        found: copy.status != .available, at: at))
    if !found.isClear {
      effects.append(.override(by: nil, reasons: found.reasons, reason: "done while the hub was away"))
    }
    return AwayRuling.applied(outcome, effects).though(found.reasons)
  }
}
