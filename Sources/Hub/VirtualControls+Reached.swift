internal import API
internal import HTTPClient
internal import HTTPServer
internal import Wire

extension VirtualControls {
  /// Returns the controls of the program that simulates the hardware, at an address of this machine.
  static func reached(at address: String) -> VirtualControls {
    let client = HTTPClient(userAgent: "Deadwax/\(Hub.version)", timeout: .seconds(5))
    return VirtualControls { method, path, body in
      let isPost = method == .post
      let request = HTTPClientRequest(
        isPost ? .post : .get, address + path, headers: isPost ? ["content-type": "application/json"] : [:],
        body: isPost ? body : nil)
      let answer: HTTPClientResponse
      do {
        answer = try client.send(request)
      } catch {
        throw Problem(.notReady, "The virtual hardware does not respond. Check that deadwax-virtual runs.")
      }
      return HTTPResponse(
        status: answer.status,
        headers: [
          ("content-type", answer.headers["content-type"] ?? "application/json"), ("cache-control", "no-store"),
        ],
        body: .bytes(answer.body))
    }
  }
}
