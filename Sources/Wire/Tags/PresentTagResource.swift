package import Deadwax

/// A tag that is on a reader, as the reader reports it.
package struct PresentTagResource: Codable, Sendable {
  package var uid: String
  package var kind: String?
  /// The capacity for a message, in bytes.
  package var capacity: Int?
  package var access: Tag.Access?
  /// The kind of content: none, the library's or foreign.
  package var content: Tag.Content?
  /// The library's code that is written on the tag.
  package var code: String?
  /// The reason why the content cannot be trusted.
  package var fault: String?
  /// The name of the reader.
  package var reader: String
  package var since: RFC3339Time
  package var bound: TagBindingDetail?

  /// - Parameters:
  ///   - tag: the tag.
  ///   - uid: its number, or the replacement for that of a card.
  ///   - code: the code that is written on it, or the replacement for that of a card.
  ///   - bound: the record that it is bound to.
  package init(_ tag: PresentTag, uid: String, code: String?, bound: TagBindingDetail?) {
    self.uid = uid
    kind = tag.kind
    capacity = tag.capacity
    access = tag.access
    content = tag.content
    self.code = code
    fault = tag.fault
    reader = tag.reader
    since = RFC3339Time(tag.since)
    self.bound = bound
  }
}
