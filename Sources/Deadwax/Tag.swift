/// An NFC tag that was seen at least once: what is known of the thing itself. What it names is a binding of its number.
package struct Tag: Hashable, Codable, Sendable {
  package var uid: TagUID
  /// As `NTAG213`; nil when it was never found out.
  package var kind: String?
  /// Bytes that it has for an NDEF message; nil when it was never found out, or it holds none.
  package var capacity: Int?
  package var access: Access?
  package var content: Content?
  /// The code of ours that is written on it.
  package var code: OwnCode?
  /// Why what is written on it is not to be trusted, as `crc`; nil when all is well.
  package var fault: String?
  package var firstSeenAt: Timestamp
  package var lastSeenAt: Timestamp
  /// Write commands that it has taken from us.
  package var writes: Int
  /// How often in a row what was written could not be read back.
  package var failures: Int
  /// Whether we have set its password.
  package var isSealed: Bool

  package init(
    uid: TagUID, kind: String? = nil, capacity: Int? = nil, access: Access? = nil, content: Content? = nil,
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

  /// So many failures in a row make a tag suspect: its memory is worn, or it is torn.
  package static let failureLimit = 3

  /// Whether it has failed so often that nothing more is written to it.
  package var isSuspect: Bool { failures >= Self.failureLimit }

  /// Whether it can be written; the raw value is the reader's word.
  package enum Access: String, CaseIterable, Codable, Sendable {
    case writable
    /// Lock bits or its capability container forbid it, for ever.
    case locked
    /// It asks for a password.
    case sealed
    /// Its type is none that we write.
    case unsupported
  }

  /// What is written on it; the raw value is the reader's word.
  package enum Content: String, CaseIterable, Codable, Sendable {
    case empty, own, foreign
  }
}

/// A tag that lies on a reader now, as the reader told it.
package struct PresentTag: Hashable, Sendable {
  package var uid: TagUID
  package var kind: String?
  package var capacity: Int?
  package var access: Tag.Access?
  package var content: Tag.Content?
  package var code: OwnCode?
  package var fault: String?
  package var reader: String
  package var station: Station.Name
  package var since: Timestamp

  package init(
    uid: TagUID, kind: String? = nil, capacity: Int? = nil, access: Tag.Access? = nil, content: Tag.Content? = nil,
    code: OwnCode? = nil, fault: String? = nil, reader: String, station: Station.Name, since: Timestamp
  ) {
    self.uid = uid
    self.kind = kind
    self.capacity = capacity
    self.access = access
    self.content = content
    self.code = code
    self.fault = fault
    self.reader = reader
    self.station = station
    self.since = since
  }
}
