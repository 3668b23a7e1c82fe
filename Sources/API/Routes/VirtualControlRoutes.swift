internal import HTTPServer

extension HTTPAPI {
  var virtualDeskRoutes: [Route] {
    [
      workedRoute(.get, "/api/v1/virtual-desk", needs: .station, bodyLimit: 0) { try forward($0, "/desk") },
      workedRoute(.get, "/api/v1/virtual-desk/items/{id}/picture", needs: .station, bodyLimit: 0) { request in
        try forward(request, "/desk/items/\(request.parameter("id"))/picture")
      },
      workedRoute(.post, "/api/v1/virtual-desk/camera", needs: .station) { try forward($0, "/desk/camera") },
      workedRoute(.post, "/api/v1/virtual-desk/pad", needs: .station) { try forward($0, "/desk/pad") },
      workedRoute(.post, "/api/v1/virtual-desk/pad/trouble", needs: .station) {
        try forward($0, "/desk/pad/trouble")
      },
      workedRoute(.post, "/api/v1/virtual-desk/network", needs: .station) { try forward($0, "/desk/network") },
    ]
  }

  private func forward(_ request: HTTPRequest, _ path: String) throws -> HTTPResponse {
    guard let virtualDesk else {
      throw Problem(.notFound, "This hub runs with real hardware only.")
    }
    return try virtualDesk.forward(request.method, path, request.body)
  }
}
