package import Deadwax
package import Execution
package import Intake
package import Log
package import NDEF
package import ReaderProtocol
package import Storage
internal import Threads

/// Executes tag jobs: writing, erasing, sealing and binding. Stores each job until it ends, sends it to the reader that
/// its tag is on, and binds the tag after its content was verified.
///
/// A job is on disk before its first byte is sent. A job that may have begun stays open, past its deadline and past a
/// restart of the hub or of a reader. It is finished when its tag is present again.
package final class TagService: TagJobPlacement, Sendable {
  /// The objects that the readers see now. The intakes of the readers write it.
  package let presence = Presence()

  let database: Database
  let address: TagAddress
  let policies: LibraryPolicies
  let logger: Logger
  let published: @Sendable () -> Void
  let onResult: @Sendable (TagJob) -> Void
  /// The number of bytes that a tag needs for an NDEF message: the size of the short form.
  let leastCapacity: Int
  private let outlet = Locked<@Sendable (HostMessage, String) -> Void>({ _, _ in })
  private let counted = Locked<[Outcome.Code: Int]>([:])
  private let ready = Locked<Set<String>>([])
  /// The jobs that were cancelled while a reader had them.
  private let withdrawn = Locked<Set<TagJob.ID>>([])
  /// The results that could not be stored, for example while the disk is full; they are retried.
  private let pendingResults = Locked<[(result: ReaderMessage.Result, reader: String)]>([])

  /// The largest number of results that wait for a retry.
  private static let unreportedLimit = 256
  /// The largest number of times that a job is sent without an action of a person. It stops a tag that crashes its
  /// reader from doing so forever.
  static let automaticLimit = 8
  /// The time after a job's deadline at which its reader is no longer expected to answer.
  static let answerTime = Duration.seconds(60)
  /// The time that a reader waits for a tag to finish a torn write; if the tag comes later, the job is sent again.
  static let tornTime = Duration.seconds(30)

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - address: the web address that tags contain.
  ///   - policies: the library policy and the station policies; read in the transaction that needs them.
  ///   - logger: the logger for errors.
  ///   - published: called after each commit that published an event, on the writer's lane; must not block.
  ///   - reported: called in the same way with each job whose state changed.
  package init(
    database: Database, address: TagAddress = .standard, policies: LibraryPolicies, logger: Logger,
    published: @escaping @Sendable () -> Void, reported: @escaping @Sendable (TagJob) -> Void = { _ in }
  ) {
    self.database = database
    self.address = address
    self.policies = policies
    self.logger = logger
    self.published = published
    self.onResult = reported
    leastCapacity = PseudoBarcode.addressOnly(for: OwnCode(.copy, number: 0), address: address).count
  }

  /// The number of jobs that ended since the start, by outcome.
  package var counts: [Outcome.Code: Int] { counted.withLock { $0 } }

  /// Sets the function that sends a message to a reader of a given name; it must not block. Until then nothing is sent.
  package func connect(_ send: @escaping @Sendable (HostMessage, String) -> Void) { outlet.withLock { $0 = send } }

  /// Marks the jobs as torn that readers had when the hub ended, because their progress is unknown. Call this before
  /// the readers start.
  package func recover() throws {
    try database.write { [self] transaction in
      for work in try transaction.openTagWork() where work.job.state == .writing {
        try tear(work, because: "The hub was restarted.", in: transaction)
      }
      transaction.afterCommit(published)
    }
  }

  // MARK: - Reports of the readers

  /// Handles a tag that is on a reader without a new scan, because it was there when the reader was restarted. Sends
  /// its open job. (A tap is handled with its scan, in `ScanService.accept`.)
  package func arrived(_ tag: PresentTag) {
    change("the arrival of a tag") { [self] transaction in
      try saw(tag, in: transaction)
      try dispatch(tag.uid, isRequested: false, in: transaction)
    }
  }

  /// Handles a tag that was removed from a reader, and publishes that. Advances the queue, and sends the job of a tag
  /// that is now alone on the reader.
  package func left(_ uid: TagID, from reader: String, at station: Station.Name) {
    let alone = presence.tags(on: reader)
    change("the departure of a tag") { [self] transaction in
      try transaction.publishTag(uid, .left, at: station)
      try advanceQueue(after: uid, at: station, in: transaction)
      if alone.count == 1, let rest = alone.first { try dispatch(rest.uid, in: transaction) }
    }
  }

  /// Handles the end or the restart of a reader's program: its jobs may have begun, and the tags on it are no longer
  /// known.
  package func readerIsGone(_ reader: String) {
    ready.withLock { _ = $0.remove(reader) }
    change("a reader's end") { [self] transaction in
      for work in try transaction.openTagWork() where work.reader == reader {
        try tear(work, because: "The reader ended in the meantime.", in: transaction)
      }
    }
  }

  /// Handles a reader's report of its readiness, which it repeats. When it becomes ready, sends the open jobs of the
  /// tags that are on it.
  package func reader(_ reader: String, isReady: Bool) {
    let isNew = ready.withLock { ready in
      if !isReady { ready.remove(reader) }
      return isReady && ready.insert(reader).inserted
    }
    let tags = presence.tags(on: reader)
    guard isNew, !tags.isEmpty else { return }
    change("a reader that is ready") { [self] transaction in
      for tag in tags { try dispatch(tag.uid, isRequested: false, in: transaction) }
    }
  }

  /// Handles a reader's result of a job. Ignores results of jobs that are unknown, ended, or with another reader, so
  /// that a repeated result counts once.
  package func took(_ result: ReaderMessage.Result, from reader: String) {
    change(
      "the result of a job",
      { [self] transaction in try settle(result, from: reader, in: transaction) },
      otherwise: { [pendingResults] in
        pendingResults.withLock { if $0.count < Self.unreportedLimit { $0.append((result, reader)) } }
      })
  }

  /// Ends jobs whose deadline has passed, and retries results that could not be stored. Call it about twice a second.
  package func tick(at now: Timestamp = .now()) {
    let again = pendingResults.withLock { unreported in
      defer { unreported = [] }
      return unreported
    }
    for (result, reader) in again { took(result, from: reader) }
    do {
      let late = try database.read { try $0.openTagWork() }.filter { isLate($0, now) }
      guard !late.isEmpty else { return }
      change("the end of a job's time") { [self] transaction in
        for job in late.map(\.job.id) {
          guard let work = try transaction.tagWork(job), isLate(work, transaction.now) else { continue }
          try endLate(work, in: transaction)
        }
      }
    } catch {
      logger.error("could not read the tag jobs: \(error)")
    }
  }

  // MARK: - Parts of this service

  func send(_ message: HostMessage, to reader: String) { outlet.withLock { $0 }(message, reader) }

  func withdraw(_ job: TagJob.ID) { withdrawn.withLock { _ = $0.insert(job) } }

  func isWithdrawn(_ job: TagJob.ID) -> Bool { withdrawn.withLock { $0.contains(job) } }

  /// Removes the mark of a cancelled job, because the job has ended.
  func forget(_ job: TagJob.ID) { withdrawn.withLock { _ = $0.remove(job) } }

  func count(_ outcome: Outcome.Code) { counted.withLock { $0[outcome, default: 0] += 1 } }

  /// Queues a change of the records. Logs a failure; the next report of a reader tries again.
  private func change(
    _ what: String, _ body: @escaping @Sendable (WriteTransaction) throws -> Void,
    otherwise: @escaping @Sendable () -> Void = {}
  ) {
    database.submit(
      { [published] transaction in
        try body(transaction)
        transaction.afterCommit(published)
      }
    ) { [logger] result in
      guard case .failure(let error) = result else { return }
      logger.error("could not store \(what): \(error)")
      otherwise()
    }
  }
}
