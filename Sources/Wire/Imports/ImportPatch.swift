/// A change of how the file of an import is read. What is absent stays.
package struct ImportPatch: Codable, Sendable {
  package var encoding: String?
  package var delimiter: String?
  /// The program that the file is of. The fields are found again by its columns.
  package var program: String?
  /// The field of each column; null for a column that is left out.
  package var fields: [String?]?

  package init(encoding: String?, delimiter: String?, program: String?, fields: [String?]?) {
    self.encoding = encoding
    self.delimiter = delimiter
    self.program = program
    self.fields = fields
  }
}
