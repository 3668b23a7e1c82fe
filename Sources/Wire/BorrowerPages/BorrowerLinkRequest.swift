/// A link to a borrower's page to create.
package struct BorrowerLinkRequest: Codable, Sendable {
  /// The number of days after which the link ends; by default 90.
  package var days: Int?

  package init(days: Int?) { self.days = days }
}
