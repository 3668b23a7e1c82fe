import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests of the README's commands, taken from its text, against a hub as `./dev run` starts it.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct ReadmeTests {
  /// Returns every line of the README that calls `deadwax`, without the trailing explanation.
  private static func commands() throws -> [[String]] {
    let text = try String(contentsOfFile: Repository.path("README.md"), encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("    deadwax ") }.map { line in
      let command = line.dropFirst(4).split(separator: "   ", maxSplits: 1)[0]
      // Quotation marks group words, as in a shell.
      return command.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { place, part in
        place.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
      }
    }
  }

  private static func run(_ words: [String], _ environment: [String: String]) async throws -> ChildProgram {
    let child = try ChildProgram("deadwax", Array(words.dropFirst()), environment: environment)
    child.closeInput()
    return child
  }

  @Test func `each command of the README works, and finds the hub automatically`() async throws {
    let hub = try await HubUnderTest()
    defer { hub.end() }
    try await hub.waitForReaders()
    let link = try await hub.hub.line { $0.contains("/setup#") }
    let secret = try #require(link.split(separator: "#").last)
    let setup = try await hub.post("/api/v1/setup", #"{"secret":"\#(secret)"}"#)
    let token = try #require(JSONValue(setup.body)["token"].text)
    let home = try TemporaryFolder("deadwax-readme")
    try home.write(token + "\n", to: "token")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: home.path("token"))
    let environment = ["DEADWAX_DATA": hub.folder.path("data"), "DEADWAX_TOKEN_FILE": home.path("token")]

    let commands = try Self.commands()
    #expect(commands.count >= 7, "\(commands)")
    for command in commands {
      try await prepare(command, at: hub, token)
      let words = command.map { $0 == "shelf3.pdf" || $0 == "shelf1.pdf" ? home.path($0) : $0 }
      let child = try await Self.run(words, environment)
      if command.starts(with: ["deadwax", "tag", "write", "--place"]) { try await layTags(at: hub) }
      let exit = try await child.exit(within: .seconds(120))
      #expect(exit == .code(0), "\(command): \(child.transcript)")
      child.end()
    }
  }

  /// Prepares the station for a command: a tag on the reader, a change to undo.
  private func prepare(_ command: [String], at hub: HubUnderTest, _ token: String) async throws {
    let staff: HTTPClientHeaders = ["authorization": "Bearer \(token)"]
    if command.starts(with: ["deadwax", "tag", "write", "12"]) {
      let copies = try await hub.json("/api/v1/copies?limit=200")["items"].array
      let title = copies.first { $0["number"].int == 12 }?["release"]["title"].text
      try await hub.lay(try await item { $0["title"].text == title && $0["hasTag"].bool }(hub))
    } else if command.starts(with: ["deadwax", "tag", "write", "--place"]) {
      // Every copy of the demo has a tag: two of them are unbound.
      let tags = try await hub.send(
        HTTPClientRequest(.get, hub.url + "/api/v1/tags?state=bound&limit=200", headers: staff))
      let shelved = try JSONValue(tags.body)["items"].array.filter {
        $0["bound"]["copy"]["slot"].text?.hasPrefix("Shelf 1,") ?? false
      }
      try #require(shelved.count > 2)
      for tag in shelved.prefix(2) {
        let address = hub.url + "/api/v1/tags/\(try #require(tag["uid"].text))/binding"
        let answer = try await hub.send(HTTPClientRequest(.delete, address, headers: staff))
        #expect(answer.status < 300, "\(answer.text)")
      }
    } else if command == ["deadwax", "explain"] {
      #expect(try await hub.post("/api/v1/scans", #"{"code":"5099902988023"}"#).status == 201)
    } else if command.starts(with: ["deadwax", "undo"]) {
      try await hub.lay(nil)
      _ = try await hub.send(
        HTTPClientRequest(
          .put, hub.url + "/api/v1/stations/desk/mode", headers: ["content-type": "application/json"],
          body: Array(#"{"mode":"check-out"}"#.utf8)))
      let copy = try await hub.json("/api/v1/copies?limit=200")["items"].array.first {
        $0["status"].text == "available"
      }
      for code in ["2900001", try #require(copy?["code"].text)] {
        #expect(try await hub.post("/api/v1/scans", #"{"code":"\#(code)"}"#).status == 201)
      }
    }
  }

  /// Puts a new tag on the reader for each of the two copies in the station's queue, until it is written.
  private func layTags(at hub: HubUnderTest) async throws {
    let queue = "/api/v1/stations/desk/tag-queue"
    try await eventually(within: .seconds(100), "the queue begins") { try await hub.get(queue).status == 200 }
    #expect(try await hub.json(queue)["total"].int == 2)
    for number in 1...2 {
      try await hub.clear()
      try await hub.lay("tag-ntag213-\(number)")
      try await eventually(within: .seconds(100), "tag \(number) is written") {
        try await hub.json(queue)["isWritten"].bool
      }
      try await hub.clear()
      try await eventually(within: .seconds(100), "the queue goes on after tag \(number)") {
        try await hub.json(queue)["done"].int == number
      }
    }
  }

  /// Returns the id of an item on the virtual hardware.
  private func item(_ isWanted: @escaping (JSONValue) -> Bool) -> (HubUnderTest) async throws -> String {
    { hub in
      let items = try await hub.json("/api/v1/virtual-hardware")["items"].array
      return try #require(items.first(where: isWanted)?["id"].text)
    }
  }

  @Test func `without a token a staff command prints advice`() async throws {
    let hub = try await HubUnderTest(withHardware: false)
    defer { hub.end() }
    let run = try await Self.run(["deadwax", "loan", "list"], ["DEADWAX_DATA": hub.folder.path("data")])
    #expect(try await run.exit() == .code(1))
    #expect(run.transcript.contains("--token-file"), "\(run.transcript)")
  }

  @Test func `the hub stores its address in its data folder, and removes it at its end`() async throws {
    let hub = try await HubUnderTest(withHardware: false)
    defer { hub.end() }
    let path = hub.folder.path("data/deadwax.address")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == hub.url + "\n")
    hub.hub.signal(SIGTERM)
    _ = try await hub.hub.exit(within: .seconds(100))
    #expect(!FileManager.default.fileExists(atPath: path))
    let run = try await Self.run(["deadwax", "scans"], ["DEADWAX_DATA": hub.folder.path("data")])
    #expect(try await run.exit() == .code(69) && run.transcript.contains("No hub runs"), "\(run.transcript)")
  }

  @Test func `the data folder of dev run is found without a word`() async throws {
    let hub = try await HubUnderTest(withHardware: false)
    defer { hub.end() }
    let home = try TemporaryFolder("deadwax-home")
    try home.write(hub.url + "\n", to: "deadwax/demo/deadwax.address")
    let run = try await Self.run(["deadwax", "station", "list"], ["XDG_DATA_HOME": home.path])
    #expect(try await run.exit() == .code(0), "\(run.transcript)")
  }
}
