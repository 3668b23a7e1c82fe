import Deadwax
import Foundation
import Glibc
import ReaderProtocol
import TestSupport
import Testing
import Threads

/// Tests of the bound on the messages that wait in `deadwax-reader nfc`. A host that sends more waits in the pipe.
///
/// The host here does not read the reader's output until a gate opens. The lane that owns the device then waits for the
/// host in its first full pipe and takes no more messages. No time limit is part of that.
@Suite(.timeLimit(.minutes(5)), .serialized, .ownThread)
struct NFCBackPressureTests {
  /// The number of orders: many more than all buffers between the host and the device can hold.
  private static let count = 6000
  /// The capacity of a pipe in bytes (pipe(7)), and the size of the reader's buffer for input.
  private static let pipe = 65_536
  private static let buffer = 4096
  /// The limits of the messages before the device's lane and of the orders that wait for their tag.
  private static let inbox = 64
  private static let orders = 64

  @Test func `a host that sends more orders than the reader can hold waits, and each order gets one result`()
    async throws
  {
    let folder = try TemporaryFolder()
    let gate = folder.path("gate")
    try #require(mkfifo(gate, 0o600) == 0)
    let program = try Repository.program("deadwax-reader")
    let reader = try ChildProgram(
      path: "/bin/sh",
      [
        "-c", "'\(program)' nfc --device 'pn532_uart:\(folder.path("tty"))' | { read -r _ <'\(gate)'; cat; }",
      ])
    let ids = (1...Self.count).map { "order-\($0)" }
    let orders = try ids.map { id in
      var order = try TagOrder.make(.erase, patience: .seconds(3600))
      order.id = id
      return ReaderLine.encode(.tag(order))
    }
    // The first orders wait for their tag, so they end only when they are cancelled.
    let lines = orders + ids.prefix(Self.orders).map { ReaderLine.encode(.cancel($0)) }
    let taken = Locked(0)
    let sender = Latch()
    _ = DedicatedThread("host") { [reader] in
      for line in lines {
        guard (try? reader.write(line)) != nil else { break }
        taken.withLock { $0 += 1 }
      }
      sender.raise()
    }
    try await stopsGrowing(taken)
    // The results in the output pipe, those in the buffers before them, and the orders that wait for their tag.
    let shortestLine = orders.map(\.count).min() ?? 1
    let shortestResult = 60
    let most =
      Self.pipe / shortestLine + Self.buffer / shortestLine + 2 * Self.inbox + Self.orders
      + Self.pipe / shortestResult + 4
    try #require(most < Self.count / 2)
    let waiting = taken.withLock { $0 }
    #expect(waiting <= most, "the reader took \(waiting) orders of a host that does not listen")

    let opened = open(gate, O_WRONLY | O_CLOEXEC)
    try #require(opened >= 0)
    defer { close(opened) }
    try #require(write(opened, "\n", 1) == 1)
    await onLane { sender.wait() }
    let last = ids[Self.orders - 1]
    try await reader.line { Self.result($0)?.of == last }
    reader.closeInput()
    #expect(try await reader.exit() == .code(0))
    let results = reader.lines().compactMap(Self.result)
    #expect(results.count == Self.count && Set(results.map(\.of)) == Set(ids))
    #expect(results.allSatisfy { !$0.isDone && $0.outcome == "cancelled" })
    // All others were refused, in the order of the host.
    #expect(results.prefix(Self.count - Self.orders).map(\.of) == Array(ids.dropFirst(Self.orders)))
    #expect(results.suffix(Self.orders).map(\.of) == Array(ids.prefix(Self.orders)))
  }

  private static func result(_ line: String) -> ReaderMessage.Result? {
    guard case .result(let result)? = try? ReaderLine.decodeReader(Array(line.utf8)) else { return nil }
    return result
  }

  /// Waits until a number has stayed the same for two seconds, or is that of all orders.
  private func stopsGrowing(_ taken: Locked<Int>) async throws {
    var last = (count: -1, since: ContinuousClock.now)
    try await eventually("the host waits") {
      let count = taken.withLock { $0 }
      if count != last.count { last = (count, .now) }
      return count >= Self.count || (count > 0 && ContinuousClock.now - last.since > .seconds(2))
    }
  }
}
