/// A field of text in which words are searched for.
package enum QueryTextField: String, CaseIterable, Sendable {
  case artist, title, label, track, note, credit, format, genre, style, country, tag, place, crate

  /// The fields in which a text without a field is searched for: those that describe the release. The places of its
  /// copies and its crates are not among them, so that a shelf named after a genre does not fill every answer.
  package static let described = allCases.filter { $0 != .place && $0 != .crate }
}
