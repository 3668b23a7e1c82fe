/// The greatest sizes that a reader accepts, so that no file can use more memory.
package struct CSVLimits: Hashable, Sendable {
  /// The bytes of one field, in UTF-8.
  package var field: Int
  /// The bytes of all fields of one record.
  package var record: Int
  /// The fields of one record.
  package var columns: Int

  package init(field: Int, record: Int, columns: Int) {
    self.field = field
    self.record = record
    self.columns = columns
  }
}
