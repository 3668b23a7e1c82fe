/// One key of a scanner went down, up, or was held.
package struct KeyEvent: Hashable, Sendable {
  package enum Action: Int32, Sendable {
    case up = 0
    case down = 1
    /// The kernel says a held key again (autorepeat).
    case held = 2
  }

  package let key: KeyCode
  package let action: Action
  /// On the monotonic clock, in microseconds since it began.
  package let time: Microseconds

  package init(_ key: KeyCode, _ action: Action, at time: Microseconds) {
    self.key = key
    self.action = action
    self.time = time
  }
}

/// A moment of the monotonic clock (CLOCK_MONOTONIC), or the time between two; the unit of the kernel's events.
package typealias Microseconds = Int64
