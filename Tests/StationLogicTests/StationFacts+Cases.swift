import Deadwax
import StationLogic

extension StationFacts {
  /// Creates the facts of a case. Everything else is as in a library without further records.
  init(
    named: Resolution, pendingCopy: Copy? = nil, pendingSlot: Slot? = nil, pendingPlace: Place? = nil,
    borrower: Borrower? = nil, occupant: Copy.ID? = nil, scanned: BindingCandidate? = nil,
    waiting: BindingCandidate? = nil, tags: [Copy.ID: [TagID]] = [:], tagsPresent: Int = 0, queueNext: Copy? = nil,
    hasQueue: Bool = false, isNewLabel: Bool = false
  ) {
    self.init(named: named, scan: .absent, newSession: .absent)
    self.pendingCopy = pendingCopy
    self.borrower = borrower
    shelving.slot = pendingSlot
    shelving.place = pendingPlace
    shelving.occupant = occupant
    tagging.scanned = scanned
    tagging.waiting = waiting
    tagging.tags = tags
    tagging.present = tagsPresent
    tagging.queueNext = queueNext
    tagging.hasQueue = hasQueue
    tagging.isNewLabel = isNewLabel
  }
}
