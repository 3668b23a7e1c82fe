import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests of backups with the real programs: the hub restarts, and a damaged library is restored.
@Suite(.timeLimit(.minutes(10)))
struct BackupProgramTests {
  @Test func `a restore restarts the hub, a revert goes back, and a damaged library is restored without it`()
    async throws
  {
    let running = try await HubUnderTest(withHardware: false, withDemo: false, ["--nfc", "none"])
    defer { running.end() }
    let link = try await running.hub.line { $0.contains("/setup#") }
    let secret = try #require(link.split(separator: "#").last.map(String.init))
    let made = try await running.post(
      "/api/v1/setup", #"{"secret":"\#(secret)"}"#)
    let token = try #require(try JSONValue(made.body)["token"].text)
    let key = ["authorization": "Bearer \(token)"] as HTTPClientHeaders
    func rooms() async throws -> [String] {
      try JSONValue(try await running.get("/api/v1/places", headers: key).body)["items"].array.compactMap {
        $0["name"].text
      }.sorted()
    }
    func restarted() async throws {
      try await eventually(within: .seconds(300), "the hub has restored") {
        guard let answer = try? await running.get("/api/v1/backups/status", headers: key), answer.status == 200 else {
          return false
        }
        return try JSONValue(answer.body)["restoring"].text == nil
      }
    }
    #expect(try await running.post("/api/v1/places", #"{"name":"One","kind":"room"}"#, headers: key).status == 201)
    let backup = try await running.post("/api/v1/backups", "", headers: key)
    #expect(backup.status == 201, "\(String(decoding: backup.body, as: UTF8.self))")
    let id = try #require(try JSONValue(backup.body)["id"].text)
    #expect(try await running.post("/api/v1/places", #"{"name":"Two","kind":"room"}"#, headers: key).status == 201)
    #expect(try await running.post("/api/v1/backups/\(id)/restore", "", headers: key).status == 202)
    try await restarted()
    #expect(try await rooms() == ["One"])
    #expect(try await running.post("/api/v1/backups/revert", "", headers: key).status == 202)
    try await restarted()
    #expect(try await rooms() == ["One", "Two"])

    running.hub.signal(SIGTERM)
    #expect(try await running.hub.exit(within: .seconds(60)) == .code(0))
    let data = running.folder.path("data")
    try Data("not a database".utf8).write(to: URL(fileURLWithPath: "\(data)/deadwax.sqlite"))
    let restore = try ChildProgram("deadwaxd", ["--data", data, "--restore", "newest"])
    defer { restore.end() }
    #expect(try await restore.exit() == .code(0), "\(restore.transcript)")
    #expect(restore.transcript.contains("is restored"))
    let wrong = try ChildProgram("deadwaxd", ["--data", data, "--restore", "yesterday"])
    defer { wrong.end() }
    #expect(try await wrong.exit() == .code(1))
    #expect(wrong.transcript.contains("--restore must be newest or the name of a backup"))
  }
}
