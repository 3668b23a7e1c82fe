/// The permissions of a caller. Each role includes those before it.
package enum Role: String, CaseIterable, Codable, Sendable, Comparable {
  /// May read the catalogue and the history.
  case readerOnly = "reader-only"
  /// May report scans and operate its own station.
  case station
  case staff
  /// May create and revoke tokens.
  case admin

  package static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

  private var rank: Int { Role.allCases.firstIndex(of: self) ?? 0 }
}
