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

  package init(
    uid: String, kind: String? = nil, capacity: Int? = nil, access: Tag.Access? = nil, content: Tag.Content? = nil,
    code: String? = nil, fault: String? = nil, reader: String, since: RFC3339Time, bound: TagBindingDetail? = nil
  ) {
    self.uid = uid
    self.kind = kind
    self.capacity = capacity
    self.access = access
    self.content = content
    self.code = code
    self.fault = fault
    self.reader = reader
    self.since = since
    self.bound = bound
  }
}
