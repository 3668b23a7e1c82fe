package import Catalogue
package import Deadwax
internal import Lending
internal import Storage

/// Holds: the queues for copies, and the pick-up shelf.
package struct Holds: Sendable {
  let room: StaffContext

  /// Places a hold on a release, or on one copy of it.
  ///
  /// - Parameters:
  ///   - subject: the release or the copy.
  ///   - borrower: the borrower who waits for it.
  ///   - notAfter: the time after which it is no longer needed, later than now; nil for no limit.
  ///   - id: the id of the new hold; a new one if nil. An existing hold with this id is the result of an earlier
  ///     attempt and is returned.
  ///   - by: the person or program that makes the change.
  /// - Returns: the hold, with the note `found` if a copy is available at once.
  /// - Throws: `PolicyRefusal` (`card-blocked`, `card-expired`, `limit`, `already-yours`, `duplicate`, `not-for-loan`)
  ///   with all reasons, or `StaffError`.
  package func place(
    _ subject: Hold.Subject, for borrower: Borrower.ID, notAfter: Timestamp?, id: Hold.ID? = nil, by: String?
  ) throws -> HoldView {
    try room.write { [room] transaction in
      if let id, try transaction.hold(id) != nil { return try transaction.holdView(id) }
      guard let person = try transaction.borrower(borrower) else { throw StaffError.noSuchBorrower }
      if let notAfter, notAfter <= transaction.now {
        throw StaffError.badValue(field: "notAfter", sentence: "It must be later than now.")
      }
      let copies = try transaction.copies(of: subject)
      let library = try room.library(in: transaction)
      let reasons = try transaction.reasons(against: subject, copies, person, library)
      if let first = reasons.first { throw PolicyRefusal(first, reasons: reasons) }
      let hold = Hold(
        id: id ?? transaction.newID(), subject: subject, borrower: borrower, notAfter: notAfter,
        createdAt: transaction.now)
      do {
        try transaction.attempt { try transaction.insert(hold) }
      } catch let error as StorageError where error.kind == .conflict {
        throw PolicyRefusal(.duplicate)
      }
      try transaction.storeChange(.hold, by: by)
      try transaction.publish(.holdChanged, subject: hold.id.text, payload: #""state":"waiting""#)
      var view = try transaction.holdView(hold.id)
      if try copies.contains(where: { try transaction.isAtHand($0) }) { view.notes = [.found] }
      return view
    }
  }

  /// Cancels a hold. A copy that was ready for it goes to the next hold, which the note `hold-waiting` reports.
  ///
  /// - Throws: `StaffError.noSuchHold` or `.isOver`.
  package func cancel(_ id: Hold.ID, by: String?) throws -> HoldView {
    try room.write { [room] transaction in
      guard let hold = try transaction.hold(id) else { throw StaffError.noSuchHold }
      let next = try transaction.end(hold, as: .cancelled, try room.rules(in: transaction), by: by)
      try transaction.storeChange(.holdOver, by: by)
      var view = try transaction.holdView(id)
      if next != nil { view.notes = [.holdWaiting] }
      return view
    }
  }

  /// Returns holds, in the order of the queue.
  ///
  /// - Parameters:
  ///   - state: returns only holds in this state; nil for all.
  ///   - isOpen: true to return only holds that wait or are ready for pick-up.
  ///   - borrower: returns only the holds of this borrower.
  ///   - release: returns only the holds on this release.
  ///   - cursor: `next` of the previous page; nil for the first.
  ///   - limit: the largest number of holds, 1 to 200.
  /// - Returns: a page of holds.
  /// - Throws: `StaffError.badCursor`.
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

  /// Returns the queue for a release and its copies, the first hold first.
  package func queue(of release: Release.ID) throws -> [HoldView] {
    try room.database.read { reading in try reading.holds(on: release).map { try reading.view(of: $0) } }
  }

  /// Returns the holds whose copies are ready on the pick-up shelf, in the order in which they were placed.
  package func shelf(cursor: String?, limit: Int) throws -> Catalogue.Page<HoldView> {
    try list(state: .ready, cursor: cursor, limit: limit)
  }

  /// Returns one hold with the records that it concerns.
  ///
  /// - Throws: `StaffError.noSuchHold`.
  package func view(_ id: Hold.ID) throws -> HoldView { try room.database.read { try $0.holdView(id) } }
}
