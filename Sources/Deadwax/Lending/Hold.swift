/// A borrower's place in the queue for a release or for one copy of it.
package struct Hold: Hashable, Sendable {
  package typealias ID = Identifier<Hold>

  /// The release or copy that the borrower waits for.
  package enum Subject: Hashable, Sendable {
    case release(Release.ID)
    case copy(Copy.ID)
  }

  /// The progress of the hold; the raw value is stored in the database.
  package enum State: String, CaseIterable, Codable, Sendable {
    case waiting
    /// A copy waits on the pick-up shelf.
    case ready
    case fulfilled, cancelled, expired

    package var isOpen: Bool { self == .waiting || self == .ready }
  }

  package var id: ID
  package var subject: Subject
  package var borrower: Borrower.ID
  package var state: State
  /// The copy that is ready for pick-up.
  package var copy: Copy.ID?
  package var readyAt: Timestamp?
  /// The time until which the copy stays ready for pick-up.
  package var pickUpBy: Timestamp?
  /// The time after which the hold is no longer wanted; nil for never.
  package var notAfter: Timestamp?
  package var createdAt: Timestamp
  package var closedAt: Timestamp?
  /// The position among the waiting holds, from 1; 0 for a hold that no longer waits.
  package var position: Int
  package var version: Int

  package init(
    id: ID, subject: Subject, borrower: Borrower.ID, state: State = .waiting, copy: Copy.ID? = nil,
    readyAt: Timestamp? = nil, pickUpBy: Timestamp? = nil, notAfter: Timestamp? = nil, createdAt: Timestamp,
    closedAt: Timestamp? = nil, position: Int = 0, version: Int = 1
  ) {
    self.id = id
    self.subject = subject
    self.borrower = borrower
    self.state = state
    self.copy = copy
    self.readyAt = readyAt
    self.pickUpBy = pickUpBy
    self.notAfter = notAfter
    self.createdAt = createdAt
    self.closedAt = closedAt
    self.position = position
    self.version = version
  }
}
