internal import Foundation
internal import HTTPClient

/// The requests of a person or a program with a token of the hub.
struct BenchClient: Sendable {
  let address: String
  let token: String
  private let client = HTTPClient(userAgent: "deadwax-bench/1", timeout: .seconds(3600), maximumBody: 2 << 30)

  init(address: String, token: String) {
    self.address = address
    self.token = token
  }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - path: the path below the address.
  ///   - body: the body; nil for none.
  ///   - type: the media type of the body.
  ///   - other: a status that is an answer, too.
  /// - Returns: the body of the response.
  /// - Throws: `BenchFailure` for another status, or an `HTTPClientError`.
  func answer(
    _ method: HTTPClientRequest.Method, _ path: String, _ body: [UInt8]? = nil, type: String = "application/json",
    orStatus other: Int = 200
  ) throws -> [UInt8] {
    var headers: HTTPClientHeaders = [
      "Authorization": "Bearer \(token)", "Idempotency-Key": UUID().uuidString, "If-Match": "*",
    ]
    if body != nil { headers["Content-Type"] = type }
    let answer = try client.send(HTTPClientRequest(method, address + path, headers: headers, body: body))
    guard answer.isSuccess || answer.status == other else {
      throw BenchFailure("\(path) answered \(answer.status): \(answer.text)")
    }
    return answer.body
  }
}
