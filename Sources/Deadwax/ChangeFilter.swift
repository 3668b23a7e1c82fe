/// The changes that a list returns.
package struct ChangeFilter: Hashable, Sendable {
  /// The station of the changes, nil for all.
  package var station: Station.Name?
  /// The copy that was changed itself, or whose loans, holds or codes were. Nil for all.
  package var copy: Copy.ID?
  /// The exact name of the author; nil for all.
  package var by: String?
  /// The kind; nil for all.
  package var kind: Change.Kind?
  /// The earliest time; nil for the beginning.
  package var since: Timestamp?
  /// The time before which the changes were made; nil for now.
  package var until: Timestamp?
  /// True to include acts of access.
  package var hasAccess = false

  package init() {}

  /// True if nothing but the copy is given.
  package var isOfCopyAlone: Bool { station == nil && by == nil && kind == nil && since == nil && until == nil }
}
