package import Deadwax

/// One copy of the pull list, with the hold that its check-in traps it for.
package struct PullLine: Hashable, Sendable {
  package var copy: Copy
  package var hold: Hold

  package init(copy: Copy, hold: Hold) {
    self.copy = copy
    self.hold = hold
  }
}
