internal import Log
internal import ReaderProtocol

/// The process of a reader from its start to its end: its messages, the commands to it and its watchdog. It is used
/// only on the reader's lane.
final class ReaderLife {
  struct End {
    /// The end of the process; nil if it hangs in the kernel and was given up.
    var ending: ReaderProcess.Ending?
    /// The longest time for which it was ready without interruption; nil if it never was.
    var ready: Duration?
    /// True if it sent hello.
    var hasGreeted: Bool
    /// The reason the host ended it: it was silent, or is a reader of another kind.
    var verdict: ReaderState?
  }

  private enum Leaving {
    case no
    case requested(until: SuspendingClock.Instant)
    case terminated(until: SuspendingClock.Instant)
    case killed(until: SuspendingClock.Instant)
  }

  /// The number of lines accepted per second, and at once. Further lines stay in the pipe until the reader blocks.
  private static let lines = (rate: 500.0, burst: 1000.0)

  private let process: ReaderProcess
  private let pipes: ReaderPipes
  private let configuration: ReaderConfiguration
  private let pace: SupervisionTimeouts
  private let mailbox: Mailbox
  private let record: ReaderRecord
  private let logger: Logger
  private let faults: RepeatFilter
  private let onMessage: @Sendable (ReaderMessage) -> Void

  private var allowance: TokenBucket
  private var leaving = Leaving.no
  /// The time of its last line, or of the last moment at which the host did not read.
  private var lastHeard: SuspendingClock.Instant
  private let start: SuspendingClock.Instant
  private var hasGreeted = false
  private var readySince: SuspendingClock.Instant?
  private var ready: Duration?
  private var verdict: ReaderState?
  private var lastFault: String?

  init(
    _ process: ReaderProcess, configuration: ReaderConfiguration, pace: SupervisionTimeouts, mailbox: Mailbox,
    record: ReaderRecord,
    logger: Logger, faults: RepeatFilter, errorOutput: ErrorOutput,
    onMessage: @escaping @Sendable (ReaderMessage) -> Void
  ) {
    self.process = process
    self.configuration = configuration
    self.pace = pace
    self.mailbox = mailbox
    self.record = record
    self.logger = logger
    self.faults = faults
    pipes = ReaderPipes(process, lineLimit: ReaderLine.previewLengthLimit, errorOutput: errorOutput)
    self.onMessage = onMessage
    start = .now
    lastHeard = start
    allowance = TokenBucket(rate: Self.lines.rate, burst: Self.lines.burst, now: start)
  }

  /// Serves the process until it has ended.
  func run() -> End {
    _ = mailbox.takeMessages()
    var ending: ReaderProcess.Ending?
    while ending == nil {
      let now = SuspendingClock.now
      allowance.refill(at: now)
      takeOrders(now)
      takeLines()
      checkSilence()
      guard proceedLeaving(SuspendingClock.now) else { break }
      if wait() { ending = finish() }
    }
    noteReady(false)
    return End(ending: ending, ready: ready, hasGreeted: hasGreeted, verdict: verdict)
  }

  // MARK: - Commands

  private func takeOrders(_ now: SuspendingClock.Instant) {
    for message in mailbox.takeMessages() { send(message) }
    guard mailbox.isStopping, case .no = leaving else { return }
    send(.stop)
    pipes.closeInputOnRequest()
    leaving = .requested(until: now + pace.stopTimeout)
  }

  private func send(_ message: HostMessage) {
    guard hasGreeted || message == .stop else { return }
    if !pipes.send(ReaderLine.encode(message)), faults.isFirst("deaf") {
      logger.warning("does not read commands; they are dropped")
    }
  }

  /// Advances from a stop request to SIGTERM and SIGKILL when their timeouts are over.
  ///
  /// - Returns: false if the process cannot be ended.
  private func proceedLeaving(_ now: SuspendingClock.Instant) -> Bool {
    switch leaving {
    case .no: return true
    case .requested(let until):
      guard now >= until else { return true }
      process.closeInput()
      process.terminate()
      leaving = .terminated(until: now + pace.stopTimeout)
    case .terminated(let until):
      guard now >= until else { return true }
      kill(now)
    case .killed(let until):
      guard now >= until else { return true }
      logger.error("cannot end process \(process.id); it hangs in the kernel")
      return false
    }
    return true
  }

  private func kill(_ now: SuspendingClock.Instant) {
    process.killGroup()
    leaving = .killed(until: now + pace.killTimeout)
  }

  // MARK: - Messages

  private func takeLines() {
    while allowance.isOpen, let line = pipes.nextLine() {
      allowance.take(1)
      switch line {
      case .whole(let bytes): take(bytes)
      case .tooLong: skip("a line is longer than \(ReaderLine.previewLengthLimit) bytes")
      }
      // The time is set after the message was handled, because handling takes the host's time, not the reader's.
      lastHeard = .now
    }
    guard !allowance.isOpen else { return }
    // While the host does not read, the reader's silence does not count.
    lastHeard = .now
    if faults.isFirst("flood") { logger.warning("sends lines faster than they can be processed; it has to wait") }
  }

