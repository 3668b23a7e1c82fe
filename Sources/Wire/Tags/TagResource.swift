package import Deadwax

/// A tag that was read at least once or is bound.
package struct TagResource: Codable, Sendable {
  package var uid: String
  /// The type of chip, such as `NTAG213`; omitted if it is unknown.
  package var kind: String?
  /// The capacity for a message, in bytes.
  package var capacity: Int?
  package var access: Tag.Access?
  /// The library's code that is written on the tag. The code of a card is not included.
  package var content: String?
  /// The kind of content.
  package var holds: Tag.Content?
  /// The reason why the content cannot be trusted.
  package var fault: String?
  /// The record that the tag is bound to; omitted if there is none.
  package var bound: TagBindingDetail?
  package var firstSeenAt: RFC3339Time?
  package var lastSeenAt: RFC3339Time?
  /// The number of write commands that the tag has received from this hub.
  package var writes: Int
  /// The number of consecutive writes that could not be read back.
  package var failures: Int
  /// True if writes failed so often that the hub no longer writes to the tag.
  package var isSuspect: Bool
  /// True if this hub has set its password.
  package var isSealed: Bool
  /// The reader that the tag is on; omitted if it is on none.
  package var present: Presence?

  package init(
    uid: String, kind: String? = nil, capacity: Int? = nil, access: Tag.Access? = nil, content: String? = nil,
    holds: Tag.Content? = nil, fault: String? = nil, bound: TagBindingDetail? = nil, firstSeenAt: RFC3339Time? = nil,
    lastSeenAt: RFC3339Time? = nil, writes: Int, failures: Int, isSuspect: Bool, isSealed: Bool,
    present: Presence? = nil
  ) {
    self.uid = uid
    self.kind = kind
    self.capacity = capacity
    self.access = access
    self.content = content
    self.holds = holds
    self.fault = fault
    self.bound = bound
    self.firstSeenAt = firstSeenAt
    self.lastSeenAt = lastSeenAt
    self.writes = writes
    self.failures = failures
    self.isSuspect = isSuspect
    self.isSealed = isSealed
    self.present = present
  }

  /// The reader that a tag is on.
  package struct Presence: Codable, Sendable {
    package var station: Station.Name
    package var reader: String

    package init(station: Station.Name, reader: String) {
      self.station = station
      self.reader = reader
    }
  }
}
