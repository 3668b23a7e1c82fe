package import Deadwax

/// The stay of a tag on the reader, from the first poll that found it to its departure.
package struct TagSight: Hashable, Sendable {
  /// The id of the sight, assigned when the tag is first found.
  package let id: Reading.ID
  /// The wall-clock time at which the tag was first found.
  package let at: Timestamp
  package let uid: TagUID
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
  package let access: TagContents.Access?
  /// The owner of the content.
  package let owner: TagContents.Owner?

  package init(id: Reading.ID, at: Timestamp, uid: TagUID, contents: TagContents) {
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

/// The reason the content of a tag is not trusted. Its UID is still valid. The raw value is sent to the host.
package enum TagFault: String, CaseIterable, Sendable {
  /// There is a Deadwax record with a wrong checksum.
  case checksum = "crc"
  /// Two records have different codes.
  case disagree = "codes-disagree"
  /// A write was torn.
  case torn
  /// The tag was removed, or refused, before it was read. The user should hold it still.
  case unread
  /// The content is not an NDEF message.
  case malformed = "no-ndef"
  /// A later version of this program wrote the tag.
  case newer = "newer-version"
}
