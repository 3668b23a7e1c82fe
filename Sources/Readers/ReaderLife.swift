internal import Glibc
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

  /// Lines and bytes a second that are taken from a reader. More is left in its pipe until it waits itself.
  private static let lines = (rate: 500.0, burst: 1000.0)
  private static let bytes = (rate: 16e6, burst: 4e6)
  /// The most that is told to a reader without its reading any of it.
  private static let pendingLimit = 64 * 1024

  private let process: ReaderProcess
  private let configuration: ReaderConfiguration
  private let pace: Pace
  private let mailbox: Mailbox
  private let record: ReaderRecord
  private let logger: Logger
  private let faults: Once
  private let onMessage: @Sendable (ReaderMessage) -> Void

  private var splitter = LineSplitter(limit: ReaderLine.previewLengthLimit)
  private var errorOutput: ErrorOutput
  private var lineAllowance: Allowance
  private var byteAllowance: Allowance
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)
  private var pending: [UInt8] = []
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
    logger: Logger, faults: Once, onMessage: @escaping @Sendable (ReaderMessage) -> Void
  ) {
    self.process = process
    self.configuration = configuration
    self.pace = pace
    self.mailbox = mailbox
    self.record = record
    self.logger = logger
    self.faults = faults
    self.onMessage = onMessage
    start = .now
    lastHeard = start
    errorOutput = ErrorOutput(logger: logger, now: start)
    lineAllowance = Allowance(rate: Self.lines.rate, burst: Self.lines.burst, now: start)
    byteAllowance = Allowance(rate: Self.bytes.rate, burst: Self.bytes.burst, now: start)
  }

  /// Serves the process until it has ended.
  func run() -> End {
    _ = mailbox.takeMessages()
    var ending: ReaderProcess.Ending?
    while ending == nil {
      let now = SuspendingClock.now
      lineAllowance.refill(at: now)
      byteAllowance.refill(at: now)
      takeOrders(now)
      takeLines()
      checkSilence()
      guard proceedLeaving(SuspendingClock.now) else { break }
      let hasEnded = waitAndRead()
      if hasEnded { ending = finish() }
    }
    noteReady(false)
    return End(ending: ending, ready: ready, hasGreeted: hasGreeted, verdict: verdict)
  }

  // MARK: what it is told

  private func takeOrders(_ now: SuspendingClock.Instant) {
    for message in mailbox.takeMessages() { tell(message) }
    guard mailbox.isStopping, case .no = leaving else { return }
    tell(.stop)
    leaving = .asked(until: now + pace.patience)
  }

  private func tell(_ message: HostMessage) {
    guard hasGreeted || message == .stop else { return }
    guard pending.count < Self.pendingLimit else {
      if faults.isFirst("deaf") { logger.warning("takes no commands; they are dropped") }
      return
    }
    pending += ReaderLine.encode(message)
  }

  private func writePending() {
    guard let input = process.input else { return pending.removeAll() }
    while !pending.isEmpty {
      let count = pending.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if count > 0 {
        pending.removeFirst(count)
      } else if errno == EAGAIN {
        break
      } else if errno != EINTR {
        // It has closed its input, which it may; its end is seen elsewhere.
        pending.removeAll()
        process.closeInput()
        return
      }
    }
    if pending.isEmpty, case .asked = leaving { process.closeInput() }
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

  private var mayTake: Bool { lineAllowance.isOpen && byteAllowance.isOpen }

  private func takeLines() {
    while lineAllowance.isOpen, let line = splitter.next() {
      lineAllowance.take(1)
      switch line {
      case .whole(let bytes): take(bytes)
      case .tooLong: skip("a line is longer than \(ReaderLine.previewLengthLimit) bytes")
      }
      // After the message was handled: that takes the host's time, not the reader's.
      lastHeard = .now
    }
    guard !lineAllowance.isOpen else { return }
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
    guard case .no = leaving, lineAllowance.isOpen else { return }
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

  // MARK: descriptors

  /// - Returns: whether the process has ended.
  private func waitAndRead() -> Bool {
    let mayRead = mayTake
    let before = SuspendingClock.now
    let limit = timeout(before, mayRead: mayRead)
    var entries = [
      pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.exit, events: Int16(POLLIN), revents: 0),
      pollfd(fd: mayRead ? process.output ?? -1 : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: byteAllowance.isOpen ? process.errors ?? -1 : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pending.isEmpty ? -1 : process.input ?? -1, events: Int16(POLLOUT), revents: 0),
    ]
    poll(&entries, nfds_t(entries.count), limit.pollTimeout)
    let now = SuspendingClock.now
    // A machine that stood still has kept the reader from speaking too.
    if now - before > limit + .seconds(1) { lastHeard = now }
    if entries[2].revents != 0 { readOutput() }
    if entries[3].revents != 0 { readErrors(now) }
    if entries[4].revents != 0 || hasNewlyPending { writePending() }
    return entries[1].revents != 0 || process.exit < 0 && process.output == nil
  }

  private var hasNewlyPending: Bool {
    if case .asked = leaving { return true }
    return false
  }

  private func timeout(_ now: SuspendingClock.Instant, mayRead: Bool) -> Duration {
    var limit = Duration.seconds(1)
    if !mayRead { limit = min(limit, max(lineAllowance.delay, byteAllowance.delay)) }
    switch leaving {
    case .no: limit = min(limit, hasGreeted ? lastHeard + pace.silence - now : start + pace.greeting - now)
    case .asked(let until), .terminated(let until), .killed(let until): limit = min(limit, until - now)
    }
    return max(limit, .zero)
  }

  private func readOutput() {
    guard let output = process.output, let count = readBuffer(output) else { return }
    guard count > 0 else { return process.closeOutput() }
    byteAllowance.take(count)
    splitter.append(buffer[..<count])
  }

  private func readErrors(_ now: SuspendingClock.Instant) {
    guard let errors = process.errors, let count = readBuffer(errors) else { return }
    guard count > 0 else { return process.closeErrors() }
    byteAllowance.take(count)
    errorOutput.append(buffer[..<count], now: now)
  }

  /// - Returns: how many bytes came, 0 at the end; nil when there are none yet.
  private func readBuffer(_ descriptor: Int32) -> Int? {
    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : 0 }
    return count
  }

  /// Takes what the process has left in its pipes, and its end.
  private func finish() -> ReaderProcess.Ending? {
    // Its children too: they may hold its pipes, or its device.
    process.killGroup()
    // A pipe holds 64 KiB; more than a little more comes from somebody who goes on writing.
    for _ in 0..<8 {
      guard let output = process.output, let count = readBuffer(output), count > 0 else { break }
      splitter.append(buffer[..<count])
      lineAllowance = Allowance(rate: 1, burst: Self.lines.burst, now: .now)
      takeLines()
    }
    for _ in 0..<8 {
      guard let errors = process.errors, let count = readBuffer(errors), count > 0 else { break }
      errorOutput.append(buffer[..<count], now: .now)
    }
    errorOutput.finish()
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
