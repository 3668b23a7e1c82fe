/// The reason a list could not be read.
package enum CatalogueError: Error, Sendable {
  /// The cursor was not created by an earlier page.
  case badCursor
}
