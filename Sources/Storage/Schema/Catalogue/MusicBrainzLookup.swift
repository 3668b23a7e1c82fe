package import Deadwax

/// A release about which MusicBrainz is to be asked, with its failures so far.
package struct MusicBrainzLookup: Hashable, Sendable {
  package let release: Release.ID
  /// The consecutive failures.
  package let failures: Int
}
