internal import Glibc
internal import Lanes
internal import Log
internal import ReaderProtocol
internal import Tags

/// One run of the NFC reader: a lane owns the device and prints what it sees, another listens to the host.
///
/// The state is said again every second, from the lane that owns the device: a host that hears nothing for some seconds
/// knows that it hangs, and kills the process.
final class NFCSession: Sendable {
  private let source: TagReader.Source
  private let pollPause: Duration
  private let stop = Signal()

  private static let heartbeat = Duration.seconds(1)
  /// How long the device may take to be closed at the end. A silent one is left as it is: opening it wakes it again.
  private static let patience = Duration.milliseconds(500)

  init(_ source: TagReader.Source, pollPause: Duration) {
    self.source = source
    self.pollPause = pollPause
  }

  /// Runs until the host says stop, closes our input, or reads no more. Returns the exit code.
  func run() -> Int32 {
    let device =
      switch source {
      case .named(let name): name.text
      case .automatic: "auto"
      }
    say(.hello(ReaderMessage.Hello(reader: .nfc, device: device, capabilities: ["ndef", "presence"])))
    let closed = Signal()
    _ = Lane("nfc device") { [self] in
      watch()
      closed.raise()
    }
    _ = Lane("nfc host") { [stop] in
      // The host has nothing to ask of this reader but to stop.
      HostLines(STDIN_FILENO, log: .standardError(part: "nfc")).read { _ in }
      stop.raise()
    }
    stop.wait()
    _ = closed.wait(atMost: Self.patience)
    return ExitCode.done
  }

  /// Owns the device until it is to stop.
  private func watch() {
    let reader = TagReader(source, pollPause: pollPause)
    var nextStep = ContinuousClock.now
    var nextBeat = ContinuousClock.now + Self.heartbeat
    while !stop.isRaised {
      if nextStep <= .now {
        let pause = reader.step { say(NFCMessage.message(for: $0)) }
        nextStep = .now + pause
      }
      if nextBeat <= .now {
        nextBeat = .now + Self.heartbeat
        say(NFCMessage.message(for: .state(reader.state)))
      }
      let pause = min(nextStep, nextBeat) - .now
      if pause > .zero { _ = stop.wait(atMost: pause) }
    }
    reader.close()
  }

  private func say(_ message: ReaderMessage) {
    if !StandardOutput.write(ReaderLine.encode(message)) { stop.raise() }
  }
}
