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
  /// The binding or the queue is no longer the one that the caller has seen.
  case staleVersion(now: Int)
}
