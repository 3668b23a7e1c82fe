/// The type of carrier, by which collections are sorted.
package enum Medium: String, CaseIterable, Codable, Sendable {
  case cd, vinyl, cassette, other
}
