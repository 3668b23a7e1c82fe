package import Catalogue
package import Deadwax
internal import Execution
package import Lending
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
      let reasons = try transaction.blockers(of: subject, copies, person, library)
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
      try transaction.publish(
        .holdChanged(state: .stored(.waiting), copy: nil, next: nil), subject: hold.id.text)
      var view = try transaction.holdView(hold.id)
      if try copies.contains(where: { copy in
        HoldQueue.isAtHand(copy, among: try transaction.readyHold(of: copy.id).map { [$0] } ?? [])
      }) {
        view.notes = [.found]
      }
      return view
    }
  }

  /// Cancels a hold. A copy that was ready for it goes to the next hold, which the note `hold-waiting` reports.
  ///
  /// - Parameters:
  ///   - id: an open hold.
  ///   - ifVersion: the version that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the hold.
  /// - Throws: `StaffError.noSuchHold`, `.isOver`, or `.staleVersion`.
  package func cancel(_ id: Hold.ID, ifVersion: Int? = nil, by: String?) throws -> HoldView {
    try room.write { [room] transaction in
      guard let hold = try transaction.hold(id) else { throw StaffError.noSuchHold }
      if let ifVersion, ifVersion != hold.version { throw StaffError.staleVersion(now: hold.version) }
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
        items: page, next: found.count > limit ? page.last.map { ListCursor($0.hold.createdAt, $0.hold.id).text } : nil,
        total: try after == nil
          ? reading.holdTotal(state: state, isOpen: isOpen, borrower: borrower, release: release) : nil)
    }
  }

  /// Returns the queue for a release and its copies, the first hold first.
  package func queue(of release: Release.ID) throws -> [HoldView] {
    try room.database.read { reading in try reading.holds(on: release).map { try reading.view(of: $0) } }
  }

  /// Returns one hold with the records that it concerns.
  ///
  /// - Throws: `StaffError.noSuchHold`.
  package func view(_ id: Hold.ID) throws -> HoldView { try room.database.read { try $0.holdView(id) } }
}

extension Queryable {
  /// Returns the copies that could fulfil a hold.
  ///
  /// - Throws: `StaffError.noSuchRelease` or `.noSuchCopy`.
  fileprivate func copies(of subject: Hold.Subject) throws -> [Copy] {
    switch subject {
    case .release(let id):
      guard try release(id) != nil else { throw StaffError.noSuchRelease }
      return try copies(of: id)
    case .copy(let id):
      guard let copy = try copy(id) else { throw StaffError.noSuchCopy }
      return [copy]
    }
  }

  /// Returns the blockers of a new hold, the most important first.
  fileprivate func blockers(
    of subject: Hold.Subject, _ copies: [Copy], _ person: Borrower, _ library: LibraryPolicy
  ) throws -> [Outcome.Code] {
    HoldPlacement.blockers(
      on: subject, copies, for: person, openHolds: try openHolds(of: person.id),
      holds: try copies.first.map { try holds(on: $0.release) } ?? [], library: library, now: now)
  }
}
extension WriteTransaction {
  /// Ends an open hold. A copy that was ready for it is trapped for the next hold, or goes back to its place.
  ///
  /// - Returns: the hold that the copy is ready for now; nil if it goes back to its place, or if no copy was ready.
  /// - Throws: `StaffError.isOver`.
  @discardableResult
  package func end(_ hold: Hold, as state: Hold.State, _ rules: LendingPolicy, by: String?) throws -> Hold.ID? {
    guard hold.state.isOpen else { throw StaffError.isOver }
    let copy = try hold.copy.flatMap { try self.copy($0) }
    let trap = rules.ending(hold, as: state, try copy.map { try facts(of: $0, rules.library) }, now: now)
    try perform(trap.effects, .holdWaiting, library: rules.library, by: by)
    return trap.hold?.id
  }
}
