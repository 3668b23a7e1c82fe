package import Circulation
package import Deadwax
internal import Events
internal import HTTPServer
package import Messages
package import Storage

extension Surface {
  var eventRoutes: [Route] {
    [
      counterRoute(.get, "/api/v1/events", needs: .readerOnly) { request, caller in
        var position: Int64?
        if let text = request.header("last-event-id") ?? request.query("after") {
          guard let id = Int64(text), id >= 0 else {
            throw Problem(.badRequest, "The id of an event must be a number.")
          }
          position = id
        }
        let stream = EventStream()
        guard stream.send(Array("retry: 2000\n\n".utf8)) else { return .stream(stream) }
        let listener = try events.listen(after: position, at: caller.station) { stream.send($0) }
        stream.onClose { [events] in events.leave(listener) }
        try access.bind(stream, to: caller)
        return .stream(stream)
      }
    ]
  }
}

/// The serialisation of events in the stream (HTML Living Standard, server-sent events).
package struct EventLines: Sendable {
  private let words: Messages

  /// - Parameter words: the texts for people, in the language of each station.
  package init(words: Messages) { self.words = words }

  /// Returns the bytes of one event. The record it concerns is included, so that a listener needs no further request.
  package func render(_ event: Event, _ reading: ReadTransaction) throws -> [UInt8] {
    var event = event
    // The tag may have become a card since the event was stored. A card's tag is not published.
    if event.kind == .tagChanged, let uid = event.subject.flatMap({ TagUID($0) }), try reading.wasCard(uid) {
      event.subject = nil
    }
    let data = try JSONWriter.object { json in
      json.member("id", Int(event.id))
      json.member("kind", event.kind.rawValue)
      json.member("at", event.at.description)
      json.member("station", event.station?.text)
      json.member("subject", event.subject)
      json.rawMembers(event.payload)
      try json.subject(of: event, reading, words)
    }
    return Array("id: \(event.id)\nevent: \(event.kind.rawValue)\ndata: ".utf8) + data + Array("\n\n".utf8)
  }

  /// The kind of a fault event, which is not stored and has no id.
  package static let fault = "desk.fault"

  /// Returns the bytes of the event that nothing can be stored, or that the fault has ended.
  package static func render(_ news: ScanService.FaultNews) -> [UInt8] {
    let data = JSONWriter.object { json in
      json.member("kind", fault)
      json.member("at", news.at.description)
      json.member("station", news.station?.text)
      json.fault(news.fault)
    }
    return Array("event: \(fault)\ndata: ".utf8) + data + Array("\n\n".utf8)
  }
}

extension JSONWriter {
  fileprivate mutating func subject(of event: Event, _ reading: ReadTransaction, _ words: Messages) throws {
    guard let subject = event.subject else { return }
    switch event.kind {
    case .scanRecorded:
      guard let id = Reading.ID(subject), let scan = try reading.scan(id) else { return }
      let view = try reading.view(of: scan)
      key("scan")
      self.scan(view, words)
    case .releaseAdded, .releaseResolved:
      guard let id = Release.ID(subject), let release = try reading.release(id) else { return }
      key("release")
      brief(release)
    case .tagJobChanged:
      guard let id = TagJob.ID(subject), let view = try reading.view(of: id) else { return }
      key("job")
      tagJob(view, words)
    case .tagChanged:
      guard let uid = TagUID(subject), let view = try reading.tagView(uid) else { return }
      key("tag")
      tag(view)
    case .tagQueueChanged:
      guard let station = event.station, let view = try reading.tagQueueView(station) else { return }
      key("queue")
      tagQueue(view, words)
    default: break
    }
  }
}
