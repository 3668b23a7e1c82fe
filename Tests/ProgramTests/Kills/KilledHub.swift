import Deadwax
import Foundation
import Storage
import TestSupport
import Testing

/// The steps of tests that kill a hub again and again while a command works.
extension AdministratorCommands {
  /// The number of kills of one test. `DEADWAX_KILLS=200` is for a long run.
  static var kills: Int { ProcessInfo.processInfo.environment["DEADWAX_KILLS"].flatMap(Int.init) ?? 6 }

  /// Commands of a hub that comes back on the same port after a kill.
  static func ofKilledHub() async throws -> AdministratorCommands {
    let commands = try await AdministratorCommands(withDemo: false)
    try await commands.running.killHubAndStartAgain(onSamePort: true)
    try await commands.signIn()
    return commands
  }

  /// Does something while the length of it is counted, in requests.
  func length(of work: () async throws -> Void) async throws -> Int {
    let hub = running
    let counting = Task {
      var count = 0
      while !Task.isCancelled {
        _ = try? await hub.get("/healthz")
        count += 1
      }
      return count
    }
    defer { counting.cancel() }
    try await work()
    counting.cancel()
    return await counting.value
  }

  /// Runs a command, and kills the hub at any moment of it or a little later. The hub starts again.
  func runKilled(_ words: [String], length: Int, _ random: inout SeededRandom) async throws {
    async let broken = run(words)
    for _ in 0..<Int.random(in: 0...length, using: &random) { _ = try? await running.get("/healthz") }
    try await running.killHubAndStartAgain(onSamePort: true)
    _ = try await broken
    try await restarted()
  }

  /// Waits until a hub is there again with what was staged.
  func restarted() async throws {
    try await eventually(within: .seconds(300), "the hub has taken what was staged") {
      let status = try await run("backup", "status", "--json")
      guard let line = status.output.last, let json = try? JSONValue(Array(line.utf8)) else { return false }
      return json["state"].text != nil && json["restoring"].text == nil
    }
  }

  /// The names in the data folder that work which ended early may have left.
  func leftovers() throws -> [String] {
    let data = running.folder.path("data")
    let folders = [data, "\(data)/attachments", "\(data)/backups"]
    let names = folders.flatMap { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] }
    return names.filter { $0.hasPrefix(".") || $0 == "deadwax.restore" }
  }
}
