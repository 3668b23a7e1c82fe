package import Deadwax

/// An event at a station with everything needed to replay it, or a change from another source, at its place in the
/// order.
package struct RecordedEvent: Hashable, Sendable {
  /// The sequence number, 0 before it is stored.
  package var sequence: Int64
  package var at: Timestamp
  /// The station, nil for a change that was not made at a station.
  package var station: Station.Name?
  /// The kind of event, such as `reading`, `timer` or `change`.
  package var kind: String
  package var scan: Reading.ID?
  /// The input as JSON.
  package var input: String
  /// The seed of the transaction's ids.
  package var seed: UInt64
  /// The rule that the station followed.
  package var rule: String?
  /// The state of the station before the event, as JSON. `after` is the state after it.
  package var before: String?
  package var after: String?
  /// The outcome as JSON. `candidates` are the possible targets of the scan, as JSON.
  package var outcome: String?
  package var candidates: String?
  /// The sequence number of the change that the event caused or stands for.
  package var change: Int64?

  package init(
    sequence: Int64 = 0, at: Timestamp, station: Station.Name? = nil, kind: String, scan: Reading.ID? = nil,
    input: String, seed: UInt64, rule: String? = nil, before: String? = nil, after: String? = nil,
    outcome: String? = nil, candidates: String? = nil, change: Int64? = nil
  ) {
    self.sequence = sequence
    self.at = at
    self.station = station
    self.kind = kind
    self.scan = scan
    self.input = input
    self.seed = seed
    self.rule = rule
    self.before = before
    self.after = after
    self.outcome = outcome
    self.candidates = candidates
    self.change = change
  }
}
