internal import Deadwax
internal import HTTPServer
package import Storage
internal import Threads
internal import Wire

/// A cache of recent responses to list requests, for screens and programs that repeat the same request. A response is
/// valid until the next write to the database, or to
/// the tables that the list is read from.
///
/// Only for lists whose content does not depend on the time.
package final class ListCache: Sendable {
  private struct Entry {
    var revision: Int
    /// The version of the row cache before the response was created.
    var version: Int
    var response: HTTPResponse
  }

  private let database: Database
  private let answers = Locked<[String: Entry]>([:])

  private static let countLimit = 64
  private static let byteLimit = 128 * 1024

  /// - Parameter database: the database whose writes invalidate the responses.
  package init(database: Database) { self.database = database }

  /// Returns the response to a request, from the cache or newly created.
  ///
  /// - Parameters:
  ///   - request: the request for a list.
  ///   - caller: the caller; callers with different permissions do not share responses.
  ///   - tables: all tables that the list is read from; nil if a write to any table can change it.
  ///   - make: a function that reads the list.
  /// - Returns: the response.
  /// - Throws: any error of `make`.
  func answer(
    _ request: HTTPRequest, _ caller: Access.Caller, from tables: [RowKey.Table]?, _ make: () throws -> HTTPResponse
  ) throws -> HTTPResponse {
    var key = "\(caller.role.rawValue) \(caller.station?.text ?? "") \(request.path)"
    for (name, value) in request.queryItems { key += "&\(name.utf8.count):\(name)=\(value)" }
    let revision = database.revision
    let version = database.rows.version
    if let stored = answers.withLock({ $0[key] }) {
      let isValid = tables.map { database.rows.areUnchanged($0, since: stored.version) }
      if isValid ?? (stored.revision == revision) { return stored.response }
    }
    let response = try make()
    guard case .bytes(let bytes) = response.body, bytes.count <= Self.byteLimit else { return response }
    answers.withLock { answers in
      if answers.count >= Self.countLimit { answers.removeAll(keepingCapacity: true) }
      answers[key] = Entry(revision: revision, version: version, response: response)
    }
    return response
  }
}
