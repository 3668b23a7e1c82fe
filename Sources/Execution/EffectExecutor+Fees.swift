internal import Deadwax
internal import Lending
internal import Storage

extension EffectExecutor {
  /// Charges the borrower of a loan; does nothing for an amount of 0, or for an anonymised loan.
  func charge(_ kind: Fee.Kind, _ amount: Int, for loan: Loan) throws {
    guard amount > 0, let borrower = loan.borrower else { return }
    let fee = Fee(
      id: transaction.newID(), borrower: borrower, loan: loan.id, kind: kind, amount: amount,
      currency: library.fees.currency, at: transaction.now)
    try transaction.insert(fee)
    try transaction.publish(
      .feeChanged(change: .charged, loan: loan.id), station: station, subject: fee.id.text)
  }

  /// Waives a fee; does nothing if it was settled meanwhile.
  func cancel(_ fee: Fee) throws {
    guard try transaction.settle(fee.id, waived: true) else { return }
    try transaction.publish(
      .feeChanged(change: .waived, loan: nil), station: station, subject: fee.id.text)
  }

  /// Records a refund of a fee that was paid.
  func refund(_ fee: Fee) throws {
    let refund = Fee(
      id: transaction.newID(), borrower: fee.borrower, loan: fee.loan, kind: .refund, amount: fee.amount,
      currency: fee.currency, at: transaction.now, refundOf: fee.id)
    try transaction.insert(refund)
    try transaction.publish(
      .feeChanged(change: .charged, loan: nil), station: station, subject: refund.id.text)
  }
}
