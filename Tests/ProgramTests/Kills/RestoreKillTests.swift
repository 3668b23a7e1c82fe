import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests that kill the hub while it restores a backup or goes back, which it does at its next start.
@Suite(.timeLimit(.minutes(60)))
struct RestoreKillTests {
  /// `DEADWAX_KILLS=200` kills the hub as often.
  @Test func `a hub that is killed during a restore or a revert has one whole library or the other`() async throws {
    let hub = try await AdministratorCommands.ofKilledHub()
    defer { hub.end() }
    func rooms() async throws -> Int {
      let listed = try await hub.run("place", "list", "--json")
      return try JSONValue(Array(listed.output.joined().utf8))["items"].array.count {
        $0["name"].text?.hasPrefix("Room ") == true
      }
    }
    for room in 1...20 {
      let added = try await hub.run("place", "add", "Room \(room)", "--kind", "room")
      try #require(added.exit == .code(0), "\(added.text)")
    }
    let made = try await hub.run("backup", "make", "--json")
    let id = try #require(try JSONValue(Array(made.output.joined().utf8))["id"].text, "\(made.text)")
    for room in 21...30 { _ = try await hub.run("place", "add", "Room \(room)", "--kind", "room") }
    #expect(try await rooms() == 30)
    let restore = ["backup", "restore", id]
    let length = try await hub.length {
      let whole = try await hub.run(restore)
      #expect(whole.exit == .code(0), "\(whole.text)")
      try await hub.restarted()
    }
    #expect(try await rooms() == 20)
    var random = SeededRandom(seed: 97)
    var isRestored = true
    var (restores, reverts) = (0, 0)
    for kill in 1...AdministratorCommands.kills {
      try await hub.runKilled(isRestored ? ["backup", "revert"] : restore, length: length, &random)
      let count = try await rooms()
      #expect([20, 30].contains(count), "kill \(kill): it is between, with \(count)")
      let left = try hub.leftovers()
      #expect(left == [], "kill \(kill)")
      if isRestored, count == 30 { reverts += 1 }
      if !isRestored, count == 20 { restores += 1 }
      isRestored = count == 20
    }
    print(
      """
      restore: \(AdministratorCommands.kills) kills within \(length) requests, after which \(restores) restores and \
      \(reverts) reverts were done
      """)
  }
}
