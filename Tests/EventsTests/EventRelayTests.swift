import Deadwax
import Events
import Log
import Storage
import StorageTestSupport
import TestSupport
import Testing
import Threads

@Suite(.timeLimit(.minutes(5)))
struct EventRelayTests {
  let folder: TemporaryFolder
  let database: Database
  let relay: EventRelay

  init() throws {
    folder = try TemporaryFolder("deadwax-events", inMemory: true)
    database = try Database(
      path: MigratedDatabase.placed(at: folder.path("deadwax.sqlite")), migrations: Migration.all, logger: .silent)
    relay = EventRelay(database: database, heartbeat: .milliseconds(200)) { event, _ in Array("\(event.id);".utf8) }
  }

  func publish(_ count: Int) throws {
    try database.write { transaction in
      for _ in 0..<count { try transaction.publish(.settingChanged) }
      transaction.afterCommit { relay.wake() }
    }
  }

  @Test func `an event that cannot be read makes listeners reload, and does not hold back later ones`() throws {
    try publish(3)
    try database.write { try $0.run("UPDATE journal SET payload = '{\"x\":{}}' WHERE id = 2") }
    let ear = Ear()
    _ = try relay.listen(after: 0, deliver: ear.hear)
    ear.wait(for: "event: reset")
    try publish(1)
    ear.wait(for: "4;")
    #expect(ear.hasHeard("reset") && !ear.hasHeard("2;"))
  }

  @Test func `a listener hears everything from where it stopped, in order and once`() throws {
    try publish(600)
    let ear = Ear()
    _ = try relay.listen(after: 100, deliver: ear.hear)
    ear.wait(for: "600;")
    try publish(3)
    ear.wait(for: "603;")
    #expect(ear.numbers == Array(101...603))
    relay.stop()
  }

  @Test func `a listener without a past hears only what is new`() throws {
    try publish(5)
    let ear = Ear()
    _ = try relay.listen(after: nil, deliver: ear.hear)
    try publish(1)
    ear.wait(for: "6;")
    #expect(ear.numbers == [6])
    relay.stop()
  }

  @Test func `events after the beginning of listening arrive, however long the relay is blocked`() throws {
    let isHeld = Latch()
    let goesOn = Latch()
    _ = try relay.listen(after: 0) { _ in
      isHeld.raise()
      goesOn.wait()
      return true
    }
    try publish(1)
    isHeld.wait()
    let ear = Ear()
    _ = try relay.listen(after: nil, deliver: ear.hear)
    try publish(1)
    goesOn.raise()
    ear.wait(for: "2;")
    #expect(ear.numbers == [2])
    relay.stop()
  }

  @Test func `a listener of one station hears of that station and of what belongs to none`() throws {
    let front = try #require(Station.Name("front"))
    let (own, all) = (Ear(), Ear())
    _ = try relay.listen(after: 0, at: front, deliver: own.hear)
    _ = try relay.listen(after: 0, deliver: all.hear)
    try database.write { [relay] transaction in
      for station in [Station.Name.hubStation, front, nil, .hubStation, front] {
        try transaction.publish(.stationPrompted, station: station)
      }
      transaction.afterCommit { relay.wake() }
    }
    for ear in [own, all] { ear.wait(for: "5;") }
    #expect(own.numbers == [2, 3, 5])
    #expect(all.numbers == Array(1...5))
    relay.stop()
  }

  @Test func `a position outside the journal gets a reset`() throws {
    try publish(5)
    let ear = Ear()
    _ = try relay.listen(after: 99, deliver: ear.hear)
    ear.wait(for: "event: reset")
    try publish(1)
    ear.wait(for: "6;")
    relay.stop()
  }

  @Test func `a listener that is gone or leaves gets no further events`() throws {
    let deaf = Ear(limit: 1)
    let leaving = Ear()
    let staying = Ear()
    _ = try relay.listen(after: 0, deliver: deaf.hear)
    let number = try relay.listen(after: 0, deliver: leaving.hear)
    _ = try relay.listen(after: 0, deliver: staying.hear)
    try publish(1)
    for ear in [deaf, leaving, staying] { ear.wait(for: "1;") }
    relay.leave(number)
    try publish(1)
    staying.wait(for: "2;")
    try publish(1)
    staying.wait(for: "3;")
    #expect(leaving.numbers == [1])
    #expect(deaf.numbers == [1, 2])
    relay.stop()
  }

  @Test func `an announcement reaches current listeners at once, and no later ones`() throws {
    let ear = Ear()
    _ = try relay.listen(after: nil, deliver: ear.hear)
    // From here on the database accepts no write.
    try database.write { try $0.run("PRAGMA query_only = ON") }
    relay.announce(Array("event: station.fault\ndata: {}\n\n".utf8))
    ear.wait(for: "event: station.fault\ndata: {}\n\n")
    let late = Ear()
    _ = try relay.listen(after: 0, deliver: late.hear)
    relay.announce(Array("second;".utf8))
    late.wait(for: "second;")
    #expect(!late.text.contains("station.fault"))
    relay.stop()
  }

  @Test func `events that are not committed are never sent`() throws {
    let ear = Ear()
    _ = try relay.listen(after: 0, deliver: ear.hear)
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try database.write { transaction in
        try transaction.publish(.settingChanged)
        throw Refused()
      }
    }
    relay.wake()
    try publish(1)
    ear.wait(for: ";")
    #expect(ear.numbers.count == 1)
    relay.stop()
  }
}

/// A subscriber that stores its events, and can stop accepting them after a number of deliveries.
private final class Ear: Sendable {
  private let heard = Monitor("")
  private let deliveries = Locked(0)
  private let limit: Int

  init(limit: Int = .max) { self.limit = limit }

  var hear: @Sendable ([UInt8]) -> Bool {
    { [self] bytes in
      heard.update { $0 += String(decoding: bytes, as: UTF8.self) }
      return deliveries.withLock { count in
        // Heartbeats are always accepted.
        if bytes.first != UInt8(ascii: ":") { count += 1 }
        return count <= limit
      }
    }
  }

  func hasHeard(_ part: String) -> Bool { heard.wait(atMost: .zero) { $0.contains(part) ? true : nil } == true }

  func wait(for part: String) {
    let isHeard = heard.wait(atMost: .seconds(60)) { $0.contains(part) ? true : nil }
    #expect(isHeard == true, "'\(part)' was never reported")
  }

  var text: String { heard.read { $0 } }

  var numbers: [Int] {
    heard.read {
      $0.split(separator: ";").compactMap { Int($0.split(separator: "\n").last?.trimmingPrefix(": ") ?? "") }
    }
  }
}
