internal import Foundation
internal import HTTPClient

/// The requests of an administrator who moves tables.
struct MovingClient: Sendable {
  let address: String
  let token: String

  struct View: Decodable {
    struct Fault: Decodable {
      var detail: String
    }

    var id: String
    var state: String
    var percent: Int
    var plan: String?
    var fault: Fault?
  }

  /// Sends a table of copies.
  func send(_ table: [UInt8]) throws -> View { try decode(answer(.post, "/imports?table=copies", table, "text/csv")) }

  func view(_ id: String) throws -> View { try decode(answer(.get, "/imports/\(id)", nil, nil)) }

  func apply(_ id: String, plan: String) throws -> View {
    try decode(answer(.post, "/imports/\(id)/apply", Array(#"{"plan":"\#(plan)"}"#.utf8), "application/json"))
  }

  func remove(_ id: String) throws { _ = try answer(.delete, "/imports/\(id)", nil, nil) }

  /// Exports the table of copies.
  ///
  /// - Returns: the number of its bytes.
  func export() throws -> Int { try answer(.get, "/export/copies", nil, nil).count }

  private func decode(_ bytes: [UInt8]) throws -> View { try JSONDecoder().decode(View.self, from: Data(bytes)) }

  private func answer(
    _ method: HTTPClientRequest.Method, _ path: String, _ body: [UInt8]?, _ type: String?
  ) throws -> [UInt8] {
    var headers: HTTPClientHeaders = ["Authorization": "Bearer \(token)", "Idempotency-Key": UUID().uuidString]
    headers["Content-Type"] = type
    let answer = try HTTPClient(userAgent: "deadwax-bench/1", timeout: .seconds(3600), maximumBody: 2 << 30).send(
      HTTPClientRequest(method, address + path, headers: headers, body: body))
    guard answer.isSuccess else { throw BenchFailure("\(path) answered \(answer.status): \(answer.text)") }
    return answer.body
  }
}
