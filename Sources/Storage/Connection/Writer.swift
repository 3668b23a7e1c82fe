internal import Deadwax
internal import Lanes
internal import Log

/// The only connection that changes the database, on a lane of its own.
///
/// Writes that wait are joined in one transaction, so that they share one fsync; each still stands or falls alone.
final class Writer: @unchecked Sendable {
  // Sendable is sound: `connection`, `mark` and `framesCopied` are touched only on the lane once it runs; the rest is
  // immutable and Sendable.
  private var connection: Connection?
  private var mark: AcknowledgedMark?
  private var framesCopied = 0
  private let queue = WriteQueue()
  private let logger: Logger
  private let now: @Sendable () -> Timestamp
  private let faults = Once()
  private let lane = Guarded<Lane?>(nil)
  private let laneThread = Guarded<ThreadID?>(nil)

  /// How many frames of the log (of one page each) are copied into the database at once.
  private static let framesBetweenCheckpoints = 1000
  /// How long a write waits for the lock of another program: whoever stands at a desk is told within a second.
  private static let patience = Duration.milliseconds(700)
  /// The same for those behind one that waited in vain: they have waited for the same lock already.
  private static let impatience = Duration.milliseconds(50)

  init(connection: Connection, mark: AcknowledgedMark, logger: Logger, now: @escaping @Sendable () -> Timestamp) {
    self.connection = connection
    self.mark = mark
    self.logger = logger
    self.now = now
  }

  /// Starts the lane.
  ///
  /// - Parameter readers: closed before the writing connection, which as the last one empties and removes the log.
  func start(closingLast readers: ReaderPool) {
    let lane = Lane("sqlite-writer") { [self] in
      laneThread.withLock { $0 = .current }
      work()
      readers.close()
      connection = nil
      // The mark's lock goes last: until then the files are ours.
      mark?.synchronize()
      mark = nil
    }
    self.lane.withLock { $0 = lane }
  }

  var isCurrentThread: Bool { laneThread.withLock { $0 == .current } }

  func submit(_ job: any WriteJob) {
    if let refusal = queue.append(job) { job.finish(refusal) }
  }

  /// Lets no more writes in, does those that wait, and returns when the lane has ended. On the lane itself it
  /// returns at once.
  func close() {
    queue.close()
    guard !isCurrentThread else { return }
    lane.withLock { $0 }?.join()
  }

  // MARK: on the lane

  private func work() {
    guard let connection, let mark else { preconditionFailure("the writer was started twice") }
    connection.patience = Self.patience
    while let job = queue.next() { runGroup(first: job, connection, mark) }
    // The last connection empties the log, and may wait for that.
    connection.patience = .seconds(5)
  }

  private func runGroup(first: any WriteJob, _ connection: Connection, _ mark: AcknowledgedMark) {
    let group = WriteGroup(on: connection)
    var job: (any WriteJob)? = first
    while let current = job {
      guard group.run(current, now: now()) else { break }
      job = group.isFull ? nil : queue.nextWaiting()
    }
    let end = group.commit()
    connection.patience = group.wasLockedOut ? Self.impatience : Self.patience
    assert(connection.isAtRest, "a statement was left busy")
    if let sequence = end.acknowledged { note(sequence, in: mark) }
    for (job, failure) in end.jobs { job.finish(failure) }
    for hook in end.hooks { hook() }
    checkpointIfDue(connection)
  }

  private func note(_ sequence: Int64, in mark: AcknowledgedMark) {
    do {
      try mark.advance(to: sequence)
      faults.over("mark")
    } catch {
      // The change is durable: it would be wrong to call it failed because the watch over it did not work.
      if faults.isFirst("mark") { logger.error("the last acknowledged sequence could not be noted: \(error)") }
    }
  }

  // After the answers, so that nobody waits for the two fsyncs of a checkpoint whose own change is safe already.
  private func checkpointIfDue(_ connection: Connection) {
    // A long read keeps the log from starting over: it then grows, and is copied piece by piece.
    if connection.framesInLog < framesCopied { framesCopied = 0 }
    guard connection.framesInLog - framesCopied >= Self.framesBetweenCheckpoints else { return }
    framesCopied = connection.framesInLog
    do {
      try connection.checkpoint()
      faults.over("checkpoint")
    } catch {
      if faults.isFirst("checkpoint") { logger.error("the log could not be copied into the database: \(error)") }
    }
  }
}
