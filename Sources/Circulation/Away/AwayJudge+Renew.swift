internal import Deadwax
internal import Desk
internal import Lending
internal import Storage

extension AwayJudge {
  /// A loan was to be renewed. It is, if the rules let it; if not, staff tell the borrower.
  func renew() throws -> AwayRuling {
    let holder = try holder()
    let thing = try thing { copies in
      let out = copies.filter { $0.loan != nil }
      return holder == nil ? out : out.filter { $0.loan?.borrower == holder?.id }
    }
    var ruling: AwayRuling
    switch thing {
    case .copy(let copy, let among):
      ruling =
        try act.card != nil && holder == nil
        ? .staff(.unknownCard, [.unknownCard], outcome(.unknownCard, of: copy)) : renew(copy, by: holder)
      ruling.candidates = among
    case .none(let code, let release, let choices, let effects):
      ruling = .staff(code, [code], outcome(code), effects)
      ruling.outcome.release = release
      ruling.candidates = choices
    }
    if let holder { ruling.borrower = holder.id }
    return ruling
  }

  private func renew(_ copy: Copy, by holder: Borrower?) throws -> AwayRuling {
    let outcome = outcome(.renewed, of: copy)
    guard let loan = copy.loan else { return .staff(.notOnLoan, [.notOnLoan], outcome) }
    guard let borrower = try holder ?? loan.borrower.flatMap({ try records.borrower($0) }) else {
      return .staff(.unknownCard, [.unknownCard], outcome)
    }
    guard loan.openedAt <= at else { return .staff(.changedLater, [.onLoanElsewhere], outcome) }
    if let renewed = loan.renewedAt, renewed > at, loan.borrower == borrower.id {
      // Another desk was asked for the same: there is more time already.
      var ruling = AwayRuling.applied(outcome).though([.changedLater])
      ruling.outcome.code = .changedLater
      ruling.outcome.dueAt = loan.dueAt
      ruling.borrower = borrower.id
      return ruling
    }
    let holds = try records.holds(fulfilledBy: copy.id, of: copy.release)
    let found = rules.renewal(of: copy, by: borrower, holds: holds, now: at)
    var ruling: AwayRuling
    if found.isClear {
      let due = rules.renewedDue(for: copy, group: borrower.group, at: at)
      ruling = .applied(outcome, [.renew(loan, dueAt: due)])
      ruling.outcome.dueAt = due
      ruling.outcome.facts.renewals = loan.renewals + 1
      ruling.outcome.facts.renewalLimit = house.renewal.limit
      ruling.outcome.facts.notes = found.warnings
    } else {
      ruling = .staff(found.reasons.first ?? .renewLimit, found.reasons, outcome)
    }
    ruling.borrower = borrower.id
    return ruling
  }
}
