internal import Deadwax
internal import HTTPServer
internal import ReaderProtocol
internal import Readers
internal import Wire

extension HTTPAPI {
  var readerRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/readers", needs: .readerOnly, returns: .wholeList) { _, _ in
        .whole(stations.readers()) { $0.reader($1) }
      },
      Endpoint(.get, "/api/v1/readers/{name}/preview", needs: .station) { request, _ in
        guard let jpeg = stations.preview(request.parameter("name")) else {
          throw Problem(.notFound, "There is no reader with previews and this name, or it has not sent a picture yet.")
        }
        return HTTPResponse(
          status: 200, headers: [("content-type", "image/jpeg"), ("cache-control", "no-store")], body: .bytes(jpeg))
      },
    ]
  }
}

extension JSONWriter {
  package mutating func reader(_ view: ReaderView) {
    let status = view.status
    object { json in
      json.member("name", status.name)
      json.member("kind", status.kind.rawValue)
      json.key("capabilities")
      json.array(status.capabilities.map(\.rawValue).sorted()) { $0.string($1) }
      json.member("device", status.device)
      json.member("station", status.station)
      json.member("state", status.state.kind.rawValue)
      json.member("reason", status.state.reason)
      json.member("hint", status.state.hint)
      json.member("present", view.present)
      json.member("since", status.since.description)
      json.member("restarts", status.restarts)
      json.member("linesSkipped", status.linesSkipped)
    }
  }
}
