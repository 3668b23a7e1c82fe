/// The choice of an alternative.
package struct SourceChoiceRequest: Codable, Sendable {
  /// The record number of one of the alternatives.
  package var id: String

  package init(id: String) { self.id = id }
}
