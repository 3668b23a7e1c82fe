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
        return .json(status: readiness.database == nil ? 200 : 503) { json in
          json.object { json in
            json.member("status", readiness.database == nil ? "ready" : "not-ready")
            json.member("database", readiness.database ?? "ok")
            json.key("check")
            json.object { json in
              json.member("state", readiness.check.state)
              json.member("percent", readiness.check.percent)
              json.member("soundAt", readiness.check.soundAt.map(\.description))
            }
            json.key("readers")
            json.array(stations.readers()) { $0.reader($1) }
            json.key("lookup")
            json.object { json in
              json.member("state", readiness.lookup.state)
              json.member("queued", readiness.lookup.queued)
              json.member("reason", readiness.lookup.reason)
            }
            json.member("version", readiness.version)
          }
        }
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
