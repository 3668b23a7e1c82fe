/// Who may do what; each role may do what those before it may.
package enum Role: String, CaseIterable, Sendable, Comparable {
  /// Reads the catalogue and the history.
  case readerOnly = "reader-only"
  /// Reports scans and runs its own desk.
  case station
  case staff
  /// Makes and revokes tokens.
  case admin

  package static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

  private var rank: Int { Role.allCases.firstIndex(of: self) ?? 0 }
}
