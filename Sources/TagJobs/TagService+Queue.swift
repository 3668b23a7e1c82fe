package import Deadwax
internal import Execution
internal import Intake
package import Storage

extension TagService {
  /// The copies that a queue consists of.
  package enum QueueChoice: Hashable, Sendable {
    /// These copies, in this order.
    case copies([Copy.ID])
    /// Every copy without a tag whose place is this one or inside it.
    case place(Place.ID)
    /// Every copy without a tag.
    case untagged
  }

  /// Creates a tag queue for a station, which replaces its current one, and changes the station to write mode.
  ///
  /// - Parameters:
  ///   - choice: the copies; a copy that occurs twice is queued once.
  ///   - seal: true to seal the tags.
  ///   - version: the version of the queue that the caller has seen, as `TagQueue.version`, or 0 for none; nil for any.
  ///   - station: the station.
  ///   - by: the person or program that orders it; nil for the station itself.
  ///   - then: called on the writer's lane with the queue, or with `TagError`.
  package func makeQueue(
    _ choice: QueueChoice, seal: Bool = false, ifVersion version: Int?, at station: Station.Name, by: String?,
    then: @escaping @Sendable (Result<TagQueue, any Error>) -> Void
  ) {
    database.submit(
      { [self] transaction in
        try Self.check(version, is: transaction.tagQueue(station)?.version ?? 0)
        let copies = try copies(choice, in: transaction)
        guard !copies.isEmpty else { throw TagError.queueEmpty }
        try transaction.makeTagQueue(at: station, of: copies, seals: seal, by: by)
        try transaction.put(station, in: StationState(mode: .write), because: "tag-queue.made")
        let queue = try queueView(station, in: transaction)
        try transaction.noteOrder(.tagQueue, of: OrderedJob(queue), at: station, by: by)
        return queue
      }, then: then)
  }

  /// Skips the next copy of the queue, if the queue still has the version that the caller has seen. Its waiting tag job
  /// is cancelled.
  package func skipInQueue(
    ifVersion version: Int?, at station: Station.Name,
    then: @escaping @Sendable (Result<TagQueue, any Error>) -> Void
  ) {
    database.submit(
      { [self] transaction in
        guard let queue = try transaction.tagQueue(station) else { throw TagError.noQueue }
        try Self.check(version, is: queue.version)
        if queue.isWritten {
          try transaction.finishWrittenLine(at: station)
        } else {
          if let id = queue.job, let work = try transaction.tagWork(id), work.job.state == .waiting {
            try end(work, .cancelled, .cancelled, in: transaction)
          }
          guard try transaction.skipQueueLine(at: station) else { throw TagError.queueEmpty }
        }
        return try queueView(station, in: transaction)
      }, then: then)
  }

  /// Ends the queue of a station, if it still has the version that the caller has seen. A write in progress continues.
  package func endQueue(
    ifVersion version: Int?, at station: Station.Name,
    then: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    database.submit(
      { [self] transaction in
        if let queue = try transaction.tagQueue(station) { try Self.check(version, is: queue.version) }
        guard try endQueue(at: station, in: transaction) else { throw TagError.noQueue }
        transaction.afterCommit(published)
      }, then: then)
  }

  // MARK: - Inside a transaction

  package func enqueue(
    _ copy: Copy.ID, at station: Station.Name, by: String?, in transaction: WriteTransaction
  ) throws {
    try transaction.appendToTagQueue(copy, at: station, by: by)
    try publishQueue(station, in: transaction)
  }

  package func endQueue(at station: Station.Name, in transaction: WriteTransaction) throws -> Bool {
    guard try transaction.endTagQueue(at: station) else { return false }
    try transaction.publish(
      .tagQueueChanged(total: nil, done: nil, skipped: nil, isWritten: nil, next: nil, isOver: true), station: station,
      subject: station.text)
    return true
  }

  /// Handles a written tag: the queue waits until the tag is removed from the reader, which may have happened already.
  func queueGotTag(_ job: TagJob, in transaction: WriteTransaction) throws {
    guard let copy = job.copy, try transaction.noteQueueWritten(copy, at: job.station) else { return }
    try transaction.noteQueueJob(job.id, at: job.station)
    if presence.place(of: job.uid) == nil { try transaction.finishWrittenLine(at: job.station) }
    try publishQueue(job.station, in: transaction)
  }

  /// Handles the removal of the written tag: the queue advances to the next copy.
  func advanceQueue(after uid: TagID, at station: Station.Name, in transaction: WriteTransaction) throws {
    guard let id = try transaction.writtenTagJob(at: station), let job = try transaction.tagJob(id),
      job.uid == uid || job.uid == uid.reversed
    else { return }
    try transaction.finishWrittenLine(at: station)
    try publishQueue(station, in: transaction)
  }

  /// Handles the arrival of another tag than the written one: the queue advances to the next copy, even if the removal
  /// of the written tag was not reported.
  package func advanceQueue(before uid: TagID, at station: Station.Name, in transaction: WriteTransaction) throws {
    guard let id = try transaction.writtenTagJob(at: station), let job = try transaction.tagJob(id),
      job.uid != uid, job.uid != uid.reversed, presence.place(of: job.uid) == nil
    else { return }
    try transaction.finishWrittenLine(at: station)
    try publishQueue(station, in: transaction)
  }

  func publishQueue(_ station: Station.Name, in transaction: WriteTransaction) throws {
    guard let queue = try transaction.tagQueue(station) else { return }
    try transaction.publish(
      .tagQueueChanged(
        total: queue.total, done: queue.done, skipped: queue.skipped, isWritten: queue.isWritten, next: queue.next,
        isOver: nil), station: station, subject: station.text)
  }

  private func queueView(_ station: Station.Name, in transaction: WriteTransaction) throws -> TagQueue {
    guard let queue = try transaction.tagQueue(station) else { throw TagError.noQueue }
    try publishQueue(station, in: transaction)
    transaction.afterCommit(published)
    return queue
  }

  private func copies(_ choice: QueueChoice, in transaction: WriteTransaction) throws -> [Copy.ID] {
    switch choice {
    case .untagged: return try transaction.copiesWithoutTag(in: nil)
    case .place(let place):
      guard try transaction.place(place) != nil else { throw TagError.noSuchPlace }
      return try transaction.copiesWithoutTag(in: place)
    case .copies(let copies):
      var seen: Set<Copy.ID> = []
      for copy in copies where try transaction.copy(copy) == nil { throw TagError.noSuchCopy }
      return copies.filter { seen.insert($0).inserted }
    }
  }
}
