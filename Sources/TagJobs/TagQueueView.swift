package import Deadwax
internal import Storage

/// The queue of a station with its copies.
package struct TagQueueView: Hashable, Sendable {
  package var queue: TagQueue
  package var next: Copy?
  package var nextRelease: Release?
  package var job: TagJobView?
  /// The waiting copies, at most 50, in order; the next one is the first.
  package var remaining: [Copy]
}
