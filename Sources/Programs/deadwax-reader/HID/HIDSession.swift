internal import Devices
internal import Log
internal import ReaderProtocol
internal import Scanners
internal import Threads

/// A run of the scanner's reader: it reads keys and reports codes.
///
/// It uses a single thread. The thread that reads the scanner also sends the state every second, as a heartbeat. A host
/// that receives nothing for some seconds concludes that the reader hangs, and kills the process.
final class HIDSession {
  private let source: ScannerReader.Source
  private let reader: ScannerReader
  private let log: Logger
  private let once = RepeatFilter()
  private let waker = Waker()
  /// The watch for attached devices; nil if devices cannot be watched. The reader then searches only periodically.
  private let watch = try? DeviceWatch(subsystem: "input", folder: "/dev/input")

  private var state = ReaderState(.opening)
  private var nextBeat = ContinuousClock.now
  private var complaint: (drop: DroppedScan, ends: ContinuousClock.Instant)?
  private var codes = 0
  private var drops = 0
  private var hostIsGone = false

  /// The exit code EX_UNAVAILABLE of sysexits.h.
  static let unavailable: Int32 = 69

  private static let heartbeat = Duration.seconds(1)
  /// The time for which the state reports a dropped code.
  private static let complaintTime = Duration.seconds(10)

  init(_ options: HIDOptions, log: Logger) {
    source = options.source
    reader = ScannerReader(
      options.source, settings: options.settings, find: InputDevice.all, plugged: InputDevice.onUSB)
    self.log = log
  }

  /// Runs until the host requests a stop, closes the input, or no longer reads. Returns the exit code.
  func run() -> Int32 {
    let device =
      switch source {
      case .automatic: "auto"
      case .named(let name): name
      }
    say(.hello(ReaderMessage.Hello(reader: .hid, device: device, capabilities: [.codes])))
    let input = HostInput(waker: waker, log: log)
    while !input.isOver, !hostIsGone {
      if nextBeat <= .now { beat() }
      let waking = [waker.descriptor] + (watch.map { [$0.descriptor] } ?? [])
      reader.step(atMost: max(.zero, nextBeat - .now), waking: waking) { take($0) }
      waker.rest()
      if watch?.drain().hasRung ?? false { reader.lookAgain() }
    }
    reader.close { take($0) }
    log.info("\(codes) \(codes == 1 ? "code" : "codes") read, \(drops) dropped")
    return ReaderExitCode.done
  }

  private func take(_ event: ScannerEvent) {
    switch event {
    case .code(let code):
      codes += 1
      complaint = nil
      say(
        .code(
          ReaderMessage.CodeSeen(event: .scanned, id: code.id, at: code.at, symbology: code.symbology, text: code.text))
      )
    case .dropped(let drop):
      drops += 1
      // A device that sends only invalid data must not fill the log.
      if once.isFirst("\(drop)") {
        log.warning("dropped a code: \(drop). \(drop.hint) Further ones are only counted")
      }
      let isNew = complaint?.drop != drop
      complaint = (drop, .now + Self.complaintTime)
      if isNew { beat() }
    case .state(let new):
      if new.kind != .opening, let reason = new.reason { log.info(reason) }
      state = ReaderState(Self.kind(new.kind), reason: new.reason, hint: new.hint)
      beat()
    }
  }

  // MARK: - Messages

  private func beat() {
    nextBeat = .now + Self.heartbeat
    if let end = complaint?.ends, end <= .now { complaint = nil }
    guard state.kind == .ready, let drop = complaint?.drop else { return say(.state(state)) }
    say(.state(ReaderState(.ready, reason: "A code was dropped: \(drop).", hint: drop.hint)))
  }

  private func say(_ message: ReaderMessage) {
    if !hostIsGone, !ReaderOutput.write(ReaderLine.encode(message)) { hostIsGone = true }
  }

  private static func kind(_ kind: ScannerState.Kind) -> ReaderState.Kind {
    switch kind {
    case .absent: .absent
    case .opening: .opening
    case .ready: .ready
    case .stalled: .stalled
    case .failed: .failed
    }
  }
}
