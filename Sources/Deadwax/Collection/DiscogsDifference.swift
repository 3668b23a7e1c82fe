/// The difference between the library and a list at Discogs, for one release.
package enum DiscogsDifference: String, CaseIterable, Codable, Sendable {
  /// The release is only in the library.
  case onlyHere = "only-here"
  /// The release is only at Discogs.
  case onlyThere = "only-there"
  /// It is in both, with different numbers of copies.
  case count
  /// It is the same in both.
  case none

  /// - Parameters:
  ///   - here: the number in the library.
  ///   - there: the number at Discogs; one of both is above 0.
  package init(here: Int, there: Int) {
    self = there == 0 ? .onlyHere : here == 0 ? .onlyThere : here == there ? .none : .count
  }
}
