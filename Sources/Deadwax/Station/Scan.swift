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
