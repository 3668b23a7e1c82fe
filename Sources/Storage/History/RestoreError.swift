package import Deadwax

/// The error that the history cannot be rewound or repeated, because the rows of a change are not available or cannot
/// be written.
package struct RestoreError: Error, Sendable {
  package var change: Change.ID
}
