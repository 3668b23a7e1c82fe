package import Deadwax

/// The releases that a search found before it ended, or before it was interrupted.
package struct FoundReleases: Sendable {
  /// The releases, in the order of the search.
  package let rows: [(release: Release, createdAt: Timestamp)]
  /// The error of the interrupted read; nil if all releases up to the limit were found.
  package let interruption: StorageError?
}
