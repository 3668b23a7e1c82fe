package import Catalogue
internal import Deadwax
internal import HTTPServer
internal import Threads
internal import Wire

/// A cache of recent responses to list requests, for screens and programs that repeat the same request. A response is
/// valid until the next write to the tables that the list is read from.
///
/// Only for lists whose content does not depend on the time.
package final class ListCache: Sendable {
  private struct Entry {
    /// The version of the records before the response was created.
    var version: ListVersions.Version
    var response: HTTPResponse
  }

  private let versions: ListVersions
  private let answers = Locked<[String: Entry]>([:])

  private static let countLimit = 64
  private static let byteLimit = 128 * 1024

  /// - Parameter versions: the versions of the records whose changes invalidate the responses.
  package init(versions: ListVersions) { self.versions = versions }

  /// Returns the response to a request, from the cache or newly created.
  ///
  /// - Parameters:
  ///   - request: the request for a list.
  ///   - caller: the caller; callers with different permissions do not share responses.
  ///   - tables: all tables that the list is read from.
  ///   - make: a function that reads the list.
  /// - Returns: the response.
  /// - Throws: any error of `make`.
  func answer(
    _ request: HTTPRequest, _ caller: Access.Caller, from tables: ListTables, _ make: () throws -> HTTPResponse
  ) throws -> HTTPResponse {
    var key = "\(caller.role.rawValue) \(caller.station?.text ?? "") \(request.path)"
    for (name, value) in request.queryItems { key += "&\(name.utf8.count):\(name)=\(value.utf8.count):\(value)" }
    let version = versions.current
    if let stored = answers.withLock({ $0[key] }), versions.areUnchanged(tables, since: stored.version) {
      return stored.response
    }
    let response = try make()
    guard case .bytes(let bytes) = response.body, bytes.count <= Self.byteLimit else { return response }
    answers.withLock { answers in
      if answers.count >= Self.countLimit { answers.removeAll(keepingCapacity: true) }
      answers[key] = Entry(version: version, response: response)
    }
    return response
  }
}
