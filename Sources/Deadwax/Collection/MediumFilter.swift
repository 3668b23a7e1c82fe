/// A part of the collection: the compact discs, the vinyl records, or everything else.
package enum MediumFilter: String, CaseIterable, Codable, Sendable {
  case cd, vinyl
  /// Cassettes and all other media.
  case other

  /// Returns true if a medium belongs to the part.
  package func includes(_ medium: Medium) -> Bool {
    switch medium {
    case .cd: self == .cd
    case .vinyl: self == .vinyl
    case .cassette, .other: self == .other
    }
  }
}
