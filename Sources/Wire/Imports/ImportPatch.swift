/// A change of how the file of an import is read. What is absent stays.
package struct ImportPatch: Codable, Sendable {
  package var encoding: String?
  package var delimiter: String?
  /// The field of each column; null for a column that is left out.
  package var fields: [String?]?

  package init(encoding: String?, delimiter: String?, fields: [String?]?) {
    self.encoding = encoding
    self.delimiter = delimiter
    self.fields = fields
  }
}
