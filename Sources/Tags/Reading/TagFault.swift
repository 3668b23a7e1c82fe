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
