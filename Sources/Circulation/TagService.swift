package import Deadwax
internal import Lanes
package import Lending
package import Log
package import NDEF
package import ReaderProtocol
package import Storage

/// Has tags written, erased, sealed and bound: keeps each job until it is over, gives it to the reader on which its tag
/// lies, and binds what was read back.
///
/// A job is on the disk before the first byte of it is sent. One that may have begun stays open, past its time and past
/// the end of the hub or of a reader, and is finished when its tag is there again.
package final class TagService: Sendable {
  /// What lies on the readers now.
  package let field = TagField()

  let database: Database
  let address: TagAddress
  let policy: DeskPolicy
  let logger: Logger
  let published: @Sendable () -> Void
  let told: @Sendable (TagJob) -> Void
  /// The least bytes that a tag must have for an NDEF message: those of the short form.
  let leastCapacity: Int
  private let outlet = Guarded<@Sendable (HostMessage, String) -> Void>({ _, _ in })
  private let counted = Guarded<[Outcome.Code: Int]>([:])
  private let ready = Guarded<Set<String>>([])
  /// Jobs that somebody wanted cancelled while a reader had them.
  private let withdrawn = Guarded<Set<TagJob.ID>>([])
  /// Results that could not be kept, as while the disk is full; they are tried again.
  private let untold = Guarded<[(result: ReaderMessage.Result, reader: String)]>([])

  /// More results than a reader can owe are not remembered.
  private static let untoldLimit = 256
  /// So often a job is given to readers without anybody's hand: a tag that kills its reader whenever it is written must
  /// not do so for ever.
  static let unaskedLimit = 8
  /// A reader that has had an order for this long beyond its time will not answer any more.
  static let answerTime = Duration.seconds(60)
  /// How long a reader may wait for a tag that is to be finished; it is given the job again when it comes later.
  static let tornTime = Duration.seconds(30)

  /// - Parameters:
  ///   - database: where everything is kept.
  ///   - address: where the tags send phones.
  ///   - policy: the rules of the house's desks.
  ///   - logger: for what goes wrong.
  ///   - published: called after each commit that added to the journal, on the writer's lane; must not block.
  ///   - told: called in the same way with each job that has come to another state.
  package init(
    database: Database, address: TagAddress = .standard, policy: DeskPolicy = DeskPolicy(), logger: Logger,
    published: @escaping @Sendable () -> Void, told: @escaping @Sendable (TagJob) -> Void = { _ in }
  ) {
    self.database = database
    self.address = address
    self.policy = policy
    self.logger = logger
    self.published = published
    self.told = told
    leastCapacity = PseudoBarcode.addressOnly(for: OwnCode(.copy, number: 0), address: address).count
  }

  /// How many jobs ended in which way since the start.
  package var counts: [Outcome.Code: Int] { counted.withLock { $0 } }

  /// Names the way to the readers, by a reader's name; it must not block. Until then nothing is sent.
  package func connect(_ send: @escaping @Sendable (HostMessage, String) -> Void) { outlet.withLock { $0 = send } }

  /// Takes up what the hub had not ended when it ended itself: nobody knows how far the readers came. To be called
  /// before the readers start.
  package func recover() throws {
    try database.write { [self] transaction in
      for work in try transaction.openTagWork() where work.job.state == .writing {
        try tear(work, because: "The hub was started anew.", in: transaction)
      }
      transaction.afterCommit(published)
    }
  }

  // MARK: what the readers report

  /// A tag came onto a reader that is no new scan: it lay there when the reader was started anew. What is still to be
  /// done on it is sent. (A tap goes with its scan, through `ScanService.accept`.)
  package func arrived(_ tag: PresentTag) {
    field.arrive(tag)
    change("the arrival of a tag") { [self] transaction in
      try saw(tag, in: transaction)
      try dispatch(tag.uid, isAsked: false, in: transaction)
    }
  }

  /// A tag was taken away, which screens are told. What lies there still may be alone now, and the queue goes on.
  package func left(_ uid: TagUID, from reader: String, at station: Station.Name) {
    field.leave(uid, from: reader)
    let alone = field.tags(on: reader)
    change("the departure of a tag") { [self] transaction in
      try transaction.publishTag(uid, "left", at: station)
      try advanceQueue(after: uid, at: station, in: transaction)
      if alone.count == 1, let rest = alone.first { try dispatch(rest.uid, in: transaction) }
    }
  }

  /// A reader's program ended, or is another one now: what it had been given may have begun, and what lies on it is not
  /// known any more.
  package func readerIsGone(_ reader: String) {
    field.clear(reader)
    ready.withLock { _ = $0.remove(reader) }
    change("a reader's end") { [self] transaction in
      for work in try transaction.openTagWork() where work.reader == reader {
        try tear(work, because: "The reader ended meanwhile.", in: transaction)
      }
    }
  }

  /// A reader says whether it works; it says so again and again. When it works again, what waits for that is sent, if
  /// its tag lies there still.
  package func reader(_ reader: String, isReady: Bool) {
    let isNew = ready.withLock { ready in
      if !isReady { ready.remove(reader) }
      return isReady && ready.insert(reader).inserted
    }
    let tags = field.tags(on: reader)
    guard isNew, !tags.isEmpty else { return }
    change("a reader that is ready") { [self] transaction in
      for tag in tags { try dispatch(tag.uid, isAsked: false, in: transaction) }
    }
  }

  /// A reader tells how an order ended. What is unknown, over, or another reader's is ignored, so that a result told
  /// twice counts once.
  package func took(_ result: ReaderMessage.Result, from reader: String) {
    change(
      "the result of a job",
      { [self] transaction in try settle(result, from: reader, in: transaction) },
      otherwise: { [untold] in
        untold.withLock { if $0.count < Self.untoldLimit { $0.append((result, reader)) } }
      })
  }

  /// Ends what did not begin in time. To be called about twice a second.
  package func tick(at now: Timestamp = .now()) {
    let again = untold.withLock { untold in
      defer { untold = [] }
      return untold
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
      logger.error("jobs on tags could not be read: \(error)")
    }
  }

  // MARK: for the parts of this service

  func send(_ message: HostMessage, to reader: String) { outlet.withLock { $0 }(message, reader) }

  func withdraw(_ job: TagJob.ID) { withdrawn.withLock { _ = $0.insert(job) } }

  func isWithdrawn(_ job: TagJob.ID) -> Bool { withdrawn.withLock { $0.contains(job) } }

  /// A job is over.
  func forget(_ job: TagJob.ID) { withdrawn.withLock { _ = $0.remove(job) } }

  func count(_ outcome: Outcome.Code) { counted.withLock { $0[outcome, default: 0] += 1 } }

  /// Changes the records some time soon. What is not done is told to the log: the next arrival tries again.
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
      logger.error("\(what) was not kept: \(error)")
      otherwise()
    }
  }
}
