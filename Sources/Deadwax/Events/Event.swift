/// An event about a committed change, published to all clients after the commit.
package struct Event: Hashable, Sendable {
  /// The event's number, which grows by one with every event. A client resumes from it.
  package var id: Int64
  package var at: Timestamp
  package var station: Station.Name?
  /// The id of the affected record.
  package var subject: String?
  package var body: EventBody

  package init(id: Int64, at: Timestamp, station: Station.Name?, subject: String?, body: EventBody) {
    self.id = id
    self.at = at
    self.station = station
    self.subject = subject
    self.body = body
  }

  package var kind: Kind { body.kind }

  /// The kind of an event; the raw value is its name in the journal and in the stream.
  package enum Kind: String, CaseIterable, CodingKey, Sendable {
    case scanRecorded = "scan.recorded"
    case stationChanged = "station.changed"
    case copyAdded = "copy.added"
    case copyShelved = "copy.shelved"
    case loanOpened = "loan.opened"
    case loanClosed = "loan.closed"
    case loanChanged = "loan.changed"
    case holdChanged = "hold.changed"
    case copyChanged = "copy.changed"
    case borrowerChanged = "borrower.changed"
    case inboxChanged = "inbox.changed"
    case placeChanged = "place.changed"
    case attachmentChanged = "attachment.changed"
    case crateChanged = "crate.changed"
    case stockTakeChanged = "stock-take.changed"
    case collectionChanged = "collection.changed"
    case settingChanged = "setting.changed"
    case changeUndone = "change.undone"
    case feeChanged = "fee.changed"
    case stationPrompted = "station.prompted"
    case releaseAdded = "release.added"
    case releaseResolved = "release.resolved"
    case releaseChanged = "release.changed"
    case readerChanged = "reader.changed"
    case lookupChanged = "lookup.changed"
    case labelJobChanged = "label-job.changed"
    case tagChanged = "tag.changed"
    case tagJobChanged = "tag-job.changed"
    case tagQueueChanged = "tag-queue.changed"
    case offlineEntryChanged = "offline-entry.changed"
  }
}
