/// The conditions of a list of shows. An absent one does not limit the list.
package struct ShowFilter: Hashable, Sendable {
  package var year: Int?
  /// A month of a year, such as `1977-05`.
  package var yearMonth: String?
  /// The first and the last day, such as `1977-05-08`; the same for one day.
  package var since: String?
  package var until: String?
  /// A day in all years, such as `05-08`.
  package var monthDay: String?
  package var venue: String?
  package var city: String?
  package var state: String?
  /// The title of a song, in any case of its letters.
  package var song: String?
  /// True for the shows in the library alone.
  package var isInLibrary: Bool

  /// Creates a filter of all shows.
  package init() { isInLibrary = false }
}
