/// The conditions of a list of plays. An absent one does not limit the list.
package struct PlayFilter: Hashable, Sendable {
  package var copy: Copy.ID?
  package var release: Release.ID?
  package var station: Station.Name?
  /// The earliest start.
  package var since: Timestamp?
  /// The time before which the plays started.
  package var until: Timestamp?

  /// Creates a filter of all plays.
  package init() {}
}
