package import Deadwax

/// A code that a scanner sent.
package struct ScannedCode: Hashable, Sendable {
  package let id: Reading.ID
  /// The time at which its first key was pressed, on the wall clock.
  package let at: Timestamp
  package let symbology: Symbology
  package let text: String

  package init(id: Reading.ID, at: Timestamp, symbology: Symbology, text: String) {
    self.id = id
    self.at = at
    self.symbology = symbology
    self.text = text
  }
}
