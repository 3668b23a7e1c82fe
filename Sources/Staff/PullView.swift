package import Deadwax

/// One copy of the pull list, with the records that it concerns.
package struct PullView: Hashable, Sendable {
  package var copy: Copy
  package var release: Release
  package var hold: Hold
  package var borrower: Borrower?
}
