package import Deadwax
internal import Glibc
internal import Lanes
package import Log
package import ReaderProtocol

/// Keeps one reader running: starts its program, listens to it, and starts it again when it has ended or says nothing.
///
/// A reader can do what it likes: nothing of it reaches the host but messages in the protocol's form, at a bounded
/// rate, and lines in the log.
package final class ReaderSupervisor: Sendable {
  private let configuration: ReaderConfiguration
  private let pace: Pace
  private let logger: Logger
  private let record: ReaderRecord
  private let mailbox = Mailbox()
  private let onMessage: @Sendable (ReaderMessage) -> Void
  private let lane = Guarded<Lane?>(nil)
  private let laneThread = Guarded<UInt?>(nil)

  /// - Parameters:
  ///   - configuration: what to run.
  ///   - logger: takes what happens, and what the reader says on its standard error.
  ///   - pace: how long to wait for what.
  ///   - now: the clock of `ReaderStatus.since`.
  ///   - onMessage: called for each message, hello and states among them, in order, on the reader's lane; while it
  ///     runs the reader waits. After a second hello nothing that the reader saw before counts any more.
  ///   - onStatus: called when the status has changed, on the reader's lane, but not for `linesSkipped` alone.
  package init(
    configuration: ReaderConfiguration, logger: Logger, pace: Pace = Pace(),
    now: @escaping @Sendable () -> Timestamp = Timestamp.now,
    onMessage: @escaping @Sendable (ReaderMessage) -> Void, onStatus: @escaping @Sendable (ReaderStatus) -> Void
  ) {
    self.configuration = configuration
    self.pace = pace
    self.logger = logger.part("reader \(configuration.name)")
    self.onMessage = onMessage
    let status = ReaderStatus(
      name: configuration.name, kind: configuration.kind, station: configuration.station,
      state: ReaderState(.absent, reason: "The reader is not started."), since: now())
    record = ReaderRecord(status, now: now, onStatus: onStatus)
  }

  deinit { mailbox.stop() }

  package var status: ReaderStatus { record.current }

  /// Starts the reader, once. Returns at once.
  package func start() {
    lane.withLock { lane in
      precondition(lane == nil, "a reader is started once")
      let supervision = Supervision(
        configuration: configuration, pace: pace, logger: logger, record: record, mailbox: mailbox,
        onMessage: onMessage)
      // Not self: a supervisor that is dropped stops its reader.
      lane = Lane("reader-\(configuration.name)") { [laneThread] in
        laneThread.withLock { $0 = UInt(pthread_self()) }
        supervision.run()
      }
    }
  }

  /// Says something to the reader. What it cannot take now is lost, but for the wish for pictures, which is told to it
  /// again whenever it is started.
  package func send(_ message: HostMessage) { mailbox.post(message) }

  /// Ends the reader: asks it, then SIGTERM, then SIGKILL. Returns when it has ended, after four seconds at most. Called
  /// by `onMessage` or `onStatus` it returns at once.
  package func stop() {
    mailbox.stop()
    guard laneThread.withLock({ $0 }) != UInt(pthread_self()) else { return }
    lane.withLock { $0 }?.join()
  }
}
