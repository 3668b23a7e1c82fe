/// A reading that the hub stored: a row of the history that never changes, with exactly one outcome.
package struct Scan: Hashable, Sendable {
  /// The running number, which is the order of the history.
  package var sequence: Int64
  package var reading: Reading
  package var station: Station.Name
  /// The reader that reported it; nil for a scan from the network.
  package var reader: String?
  package var receivedAt: Timestamp
  package var outcome: Outcome

  package init(
    sequence: Int64, reading: Reading, station: Station.Name, reader: String?, receivedAt: Timestamp, outcome: Outcome
  ) {
    self.sequence = sequence
    self.reading = reading
    self.station = station
    self.reader = reader
    self.receivedAt = receivedAt
    self.outcome = outcome
  }

  package var id: Reading.ID { reading.id }
}

/// A set of readers and a screen, with a mode and a state of its own.
package enum Station {
  /// The name of a station: 1 to 40 lower-case letters, digits and hyphens.
  package struct Name: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package init?(_ text: String) {
      guard (1...40).contains(text.utf8.count),
        text.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0.isASCIIDigit || $0 == UInt8(ascii: "-") })
      else { return nil }
      self.text = text
    }

    /// The station of a hub that has only one.
    package static let desk = Name(checked: "desk")

    private init(checked: String) { text = checked }

    package var description: String { text }
  }
}

/// An event about a committed change, published to all clients after the commit.
package struct Event: Hashable, Sendable {
  /// The event's number, which grows by one with every event. A client resumes from it.
  package var id: Int64
  package var kind: Kind
  package var at: Timestamp
  package var station: Station.Name?
  /// The id of the affected record.
  package var subject: String?
  /// The other fields, as the members of a JSON object without its braces; empty if there are none.
  package var payload: String

  package init(
    id: Int64, kind: Kind, at: Timestamp, station: Station.Name? = nil, subject: String? = nil, payload: String = ""
  ) {
    self.id = id
    self.kind = kind
    self.at = at
    self.station = station
    self.subject = subject
    self.payload = payload
  }

  package enum Kind: String, CaseIterable, Sendable {
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
    case settingChanged = "setting.changed"
    case changeUndone = "change.undone"
    case feeChanged = "fee.changed"
    case deskAsked = "desk.asked"
    case releaseAdded = "release.added"
    case releaseResolved = "release.resolved"
    case readerChanged = "reader.changed"
    case lookupChanged = "lookup.changed"
    case labelJobChanged = "label-job.changed"
    case tagChanged = "tag.changed"
    case tagJobChanged = "tag-job.changed"
    case tagQueueChanged = "tag-queue.changed"
    case awayChanged = "away.changed"
  }
}

extension Station.Name: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Station.Name(text)
    else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not the name of a station")
    }
    self = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
