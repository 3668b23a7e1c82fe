internal import Deadwax

extension CheckoutPlan {
  /// Adds the reasons that holds give for or against a check-out.
  ///
  /// A hold of another borrower refuses it at an unattended station; staff may confirm it. A hold of the borrower is
  /// only a note, because the loan fulfils it. `HoldQueue.claim` determines which holds count.
  static func weigh(_ claim: HoldQueue.Claim, in found: inout Assessment.Draft) {
    if claim.other != nil { found.confirm(.holdOther) }
    if !claim.own.isEmpty { found.warnings.append(.holdFulfilled) }
  }

  /// Returns the effect on the hold of another borrower for which the copy was ready: it waits again, or has expired.
  static func released(
    _ copy: Copy, by claim: HoldQueue.Claim, among holds: [Hold], now: Timestamp
  ) -> [LendingEffect] {
    LendingPolicy.clearing(copy, among: holds, but: claim.own.map(\.id), now: now)
  }
}
