internal import Glibc
internal import Threads

/// A server that moves bytes between a chip and its pseudo-terminal on its own lane until it is stopped.
final class ChipServer: Sendable {
  let terminal: PseudoTerminal
  private let port: Monitor<ChipPort>
  private let start: ContinuousClock.Instant
  private let bell: WakePipe
  private let stopped = Locked(false)
  private let ended = Latch()

  init(_ port: Monitor<ChipPort>, since start: ContinuousClock.Instant) throws(ChipError) {
    let terminal = try PseudoTerminal()
    bell = try WakePipe()
    self.terminal = terminal
    self.port = port
    self.start = start
  }

  func run() {
    _ = DedicatedThread("virtual-chip") { [self] in
      serve()
      terminal.close()
      ended.raise()
    }
  }

  /// Wakes the lane, because the antenna or something else changed.
  func ring() { bell.ring() }

  /// Stops the lane and waits for its end.
  func stop() {
    stopped.withLock { $0 = true }
    ring()
    ended.wait()
  }

  private func serve() {
    while !stopped.withLock({ $0 }) {
      let due = port.read { $0.nextDue }
      wait(until: due)
      let bytes = terminal.read()
      let speed = bytes.isEmpty ? 0 : terminal.speed
      let now = ContinuousClock.now - start
      let answer = port.update { port in
        if !bytes.isEmpty { port.receive(bytes, speed: speed, at: now) }
        return port.advance(to: now)
      }
      terminal.write(answer)
    }
  }

  /// Waits until the host sends bytes, the bell rings, or the time is due.
  private func wait(until due: Duration?) {
    var files = [terminal.master, bell.file].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var limit: Int32 = -1
    if let due {
      let rest = due - (ContinuousClock.now - start)
      guard rest > .zero else { return }
      // poll(2) has a resolution of a millisecond. Less than one is waited with usleep, or answers would be late.
      let (seconds, attoseconds) = rest.components
      let microseconds = min(seconds * 1_000_000 + attoseconds / 1_000_000_000_000, 3_600_000_000)
      limit = Int32(microseconds / 1000)
      if limit == 0 {
        usleep(useconds_t(microseconds))
        return
      }
    }
    if poll(&files, 2, limit) > 0, files[1].revents != 0 { bell.answer() }
  }
}
