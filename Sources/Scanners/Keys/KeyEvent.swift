/// A key of a scanner that was pressed, released or held.
package struct KeyEvent: Hashable, Sendable {
  package enum Action: Int32, Sendable {
    case up = 0
    case down = 1
    /// The kernel repeats a held key (autorepeat).
    case held = 2
  }

  package let key: KeyCode
  package let action: Action
  /// The time on the monotonic clock, in microseconds.
  package let time: Microseconds

  package init(_ key: KeyCode, _ action: Action, at time: Microseconds) {
    self.key = key
    self.action = action
    self.time = time
  }
}
