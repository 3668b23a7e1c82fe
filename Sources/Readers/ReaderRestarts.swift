internal import Log
internal import ReaderProtocol

/// The supervision of one reader: its successive processes, on its lane.
struct ReaderRestarts: Sendable {
  let configuration: ReaderConfiguration
  let pace: SupervisionTimeouts
  let logger: Logger
  let record: ReaderRecord
  let mailbox: Mailbox
  let onMessage: @Sendable (ReaderMessage) -> Void

  /// Runs until the mailbox requests a stop.
  func run() {
    ReaderProcess.blockPipeSignal()
    var backoff = RestartBackoff(pace)
    var random = SystemRandomNumberGenerator()
    let faults = RepeatFilter()
    let errorOutput = ErrorOutput(logger: logger, now: .now)
    // These processes could not be killed. They are reaped when the kernel releases them.
    var hanging: [ReaderProcess] = []
    var isFirst = true
    record.set(ReaderState(.opening))
    while !mailbox.isStopping {
      hanging.removeAll { $0.reap() != nil }
      if !isFirst { record.change { $0.restarts += 1 } }
      isFirst = false
      let process: ReaderProcess
      do {
        process = try ReaderProcess(configuration)
      } catch {
        record.set(cannotStart(error, faults))
        mailbox.wait(backoff.pauseAfterFailedStart)
        continue
      }
      faults.over("start")
      record.change { $0.process = process.id }
      let life = ReaderLife(
        process, configuration: configuration, pace: pace, mailbox: mailbox, record: record, logger: logger,
        faults: faults, errorOutput: errorOutput, onMessage: onMessage)
      let end = life.run()
      if end.ending == nil { hanging.append(process) }
      guard !mailbox.isStopping else { break }
      var pause = backoff.pause(afterReady: end.ready, using: &random)
      let state = state(after: end, endsBeforeReady: backoff.endsBeforeReady)
      if state.kind == .failed, needsChange(end) { pause = backoff.pauseForChange(atLeast: pause) }
      reportToLog(state, end, pause, faults)
      record.change { status in
        status.process = nil
        status.state = state
      }
      mailbox.wait(pause)
    }
    record.change { status in
      status.process = nil
      status.state = ReaderState(.absent, reason: "The reader is stopped.")
    }
  }

  private func cannotStart(_ error: ReaderProcess.CannotStart, _ faults: RepeatFilter) -> ReaderState {
    let state = ReaderState(
      .failed, reason: "Cannot start \(configuration.executable): \(error.reason).",
      hint: error.call == "posix_spawn" ? "Correct the reader's program in the configuration." : nil)
    if faults.isFirst("start") { logger.error("\(error.call): \(state.reason ?? "") \(state.hint ?? "")") }
    return state
  }

  private func state(after end: ReaderLife.End, endsBeforeReady: Int) -> ReaderState {
    if let verdict = end.verdict, endsBeforeReady < SupervisionTimeouts.startsUntilFailed || verdict.kind == .failed {
      return verdict
    }
    let what = "The reader \(end.ending?.description ?? "hangs")"
    if isMisuse(end) {
      return ReaderState(
        .failed, reason: "\(what).", hint: "Its arguments are wrong, or a library is missing. See the log.")
    }
    if endsBeforeReady >= SupervisionTimeouts.startsUntilFailed {
      return ReaderState(
        .failed, reason: "\(what); it was started \(endsBeforeReady) times and was never ready.", hint: "See the log.")
    }
    return ReaderState(.opening, reason: "\(what). It is being restarted.")
  }

  /// Returns true for exit codes with which programs, shells and loaders report wrong usage; 78 is EX_CONFIG of
  /// sysexits.h.
  private func isMisuse(_ end: ReaderLife.End) -> Bool {
    guard !end.hasGreeted, case .code(let code) = end.ending else { return false }
    return [2, 64, 78, 126, 127].contains(code)
  }

  /// Returns true for an end that only a change of the configuration can remedy.
  private func needsChange(_ end: ReaderLife.End) -> Bool { isMisuse(end) || end.verdict?.kind == .failed }

  private func reportToLog(_ state: ReaderState, _ end: ReaderLife.End, _ pause: Duration, _ faults: RepeatFilter) {
    if end.ready != nil, end.ready ?? .zero >= pace.steadyTime {
      for fault in ["end", "line", "flood", "deaf"] { faults.over(fault) }
    }
    guard faults.isFirst("end") else { return }
    let how = end.ending?.description ?? "hangs"
    logger.warning("\(how)\(end.verdict?.reason.map { ": \($0)" } ?? ""); restarting in \(pause.inSeconds)")
  }
}
