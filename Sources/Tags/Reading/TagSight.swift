package import Deadwax

/// One stay of a tag on the reader: from the first poll that found it to its departure.
package struct TagSight: Hashable, Sendable {
  /// Given once, at first sight.
  package let id: Reading.ID
  /// Wall time of the first sight.
  package let at: Timestamp
  package let uid: TagUID
  /// As `NTAG213`; nil when it was not found out.
  package let kind: String?
  /// The bytes of the NDEF message on it; nil when there was none to read.
  package let ndef: [UInt8]?
  /// The code it carries.
  package let code: OwnCode?
  /// Why what it carries is not to be trusted; nil when all is well.
  package let fault: TagFault?
  /// Bytes for a message; nil when that was not found out.
  package let capacity: Int?
  /// Whether it can be written, as far as that was seen.
  package let access: TagContents.Access?
  /// Whose content it carries.
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

/// Why the content of a tag is not to be trusted. Its number still is what it is. The raw value goes to the host.
package enum TagFault: String, CaseIterable, Sendable {
  /// Our record is there and its checksum does not fit.
  case checksum = "crc"
  /// Two parts of it name different codes.
  case disagree = "codes-disagree"
  /// It was cut off while it was written.
  case torn
  /// It went away, or refused, before it was read. Hold it still.
  case unread
  /// What stands there is no NDEF message.
  case malformed = "no-ndef"
  /// It was written by a later version of this program.
  case newer = "newer-version"
}
