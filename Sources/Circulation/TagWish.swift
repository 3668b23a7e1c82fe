package import Deadwax
package import Storage

/// What a program or a page asks to have done to a tag, with everything that it allows.
package struct TagWish: Hashable, Sendable {
  /// What is to happen when the copy has a tag already.
  package enum Second: String, CaseIterable, Sendable {
    case refuse, add
    /// The copy's other tags are no longer its own when this one is written.
    case replace
  }

  package var action: TagJob.Action
  /// Nil for the one tag that lies at the station.
  package var uid: TagUID?
  /// Whose tag it becomes; for `write` alone, and needed there.
  package var copy: Copy.ID?
  /// Whether somebody else's content may be replaced.
  package var overwrite: Bool
  /// Whether it may be the tag of something else until then.
  package var move: Bool
  package var second: Second
  /// Whether it is sealed after it was written.
  package var seal: Bool
  /// How long the tag may take to come.
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

/// Why a tag is not written or bound as it was asked: all reasons, the weightiest first.
package struct TagRefusal: Error, Hashable, Sendable {
  package var reasons: [Outcome.Code]
  package var uid: TagUID?
  /// What the tag names, where that is a reason.
  package var bound: CodeTarget?
  /// How many tags lie there, where that is a reason.
  package var present: Int

  package init(_ reasons: [Outcome.Code], uid: TagUID? = nil, bound: CodeTarget? = nil, present: Int = 0) {
    self.reasons = reasons
    self.uid = uid
    self.bound = bound
    self.present = present
  }
}

/// Why something about tags cannot be done at all.
package enum TagError: Error, Hashable, Sendable {
  case noSuchTag
  case noSuchJob
  case noSuchCopy
  case noSuchPlace
  /// What the tag is to be bound to is not there.
  case noSuchTarget
  /// The tag names nothing.
  case notBound
  /// The job is over already.
  case alreadyOver
  /// A write without a copy, or a copy with something else.
  case badWish
  /// No copy is there that could be queued.
  case queueEmpty
  /// The station has no queue.
  case noQueue
}

/// A job with the copy it is about, as it is now.
package struct TagJobView: Hashable, Sendable {
  package var job: TagJob
  package var copy: Copy?
  package var release: Release?
  /// The language of the job's desk, as an ISO 639 code; nil where none was set.
  package var language: String?
  /// Whether the tag is somebody's card, or ever was: then its number is told to staff alone.
  package var isCard = false
}

/// The queue of a desk with the copies it is about.
package struct TagQueueView: Hashable, Sendable {
  package var queue: TagQueue
  package var next: Copy?
  package var nextRelease: Release?
  package var job: TagJobView?
  /// At most 50, in order; the next one is the first.
  package var remaining: [Copy]
}
