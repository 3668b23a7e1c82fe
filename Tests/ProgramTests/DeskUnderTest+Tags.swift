import Deadwax
import Foundation
import HTTPClient
import TestSupport

/// What a run of `deadwax` printed, and how it ended.
struct CommandRun {
  let code: Int32
  let output: [String]
  let errors: [String]

  init(_ child: ChildProgram, within limit: Duration) async throws {
    guard case .code(let code) = try await child.exit(within: limit) else { throw TestFailure(child.transcript) }
    self.code = code
    output = child.lines()
    errors = child.lines(on: .error)
  }

  /// Everything, for a failure's sentence.
  var all: String { (output + errors).joined(separator: "\n") }
}

extension DeskUnderTest {
  /// Starts `deadwax` before this hub.
  func command(_ words: [String], token: String? = nil) throws -> ChildProgram {
    let child = try ChildProgram(
      "deadwax", words,
      environment: ["DEADWAX_HUB": url].merging(token.map { ["DEADWAX_TOKEN_FILE": $0] } ?? [:]) { $1 })
    child.closeInput()
    return child
  }

  /// Runs `deadwax` to its end.
  func deadwax(_ words: String..., token: String? = nil) async throws -> CommandRun {
    try await CommandRun(try command(words, token: token), within: .seconds(60))
  }

  /// The file of an administrator's token, made with the set-up link of the first start.
  func administrator() async throws -> String {
    let link = try await hub.line { $0.contains("/setup#") }
    guard let secret = link.split(separator: "#").last else { throw TestFailure("no secret in \(link)") }
    let answer = try await post("/api/v1/setup", #"{"secret":"\#(secret.prefix { $0 != " " })"}"#)
    guard let token = try JSONValue(answer.body)["token"].text else { throw TestFailure(answer.text) }
    let file = try folder.write(token + "\n", to: "admin-token")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    return file
  }

  /// Lays several things on the reader at once.
  func lay(all items: [String]) async throws {
    let list = items.map { "\"\($0)\"" }.joined(separator: ",")
    let answer = try await post("/api/v1/virtual-desk/pad", "{\"lay\":[\(list)]}")
    guard answer.status == 202 else { throw TestFailure("the reader's hand: \(answer.text)") }
  }

  /// What lies on the readers, as the hub knows it.
  func lying() async throws -> [JSONValue] { try await json("/api/v1/stations/desk/tags")["items"].array }

  /// Lays one thing down, and waits until the hub knows its number.
  func layAndSee(_ item: String) async throws -> String {
    try await clear()
    try await lay(item)
    return try await eventually(within: .seconds(15), "the hub sees \(item)") {
      let tags = try await lying()
      return tags.count == 1 ? tags[0]["uid"].text : nil
    }
  }

  /// Takes a copy in, in mode add, and says yes to a further one of what is there already: the outcome.
  func added(_ barcode: String) async throws -> JSONValue {
    let outcome = try JSONValue(try await post("/api/v1/scans", "{\"code\":\"\(barcode)\"}").body)["outcome"]
    guard outcome["code"].text == "copy-exists" else { return outcome }
    return try JSONValue(try await yes("confirming").body)["outcome"]
  }

  /// Says yes to what the desk asks now: a `question` about a tag, or what it is `confirming`.
  func yes(_ asked: String) async throws -> HTTPClientResponse {
    let id = try await json("/api/v1/stations/desk")[asked]["id"].text ?? ""
    return try await post("/api/v1/stations/desk/answer", "{\"answer\":\"yes\",\"asked\":\"\(id)\"}")
  }

  /// Takes new copies of a release that is in the library, which have no tag: their numbers and codes.
  func newCopies(_ count: Int) async throws -> [(number: Int, code: String)] {
    let releases = try await json("/api/v1/releases?limit=200")["items"].array
    guard let barcode = releases.compactMap({ $0["barcode"].text }).first else { throw TestFailure("no barcode") }
    var copies: [(number: Int, code: String)] = []
    _ = try await post("/api/v1/scans", "{\"code\":\"\(Command.add.code)\"}")
    for _ in 1...count {
      let copy = try await added(barcode)["copy"]
      if let number = copy["number"].int, let code = copy["code"].text { copies.append((number, code)) }
    }
    guard copies.count == count else { throw TestFailure("\(copies.count) of \(count) copies were added") }
    _ = try await post("/api/v1/scans", "{\"code\":\"\(Command.lookup.code)\"}")
    return copies
  }
}
