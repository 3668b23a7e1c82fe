internal import HTTPServer
internal import Wire

extension HTTPAPI {
  var virtualHardwareRoutes: [Route] {
    [
      workedRoute(.get, "/api/v1/virtual-hardware", needs: .station, bodyLimit: 0) { try forward($0, "/table") },
      workedRoute(.get, "/api/v1/virtual-hardware/items/{id}/picture", needs: .station, bodyLimit: 0) { request in
        try forward(request, "/table/items/\(request.parameter("id"))/picture")
      },
      workedRoute(.post, "/api/v1/virtual-hardware/camera", needs: .station) { try forward($0, "/table/camera") },
      workedRoute(.post, "/api/v1/virtual-hardware/pad", needs: .station) { try forward($0, "/table/pad") },
      workedRoute(.post, "/api/v1/virtual-hardware/pad/trouble", needs: .station) {
        try forward($0, "/table/pad/trouble")
      },
      workedRoute(.post, "/api/v1/virtual-hardware/network", needs: .station) { try forward($0, "/table/network") },
    ]
  }

  private func forward(_ request: HTTPRequest, _ path: String) throws -> HTTPResponse {
    guard let virtualHardware else {
      throw Problem(.notFound, "This hub runs with real hardware only.")
    }
    return try virtualHardware.forward(request.method, path, request.body)
  }
}
