import Log
import ReaderProtocol
import Readers
import TestSupport
import Threads

/// A reader made of a few lines of shell, with the messages that the host received.
final class Script: Sendable {
  let folder: TemporaryFolder
  let supervisor: ReaderSupervisor
  private let heard: Monitor<Heard>

  struct Heard {
    var messages: [ReaderMessage] = []
    var statuses: [ReaderStatus] = []
    var log: [String] = []

    /// The texts of the codes that were read.
    var codes: [String] {
      messages.compactMap {
        guard case .code(let code) = $0 else { return nil }
        return code.text
      }
    }
  }

  /// Shell functions for scripts: `hello`, `ready`, `state KIND`, `code TEXT` print a line, `beat` repeats the state in
  /// the background, `serve` does so until the input ends, and `$F` is the folder.
  private static let words = """
    hello() {
      all='"codes":true,"tags":true,"presence":true,"preview":true,"write":true'
      printf '{"type":"hello","reader":"nfc","version":1,"device":"%s","capabilities":{%s}}\\n' "${1:-virtual}" "${2-$all}"
    }
    state() { printf '{"type":"state","state":"%s"}\\n' "$1"; }
    ready() { state ready; }
    code() {
      printf '{"type":"code","event":"scanned","id":"%s","at":"2026-01-01T00:00:00Z","symbology":"QR","text":"%s"}\\n' \
        01890000-0000-7000-8000-000000000000 "$1"
    }
    beat() { while :; do ready; sleep 0.1; done & }
    serve() {
      beat
      cat >/dev/null
      kill $!
    }

    """

  /// - Parameters:
  ///   - body: the script for `/bin/sh`.
  ///   - pace: the supervisor's timing.
  ///   - environment: the environment for the supervisor.
  ///   - isStarted: true to start the supervisor at once.
  ///   - onMessage: a function that is called, with the script, before the message is stored.
  /// - Throws: an error if the folder cannot be created.
  init(
    _ body: String, pace: SupervisionTimeouts = .quick, environment: [String: String] = [:], isStarted: Bool = true,
    onMessage: @escaping @Sendable (ReaderMessage) -> Void = { _ in }
  ) throws {
    let folder = try TemporaryFolder("deadwax-readers")
    let heard = Monitor(Heard())
    self.folder = folder
    self.heard = heard
    let configuration = ReaderConfiguration(
      name: "tags", station: "front", kind: .nfc, executable: "/bin/sh",
      arguments: ["-c", Self.words + body], environment: environment.merging(["F": folder.path]) { $1 })
    supervisor = ReaderSupervisor(
      configuration: configuration,
      logger: Logger(part: "test", threshold: .debug) { level, line in
        heard.update { $0.log.append("\(level) \(line)") }
      },
      pace: pace,
      onMessage: { message in
        onMessage(message)
        heard.update { $0.messages.append(message) }
      },
      onStatus: { status in heard.update { $0.statuses.append(status) } })
    if isStarted { supervisor.start() }
  }

  var messages: [ReaderMessage] { heard.read { $0.messages } }
  var statuses: [ReaderStatus] { heard.read { $0.statuses } }
  var log: [String] { heard.read { $0.log } }
  var codes: [String] { heard.read { $0.codes } }

  /// Waits until a result can be derived from the received messages.
  @discardableResult
  func wait<Result: Sendable>(
    atMost limit: Duration = .seconds(60), for what: String, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable (Heard) -> Result?
  ) async throws -> Result {
    let found = await onLane("script wait") { [heard] in heard.wait(atMost: limit) { body($0) } }
    if let found { return found }
    let heard = heard.read { $0 }
    throw TestFailure(
      "\(what) did not come within \(limit), at \(fileID):\(line)\n\(heard.statuses.suffix(5))\n\(heard.log.suffix(20))"
    )
  }

  /// Waits for a status of this kind, among those so far and those to come.
  @discardableResult
  func status(
    _ kind: ReaderState.Kind, restarts: Int = 0, atMost limit: Duration = .seconds(60), fileID: String = #fileID,
    line: Int = #line
  ) async throws -> ReaderStatus {
    try await wait(atMost: limit, for: "\(kind) after \(restarts) restarts", fileID: fileID, line: line) { heard in
      heard.statuses.first { $0.state.kind == kind && $0.restarts >= restarts }
    }
  }

  /// Stops the reader, and returns the duration.
  func stop() async -> Duration {
    await onLane("script stop") { [supervisor] in ContinuousClock().measure { supervisor.stop() } }
  }
}

extension SupervisionTimeouts {
  /// The real timing, adapted to scripts that take a tenth of a second for everything.
  static var quick: SupervisionTimeouts {
    var pace = SupervisionTimeouts()
    pace.firstPause = .milliseconds(10)
    pace.longestPause = .milliseconds(100)
    pace.longestPauseAfterReady = .milliseconds(50)
    pace.pauseAfterFailure = .milliseconds(200)
    return pace
  }
}
