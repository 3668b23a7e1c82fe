internal import Deadwax
internal import Events
internal import HTTPServer
internal import History
internal import Messages
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
