import Foundation
import TestSupport
import Testing

/// Tests of the lights of a running hub, by its configuration file and the command line.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct LightProgramTests {
  @Test func `a strip of the configuration is lit for a copy, and goes out when the hub stops`() async throws {
    let folder = try TemporaryFolder("deadwax-light-program", inMemory: true)
    let (script, log, file) = (folder.path("light"), folder.path("log"), folder.path("deadwax.conf"))
    try Data("#!/bin/sh\necho \"$1 $3 $4 $5\" >>\(log)\n".utf8).write(to: URL(fileURLWithPath: script))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    let section = """
      [light shelf]
      place = Shelf 1
      slots = 1-24
      kind = command
      command = \(script)
      lights-per-slot = 3
      seconds = 600
      """
    try Data(section.utf8).write(to: URL(fileURLWithPath: file))
    let hub = try await HubUnderTest(withHardware: false, inMemory: true, ["--nfc", "none", "--config", file])
    defer { hub.end() }
    let list = try ChildProgram("deadwax", ["light", "list"], environment: ["DEADWAX_HUB": hub.url])
    _ = try await list.line(within: .seconds(60)) { $0.contains("Shelf 1") && $0.contains("slots 1-24") }
    #expect(try await list.exit(within: .seconds(60)) == .code(0))
    let copies = try await hub.json("/api/v1/copies?limit=200")["items"].array
    let copy = try #require(
      copies.first { $0["slot"].text?.hasPrefix("Shelf 1, slot ") == true && $0["dueAt"].text == nil })
    let slot = try #require(copy["slot"].text?.split(separator: " ").last.flatMap { Int($0) })
    let number = try #require(copy["number"].int)
    let run = try await ChildProgram("deadwax", ["light", "show", "\(number)"], environment: ["DEADWAX_HUB": hub.url])
      .exit(within: .seconds(60))
    #expect(run == .code(0))
    let first = (slot - 1) * 3
    #expect(try String(contentsOfFile: log, encoding: .utf8) == "on \(slot) \(first) \(first + 3)\n")
    hub.hub.signal(SIGTERM)
    _ = try await hub.hub.exit(within: .seconds(60))
    #expect(try String(contentsOfFile: log, encoding: .utf8).hasSuffix("off \(slot) \(first) \(first + 3)\n"))
  }
}
