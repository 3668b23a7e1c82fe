/// A tag that is currently on a reader, with the facts that the reader reported.
package struct PresentTag: Hashable, Sendable {
  package var uid: TagID
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
    uid: TagID, kind: String? = nil, capacity: Int? = nil, access: Tag.Access? = nil, content: Tag.Content? = nil,
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
