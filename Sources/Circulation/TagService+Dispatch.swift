internal import Deadwax
internal import NDEF
internal import ReaderProtocol
internal import Storage

extension TagService {
  /// Keeps what a reader told of a tag. What it could not tell stays as it was known.
  func saw(_ seen: PresentTag, in transaction: WriteTransaction) throws {
    let before = try transaction.tag(seen.uid)
    var tag = before ?? Tag(uid: seen.uid, firstSeenAt: transaction.now, lastSeenAt: transaction.now)
    // A number that is drawn anew at every tap would fill the table with strangers.
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
      try transaction.publishTag(tag.uid, "seen", at: seen.station)
    }
  }

  /// Gives what is still to be done on a tag to the reader on which it lies alone. Nothing is sent before that is on the
  /// disk.
  ///
  /// - Parameters:
  ///   - uid: the tag.
  ///   - isAsked: whether somebody has just laid it down, or asked for the job; else it is given so many times and no
  ///     more.
  ///   - transaction: in which that is kept.
  /// - Throws: a `StorageError`.
  func dispatch(_ uid: TagUID, isAsked: Bool = true, in transaction: WriteTransaction) throws {
    guard let (present, count) = field.place(of: uid), count == 1,
      var work = try transaction.openTagWork(on: uid), work.job.state != .writing,
      isAsked || work.job.attempts < Self.unaskedLimit
    else { return }
    guard work.hasBegun || transaction.now < work.job.deadline else { return try endLate(work, in: transaction) }
    let secret = try transaction.secret(of: uid)
    let isSealed = try transaction.tag(uid)?.isSealed ?? false
    let order = order(for: work, on: present, secret, isSealed: isSealed, now: transaction.now)
    work.job.state = .writing
    // How the try before ended is no news any more.
    (work.job.outcome, work.job.detail) = (nil, nil)
    work.job.attempts += 1
    work.reader = present.reader
    work.sentAt = transaction.now
    try keep(work, in: transaction)
    transaction.afterCommit { [self] in send(.tag(order), to: present.reader) }
  }

  private func order(
    for work: TagWork, on present: PresentTag, _ secret: TagSecret?, isSealed: Bool, now: Timestamp
  ) -> TagOrder {
    let job = work.job
    // A reader of the other byte order finds the tag under its own number.
    var order = TagOrder(
      id: job.id.text, action: .write, uid: present.uid,
      patience: work.hasBegun ? Self.tornTime : max(.zero, job.deadline - now))
    // What we have torn ourselves may look like anything; what reads like somebody's message is somebody's message.
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

  // MARK: without a result

  /// A reader has gone that may have begun: the job stays open until the tag is there again.
  func tear(_ work: TagWork, because detail: String, in transaction: WriteTransaction) throws {
    var work = work
    work.job.state = .torn
    work.hasBegun = true
    work.reader = nil
    work.job.detail = detail
    try keep(work, in: transaction)
  }

  /// Whether a job's time is over, or that of the reader which should have told how it ended.
  func isLate(_ work: TagWork, _ now: Timestamp) -> Bool {
    switch work.job.state {
    case .waiting: now >= work.job.deadline
    case .writing:
      now >= max(work.job.deadline, (work.sentAt ?? work.job.createdAt) + Self.tornTime) + Self.answerTime
    default: false
    }
  }

  /// Ends a job whose time is over, or leaves it torn.
  func endLate(_ work: TagWork, in transaction: WriteTransaction) throws {
    guard work.job.state == .waiting else {
      return try tear(work, because: "The reader did not say how it ended.", in: transaction)
    }
    try end(work, .expired, .expired, in: transaction)
  }

  /// Ends a job for good.
  func end(
    _ work: TagWork, _ state: TagJob.State, _ outcome: Outcome.Code, in transaction: WriteTransaction
  ) throws {
    var work = work
    work.job.state = state
    work.job.outcome = outcome
    work.job.finishedAt = transaction.now
    work.reader = nil
    try keep(work, in: transaction)
    transaction.afterCommit { [self, job = work.job.id] in
      count(outcome)
      forget(job)
    }
  }

  /// Keeps where a job stands, and tells it.
  func keep(_ work: TagWork, in transaction: WriteTransaction) throws {
    try transaction.update(work)
    try tell(work.job, in: transaction)
  }

  /// Tells that a job has come to another state. Never anything that opens a tag, nor the number
  /// of somebody's card.
  func tell(_ job: TagJob, in transaction: WriteTransaction) throws {
    var members = [#""action":"\#(job.action.rawValue)""#, #""state":"\#(job.state.rawValue)""#]
    if try !transaction.wasCard(job.uid) { members.insert(#""uid":"\#(job.uid)""#, at: 0) }
    if let outcome = job.outcome { members.append(#""outcome":"\#(outcome.rawValue)""#) }
    try transaction.publish(
      .tagJobChanged, station: job.station, subject: job.id.text, payload: members.joined(separator: ","))
    transaction.afterCommit { [told] in told(job) }
  }
}
