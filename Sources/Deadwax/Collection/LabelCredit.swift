/// A record label with its catalogue number for the release.
package struct LabelCredit: Hashable, Codable, Sendable {
  package var name: String
  package var catalogNumber: String?

  package init(name: String, catalogNumber: String? = nil) {
    self.name = name
    self.catalogNumber = catalogNumber
  }
}
