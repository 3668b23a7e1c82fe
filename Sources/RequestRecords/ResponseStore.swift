package import Deadwax
package import Storage

/// The stored responses to requests with an idempotency key.
package struct ResponseStore: Sendable {
  private let database: Database

  package init(database: Database) { self.database = database }

  /// Returns a stored response; nil if there is none.
  package func response(_ id: StoredResponse.ID) throws -> StoredResponse? {
    try database.read { try $0.storedResponse(id) }
  }

  /// Stores a response.
  ///
  /// - Parameters:
  ///   - response: the response.
  ///   - then: called once, when the response is stored or could not be stored; on the writer's lane, or immediately.
  package func store(_ response: StoredResponse, then: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    database.submit({ try $0.store(response) }) { result in then(result.map { _ in }) }
  }

  /// Removes the responses that are older than a duration, and returns their number.
  package func removeOld(after duration: Duration) throws -> Int {
    try database.write { transaction in
      try transaction.dropStoredResponses(before: transaction.now + (.zero - duration))
    }
  }

  /// Removes every response that contains a text.
  package func remove(with text: String) throws { try database.write { try $0.dropStoredResponses(with: text) } }
}
