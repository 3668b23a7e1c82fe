internal import Deadwax
internal import HTTPServer
internal import Wire

extension HTTPAPI {
  var healthRoutes: [Endpoint] {
    [
      Endpoint(.get, "/healthz", needs: nil) { _, _ in
        .json { json in json.object { $0.member("status", "ok") } }
      },
      Endpoint(.get, "/readyz", needs: .readerOnly, on: .worker) { _, _ in
        let readiness = stations.readiness()
        return .json(status: readiness.status == .ready ? 200 : 503, readiness)
      },
      Endpoint(.get, "/metrics", needs: .readerOnly, on: .worker) { _, _ in
        HTTPResponse(
          status: 200, headers: [("content-type", "text/plain; version=0.0.4; charset=utf-8")],
          body: .bytes(Array(stations.metrics().utf8)))
      },
      Endpoint(.get, "/api/v1/openapi.json", needs: nil, returns: .record) { _, _ in
        HTTPResponse(
          status: 200, headers: [("content-type", "application/json"), ("cache-control", "no-cache")],
          body: .bytes(openAPI))
      },
    ]
  }
}
