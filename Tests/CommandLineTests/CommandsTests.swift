import Foundation
import TestSupport
import Testing

/// Tests of the program with a real hub. They are serialised: in parallel they would open hundreds of files, and libnfc
/// ends a process that has more than 1024 (select(2)).
@Suite(.serialized, .timeLimit(.minutes(10)))
struct CommandsTests {
  private let folder: TemporaryFolder
  private let hub: ChildProgram
  private let environment: [String: String]

  init() async throws {
    folder = try TemporaryFolder("deadwax-commands")
    hub = try ChildProgram(
      "deadwaxd",
      [
        "--data", folder.path("data"), "--listen", "127.0.0.1:0", "--www", Repository.path("www"), "--docs",
        Repository.path("docs"), "--nfc", "none", "--camera", "none", "--scanner", "none",
      ])
    environment = ["DEADWAX_HUB": "http://127.0.0.1:\(try await hub.port())"]
  }

  private func run(_ words: String..., input: String = "") async throws -> ProgramRun {
    try await ProgramRun(words, input: input, environment: environment)
  }

  @Test func `a code is reported, and is in the history`() async throws {
    let report = try await run("scan", "5099902988023")
    #expect(report.code == 3)
    #expect(report.output.first?.hasPrefix("? 5099902988023  ") == true)
    let history = try await run("scans")
    #expect(history.code == 0)
    #expect(history.output.count == 1)
    #expect(history.output.first?.contains("5099902988023") == true)
  }

  @Test func `codes from standard input are reported one by one`() async throws {
    let long = String(repeating: "1", count: 600)
    let report = try await run("scan", "-", "--json", input: "first\n\n\(long)\nthird\r\n")
    #expect(report.code == 3)
    #expect(report.output.count == 2)
    let scans = try report.output.map { try #require(Self.object($0)) }
    #expect(scans.map { $0["text"] as? String } == ["first", "third"])
    #expect(report.errors.count == 1)
    #expect(report.errors.first?.contains("Line 3 was not reported.") == true)
  }

  @Test func `a dry run records nothing`() async throws {
    #expect(try await run("scan", "--dry-run", "nothing-here").code == 3)
    let history = try await run("scans")
    #expect(history.output.isEmpty)
    #expect(history.errors == ["No scans found."])
  }

  @Test func `a code is resolved without a scan`() async throws {
    let unknown = try await run("resolve", "724384960650")
    #expect(unknown.code == 3)
    #expect(unknown.output == ["724384960650  no record has this code"])
    let json = try await run("resolve", "--json", "a code/with?signs&\u{1D}")
    #expect(json.output.count == 1)
    #expect(Self.object(json.output.first)?["code"] as? String == "a code/with?signs&\u{1D}")
    #expect(try await run("scans").output.isEmpty)
  }

  @Test func `the history is paged for, and can be cut and sorted out`() async throws {
    let codes = (0..<250).map { "code-\($0)" }
    _ = try await run("scan", "-", input: codes.joined(separator: "\n"))
    let rows = try await run("scans", "--limit", "230").output
    #expect(rows.count == 230)
    #expect(rows.first?.contains("code-20 ") == true)
    #expect(rows.last?.contains("code-249 ") == true)
    let document = try #require(Self.object(try await run("scans", "--json", "--limit=2").output.first))
    let items = try #require(document["items"] as? [[String: Any]])
    #expect(items.map { $0["text"] as? String } == ["code-249", "code-248"])
    #expect(document["next"] is String && document["total"] == nil)
    #expect(try await run("scans", "--outcome", "checked-out").output.isEmpty)
    let wrong = try await run("scans", "--outcome", "nonsense")
    #expect(wrong.code == 64)
    #expect(wrong.errors.first?.contains("outcome") == true)
  }

  @Test func `scans are followed as they come, none twice and none left out`() async throws {
    _ = try await run("scan", "before-1", "before-2", "before-3")
    let follower = try ChildProgram("deadwax", ["scans", "--follow", "--limit", "2"], environment: environment)
    try await follower.line { $0.contains("before-3") }
    let codes = (0..<50).map { "live-\($0)" }
    _ = try await run("scan", "-", input: codes.joined(separator: "\n"))
    try await follower.line { $0.contains("live-49 ") }
    let seen = follower.lines().compactMap { line in line.split(separator: " ").first { $0.contains("-") } }.map(
      String.init)
    #expect(seen == ["before-2", "before-3"] + codes)
  }

  @Test func `events are followed, from where one likes`() async throws {
    _ = try await run("scan", "early")
    let follower = try ChildProgram(
      "deadwax", ["events", "--follow", "--json", "--after", "0"], environment: environment)
    let first = try await follower.line { $0.contains("scan.recorded") }
    #expect(first.contains("early"))
    let human = try ChildProgram("deadwax", ["events", "--follow", "--after", "0"], environment: environment)
    try await human.line { $0.contains("scan.recorded") && $0.contains("early") }
    _ = try await run("scan", "late")
    try await follower.line { $0.contains("late") }
    #expect(follower.lines().allSatisfy { Self.object($0) != nil })
  }

  @Test func `the client waits for a hub that stops, and the stream continues without a gap`() async throws {
    let port = try await hub.port()
    _ = try await run("scan", "one")
    let follower = try ChildProgram("deadwax", ["scans", "--follow"], environment: environment)
    try await follower.line { $0.contains(" one ") }
    hub.signal(SIGTERM)
    try await hub.exit()
    try await follower.line(on: .error) { $0.contains("The hub does not respond") }
    let again = try ChildProgram(
      "deadwaxd",
      [
        "--data", folder.path("data"), "--listen", "127.0.0.1:\(port)", "--www", Repository.path("www"), "--docs",
        Repository.path("docs"), "--nfc", "none", "--camera", "none", "--scanner", "none",
      ])
    _ = try await again.port()
    _ = try await run("scan", "two")
    try await follower.line { $0.contains(" two ") }
    try await follower.line(on: .error) { $0.contains("responds again") }
    _ = try await run("scan", "three")
    try await follower.line { $0.contains(" three ") }
    #expect(follower.lines().count == 3)
  }

  @Test func `the doctor finds a hub that is well`() async throws {
    let text = try await run("doctor")
    #expect(text.code == 0)
    #expect(text.output.contains { $0.hasPrefix("✓ hub") })
    #expect(text.output.contains { $0.hasPrefix("✓ database") })
    let json = try #require(Self.object(try await run("doctor", "--json").output.first))
    #expect(json["ok"] as? Bool == true)
    #expect((json["checks"] as? [[String: Any]])?.contains { $0["subject"] as? String == "version" } == true)
  }

  @Test func `an invalid station name is reported`() async throws {
    let report = try await run("scan", "--station", "No Name", "x")
    #expect(report.code == 64)
    #expect(report.errors.first?.contains("station") == true)
  }

  private static func object(_ line: String?) -> [String: Any]? {
    line.flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) } as? [String: Any]
  }
}
