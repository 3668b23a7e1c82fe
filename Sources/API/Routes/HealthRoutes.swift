internal import Deadwax
internal import HTTPServer
internal import Wire

extension HTTPAPI {
  var healthRoutes: [Route] {
    [
      route(.get, "/healthz", needs: nil) { _ in
        .json { json in json.object { $0.member("status", "ok") } }
      },
      workedRoute(.get, "/readyz", needs: .readerOnly, bodyLimit: 0) { _ in
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
      workedRoute(.get, "/metrics", needs: .readerOnly, bodyLimit: 0) { _ in
        HTTPResponse(
          status: 200, headers: [("content-type", "text/plain; version=0.0.4; charset=utf-8")],
          body: .bytes(Array(stations.metrics().utf8)))
      },
      route(.get, "/api/v1/openapi.json", needs: nil) { [openAPI] _ in
        HTTPResponse(
          status: 200, headers: [("content-type", "application/json"), ("cache-control", "no-cache")],
          body: .bytes(openAPI))
      },
    ]
  }
}
