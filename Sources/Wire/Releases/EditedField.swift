package import Deadwax

/// A field of a release that a person has edited.
package struct EditedField: Codable, Sendable {
  package var field: Release.Field
  /// True if a source is known, so that the field can get its value again.
  package var isSourced: Bool
  /// The newest value of the source as one line of text; omitted if the source has none.
  package var sourceValue: String?

  package init(_ field: Release.Field, _ edit: Release.Edit) {
    self.field = field
    isSourced = edit.isSourced
    sourceValue = edit.source.line
  }
}
