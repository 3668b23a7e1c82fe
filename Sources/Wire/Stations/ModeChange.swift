package import Deadwax

/// The new mode.
package struct ModeChange: Codable, Sendable {
  package var mode: Mode

  package init(mode: Mode) {
    self.mode = mode
  }
}
