package import Deadwax
package import Scanning
package import Storage
package import TagJobs

/// An event with the record that it concerns, so that a listener needs no further request.
package struct EventView: Sendable {
  /// The event. The subject of an event about a card's tag is removed.
  package var event: Event
  package var record: Record?

  /// The record that an event concerns.
  package enum Record: Sendable {
    case scan(ScanView)
    case release(Release)
    case tagJob(TagJobView)
    case tag(TagView)
    case tagQueue(TagQueueView)
  }
}

extension ReadTransaction {
  /// Returns an event with the current state of its record.
  package func view(of event: Event) throws -> EventView {
    var event = event
    // The tag may have become a card since the event was stored. A card's tag is not published.
    if event.kind == .tagChanged, let uid = event.subject.flatMap({ TagID($0) }), try wasCard(uid) {
      event.subject = nil
    }
    return EventView(event: event, record: try record(of: event))
  }

  private func record(of event: Event) throws -> EventView.Record? {
    guard let subject = event.subject else { return nil }
    switch event.kind {
    case .scanRecorded: return try Reading.ID(subject).flatMap { try scan($0) }.map { .scan(try view(of: $0)) }
    case .copyAdded:
      return try Copy.ID(subject).flatMap { try copy($0) }.flatMap { try release($0.release) }.map { .release($0) }
    case .releaseAdded, .releaseResolved, .releaseChanged:
      return try Release.ID(subject).flatMap { try release($0) }.map { .release($0) }
    case .tagJobChanged: return try TagJob.ID(subject).flatMap { try view(of: $0) }.map { .tagJob($0) }
    case .tagChanged: return try TagID(subject).flatMap { try tagView($0) }.map { .tag($0) }
    case .tagQueueChanged: return try event.station.flatMap { try tagQueueView($0) }.map { .tagQueue($0) }
    default: return nil
    }
  }
}
