internal import Deadwax
internal import Log
internal import ReaderProtocol
internal import Readers
internal import Threads

/// Runs the operator's command for a connected reader that has not worked for a while. The command may switch the power
/// of its port off and on, which some readers need to recover.
///
/// The arguments are the reader's name and device. It runs for one reader at a time, and for the same reader only after
/// a pause.
final class ReaderRescue: Sendable {
  /// The reader to rescue: the part of its status that the command needs.
  struct StuckReader: Hashable, Sendable {
    let name: String
    let device: String
  }

  /// The time for which a reader has to have failed before the command runs: its own sequence of closing and opening
  /// takes seconds.
  static let patience = Duration.seconds(30)
  /// The time between two runs for one reader.
  static let pause = Duration.seconds(300)
  /// The timeout of the command.
  private static let time = Duration.seconds(60)

  private struct State {
    var helped: [String: Timestamp] = [:]
    var isBusy = false
  }

  private let command: String
  private let logger: Logger
  private let state = Locked(State())

  /// - Parameters:
  ///   - command: the absolute path of a program.
  ///   - logger: the logger for the results.
  init(_ command: String, logger: Logger) {
    self.command = command
    self.logger = logger
  }

  /// Checks the readers, and runs the command for the first one that needs it. Call it about twice a second; returns at
  /// once.
  func look(at readers: [ReaderStatus], _ now: Timestamp) {
    guard let patient = choose(among: readers, now) else { return }
    _ = DedicatedThread("reader rescue") { [self] in
      help(patient)
      isDone()
    }
  }

  /// Marks the current run as finished.
  func isDone() { state.withLock { $0.isBusy = false } }

  /// Selects the next reader and marks it as being rescued; returns nil if no reader needs it, or while a run is in
  /// progress.
  func choose(among readers: [ReaderStatus], _ now: Timestamp) -> StuckReader? {
    state.withLock { state in
      guard !state.isBusy else { return nil }
      let patient = readers.first { reader in
        reader.state.kind == .stalled && reader.since + Self.patience <= now
          && (state.helped[reader.name].map { $0 + Self.pause <= now } ?? true)
      }
      guard let patient else { return nil }
      state.helped[patient.name] = now
      state.isBusy = true
      return StuckReader(name: patient.name, device: patient.device)
    }
  }

  private func help(_ patient: StuckReader) {
    logger.warning("reader \(patient.name) has not worked for \(Self.patience); running \(command)")
    do throws(ChildProcess.Fault) {
      let ending = try ChildProcess(command, [patient.name, patient.device]).finish(within: Self.time)
      guard ending.code != 0 else { return }
      logger.error("\(command) \(ending.description): \(ending.output)")
    } catch {
      logger.error("\(error)")
    }
  }
}
