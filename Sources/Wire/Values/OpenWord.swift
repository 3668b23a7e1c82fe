/// A word of an enumeration that grows with new versions. A client decodes words that it does not know.
package struct OpenWord<Known: RawRepresentable & CaseIterable & Sendable>: Hashable, Codable, Sendable,
  CustomStringConvertible
where Known.RawValue == String {
  package let text: String

  package init(_ known: Known) { text = known.rawValue }

  /// Returns nil for an absent word.
  package init?(_ known: Known?) {
    guard let known else { return nil }
    text = known.rawValue
  }

  package init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// The known word; nil for a word of a newer version.
  package var known: Known? { Known(rawValue: text) }

  package var description: String { text }
}
