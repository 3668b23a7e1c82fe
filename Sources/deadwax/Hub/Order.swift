internal import Foundation
internal import HTTPClient

/// A change that is asked of the hub. Its key makes it the same one when it has to be sent again.
struct Order {
  let method: HTTPClientRequest.Method
  /// From the root.
  let path: String
  /// The members of the JSON document; nil for none.
  var document: [String: Any]?
  /// The version that is to be changed, as the hub told it in an `ETag`.
  var version: String?
  private let key = UUID().uuidString.lowercased()

  init(
    _ method: HTTPClientRequest.Method, _ path: String, _ document: [String: Any]? = nil, version: String? = nil
  ) {
    self.method = method
    self.path = path
    self.document = document
    self.version = version
  }

  fileprivate var body: [UInt8]? { document.map { Array(JSONText.line($0).utf8) } }

  /// Only what makes something has a key.
  fileprivate var onceKey: String? { method == .post ? key : nil }
}

extension Hub {
  /// Gives an order.
  ///
  /// - Returns: a successful answer.
  /// - Throws: `Failure` that says what the hub said, or that there is none.
  @discardableResult
  func give(_ order: Order) throws(Failure) -> HTTPClientResponse {
    let answer = try send(order)
    guard answer.isSuccess else { throw HubProblem.failure(answer, at: address) }
    return answer
  }

  /// Gives an order, and takes every answer: for who has to tell the refusals apart.
  func send(_ order: Order) throws(Failure) -> HTTPClientResponse {
    try send(order.method, order.path, order.body, key: order.onceKey, version: order.version)
  }
}
