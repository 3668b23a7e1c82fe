package import Deadwax
package import Storage

/// A request for an action on a tag, with everything that it allows.
package struct TagWish: Hashable, Sendable {
  /// The treatment of a copy that has a tag already.
  package enum Second: String, CaseIterable, Sendable {
    case refuse, add
    /// Unbinds the copy's other tags when this one is written.
    case replace
  }

  package var action: TagJob.Action
  /// The tag; nil for the only tag at the station.
  package var uid: TagUID?
  /// The copy that the tag is bound to; required for `write`, and for no other action.
  package var copy: Copy.ID?
  /// True if foreign content may be overwritten.
  package var overwrite: Bool
  /// True if the tag may be bound to something else until now.
  package var move: Bool
  package var second: Second
  /// True if the tag is sealed after the write.
  package var seal: Bool
  /// The time within which the tag has to be placed on the reader.
  package var patience: Duration

  package init(
    _ action: TagJob.Action, uid: TagUID? = nil, copy: Copy.ID? = nil, overwrite: Bool = false, move: Bool = false,
    second: Second = .refuse, seal: Bool = false, patience: Duration = .seconds(60)
  ) {
    self.action = action
    self.uid = uid
    self.copy = copy
    self.overwrite = overwrite
    self.move = move
    self.second = second
    self.seal = seal
    self.patience = patience
  }
}

/// The reasons that refuse a tag job or a binding: all of them, the most important first.
package struct TagRefusal: Error, Hashable, Sendable {
  package var reasons: [Outcome.Code]
  package var uid: TagUID?
  /// The record that the tag is bound to, if that is a reason.
  package var bound: CodeTarget?
  /// The number of tags on the reader, if that is a reason.
  package var present: Int

  package init(_ reasons: [Outcome.Code], uid: TagUID? = nil, bound: CodeTarget? = nil, present: Int = 0) {
    self.reasons = reasons
    self.uid = uid
    self.bound = bound
    self.present = present
  }
}

/// The errors of tag operations that no option can override.
package enum TagError: Error, Hashable, Sendable {
  case noSuchTag
  case noSuchJob
  case noSuchCopy
  case noSuchPlace
  /// The record that the tag is to be bound to does not exist.
  case noSuchTarget
  /// The tag is not bound.
  case notBound
  /// The job has ended already.
  case alreadyOver
  /// A write without a copy, or another action with a copy.
  case badWish
  /// There is no copy to queue, or none left in the queue.
  case queueEmpty
  /// The station has no queue.
  case noQueue
}

/// A job with its current copy.
package struct TagJobView: Hashable, Sendable {
  package var job: TagJob
  package var copy: Copy?
  package var release: Release?
  /// The language of the job's station, as an ISO 639 code; nil if none is set.
  package var language: String?
  /// True if the tag is or ever was a card: then its UID is for staff only.
  package var isCard = false
}

/// The queue of a station with its copies.
package struct TagQueueView: Hashable, Sendable {
  package var queue: TagQueue
  package var next: Copy?
  package var nextRelease: Release?
  package var job: TagJobView?
  /// The waiting copies, at most 50, in order; the next one is the first.
  package var remaining: [Copy]
}
