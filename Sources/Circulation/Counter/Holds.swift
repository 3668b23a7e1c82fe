package import Catalogue
package import Deadwax

/// Queues for what is out, and the shelf where it lies ready.
package struct Holds: Sendable {
  let room: CounterRoom

  /// Puts somebody into the queue for a release, or for one copy of it.
  ///
  /// - Parameters:
  ///   - subject: what is wanted.
  ///   - borrower: by whom.
  ///   - notAfter: after which it is not wanted any more, later than now; nil for never.
  ///   - id: for the new hold; one is made when none is given.
  ///   - by: who does it.
  /// - Returns: the hold, with notes: `found` when a copy of it is there to be had at once.
  /// - Throws: `CounterRefusal` (`limit`, `already-yours`, `duplicate`, `card-blocked`, `card-expired`, `not-for-loan`), or
  ///   `CounterError`.
  package func place(
    _ subject: Hold.Subject, for borrower: Borrower.ID, notAfter: Timestamp?, id: Hold.ID? = nil, by: String?
  ) throws -> HoldView {
    throw CounterError.notYet
  }

  /// Takes a hold out of the queue. A copy that lay ready for it goes to the next.
  ///
  /// - Throws: `CounterError.noSuchHold` or `.isOver`.
  package func cancel(_ id: Hold.ID, by: String?) throws -> HoldView { throw CounterError.notYet }

  /// Those of a state, in the order of the queue; the newest first for those that are over.
  ///
  /// - Throws: `CounterError.badCursor`.
  package func list(
    state: Hold.State?, borrower: Borrower.ID? = nil, release: Release.ID? = nil, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<HoldView> {
    throw CounterError.notYet
  }

  /// Who waits for a release or a copy of it, the first in the queue first.
  package func queue(of release: Release.ID) throws -> [HoldView] { throw CounterError.notYet }

  /// What lies ready on the pick-up shelf, by the day until which it does.
  package func shelf(cursor: String?, limit: Int) throws -> Catalogue.Page<HoldView> { throw CounterError.notYet }

  /// - Throws: `CounterError.noSuchHold`.
  package func view(_ id: Hold.ID) throws -> HoldView { throw CounterError.notYet }
}

/// A hold with what it is about, as it is now.
package struct HoldView: Hashable, Sendable {
  package var hold: Hold
  package var release: Release
  /// The copy that lies ready, or that alone is wanted.
  package var copy: Copy?
  package var borrower: Borrower?
  package var notes: [Outcome.Code]

  package init(
    hold: Hold, release: Release, copy: Copy? = nil, borrower: Borrower? = nil, notes: [Outcome.Code] = []
  ) {
    self.hold = hold
    self.release = release
    self.copy = copy
    self.borrower = borrower
    self.notes = notes
  }
}
