package import Deadwax

/// The change that a screen showed when it asked to undo it.
package struct ChangeReference: Codable, Sendable {
  package var change: Change.ID?

  package init(change: Change.ID? = nil) { self.change = change }
}
