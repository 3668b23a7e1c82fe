/// The alternatives of a release, the most likely first.
package struct AlternativeList: Codable, Sendable {
  package var items: [AlternativeResource]
  package var confidence: Confidence
  /// The record number that a person chose for the barcode; nil if none was chosen.
  package var choice: String?
  /// The version of the release, for `If-Match` of a choice.
  package var version: Int

  package init(items: [AlternativeResource], confidence: Confidence, choice: String?, version: Int) {
    self.items = items
    self.confidence = confidence
    self.choice = choice
    self.version = version
  }

  /// The certainty with which the first alternative is the right one.
  package enum Confidence: String, CaseIterable, Codable, Sendable {
    /// A person chose one.
    case chosen
    /// Only one fits the scan target.
    case unique
    /// The first is ahead of the next by a rule, or has at least four times as many owners.
    case dominant
    /// The first is a guess among equals, or none fits.
    case ambiguous
  }
}
