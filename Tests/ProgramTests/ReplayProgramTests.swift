import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests of `deadwax-replay`, which needs no hub.
@Suite(.timeLimit(.minutes(10)))
struct ReplayProgramTests {
  private static let recording = Repository.path("Tests/UseCasesTests/Recordings/earlier-version.jsonl")

  @Test func `a recording of an earlier version replays from its file`() async throws {
    let replay = try await run([Self.recording])
    #expect(replay.code == 0, "\(replay.errors)")
    #expect(replay.output.first?.hasPrefix("✓ 137 events") == true, "\(replay.output)")
  }

  @Test func `a changed recording is refused`() async throws {
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: Self.recording, encoding: .utf8)
    let place = try #require(text.range(of: "check-out"))
    let path = try folder.write(text.replacingCharacters(in: place, with: "check-oux"), to: "changed.jsonl")
    let replay = try await run([path])
    #expect(replay.code == 65)
    #expect(replay.errors.first?.contains("its digest does not match") == true, "\(replay.errors)")
  }

  @Test func `a missing file, a folder without records and contradicting arguments are reported`() async throws {
    let folder = try TemporaryFolder()
    #expect(try await run([folder.path("nothing.jsonl")]).code == 66)
    #expect(try await run(["--data", folder.path]).code == 66)
    #expect(try await run([]).code == 64)
    #expect(try await run([Self.recording, "--data", folder.path]).code == 64)
    #expect(try await run([Self.recording, "--from", "2026-11-20T00:00:00Z"]).code == 64)
    #expect(try await run(["--data", folder.path, "--from", "noon"]).code == 64)
  }

  @Test func `the recording of a running hub replays from its data folder, which stays as it is`() async throws {
    let hub = try await HubUnderTest(withHardware: false)
    defer { hub.end() }
    for number in 1...5 {
      let scan = try await hub.post("/api/v1/scans", #"{"code":"SHELF-\#(number)"}"#)
      #expect(scan.status == 201)
    }
    let before = try FileManager.default.contentsOfDirectory(atPath: hub.folder.path("data")).sorted()
    let replay = try await run(["--data", hub.folder.path("data")])
    #expect(replay.code == 0, "\(replay.output) \(replay.errors)")
    #expect(replay.output.first?.hasPrefix("✓ ") == true)
    #expect(replay.output.first?.hasPrefix("✓ 0 events") == false)
    #expect(try FileManager.default.contentsOfDirectory(atPath: hub.folder.path("data")).sorted() == before)
  }

  private func run(_ words: [String]) async throws -> (code: Int32, output: [String], errors: [String]) {
    let program = try ChildProgram("deadwax-replay", words, environment: ["TZ": "UTC0"])
    defer { program.end() }
    guard case .code(let code) = try await program.exit(within: .seconds(120)) else {
      throw TestFailure(program.transcript)
    }
    return (code, program.lines(), program.lines(on: .error))
  }
}
