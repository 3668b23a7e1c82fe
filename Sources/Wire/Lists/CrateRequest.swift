package import Deadwax

/// A crate to make.
package struct CrateRequest: Codable, Sendable {
  /// The name, at most 100 characters.
  package var name: String
  /// A note of one line, at most 500 characters.
  package var note: String?
  /// The crate that contains it.
  package var parent: Crate.ID?

  package init(name: String, note: String?, parent: Crate.ID?) {
    self.name = name
    self.note = note
    self.parent = parent
  }
}
