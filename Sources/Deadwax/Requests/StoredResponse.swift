/// The stored response to a request with an idempotency key. A repeated request gets it again instead of being carried
/// out twice.
package struct StoredResponse: Hashable, Sendable {
  /// An id derived from the idempotency key together with the client and the address.
  package typealias ID = Identifier<StoredResponse>

  package var id: ID
  /// A digest of the request as a UUID. The same key with another digest is an error of the client.
  package var request: String
  /// The status, 200 to 299. Refusals are not stored, since they changed nothing.
  package var status: Int
  /// The address of the created resource.
  package var location: String?
  /// The body as JSON.
  package var body: String

  package init(id: ID, request: String, status: Int, location: String?, body: String) {
    self.id = id
    self.request = request
    self.status = status
    self.location = location
    self.body = body
  }
}
