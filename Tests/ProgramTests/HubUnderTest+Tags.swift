import Deadwax
import Foundation
import HTTPClient
import TestSupport

/// The output and the exit status of a run of `deadwax`.
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

  /// The whole output, for a failure message.
  var all: String { (output + errors).joined(separator: "\n") }
}

extension HubUnderTest {
  /// Starts `deadwax` against this hub.
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

  /// Redeems the set-up link of the first start and returns the file of the administrator's token.
  func administrator() async throws -> String {
    let link = try await hub.line { $0.contains("/setup#") }
    guard let secret = link.split(separator: "#").last else { throw TestFailure("no secret in \(link)") }
    let answer = try await post("/api/v1/setup", #"{"secret":"\#(secret.prefix { $0 != " " })"}"#)
    guard let token = try JSONValue(answer.body)["token"].text else { throw TestFailure(answer.text) }
    let file = try folder.write(token + "\n", to: "admin-token")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    return file
  }

  /// Puts several tags on the reader at once.
  func lay(all items: [String]) async throws {
    let list = items.map { "\"\($0)\"" }.joined(separator: ",")
    let answer = try await post("/api/v1/virtual-hardware/pad", "{\"lay\":[\(list)]}")
    guard answer.status == 202 else { throw TestFailure("the reader's hand: \(answer.text)") }
  }

  /// The tags on the readers, from the hub.
  func lying() async throws -> [JSONValue] { try await json("/api/v1/stations/desk/tags")["items"].array }

  /// Puts an item's tag on the reader, waits until the hub reports it, and returns its UID.
  func layAndSee(_ item: String) async throws -> String {
    try await clear()
    try await lay(item)
    return try await eventually(within: .seconds(60), "the hub sees \(item)") {
      let tags = try await lying()
      return tags.count == 1 ? tags[0]["uid"].text : nil
    }
  }

  /// Adds a copy in mode add, confirms a further copy if necessary, and returns the outcome.
  func added(_ barcode: String) async throws -> JSONValue {
    let outcome = try JSONValue(try await post("/api/v1/scans", "{\"code\":\"\(barcode)\"}").body)["outcome"]
    guard outcome["code"].text == "copy-exists" else { return outcome }
    return try JSONValue(try await yes("confirming").body)["outcome"]
  }

  /// Answers yes to the station's current prompt: a `question` about a tag, or `confirming`.
  func yes(_ prompted: String) async throws -> HTTPClientResponse {
    let id = try await json("/api/v1/stations/desk")[prompted]["id"].text ?? ""
    return try await post("/api/v1/stations/desk/answer", "{\"answer\":\"yes\",\"asked\":\"\(id)\"}")
  }

  /// Adds new copies, which have no tags, of a release in the library, and returns their numbers and codes.
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
