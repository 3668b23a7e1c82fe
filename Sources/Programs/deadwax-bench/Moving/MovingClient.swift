internal import Foundation
internal import HTTPClient

/// The requests of an administrator who moves tables.
struct MovingClient: Sendable {
  private let client: BenchClient

  init(address: String, token: String) { client = BenchClient(address: address, token: token) }

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
  func send(_ table: [UInt8]) throws -> View {
    try decode(client.answer(.post, "/imports?table=copies", table, type: "text/csv"))
  }

  func view(_ id: String) throws -> View { try decode(client.answer(.get, "/imports/\(id)")) }

  func apply(_ id: String, plan: String) throws -> View {
    try decode(client.answer(.post, "/imports/\(id)/apply", Array(#"{"plan":"\#(plan)"}"#.utf8)))
  }

  func remove(_ id: String) throws { _ = try client.answer(.delete, "/imports/\(id)") }

  /// Exports the table of copies.
  ///
  /// - Returns: the number of its bytes.
  func export() throws -> Int { try client.answer(.get, "/export/copies").count }

  private func decode(_ bytes: [UInt8]) throws -> View { try JSONDecoder().decode(View.self, from: Data(bytes)) }
}
