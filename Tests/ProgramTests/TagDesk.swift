import Foundation
import HTTPClient
import Lanes
import TestSupport

/// What tests of tags do at the desk with the real programs.
extension DeskUnderTest {
  /// Lays several things on the reader at once.
  func layAll(_ items: [String]) async throws {
    let list = items.map { "\"\($0)\"" }.joined(separator: ",")
    let answer = try await post("/api/v1/virtual-desk/pad", "{\"lay\":[\(list)]}")
    guard answer.status == 202 else { throw TestFailure("the reader's hand: \(answer.text)") }
  }

  /// Makes something go wrong at the pad.
  func trouble(_ json: String) async throws {
    let answer = try await post("/api/v1/virtual-desk/pad/trouble", json)
    guard answer.status == 202 else { throw TestFailure("the trouble: \(answer.text)") }
  }

  /// Takes everything away, and waits until the hub knows.
  func takeAway() async throws {
    try await lay(nil)
    try await eventually(within: .seconds(10), "nothing lies on the reader") {
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

  /// Asks for a job, and returns it.
  func order(_ json: String) async throws -> JSONValue {
    let answer = try await post("/api/v1/tag-jobs", json)
    guard answer.status == 201 else { throw TestFailure("the job was refused: \(answer.text)") }
    return try JSONValue(answer.body)
  }

  func tagJob(_ id: String) async throws -> JSONValue { try await json("/api/v1/tag-jobs/\(id)") }

  /// Waits until a job is in a state.
  @discardableResult
  func job(_ id: String, is state: String, within limit: Duration = .seconds(15)) async throws -> JSONValue {
    let newest = Guarded<String>("")
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

  /// Copies of the demo library.
  func copies(_ count: Int) async throws -> [(id: String, code: String)] {
    try await json("/api/v1/copies?limit=\(count)")["items"].array.compactMap { copy in
      guard let id = copy["id"].text, let code = copy["code"].text else { return nil }
      return (id, code)
    }
  }

  /// What the chip's memory counts as written on what lies there.
  func writes() async throws -> Int { try await json("/api/v1/virtual-desk")["chip"]["writes"].int ?? -1 }
}

/// The number of a loose tag, by what is behind `tag-` in its id.
func looseTag(_ last: String) -> String { "04B1A42C5E80\(last)" }
