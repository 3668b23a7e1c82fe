package import Lending

/// The look, the order and the domain of the page Library until a person chooses others.
package struct ListDefaultsResource: Codable, Sendable {
  /// One of `list` and `grid`.
  package var view: String
  /// A value of the field `sort` of queries.
  package var sort: String
  /// A value of the field `in` of queries; omitted for everything.
  package var domain: String?
  /// True if lists show the pictures of covers.
  package var covers: Bool

  package init(_ lists: LibraryPolicy.Lists) {
    view = lists.view.rawValue
    sort = lists.order
    domain = lists.domain
    covers = lists.showsCovers
  }
}