  private func take(_ line: ArraySlice<UInt8>) {
    guard verdict == nil, !line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) else { return }
    do throws(ReaderLine.Unreadable) {
      try take(ReaderLine.decodeReader(line))
    } catch {
      skip(error.reason)
    }
  }

  private func take(_ message: ReaderMessage) throws(ReaderLine.Unreadable) {
    allowance.take(cost(of: message))
    switch message {
    case .hello(let hello):
      guard !hasGreeted else { throw ReaderLine.Unreadable("a second hello") }
      if let kind = configuration.kind, hello.reader != kind {
        verdict = ReaderState(
          .failed, reason: "The program is a reader of kind \(hello.reader.rawValue), not \(kind.rawValue).",
          hint: "Correct the program or its arguments in the configuration.")
        return kill(.now)
      }
      hasGreeted = true
      record.change { status in
        status.kind = hello.reader
        status.capabilities = hello.capabilities
        status.device = hello.device
        status.state = ReaderState(.opening)
      }
      if let preview = mailbox.standingPreview { send(preview) }
    case .state(let state):
      guard hasGreeted else { throw ReaderLine.Unreadable("a message before hello") }
      noteReady(state.kind == .ready)
      log(state)
      record.set(state)
    case .code, .tag, .result, .preview:
      guard hasGreeted else { throw ReaderLine.Unreadable("a message before hello") }
      if let needed = message.neededCapability, !record.current.capabilities.contains(needed) {
        throw ReaderLine.Unreadable("a message for which its hello lacks the capability '\(needed.rawValue)'")
      }
    }
    onMessage(message)
  }

  /// Returns the cost of a message beyond that of its line: readings and changes of the state are stored and
  /// published, so a reader may send fewer of them.
  private func cost(of message: ReaderMessage) -> Int {
    switch message {
    case .hello, .result: 0
    case .state(let state): state == record.current.state ? 0 : 24
    case .code, .tag: 4
    case .preview: 9
    }
  }

  private func skip(_ fault: String) {
    lastFault = fault
    record.countSkippedLine()
    if faults.isFirst("line") { logger.warning("a line was skipped: \(fault)") }
  }

  private func noteReady(_ isReady: Bool) {
    let now = SuspendingClock.now
    if let since = readySince { ready = max(ready ?? .zero, now - since) }
    if isReady {
      readySince = readySince ?? now
      ready = ready ?? .zero
    } else {
      readySince = nil
    }
  }

  private func log(_ state: ReaderState) {
    guard state != record.current.state else { return }
    let reason = [state.reason, state.hint].compactMap(\.self).joined(separator: " ")
    if state.kind == .ready {
      logger.info("is ready, with \(record.current.device)")
      for kind in ReaderState.Kind.allCases { faults.over(kind.rawValue) }
    } else if faults.isFirst(state.kind.rawValue) {
      logger.info("is \(state.kind.rawValue)\(reason.isEmpty ? "" : ": \(reason)")")
    }
  }

  private func checkSilence() {
    guard case .no = leaving, allowance.isOpen else { return }
    let now = SuspendingClock.now
    let fault: String
    if hasGreeted {
      guard now - lastHeard >= pace.lineTimeout else { return }
      fault = "It has sent nothing for \(pace.lineTimeout.inSeconds)."
    } else {
      guard now - start >= pace.helloTimeout else { return }
      fault =
        "It has not sent hello within \(pace.helloTimeout.inSeconds)"
        + (lastFault.map { " (its last other line: \($0))." } ?? ".")
    }
    let state = ReaderState(.stalled, reason: fault + " It is being restarted.")
    verdict = state
    record.set(state)
    kill(now)
  }

  // MARK: - Waiting

  /// Waits for activity.
  ///
  /// - Returns: true if the process has ended.
  private func wait() -> Bool {
    let before = SuspendingClock.now
    let limit = timeout(before)
    let hasEnded = pipes.wait(bell: mailbox.descriptor, takesLines: allowance.isOpen, atMost: limit)
    let now = SuspendingClock.now
    // If this machine was suspended or overloaded, the reader could not send either.
    if now - before > limit + .seconds(1) { lastHeard = now }
    return hasEnded
  }

  private func timeout(_ now: SuspendingClock.Instant) -> Duration {
    let untilNext =
      switch leaving {
      case .no: hasGreeted ? lastHeard + pace.lineTimeout - now : start + pace.helloTimeout - now
      case .requested(let until), .terminated(let until), .killed(let until): until - now
      }
    let limit = min(untilNext, allowance.isOpen ? .seconds(1) : allowance.delay)
    return max(limit, .zero)
  }

  /// Reads the remaining output of the process, and returns its end.
  private func finish() -> ReaderProcess.Ending? {
    // Child processes may hold the reader's pipes or device, so they are killed too.
    process.killGroup()
    pipes.drain {
      // The rest is at most what the pipe holds.
      allowance = TokenBucket(rate: Self.lines.rate, burst: .infinity, now: .now)
      takeLines()
    }
    return process.reap()
  }
}

extension Duration {
  /// The duration as text, for example `3 s` or `0.2 s`.
  var inSeconds: String {
    let (seconds, attoseconds) = components
    let tenths = attoseconds / 100_000_000_000_000_000
    return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s"
  }
}
