/// A number or text on the release: barcode, matrix, label code.
package struct ReleaseIdentifier: Hashable, Sendable {
  package var type: String
  package var value: String
  package var note: String?

  package init(type: String, value: String, note: String? = nil) {
    self.type = type
    self.value = value
    self.note = note
  }
}
