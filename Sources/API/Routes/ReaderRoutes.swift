internal import Deadwax
internal import HTTPServer
internal import Wire

extension HTTPAPI {
  var readerRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/readers", needs: .readerOnly, returns: .wholeList) { _, _ in
        .whole(stations.readers())
      },
      Endpoint(.get, "/api/v1/readers/{name}/preview", needs: .station, returns: .record) { request, _ in
        guard let jpeg = stations.preview(request.parameter("name")) else {
          throw Problem(.notFound, "There is no reader with previews and this name, or it has not sent a picture yet.")
        }
        return HTTPResponse(
          status: 200, headers: [("content-type", "image/jpeg"), ("cache-control", "no-store")], body: .bytes(jpeg))
      },
    ]
  }
}
