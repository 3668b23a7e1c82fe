internal import Catalogue
internal import Deadwax
internal import Desk
internal import Lending
internal import Storage

/// Carries out what a desk decided: each effect on the records, with its change and its event, inside the transaction
/// that is open.
struct Circulation {
  let transaction: WriteTransaction
  let tags: TagService
  let station: Station.Name
  let scan: Reading.ID?

  /// Performs one effect, and returns the outcome as it really came to be: the schema has the last word.
  func perform(_ effect: Effect, _ outcome: Outcome) throws -> Outcome {
    switch effect {
    case .addCopy(let release): try add(release, outcome)
    case .addUnresolved(let gtin):
      try add(try Accession.addUnresolved(gtin, scan: scan, in: transaction).id, outcome)
    case .lend(let copy, let borrower, let due, _, _): try lend(copy, to: borrower, due, outcome)
    case .giveBack(let loan, _, _, _): try giveBack(loan, outcome)
    case .shelve(let copy, let location): try shelve(copy, location, outcome)
    case .writeTag(let copy, let tag, let confirmed): try write(copy, tag, confirmed, outcome)
    case .bind(let copy, let code): try bind(copy, code, outcome)
    case .endQueue: try endQueue(outcome)
    case .renew, .setAside, .find, .countInHouse, .countPlay, .grade, .wish, .label, .keepUnknown, .lookUpAgain, .claim,
      .forget, .undo, .beginVisit, .endVisit, .setQuiet, .setLanguage, .override:
      outcome
    }
  }

  private func add(_ release: Release.ID, _ outcome: Outcome) throws -> Outcome {
    let copy = try Accession.addCopy(of: release, in: transaction)
    try transaction.recordChange(.add, scan: scan, station: station)
    var outcome = outcome
    outcome.release = release
    outcome.copy = copy.id
    return outcome
  }

  private func lend(
    _ copy: Copy, to borrower: Borrower.ID, _ due: Timestamp, _ outcome: Outcome
  ) throws -> Outcome {
    let loan = Loan(
      id: transaction.newID(), copy: copy.id, borrower: borrower, openedAt: transaction.now, dueAt: due)
    do {
      try transaction.open(loan, at: station)
    } catch let error as StorageError where error.code == .constraintUnique {
      return refused(outcome, .onLoanElsewhere)
    }
    try transaction.recordChange(.lend, scan: scan, station: station)
    try transaction.publish(
      .loanOpened, station: station, subject: loan.id.text, payload: #""copy":"\#(copy.id)","dueAt":"\#(due)""#)
    return outcome
  }

  private func giveBack(_ loan: Loan, _ outcome: Outcome) throws -> Outcome {
    guard try transaction.close(loan.id, at: station) else { return refused(outcome, .notOnLoan) }
    try transaction.recordChange(.giveBack, scan: scan, station: station)
    try transaction.publish(
      .loanClosed, station: station, subject: loan.id.text, payload: #""copy":"\#(loan.copy)""#)
    return outcome
  }

  private func shelve(_ copy: Copy, _ location: Location, _ outcome: Outcome) throws -> Outcome {
    do {
      try transaction.move(copy.id, to: location)
    } catch let error as StorageError where error.code == .constraintUnique {
      return refused(outcome, .slotOccupied)
    }
    try transaction.recordChange(.shelve, scan: scan, station: station)
    try transaction.publish(
      .copyShelved, station: station, subject: copy.id.text, payload: #""place":"\#(location.place)""#)
    return outcome
  }

  private func write(
    _ copy: Copy, _ tag: CodeAtHand, _ confirmed: [Outcome.Code], _ outcome: Outcome
  ) throws -> Outcome {
    guard let uid = tag.uid else { return refused(outcome, .wrongKind) }
    let isQueued = try transaction.tagQueueLine(station)?.copy == copy.id
    let work = TagWork(
      job: TagJob(
        id: transaction.newID(), action: .write, uid: tag.tag?.uid ?? uid, copy: copy.id, code: copy.code,
        station: station, deadline: transaction.now + tags.policy.writeTime, createdAt: transaction.now),
      overwrite: confirmed.contains(.tagForeignContent), moves: confirmed.contains(.tagBound) ? tag.binding : nil,
      seals: try isQueued && transaction.tagQueueSeals(station), scan: scan)
    do {
      _ = try tags.place(work, in: transaction)
    } catch let refusal as TagRefusal {
      return refused(outcome, refusal.reasons.first ?? .tagBusy)
    }
    return outcome
  }

  private func bind(_ copy: Copy, _ code: CodeAtHand, _ outcome: Outcome) throws -> Outcome {
    let old = try transaction.binding(of: code.key)
    guard old?.id == code.binding else { return refused(outcome, .boundElsewhere) }
    if let uid = code.uid, try transaction.tag(uid) == nil {
      try transaction.save(tags.unknown(uid, transaction.now))
    }
    try TagBinding(transaction: transaction, station: station, scan: scan)
      .bind(old?.key ?? code.key, to: .copy(copy.id), ending: old)
    return outcome
  }

  private func endQueue(_ outcome: Outcome) throws -> Outcome {
    _ = try tags.endQueue(at: station, in: transaction)
    return outcome
  }

  private func refused(_ outcome: Outcome, _ code: Outcome.Code) -> Outcome {
    var outcome = outcome
    outcome.code = code
    outcome.dueAt = nil
    return outcome
  }
}
