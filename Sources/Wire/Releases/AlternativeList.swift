/// The alternatives of a release, the most likely first.
package struct AlternativeList: Codable, Sendable {
  package var items: [AlternativeResource]
  /// The record number that a person chose for the barcode; nil if none was chosen.
  package var choice: String?
  /// The version of the release, for `If-Match` of a choice.
  package var version: Int

  package init(items: [AlternativeResource], choice: String?, version: Int) {
    self.items = items
    self.choice = choice
    self.version = version
  }
}
