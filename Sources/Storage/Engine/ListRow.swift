/// The representation of one row of a list.
package struct ListRow: Sendable {
  /// The key of the row in the table of the list.
  package let id: String
  /// The bytes of the representation.
  package let bytes: [UInt8]
  /// All rows whose change could change the bytes. It includes rows that do not exist yet.
  package let sources: [RowKey]

  package init(id: String, bytes: [UInt8], sources: [RowKey]) {
    self.id = id
    self.bytes = bytes
    self.sources = sources
  }
}
