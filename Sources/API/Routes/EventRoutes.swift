internal import Circulation
internal import Deadwax
internal import Events
internal import HTTPServer
internal import Messages
internal import Storage
internal import Wire

extension HTTPAPI {
  var eventRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/events", needs: .readerOnly, query: ["after"]) { request, call in
        var position: Int64?
        if let text = request.header("last-event-id") ?? request.query("after") {
          guard let id = Int64(text), id >= 0 else {
            throw Problem(.badRequest, "The id of an event must be a number.")
          }
          position = id
        }
        let stream = EventStream()
        guard stream.send(Array("retry: 2000\n\n".utf8)) else { return .stream(stream) }
        let listener = try events.listen(after: position, at: call.caller.station) { stream.send($0) }
        stream.onClose { [events] in events.leave(listener) }
        try access.bind(stream, to: call.caller)
        return .stream(stream)
      }
    ]
  }
}

extension JSONWriter {
  mutating func subject(of event: Event, _ reading: ReadTransaction, _ words: Messages) throws {
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
      value(TagJobResource(view, words))
    case .tagChanged:
      guard let uid = TagID(subject), let view = try reading.tagView(uid) else { return }
      key("tag")
      value(TagResource(view))
    case .tagQueueChanged:
      guard let station = event.station, let view = try reading.tagQueueView(station) else { return }
      key("queue")
      value(TagQueueResource(view, words))
    default: break
    }
  }
}
