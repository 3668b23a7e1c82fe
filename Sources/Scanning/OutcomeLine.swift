package import Deadwax

/// A loan that an outcome concerns, if it concerns several, with its current copy.
package struct OutcomeLine: Hashable, Sendable {
  package var line: Outcome.Line
  package var copy: Copy
  package var release: Release
}
