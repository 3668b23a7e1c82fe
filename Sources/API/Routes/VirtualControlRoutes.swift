internal import HTTPServer
internal import Wire

extension HTTPAPI {
  var virtualHardwareRoutes: [Endpoint] {
    [
      Endpoint(.get, "/api/v1/virtual-hardware", needs: .station, returns: .record, on: .worker) { request, _ in
        try forward(request, "/table")
      },
      Endpoint(
        .get, "/api/v1/virtual-hardware/items/{id}/picture", needs: .station, returns: .record, on: .worker
      ) { request, _ in
        // The server decoded the id. Sent as it is, a space or a line feed in it would make an invalid request.
        try forward(request, "/table/items/\(PercentEncoding.encoded(try itemID(of: request)))/picture")
      },
      Endpoint(.post, "/api/v1/virtual-hardware/camera", needs: .station) { request, _ in
        try forward(request, "/table/camera")
      },
      Endpoint(.post, "/api/v1/virtual-hardware/pad", needs: .station) { request, _ in
        try forward(request, "/table/pad")
      },
      Endpoint(.post, "/api/v1/virtual-hardware/pad/trouble", needs: .station) { request, _ in
        try forward(request, "/table/pad/trouble")
      },
      Endpoint(.post, "/api/v1/virtual-hardware/network", needs: .station) { request, _ in
        try forward(request, "/table/network")
      },
    ]
  }

  /// Returns the id in the address. No item has a longer one than the description of the API allows.
  private func itemID(of request: HTTPRequest) throws(Problem) -> String {
    let id = request.parameter("id")
    guard id.unicodeScalars.count <= 100 else { throw Problem(.notFound, "There is no item with this id.") }
    return id
  }

  private func forward(_ request: HTTPRequest, _ path: String) throws -> HTTPResponse {
    guard let virtualHardware else {
      throw Problem(.notFound, "This hub runs with real hardware only.")
    }
    return try virtualHardware.forward(request.method, path, request.body)
  }
}
