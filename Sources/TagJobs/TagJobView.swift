package import Deadwax

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
