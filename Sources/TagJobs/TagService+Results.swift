internal import Deadwax
internal import Execution
internal import Intake
internal import Lending
internal import ReaderProtocol
internal import StationLogic
internal import Storage

extension TagService {
  /// Handles a reader's result of a job, with all consequences in the same transaction.
  func settle(_ result: ReaderMessage.Result, from reader: String, in transaction: WriteTransaction) throws {
    guard let id = TagJob.ID(result.of), var work = try transaction.tagWork(id), work.job.state.isOpen,
      work.reader == nil ? result.isDone && work.hasBegun : work.reader == reader
    else { return }
    let writes = max(0, result.writes ?? 0)
    work.job.writes += writes
    work.job.reads += max(0, result.reads ?? 0)
    work.job.milliseconds += max(0, result.milliseconds ?? 0)
    work.job.form = result.form.flatMap { ["full", "short"].contains($0) ? $0 : nil } ?? work.job.form
    work.job.detail = result.detail.map { String($0.prefix(500)) }
    work.reader = nil
    var tag = try transaction.tag(work.job.uid) ?? unknown(work.job.uid, transaction.now)
    tag.kind = result.kind.map { String($0.prefix(60)) } ?? tag.kind
    tag.capacity = result.capacity ?? tag.capacity
    tag.writes += writes
    if result.isDone {
      try finish(work, tag, result, in: transaction)
    } else {
      try miss(work, tag, result, in: transaction)
    }
  }

  // MARK: - Success

  private func finish(
    _ work: StoredTagJob, _ tag: Tag, _ result: ReaderMessage.Result, in transaction: WriteTransaction
  ) throws {
    var tag = tag
    tag.failures = 0
    tag.fault = nil
    let job = work.job
    let binding = TagBinder(transaction: transaction, station: job.station, scan: work.scan, by: job.by)
    var ended: (state: TagJob.State, outcome: Outcome.Code) = (.done, .tagWritten)
    switch job.action {
    case .write:
      (tag.content, tag.code) = (.own, job.code)
      ended.outcome = result.outcome == Outcome.Code.tagUnchanged.rawValue ? .tagUnchanged : .tagWritten
      if let copy = job.copy, try !bind(job.uid, to: copy, work, binding) { ended = (.failed, .boundElsewhere) }
    case .erase:
      (tag.content, tag.code) = (.empty, nil)
      ended.outcome = .tagErased
      if let bound = try transaction.binding(of: job.uid), bound.id == work.moves { try binding.unbind(bound) }
    case .seal: ended.outcome = .tagSealed
    case .unseal: ended.outcome = .tagUnsealed
    }
    tag.access = access(after: work) ?? tag.access
    try transaction.save(tag)
    if job.action == .seal || work.seals { try transaction.noteSealed(tag.uid, true) }
    if job.action == .unseal || job.action == .erase { try transaction.noteSealed(tag.uid, false) }
    try transaction.publishTag(tag.uid, .written, at: job.station)
    presence.note(tag.uid) { [tag] present in
      (present.content, present.code, present.fault) = (tag.content, tag.code, nil)
      // The first report about a torn tag was incomplete.
      present.kind = tag.kind ?? present.kind
      present.capacity = tag.capacity ?? present.capacity
      present.access = tag.access ?? present.access
    }
    try end(work, ended.state, ended.outcome, in: transaction)
    if ended.state == .done, job.action == .write { try queueGotTag(work.job, in: transaction) }
  }

  /// Binds a tag that was written and verified; returns false if it was bound to something else meanwhile.
  private func bind(
    _ uid: TagID, to copy: Copy.ID, _ work: StoredTagJob, _ binding: TagBinder
  ) throws -> Bool {
    let transaction = binding.transaction
    let bound = try transaction.binding(of: uid)
    if let bound, bound.target != .copy(copy) {
      guard bound.id == work.moves else { return false }
      try binding.bind(Code.Key(uid), to: .copy(copy), ending: bound)
    } else if bound == nil {
      try binding.bind(Code.Key(uid), to: .copy(copy))
    }
    guard work.replaces else { return true }
    for other in try transaction.tags(of: copy) where other != uid && other.reversed != uid {
      if let bound = try transaction.binding(of: other) { try binding.unbind(bound) }
    }
    return true
  }

  private func access(after work: StoredTagJob) -> Tag.Access? {
    switch work.job.action {
    case .seal: .sealed
    case .write: work.seals ? .sealed : nil
    case .erase, .unseal: .writable
    }
  }

  // MARK: - Failure

  private func miss(
    _ work: StoredTagJob, _ tag: Tag, _ result: ReaderMessage.Result, in transaction: WriteTransaction
  ) throws {
    var (work, tag) = (work, tag)
    let outcome = result.outcome.flatMap(Outcome.Code.init(rawValue:)) ?? .readerFault
    work.hasBegun = work.hasBegun || result.hasBegun ?? false
    work.job.outcome = outcome
    switch outcome {
    case .verifyFailed:
      tag.failures += 1
      // The length in its header is 0, so the tag reads as empty until the next write.
      (tag.content, tag.code) = (.empty, nil)
    case .tagLocked: tag.access = .locked
    case .tagPassword: tag.access = .sealed
    case .tagType: tag.access = .unsupported
    case .tagForeignContent: tag.content = .foreign
    default: break
    }
    try transaction.save(tag)
    switch outcome {
    case .cancelled where isWithdrawn(work.job.id): try end(work, .cancelled, outcome, in: transaction)
    // A reader that is stopped cancels its jobs, although no person cancelled them.
    case .tagLost, .readerFault, .expired, .twoTags, .cancelled:
      if work.hasBegun {
        work.job.state = .torn
        try store(work, in: transaction)
      } else if outcome == .twoTags {
        try end(work, .failed, outcome, in: transaction)
      } else if outcome == .expired || transaction.now >= work.job.deadline {
        try end(work, .expired, .expired, in: transaction)
      } else {
        work.job.state = .waiting
        try store(work, in: transaction)
      }
    default:
      try end(work, .failed, outcome, in: transaction)
      if tag.isSuspect {
        try transaction.publishTag(tag.uid, .suspect, at: work.job.station)
      }
      if outcome == .tagForeignContent { try prompt(work, in: transaction) }
    }
  }

  /// Asks the question that arose only when the reader saw the tag, if the station still waits for the write.
  private func prompt(_ work: StoredTagJob, in transaction: WriteTransaction) throws {
    let station = work.job.station
    let stored = try transaction.storedStation(station)
    guard let copy = work.job.copy, let before = stored.state else { return }
    let policy = try policies.library(in: transaction).stations
    let home = try policies.station(stored.policy).home
    let state = before.clamped(to: transaction.now, policy).expired(at: transaction.now, home: home)
    guard state.mode == .write, state.isResting else { return }
    let question = TagPrompt(
      .tagForeignContent, key: Code.Key(work.job.uid), copy: copy, confirmed: work.moves == nil ? [] : [.tagBound])
    var asking = state
    asking.stage = .question(question, until: transaction.now + policy.questionTime)
    try transaction.put(station, in: asking, because: "tag.asked")
  }

  func unknown(_ uid: TagID, _ now: Timestamp) -> Tag { Tag(uid: uid, firstSeenAt: now, lastSeenAt: now) }
}
