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

  /// - Parameters:
  ///   - uid: the number of the tag, as the caller may see it.
  ///   - tag: its record; nil if it was never stored.
  ///   - present: its state on a reader, which is newer than the record; nil if it is on none.
  ///   - content: the code that is written on it, as the caller may see it.
  ///   - bound: the record that it is bound to.
  package init(uid: String, tag: Tag?, present: PresentTag?, content: String?, bound: TagBindingDetail?) {
    self.uid = uid
    kind = present?.kind ?? tag?.kind
    capacity = present?.capacity ?? tag?.capacity
    access = present?.access ?? tag?.access
    self.content = content
    holds = present?.content ?? tag?.content
    fault = present == nil ? tag?.fault : present?.fault
    self.bound = bound
    firstSeenAt = RFC3339Time(tag?.firstSeenAt)
    lastSeenAt = RFC3339Time(tag?.lastSeenAt)
    writes = tag?.writes ?? 0
    failures = tag?.failures ?? 0
    isSuspect = tag?.isSuspect ?? false
    isSealed = tag?.isSealed ?? false
    self.present = present.map { Presence(station: $0.station, reader: $0.reader) }
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
