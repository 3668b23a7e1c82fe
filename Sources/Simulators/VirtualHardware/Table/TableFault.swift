/// An action that is impossible at the virtual table.
package enum TableFault: Error, Sendable {
  case unknownItem
  case noTag
  case unknownFault
  /// The same item cannot be laid down twice.
  case twice
  /// The trouble concerns a tag on the reader, and none is there.
  case nothingLaid
  /// A number or a name is not allowed.
  case outOfRange(String)
}
