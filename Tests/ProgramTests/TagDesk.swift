import Foundation
import HTTPClient
import TestSupport
import Threads

/// Helpers for tests of tags at the station with the real programs.
extension HubUnderTest {
  /// Puts several tags on the reader at once.
  func layAll(_ items: [String]) async throws {
    let list = items.map { "\"\($0)\"" }.joined(separator: ",")
    let answer = try await post("/api/v1/virtual-hardware/pad", "{\"lay\":[\(list)]}")
    guard answer.status == 202 else { throw TestFailure("the reader's hand: \(answer.text)") }
  }

  /// Causes a fault at the reader.
  func trouble(_ json: String) async throws {
    let answer = try await post("/api/v1/virtual-hardware/pad/trouble", json)
    guard answer.status == 202 else { throw TestFailure("the trouble: \(answer.text)") }
  }

  /// Removes everything, and waits until the hub knows.
  func takeAway() async throws {
    try await lay(nil)
    try await eventually(within: .seconds(60), "nothing lies on the reader") {
      try await json("/api/v1/stations/desk/tags")["items"].array.isEmpty
    }
  }

  func setMode(_ mode: String) async throws {
    let request = HTTPClientRequest(
      .put, url + "/api/v1/stations/desk/mode", headers: ["content-type": "application/json"],
      body: Array("{\"mode\":\"\(mode)\"}".utf8))
    let answer = try await send(request)
    guard answer.status == 200 else { throw TestFailure("the mode was not set: \(answer.text)") }
  }

  /// Creates a job, and returns it.
  func order(_ json: String) async throws -> JSONValue {
    let answer = try await post("/api/v1/tag-jobs", json)
    guard answer.status == 201 else { throw TestFailure("the job was refused: \(answer.text)") }
    return try JSONValue(answer.body)
  }

  func tagJob(_ id: String) async throws -> JSONValue { try await json("/api/v1/tag-jobs/\(id)") }

  /// Waits until a job is in a state.
  @discardableResult
  func job(_ id: String, is state: String, within limit: Duration = .seconds(60)) async throws -> JSONValue {
    let newest = Locked<String>("")
    do {
      return try await eventually(within: limit, "the job is \(state)") {
        let answer = try await get("/api/v1/tag-jobs/\(id)")
        newest.withLock { $0 = answer.text }
        let job = try JSONValue(answer.body)
        return job["state"].text == state ? job : nil
      }
    } catch {
      throw TestFailure("\(error); it is \(newest.withLock { $0 })")
    }
  }

  /// Returns copies of the demo library.
  func copies(_ count: Int) async throws -> [(id: String, code: String)] {
    try await json("/api/v1/copies?limit=\(count)")["items"].array.compactMap { copy in
      guard let id = copy["id"].text, let code = copy["code"].text else { return nil }
      return (id, code)
    }
  }

  /// Returns the write counter of the chip's memory for the tags on the reader.
  func writes() async throws -> Int { try await json("/api/v1/virtual-hardware")["chip"]["writes"].int ?? -1 }
}

/// Returns the UID of a loose tag, from the part after `tag-` in its id.
func looseTag(_ last: String) -> String { "04B1A42C5E80\(last)" }
