/// An NFC tag that was seen at least once, with the known facts about the chip. The binding of its UID gives its
/// record.
package struct Tag: Hashable, Codable, Sendable {
  package var uid: TagID
  /// The chip type, such as `NTAG213`; nil if it was never determined.
  package var kind: String?
  /// The capacity in bytes for an NDEF message; nil if it was never determined, or if the tag cannot hold one.
  package var capacity: Int?
  package var access: Access?
  package var content: Content?
  /// The Deadwax code that is written on the tag.
  package var code: OwnCode?
  /// The reason for which the content is not trusted, such as `crc`; nil if there is no problem.
  package var fault: String?
  package var firstSeenAt: Timestamp
  package var lastSeenAt: Timestamp
  /// The number of write commands from Deadwax that the tag has accepted.
  package var writes: Int
  /// The number of consecutive writes that could not be read back.
  package var failures: Int
  /// True if Deadwax has set its password.
  package var isSealed: Bool

  package init(
    uid: TagID, kind: String? = nil, capacity: Int? = nil, access: Access? = nil, content: Content? = nil,
    code: OwnCode? = nil, fault: String? = nil, firstSeenAt: Timestamp, lastSeenAt: Timestamp, writes: Int = 0,
    failures: Int = 0, isSealed: Bool = false
  ) {
    self.uid = uid
    self.kind = kind
    self.capacity = capacity
    self.access = access
    self.content = content
    self.code = code
    self.fault = fault
    self.firstSeenAt = firstSeenAt
    self.lastSeenAt = lastSeenAt
    self.writes = writes
    self.failures = failures
    self.isSealed = isSealed
  }

  /// The number of consecutive failures that makes a tag suspect: its memory is worn, or it is torn.
  package static let failureLimit = 3

  /// True if so many writes have failed that no more are attempted.
  package var isSuspect: Bool { failures >= Self.failureLimit }

  /// The tag's write protection; the raw value is the word in the reader protocol.
  package enum Access: String, CaseIterable, Codable, Sendable {
    case writable
    /// Lock bits or the capability container make it read-only for good.
    case locked
    /// A password is required.
    case sealed
    /// The chip type cannot be written by Deadwax.
    case unsupported
  }

  /// The content of the tag; the raw value is the word in the reader protocol.
  package enum Content: String, CaseIterable, Codable, Sendable {
    case empty, own, foreign
  }
}
