internal import Log
internal import ReaderProtocol

/// One process of a reader, from its start to its end: what it says, what it is told, and whether it says anything.
/// Lives on the reader's lane.
final class ReaderLife {
  struct End {
    /// Nil when the process hangs in the kernel and was given up.
    var ending: ReaderProcess.Ending?
    /// For how long it was ready at most; nil when it never was.
    var ready: Duration?
    /// Whether it said hello.
    var hasGreeted: Bool
    /// Why it was ended by the host: it said nothing, or is not the reader it should be.
    var verdict: ReaderState?
  }

  private enum Leaving {
    case no
    case asked(until: SuspendingClock.Instant)
    case terminated(until: SuspendingClock.Instant)
    case killed(until: SuspendingClock.Instant)
  }

  /// Lines that are taken from a reader in a second, and at once. More is left in its pipe until it waits itself.
  private static let lines = (rate: 500.0, burst: 1000.0)

  private let process: ReaderProcess
  private let pipes: ReaderPipes
  private let configuration: ReaderConfiguration
  private let pace: Pace
  private let mailbox: Mailbox
  private let record: ReaderRecord
  private let logger: Logger
  private let faults: Once
  private let onMessage: @Sendable (ReaderMessage) -> Void

  private var allowance: Allowance
  private var leaving = Leaving.no
  /// When it last said something, or could not because nobody listened.
  private var lastHeard: SuspendingClock.Instant
  private let start: SuspendingClock.Instant
  private var hasGreeted = false
  private var readySince: SuspendingClock.Instant?
  private var ready: Duration?
  private var verdict: ReaderState?
  private var lastFault: String?

  init(
    _ process: ReaderProcess, configuration: ReaderConfiguration, pace: Pace, mailbox: Mailbox, record: ReaderRecord,
    logger: Logger, faults: Once, errorOutput: ErrorOutput,
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
    allowance = Allowance(rate: Self.lines.rate, burst: Self.lines.burst, now: start)
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

  // MARK: what it is told

  private func takeOrders(_ now: SuspendingClock.Instant) {
    for message in mailbox.takeMessages() { tell(message) }
    guard mailbox.isStopping, case .no = leaving else { return }
    tell(.stop)
    pipes.closeInputWhenTold()
    leaving = .asked(until: now + pace.patience)
  }

  private func tell(_ message: HostMessage) {
    guard hasGreeted || message == .stop else { return }
    if !pipes.send(ReaderLine.encode(message)), faults.isFirst("deaf") {
      logger.warning("takes no commands; they are dropped")
    }
  }

  /// - Returns: false when the process cannot be ended.
  private func proceedLeaving(_ now: SuspendingClock.Instant) -> Bool {
    switch leaving {
    case .no: return true
    case .asked(let until):
      guard now >= until else { return true }
      process.closeInput()
      process.terminate()
      leaving = .terminated(until: now + pace.patience)
    case .terminated(let until):
      guard now >= until else { return true }
      kill(now)
    case .killed(let until):
      guard now >= until else { return true }
      logger.error("process \(process.id) cannot be ended; it hangs in the kernel")
      return false
    }
    return true
  }

  private func kill(_ now: SuspendingClock.Instant) {
    process.killGroup()
    leaving = .killed(until: now + pace.dying)
  }

  // MARK: what it says

  private func takeLines() {
    while allowance.isOpen, let line = pipes.nextLine() {
      allowance.take(1)
      switch line {
      case .whole(let bytes): take(bytes)
      case .tooLong: skip("a line is longer than \(ReaderLine.previewLengthLimit) bytes")
      }
      // After the message was handled: that takes the host's time, not the reader's.
      lastHeard = .now
    }
    guard !allowance.isOpen else { return }
    // While the host holds back, the reader's silence is not its own.
    lastHeard = .now
    if faults.isFirst("flood") { logger.warning("says more than can be taken; it has to wait") }
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
    switch message {
    case .hello(let hello):
      guard hello.reader == configuration.kind else {
        verdict = ReaderState(
          .failed,
          reason: "The program is a reader of kind \(hello.reader.rawValue), not \(configuration.kind.rawValue).",
          hint: "Correct the program or its arguments in the configuration.")
        return kill(.now)
      }
      hasGreeted = true
      record.change { status in
        status.device = hello.device
        status.state = ReaderState(.opening)
      }
      if let preview = mailbox.standingPreview { tell(preview) }
    case .state(let state):
      guard hasGreeted else { throw ReaderLine.Unreadable("something before hello") }
      noteReady(state.kind == .ready)
      tellLog(state)
      record.set(state)
    case .code, .tag, .result, .preview:
      guard hasGreeted else { throw ReaderLine.Unreadable("something before hello") }
    }
    onMessage(message)
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

  private func tellLog(_ state: ReaderState) {
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
      guard now - lastHeard >= pace.silence else { return }
      fault = "It has said nothing for \(pace.silence.inSeconds)."
    } else {
      guard now - start >= pace.greeting else { return }
      fault =
        "It has not said hello within \(pace.greeting.inSeconds)"
        + (lastFault.map { " (last it said something else: \($0))." } ?? ".")
    }
    let state = ReaderState(.stalled, reason: fault + " It is started again.")
    verdict = state
    record.set(state)
    kill(now)
  }

  // MARK: waiting

  /// - Returns: whether the process has ended.
  private func wait() -> Bool {
    let before = SuspendingClock.now
    let limit = timeout(before)
    let hasEnded = pipes.wait(bell: mailbox.descriptor, takesLines: allowance.isOpen, atMost: limit)
    let now = SuspendingClock.now
    // A machine that stood still has kept the reader from speaking too.
    if now - before > limit + .seconds(1) { lastHeard = now }
    return hasEnded
  }

  private func timeout(_ now: SuspendingClock.Instant) -> Duration {
    let untilNext =
      switch leaving {
      case .no: hasGreeted ? lastHeard + pace.silence - now : start + pace.greeting - now
      case .asked(let until), .terminated(let until), .killed(let until): until - now
      }
    let limit = min(untilNext, allowance.isOpen ? .seconds(1) : allowance.delay)
    return max(limit, .zero)
  }

  /// Takes what the process has left to say, and its end.
  private func finish() -> ReaderProcess.Ending? {
    // Its children too: they may hold its pipes, or its device.
    process.killGroup()
    pipes.drain {
      allowance = Allowance(rate: Self.lines.rate, burst: Self.lines.burst, now: .now)
      takeLines()
    }
    return process.reap()
  }
}

extension Duration {
  /// As `3 s` or `0.2 s`.
  var inSeconds: String {
    let (seconds, attoseconds) = components
    let tenths = attoseconds / 100_000_000_000_000_000
    return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s"
  }
}
