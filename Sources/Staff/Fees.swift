package import Catalogue
package import Deadwax
internal import Execution
internal import Lending
internal import Storage

/// Fees: charging, settling and waiving. Amounts are whole minor units of the library's currency.
package struct Fees: Sendable {
  let room: StaffContext

  /// The fees that a list contains. A fee is open until it is paid or waived.
  package enum Listed: String, CaseIterable, Sendable { case all, open, settled }

  /// Returns fees, the newest first.
  ///
  /// - Throws: `StaffError.badCursor`.
  package func list(
    _ state: Listed, borrower: Borrower.ID? = nil, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<FeeView> {
    let after = try ListCursor.read(cursor)
    return try room.database.read { reading in
      let isOpen: Bool? = state == .all ? nil : state == .open
      let found = try reading.fees(of: borrower, isOpen: isOpen, after: after, limit: limit + 1)
      let page = try found.prefix(limit).map { try reading.view(of: $0) }
      return Catalogue.Page(
        items: page, next: found.count > limit ? page.last.map { ListCursor($0.fee.at, $0.fee.id).text } : nil,
        total: try after == nil ? reading.feeTotal(of: borrower, isOpen: isOpen) : nil)
    }
  }

  /// Returns one fee with the records that it concerns.
  ///
  /// - Throws: `StaffError.noSuchFee`.
  package func view(_ id: Fee.ID) throws -> FeeView { try room.database.read { try $0.feeView(id) } }

  /// Charges a fee to a borrower.
  ///
  /// - Parameters:
  ///   - borrower: the borrower who owes it.
  ///   - kind: the kind of fee.
  ///   - amount: the amount in minor units, 1 to 10,000,000.
  ///   - loan: the loan that the fee is for; nil for none.
  ///   - note: a note about the fee.
  ///   - id: the id of the new fee; a new one if nil. An existing fee with this id is the result of an earlier attempt
  ///     and is returned.
  ///   - by: the person or program that makes the change.
  /// - Returns: the fee.
  /// - Throws: `StaffError.switchedOff` if fees are off, `.badValue`, also for a refund, which only the hub creates,
  ///   `.noSuchBorrower`, `.noSuchLoan`, or `PolicyRefusal(.duplicate)` for a second overdue fee of one loan.
  package func charge(
    _ borrower: Borrower.ID, kind: Fee.Kind, amount: Int, loan: Loan.ID? = nil, note: String?, id: Fee.ID? = nil,
    by: String?
  ) throws -> FeeView {
    guard (1...10_000_000).contains(amount) else {
      throw StaffError.badValue(
        field: "amount", sentence: "It must be a whole number from 1 to 10000000, in minor units.")
    }
    guard kind != .refund else {
      throw StaffError.badValue(field: "kind", sentence: "A refund is only created when a lost copy is found.")
    }
    let note = try FieldValidation.optionalLine(note, "note", atMost: 300)
    return try room.write { [room] transaction in
      if let id, try transaction.fee(id) != nil { return try transaction.feeView(id) }
      let fees = try room.library(in: transaction).fees
      guard fees.isOn else { throw StaffError.switchedOff(setting: "fees.on") }
      guard try transaction.borrower(borrower) != nil else { throw StaffError.noSuchBorrower }
      if let loan, try transaction.loan(loan)?.borrower != borrower { throw StaffError.noSuchLoan }
      let fee = Fee(
        id: id ?? transaction.newID(), borrower: borrower, loan: loan, kind: kind, amount: amount,
        currency: fees.currency, at: transaction.now, note: note)
      let charged = try loan.map { try transaction.fees(for: $0) } ?? []
      if kind == .overdue, charged.contains(where: { $0.kind == .overdue }) { throw PolicyRefusal(.duplicate) }
      try transaction.insert(fee)
      return try transaction.store(fee.id, .charged, by: by)
    }
  }

  /// Settles a fee: records that it was paid.
  ///
  /// - Throws: `StaffError.noSuchFee` or `.isOver`.
  package func settle(_ id: Fee.ID, by: String?) throws -> FeeView {
    try end(id, waived: false, reason: nil, by: by)
  }

  /// Waives a fee.
  ///
  /// - Throws: `StaffError.noSuchFee`, `.isOver`, or `.badValue` without a reason.
  package func waive(_ id: Fee.ID, reason: String, by: String?) throws -> FeeView {
    try end(id, waived: true, reason: try FieldValidation.line(reason, "reason", atMost: 300), by: by)
  }

  private func end(_ id: Fee.ID, waived: Bool, reason: String?, by: String?) throws -> FeeView {
    try room.write { transaction in
      guard try transaction.fee(id) != nil else { throw StaffError.noSuchFee }
      guard try transaction.settle(id, waived: waived) else { throw StaffError.isOver }
      return try transaction.store(id, waived ? .waived : .settled, reason: reason, by: by)
    }
  }
}

extension Queryable {
  func feeView(_ id: Fee.ID) throws -> FeeView {
    guard let fee = try fee(id) else { throw StaffError.noSuchFee }
    return try view(of: fee)
  }

  func view(of fee: Fee) throws -> FeeView {
    let loan = try fee.loan.flatMap { try self.loan($0) }
    return FeeView(
      fee: fee, borrower: try borrower(fee.borrower), loan: loan,
      release: try loan.flatMap { try copy($0.copy) }.flatMap { try release($0.release) })
  }
}

extension WriteTransaction {
  fileprivate func store(_ id: Fee.ID, _ change: EventBody.FeeChange, reason: String? = nil, by: String?) throws
    -> FeeView
  {
    try storeChange(.fee, by: by, reason: reason)
    try publish(.feeChanged(change: change, loan: nil), subject: id.text)
    return try feeView(id)
  }
}

extension ListCursor {
  /// - Throws: `StaffError.badCursor` for a text that is not a cursor.
  static func read(_ text: String?) throws -> ListCursor? {
    guard let text else { return nil }
    guard let cursor = ListCursor(text) else { throw StaffError.badCursor }
    return cursor
  }
}
