/// A series that a release belongs to, or a company that took part in making it.
package struct CompanyCredit: Hashable, Codable, Sendable {
  package enum Kind: String, CaseIterable, Codable, Sendable { case series, company }

  package var kind: Kind
  package var name: String
  /// The number in the series, or the company's own number for the release.
  package var number: String?
  /// The part of a company, such as "Pressed By"; nil for a series.
  package var role: String?

  package init(kind: Kind, name: String, number: String? = nil, role: String? = nil) {
    self.kind = kind
    self.name = name
    self.number = number
    self.role = role
  }
}
