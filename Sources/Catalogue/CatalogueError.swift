/// The reason that something could not be read.
package enum CatalogueError: Error, Sendable {
  /// The cursor was not created by an earlier page.
  case badCursor
  /// An answer is none of those that the question has.
  case badAnswer
}
