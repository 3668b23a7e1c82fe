internal import Deadwax
internal import Lanes
internal import Log
internal import ReaderProtocol
internal import Readers

/// Runs the operator's own command for a reader that is there and has not worked for a while: it may cut the power of its
/// port, which is what some readers need to come to themselves.
///
/// It is run with the reader's name and device, for one reader at a time, and not again for the same one before it has had
/// time to help.
final class ReaderRescue: Sendable {
  /// What it is about, of a reader's status.
  struct Patient: Hashable, Sendable {
    let name: String
    let device: String
  }

  /// How long a reader may have failed before it is helped: its own ladder of closing and opening takes seconds.
  static let patience = Duration.seconds(30)
  /// Between two times for one reader.
  static let pause = Duration.seconds(300)
  /// How long the command may take.
  private static let time = Duration.seconds(60)

  private struct State {
    var helped: [String: Timestamp] = [:]
    var isBusy = false
  }

  private let command: String
  private let logger: Logger
  private let state = Guarded(State())

  /// - Parameters:
  ///   - command: the absolute path of a program.
  ///   - logger: takes what came of it.
  init(_ command: String, logger: Logger) {
    self.command = command
    self.logger = logger
  }

  /// Looks at the readers, and helps the first that needs it. To be called about twice a second; returns at once.
  func look(at readers: [ReaderStatus], _ now: Timestamp) {
    guard let patient = choose(among: readers, now) else { return }
    _ = Lane("reader rescue") { [self] in
      help(patient)
      isDone()
    }
  }

  /// Who was chosen has been helped.
  func isDone() { state.withLock { $0.isBusy = false } }

  /// Whose turn it is, which is noted; nil when nobody needs help, or somebody is being helped.
  func choose(among readers: [ReaderStatus], _ now: Timestamp) -> Patient? {
    state.withLock { state in
      guard !state.isBusy else { return nil }
      let patient = readers.first { reader in
        reader.state.kind == .stalled && reader.since + Self.patience <= now
          && (state.helped[reader.name].map { $0 + Self.pause <= now } ?? true)
      }
      guard let patient else { return nil }
      state.helped[patient.name] = now
      state.isBusy = true
      return Patient(name: patient.name, device: patient.device)
    }
  }

  private func help(_ patient: Patient) {
    logger.warning("\(patient.name) has not worked for \(Self.patience); \(command) is run for it")
    do throws(ChildProcess.Fault) {
      let ending = try ChildProcess(command, [patient.name, patient.device]).finish(within: Self.time)
      guard ending.code != 0 else { return }
      logger.error("\(command) \(ending.description): \(ending.output)")
    } catch {
      logger.error("\(error)")
    }
  }
}
