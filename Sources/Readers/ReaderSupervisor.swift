package import Deadwax
internal import Glibc
package import Log
package import ReaderProtocol
internal import Threads

/// A supervisor of one reader. It starts the program, receives its messages, and restarts it after it has ended or was
/// silent for too long.
///
/// A faulty reader cannot harm the host: it can send only messages of the protocol, at a bounded rate, and lines to the
/// log.
package final class ReaderSupervisor: Sendable {
  private let configuration: ReaderConfiguration
  private let pace: SupervisionTimeouts
  private let logger: Logger
  private let record: ReaderRecord
  private let mailbox = Mailbox()
  private let onMessage: @Sendable (ReaderMessage) -> Void
  private let lane = Locked<DedicatedThread?>(nil)
  private let laneThread = Locked<UInt?>(nil)

  /// Creates a supervisor for a reader.
  ///
  /// - Parameters:
  ///   - configuration: the program to run.
  ///   - logger: receives events and the reader's standard error.
  ///   - pace: the timeouts and pauses.
  ///   - now: the clock of `ReaderStatus.since`.
  ///   - onMessage: called for each message, including hello and states, in order, on the reader's lane; the reader
  ///     waits meanwhile. A second hello ends the validity of everything the reader reported before.
  ///   - onStatus: called on the reader's lane after the status has changed, except for changes of `linesSkipped`
  ///     alone.
  package init(
    configuration: ReaderConfiguration, logger: Logger, pace: SupervisionTimeouts = SupervisionTimeouts(),
    now: @escaping @Sendable () -> Timestamp = Timestamp.now,
    onMessage: @escaping @Sendable (ReaderMessage) -> Void, onStatus: @escaping @Sendable (ReaderStatus) -> Void
  ) {
    self.configuration = configuration
    self.pace = pace
    self.logger = logger.part("reader \(configuration.name)")
    self.onMessage = onMessage
    let status = ReaderStatus(
      name: configuration.name, kind: configuration.kind ?? .unknown, station: configuration.station,
      state: ReaderState(.absent, reason: "The reader is not started."), since: now())
    record = ReaderRecord(status, now: now, onStatus: onStatus)
  }

  deinit { mailbox.stop() }

  package var status: ReaderStatus { record.current }

  /// Starts the reader and returns immediately. Must be called only once.
  package func start() {
    lane.withLock { lane in
      precondition(lane == nil, "a reader is started once")
      let supervision = ReaderRestarts(
        configuration: configuration, pace: pace, logger: logger, record: record, mailbox: mailbox,
        onMessage: onMessage)
      // The closure must not capture self, so that a supervisor without references stops its reader.
      lane = DedicatedThread("reader-\(configuration.name)") { [laneThread] in
        laneThread.withLock { $0 = UInt(pthread_self()) }
        supervision.run()
      }
    }
  }

  /// Sends a message to the reader. A message that it cannot take now is lost, except for the preview request, which is
  /// sent again after each restart.
  package func send(_ message: HostMessage) { mailbox.post(message) }

  /// Stops the reader: a request, then SIGTERM, then SIGKILL. Returns when it has ended, after at most four seconds.
  /// From `onMessage` or `onStatus` it returns immediately.
  package func stop() {
    mailbox.stop()
    guard laneThread.withLock({ $0 }) != UInt(pthread_self()) else { return }
    lane.withLock { $0 }?.join()
  }
}
