package import Deadwax

/// The data of an event in the stream: its own members, those of its body, and the record that it concerns.
package struct EventResource: Codable, Sendable {
  /// The number in the journal.
  package var id: Int
  package var kind: OpenWord<Event.Kind>
  /// The time at which the event was stored.
  package var at: RFC3339Time
  package var station: Station.Name?
  /// The id of the affected record.
  package var subject: String?
  /// The facts; nil for an event of a newer version.
  package var body: EventBody?
  /// With `scan.recorded`; it names no people.
  package var scan: ScanResource?
  /// With `copy.added`, `release.added` and `release.resolved`.
  package var release: ReleaseSummary?
  /// With `tag-job.changed`.
  package var job: TagJobResource?
  /// With `tag.changed`.
  package var tag: TagResource?
  /// With `tag-queue.changed`, unless the queue has ended.
  package var queue: TagQueueResource?

  /// Creates an event without the record that it concerns.
  package init(_ event: Event) {
    id = Int(event.id)
    kind = OpenWord(event.kind)
    at = RFC3339Time(event.at)
    station = event.station
    subject = event.subject
    body = event.body
  }

  private enum CodingKeys: String, CodingKey {
    case id, kind, at, station, subject, scan, release, job, tag, queue
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    kind = try container.decode(OpenWord<Event.Kind>.self, forKey: .kind)
    at = try container.decode(RFC3339Time.self, forKey: .at)
    station = try container.decodeIfPresent(Station.Name.self, forKey: .station)
    subject = try container.decodeIfPresent(String.self, forKey: .subject)
    body = try kind.known.map { try EventBody(kind: $0, membersOf: decoder) }
    scan = try container.decodeIfPresent(ScanResource.self, forKey: .scan)
    release = try container.decodeIfPresent(ReleaseSummary.self, forKey: .release)
    job = try container.decodeIfPresent(TagJobResource.self, forKey: .job)
    tag = try container.decodeIfPresent(TagResource.self, forKey: .tag)
    queue = try container.decodeIfPresent(TagQueueResource.self, forKey: .queue)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(kind, forKey: .kind)
    try container.encode(at, forKey: .at)
    try container.encodeIfPresent(station, forKey: .station)
    try container.encodeIfPresent(subject, forKey: .subject)
    try body?.encodeMembers(to: encoder)
    try container.encodeIfPresent(scan, forKey: .scan)
    try container.encodeIfPresent(release, forKey: .release)
    try container.encodeIfPresent(job, forKey: .job)
    try container.encodeIfPresent(tag, forKey: .tag)
    try container.encodeIfPresent(queue, forKey: .queue)
  }
}
