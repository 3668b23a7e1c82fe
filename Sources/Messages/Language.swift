/// A language that the desk speaks; the raw value is its ISO 639 code.
package enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
  case french = "fr"

  /// Whether zero is counted like one: "0 prêt", but "0 loans".
  var countsZeroAsOne: Bool { self == .french }
}
