internal import Foundation
package import HTTPClient

/// A change request to the hub. Its idempotency key allows a retry.
package struct ChangeRequest {
  /// The request method.
  package let method: HTTPClientRequest.Method
  /// The absolute path.
  package let path: String
  /// The JSON document; nil for no body.
  package var document: (any Encodable)?
  /// The expected version of the record, from an `ETag` of the hub.
  package var version: String?
  private let key = UUID().uuidString.lowercased()

  package init(
    _ method: HTTPClientRequest.Method, _ path: String, _ document: (any Encodable)? = nil, version: String? = nil
  ) {
    self.method = method
    self.path = path
    self.document = document
    self.version = version
  }

  fileprivate var body: [UInt8]? { document.map { JSONCoding.encode($0) } }

  /// The idempotency key. Only a POST has one.
  fileprivate var onceKey: String? { method == .post ? key : nil }
}

extension HubClient {
  /// Sends a change request.
  ///
  /// - Returns: a successful response.
  /// - Throws: `Failure` with the hub's problem, or if there is no response.
  @discardableResult
  package func give(_ order: ChangeRequest) throws(Failure) -> HTTPClientResponse {
    let answer = try send(order)
    guard answer.isSuccess else { throw HubProblem.failure(answer, at: address) }
    return answer
  }

  /// Sends a change request and returns any response, for callers that distinguish refusals.
  package func send(_ order: ChangeRequest) throws(Failure) -> HTTPClientResponse {
    try send(order.method, order.path, order.body, key: order.onceKey, version: order.version)
  }
}
