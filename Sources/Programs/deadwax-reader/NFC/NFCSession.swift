internal import Glibc
internal import Log
internal import NDEF
internal import ReaderProtocol
internal import Tags
internal import Threads

/// A run of the NFC reader. One lane owns the device and prints its events; another reads the host's messages.
///
/// The lane that owns the device also sends the state every second, as a heartbeat. A host that receives nothing for
/// some seconds concludes that the reader hangs, and kills the process.
final class NFCSession: Sendable {
  private struct Said {
    let message: HostMessage
    let at: ContinuousClock.Instant
  }

  /// Messages from the host for the lane that owns the device.
  private struct Inbox {
    var messages: [Said] = []
    var isOver = false
  }

  private let source: TagReader.Source
  private let addresses: [TagAddress]
  private let pollPause: Duration
  private let inbox = Monitor(Inbox())
  private let isWorking = Locked(false)

  /// The maximum number of messages that wait for the device.
  private static let inboxLimit = 64
  private static let heartbeat = Duration.seconds(1)
  /// The timeout for closing the device at the end. A silent device is not closed; opening it later wakes it again.
  private static let patience = Duration.milliseconds(500)
  /// The same timeout while a tag is being written, because the write should be completed.
  private static let patienceForTag = Duration.milliseconds(1500)

  init(_ source: TagReader.Source, addresses: [TagAddress], pollPause: Duration) {
    self.source = source
    self.addresses = addresses
    self.pollPause = pollPause
  }

  /// Runs until the host requests a stop, closes the input, or no longer reads. Returns the exit code.
  func run() -> Int32 {
    let device =
      switch source {
      case .named(let name): name.text
      case .automatic: "auto"
      }
    say(.hello(ReaderMessage.Hello(reader: .nfc, device: device, capabilities: [.tags, .presence, .write])))
    let closed = Latch()
    _ = DedicatedThread("nfc device") { [self] in
      watch()
      closed.raise()
    }
    _ = DedicatedThread("nfc host") { [self] in
      HostLines(STDIN_FILENO, log: .standardError(part: "nfc")).read { message in
        // While the device is busy, further messages wait in the pipe.
        inbox.wait { $0.isOver || $0.messages.count < Self.inboxLimit ? () : nil }
        inbox.update { $0.messages.append(Said(message: message, at: .now)) }
      }
      end()
    }
    inbox.wait { $0.isOver ? () : nil }
    _ = closed.wait(atMost: isWorking.withLock { $0 } ? Self.patienceForTag : Self.patience)
    return ReaderExitCode.done
  }

  private func end() { inbox.update { $0.isOver = true } }

  private func takeMessages() -> [Said] {
    inbox.update { inbox in
      defer { inbox.messages = [] }
      return inbox.messages
    }
  }

  private var isOver: Bool { inbox.read { $0.isOver } }

  /// Owns the device until the session ends.
  private func watch() {
    let heart = Heart(every: Self.heartbeat)
    let reader = TagReader(
      source, addresses: addresses, pollPause: pollPause,
      pulse: { [self] in
        isWorking.withLock { $0 = true }
        heart.beat { self.say($0) }
      })
    let report: (TagEvent) -> Void = { [self] event in
      let message = NFCMessage.message(for: event)
      if case .state = message { heart.last = message }
      say(message)
    }
    heart.last = NFCMessage.message(for: .state(reader.state))
    var nextStep = ContinuousClock.now
    while !isOver {
      for said in takeMessages() {
        switch said.message {
        case .tag(let order):
          reader.take(order, at: said.at, report: report)
          // Its tag may be present already.
          if reader.deviceName != nil { nextStep = .now }
        case .cancel(let id): reader.cancel(id, report: report)
        case .preview, .stop: break
        }
      }
      if nextStep <= .now {
        let pause = reader.step(report: report)
        isWorking.withLock { $0 = false }
        nextStep = .now + pause
      }
      heart.beat { say($0) }
      let pause = min(nextStep, heart.next) - .now
      if pause > .zero { _ = inbox.wait(atMost: pause) { $0.isOver || !$0.messages.isEmpty ? () : nil } }
    }
    for said in takeMessages() {
      if case .tag(let order) = said.message { reader.take(order, at: said.at, report: report) }
    }
    reader.giveUpOrders(report: report)
    reader.close()
  }

  private func say(_ message: ReaderMessage) {
    if !ReaderOutput.write(ReaderLine.encode(message)) { end() }
  }
}

/// The heartbeat: repeats the state at an interval. It stays on the lane that owns the device.
private final class Heart {
  var last: ReaderMessage?
  private(set) var next: ContinuousClock.Instant
  private let interval: Duration

  init(every interval: Duration) {
    self.interval = interval
    next = .now + interval
  }

  func beat(_ say: (ReaderMessage) -> Void) {
    guard next <= .now, let last else { return }
    next = .now + interval
    say(last)
  }
}
