/// The kind of a number by which a release is found. The raw value is stored in the database.
package enum ReleaseNumberKind: String, CaseIterable, Codable, Sendable {
  case barcode
  case catalogNumber = "catalog-number"
  case matrix
}
