package import Catalogue
package import Deadwax
internal import Lending
internal import Storage

/// Queues for what is out, and the shelf where it lies ready.
package struct Holds: Sendable {
  let room: CounterRoom

  /// Puts somebody into the queue for a release, or for one copy of it.
  ///
  /// - Parameters:
  ///   - subject: what is wanted.
  ///   - borrower: by whom.
  ///   - notAfter: after which it is not wanted any more, later than now; nil for never.
  ///   - id: for the new hold; one is made when none is given. A row of this id that is there is what was made before.
  ///   - by: who does it.
  /// - Returns: the hold, with notes: `found` when a copy of it is there to be had at once.
  /// - Throws: `CounterRefusal` (`card-blocked`, `card-expired`, `limit`, `already-yours`, `duplicate`, `not-for-loan`)
  ///   with all reasons, or `CounterError`.
  package func place(
    _ subject: Hold.Subject, for borrower: Borrower.ID, notAfter: Timestamp?, id: Hold.ID? = nil, by: String?
  ) throws -> HoldView {
    try room.write { [room] transaction in
      if let id, try transaction.hold(id) != nil { return try transaction.holdView(id) }
      guard let person = try transaction.borrower(borrower) else { throw CounterError.noSuchBorrower }
      if let notAfter, notAfter <= transaction.now {
        throw CounterError.badValue(field: "notAfter", sentence: "It is later than now.")
      }
      let copies = try transaction.copies(of: subject)
      let house = try room.house(in: transaction)
      let reasons = try transaction.reasons(against: subject, copies, person, house)
      if let first = reasons.first { throw CounterRefusal(first, reasons: reasons) }
      let hold = Hold(
        id: id ?? transaction.newID(), subject: subject, borrower: borrower, notAfter: notAfter,
        createdAt: transaction.now)
      do {
        try transaction.insert(hold)
      } catch let error as StorageError where error.code == .constraintUnique {
        throw CounterRefusal(.duplicate)
      }
      try transaction.keepChange(.hold, by: by)
      try transaction.publish(.holdChanged, subject: hold.id.text, payload: #""state":"waiting""#)
      var view = try transaction.holdView(hold.id)
      if try copies.contains(where: { try transaction.isAtHand($0) }) { view.notes = [.found] }
      return view
    }
  }

  /// Takes a hold out of the queue. A copy that lay ready for it goes to the next, which is noted with `hold-waiting`.
  ///
  /// - Throws: `CounterError.noSuchHold` or `.isOver`.
  package func cancel(_ id: Hold.ID, by: String?) throws -> HoldView {
    try room.write { [room] transaction in
      guard let hold = try transaction.hold(id) else { throw CounterError.noSuchHold }
      let next = try transaction.end(hold, as: .cancelled, LoanRules(house: try room.house(in: transaction)))
      try transaction.keepChange(.holdOver, by: by)
      var view = try transaction.holdView(id)
      if next != nil { view.notes = [.holdWaiting] }
      return view
    }
  }

  /// Those of a state, in the order of the queue.
  ///
  /// - Parameters:
  ///   - state: nil for all.
  ///   - isOpen: only those that wait or lie ready.
  ///   - borrower: only those of one.
  ///   - release: only those on it.
  ///   - cursor: `next` of the page before; nil for the first.
  ///   - limit: 1 to 200.
  /// - Returns: a page of holds.
  /// - Throws: `CounterError.badCursor`.
  package func list(
    state: Hold.State?, isOpen: Bool = false, borrower: Borrower.ID? = nil, release: Release.ID? = nil, cursor: String?,
    limit: Int
  ) throws -> Catalogue.Page<HoldView> {
    let after = try ListCursor.read(cursor)
    return try room.database.read { reading in
      let found = try reading.holds(
        state: state, isOpen: isOpen, borrower: borrower, release: release, after: after, limit: limit + 1)
      let page = try found.prefix(limit).map { try reading.view(of: $0) }
      return Catalogue.Page(
        items: page, next: found.count > limit ? page.last.map { ListCursor($0.hold.createdAt, $0.hold.id).text } : nil)
    }
  }

  /// Who waits for a release or a copy of it, the first in the queue first.
  package func queue(of release: Release.ID) throws -> [HoldView] {
    try room.database.read { reading in try reading.holds(on: release).map { try reading.view(of: $0) } }
  }

  /// What lies ready on the pick-up shelf, in the order in which it was asked for.
  package func shelf(cursor: String?, limit: Int) throws -> Catalogue.Page<HoldView> {
    try list(state: .ready, cursor: cursor, limit: limit)
  }

  /// One hold with what it is about.
  ///
  /// - Throws: `CounterError.noSuchHold`.
  package func view(_ id: Hold.ID) throws -> HoldView { try room.database.read { try $0.holdView(id) } }
}
