package import Deadwax

/// A play with its copy and its release.
package struct PlayView: Hashable, Sendable {
  package var play: Play
  package var copy: Copy
  package var release: Release
  /// The titles of the tracks that were played; empty if they are not known.
  package var titles: [String]
  /// The warnings of the performance complement; empty while its setting is off.
  package var warnings: [ComplementWarning]
}
