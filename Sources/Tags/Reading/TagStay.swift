package import Deadwax

/// The stay of a tag on the reader, from the first poll that found it to its departure.
package struct TagStay: Hashable, Sendable {
  /// The id of the sight, assigned when the tag is first found.
  package let id: Reading.ID
  /// The wall-clock time at which the tag was first found.
  package let at: Timestamp
  package let uid: TagID
  /// The display name of the tag's kind, for example `NTAG213`; nil if it was not determined.
  package let kind: String?
  /// The bytes of the tag's NDEF message; nil if none was read.
  package let ndef: [UInt8]?
  /// The code that the tag carries.
  package let code: OwnCode?
  /// The reason the content is not trusted; nil if it is.
  package let fault: TagFault?
  /// The capacity for a message in bytes; nil if it was not determined.
  package let capacity: Int?
  /// The protection against writing, as far as the tag's pages were read.
  package let access: TagReadResult.Access?
  /// The owner of the content.
  package let owner: TagReadResult.Owner?

  package init(id: Reading.ID, at: Timestamp, uid: TagID, contents: TagReadResult) {
    self.id = id
    self.at = at
    self.uid = uid
    kind = contents.kind
    ndef = contents.ndef
    code = contents.code
    fault = contents.fault
    capacity = contents.capacity
    access = contents.access
    owner = contents.owner
  }
}
