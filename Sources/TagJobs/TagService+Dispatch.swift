package import Deadwax
internal import Execution
internal import Intake
internal import NDEF
internal import ReaderProtocol
package import Storage

extension TagService {
  /// Stores the facts that a reader reported about a tag. Facts that are missing in the report stay unchanged, with one
  /// exception: a report with a content, a code or a fault replaces both the code and the fault.
  package func saw(_ seen: PresentTag, in transaction: WriteTransaction) throws {
    let before = try transaction.tag(seen.uid)
    var tag = before ?? Tag(uid: seen.uid, firstSeenAt: transaction.now, lastSeenAt: transaction.now)
    // Random UIDs are new at every tap and would fill the table with useless rows.
    guard !seen.uid.isRandom else { return }
    tag.lastSeenAt = max(tag.lastSeenAt, transaction.now)
    tag.kind = seen.kind ?? tag.kind
    tag.capacity = seen.capacity ?? tag.capacity
    tag.access = seen.access ?? tag.access
    if seen.content != nil || seen.code != nil || seen.fault != nil {
      tag.content = seen.content ?? tag.content
      tag.code = seen.code
      tag.fault = seen.fault
    }
    try transaction.save(tag)
    if before == nil {
      try transaction.publishTag(tag.uid, .seen, at: seen.station)
    }
  }

  /// Sends the open job for a tag to the reader that the tag is on, if it is the only tag there, or if the reader is
  /// made for many. Only a reader that executes orders gets one, and only for a scheme that has them. The message is sent
  /// only after the state is on disk.
  ///
  /// - Parameters:
  ///   - uid: the tag.
  ///   - isRequested: true if a person has just placed the tag or ordered the job; otherwise a job is sent at most
  ///     `automaticLimit` times.
  ///   - transaction: the transaction that stores the state.
  /// - Throws: a `StorageError`.
  package func dispatch(_ uid: TagID, isRequested: Bool = true, in transaction: WriteTransaction) throws {
    guard let (present, count) = presence.place(of: uid), presence.has(.write, present.reader),
      count == 1 || presence.has(.many, present.reader), present.uid.scheme.takesOrders,
      var work = try transaction.openTagWork(on: uid), work.job.state != .writing,
      isRequested || work.job.attempts < Self.automaticLimit
    else { return }
    guard work.hasBegun || transaction.now < work.job.deadline else { return try endLate(work, in: transaction) }
    let secret = try transaction.secret(of: uid)
    let isSealed = try transaction.tag(uid)?.isSealed ?? false
    let order = order(for: work, on: present, secret, isSealed: isSealed, now: transaction.now)
    work.job.state = .writing
    // The result of the previous attempt no longer applies.
    (work.job.outcome, work.job.detail) = (nil, nil)
    work.job.attempts += 1
    work.reader = present.reader
    work.sentAt = transaction.now
    try store(work, in: transaction)
    transaction.afterCommit { [self] in send(.tag(order), to: present.reader) }
  }

  private func order(
    for work: StoredTagJob, on present: PresentTag, _ secret: TagSecret?, isSealed: Bool, now: Timestamp
  ) -> TagOrder {
    let job = work.job
    // A reader of the other byte order identifies the tag by its own form of the UID.
    var order = TagOrder(
      id: job.id.text, action: .write, uid: present.uid,
      patience: work.hasBegun ? Self.tornTime : max(.zero, job.deadline - now))
    // A tag that our own torn write left may contain anything; a readable foreign message is never ours.
    order.overwrite = work.overwrite || (work.hasBegun && present.content != .foreign)
    if isSealed || work.hasBegun { order.password = secret?.password }
    let seal = secret.flatMap { TagOrder.Seal(password: $0.password, pack: $0.pack) }
    switch job.action {
    case .write:
      if let code = job.code {
        order.message = PseudoBarcode.message(for: code, address: address)
        order.short = PseudoBarcode.addressOnly(for: code, address: address)
      }
      if work.seals { order.seal = seal }
    case .erase: order.action = .erase
    case .seal:
      order.action = .seal
      order.seal = seal
    case .unseal: order.action = .seal
    }
    return order
  }

  // MARK: - Without a result

  /// Marks a job as torn: its reader ended and may have begun the write. The job stays open until the tag is present
  /// again.
  func tear(_ work: StoredTagJob, because detail: String, in transaction: WriteTransaction) throws {
    var work = work
    work.job.state = .torn
    work.hasBegun = true
    work.reader = nil
    work.job.detail = detail
    try store(work, in: transaction)
  }

  /// Returns true if the deadline of a job has passed, or if its reader should have reported a result by now.
  func isLate(_ work: StoredTagJob, _ now: Timestamp) -> Bool {
    switch work.job.state {
    case .waiting: now >= work.job.deadline
    case .writing:
      now >= max(work.job.deadline, (work.sentAt ?? work.job.createdAt) + Self.tornTime) + Self.answerTime
    default: false
    }
  }

  /// Ends a job whose deadline has passed, or marks it as torn.
  func endLate(_ work: StoredTagJob, in transaction: WriteTransaction) throws {
    guard work.job.state == .waiting else {
      return try tear(work, because: "The reader did not report a result.", in: transaction)
    }
    try end(work, .expired, .expired, in: transaction)
  }

  /// Ends a job for good.
  func end(
    _ work: StoredTagJob, _ state: TagJob.State, _ outcome: Outcome.Code, in transaction: WriteTransaction
  ) throws {
    var work = work
    work.job.state = state
    work.job.outcome = outcome
    work.job.finishedAt = transaction.now
    work.reader = nil
    try store(work, in: transaction)
    transaction.afterCommit { [self, job = work.job.id] in
      count(outcome)
      forget(job)
    }
  }

  /// Stores the state of a job, and publishes it.
  func store(_ work: StoredTagJob, in transaction: WriteTransaction) throws {
    try transaction.update(work)
    try publish(work.job, in: transaction)
  }

  /// Publishes the state of a job. The event never contains a password or the UID of a card.
  func publish(_ job: TagJob, in transaction: WriteTransaction) throws {
    let uid = try transaction.wasCard(job.uid) ? nil : job.uid
    try transaction.publish(
      .tagJobChanged(uid: uid, action: job.action, state: job.state, outcome: job.outcome), station: job.station,
      subject: job.id.text)
    transaction.afterCommit { [onResult] in onResult(job) }
  }
}
