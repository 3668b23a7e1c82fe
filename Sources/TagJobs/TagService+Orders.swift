package import Deadwax
internal import Execution
internal import Intake
internal import ReaderProtocol
internal import StationLogic
package import Storage

extension TagService {
  /// Orders a tag job for a client of the API. Reasons against it are errors here, while a station asks questions.
  ///
  /// - Parameters:
  ///   - wish: the action, with everything that it allows.
  ///   - station: the station where the tag is or will be placed.
  ///   - id: the id of the job. It is the idempotency key: an existing job with this id is returned. Nil for a new id.
  ///   - by: the person or program that orders it; nil for the station itself.
  ///   - then: called on the writer's lane with the job when it is on disk, or with `TagRefusal` (all reasons at once),
  ///     `TagError` or `StorageError`.
  package func order(
    _ wish: TagRequest, at station: Station.Name, id: TagJob.ID? = nil, by: String?,
    then: @escaping @Sendable (Result<TagJob, any Error>) -> Void
  ) {
    database.submit(
      { [self] transaction in
        if let id, let job = try transaction.tagJob(id) { return job }
        guard (wish.action == .write) == (wish.copy != nil) else { throw TagError.badWish }
        let uid = try wish.uid ?? onlyTag(at: station)
        let tag = try transaction.atHand(Code.Key(uid), leastCapacity: leastCapacity)
        let copy = try wish.copy.map { id in
          guard let copy = try transaction.copy(id) else { throw TagError.noSuchCopy }
          return copy
        }
        let present = presence.countForWriting(uid)
        let found = try hindrances(wish, copy, tag, present: present, in: transaction)
        guard found.isEmpty else {
          throw TagRefusal(found, uid: uid, bound: tag.names, present: present)
        }
        let work = StoredTagJob(
          job: TagJob(
            id: id ?? transaction.newID(), action: wish.action, uid: tag.tag?.uid ?? uid, copy: copy?.id,
            code: copy?.code, station: station, by: by, deadline: transaction.now + wish.patience,
            createdAt: transaction.now),
          overwrite: wish.overwrite, moves: wish.move ? tag.binding : nil, replaces: wish.second == .replace,
          seals: wish.seal)
        let job = try place(work, in: transaction)
        transaction.afterCommit(published)
        return job
      }, then: then)
  }

  /// Cancels an open job. If a reader has it, sends the reader a request to cancel it. A write that can no longer
  /// be stopped is finished, and the answer contains the job's current state.
  package func cancel(_ id: TagJob.ID, then: @escaping @Sendable (Result<TagJob, any Error>) -> Void) {
    database.submit(
      { [self] transaction in
        guard let work = try transaction.tagWork(id) else { throw TagError.noSuchJob }
        guard work.job.state.isOpen else { throw TagError.alreadyOver }
        if let reader = work.reader {
          withdraw(id)
          transaction.afterCommit { [self] in send(.cancel(id.text), to: reader) }
        } else {
          try end(work, .cancelled, .cancelled, in: transaction)
        }
        transaction.afterCommit(published)
        return try transaction.tagJob(id) ?? work.job
      }, then: then)
  }

  /// Binds a tag to a record, without writing to it.
  ///
  /// - Parameters:
  ///   - uid: the UID in either byte order. The tag need not be present, nor ever have been seen.
  ///   - target: a copy, a borrower, a place or a slot.
  ///   - move: true if the tag may be bound to something else until now.
  ///   - version: the version of the binding that the caller has seen, as `TagView.version`; nil for any.
  ///   - station: the station that ordered it; nil for none.
  ///   - by: the person or program that orders it, if it is known.
  ///   - then: called on the writer's lane when it is on disk, or with `TagRefusal`, `TagError` or `StorageError`.
  ///     `TagError.staleVersion` if the binding has another version.
  package func bind(
    _ uid: TagID, to target: CodeTarget, move: Bool = false, ifVersion version: Int?,
    at station: Station.Name? = nil, by: String? = nil,
    then: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    database.submit(
      { [self] transaction in
        guard !uid.isRandom else { throw TagRefusal([.tagRandomUID], uid: uid) }
        guard try transaction.isThere(target) else { throw TagError.noSuchTarget }
        guard try transaction.openTagWork(on: uid) == nil else { throw TagRefusal([.tagBusy], uid: uid) }
        let bound = try transaction.binding(of: uid)
        try Self.check(version, is: bound?.version ?? 0)
        if bound?.target == target { return }
        guard bound == nil || move else { throw TagRefusal([.tagBound], uid: uid, bound: bound?.target) }
        if try transaction.tag(uid) == nil { try transaction.save(unknown(uid, transaction.now)) }
        try TagBinder(transaction: transaction, station: station, scan: nil, by: by)
          .bind(bound?.key ?? Code.Key(uid), to: target, ending: bound)
        transaction.afterCommit(published)
      }, then: then)
  }

  /// Unbinds a tag. Its content stays unchanged.
  ///
  /// - Parameters:
  ///   - uid: the UID in either byte order.
  ///   - version: the version of the binding that the caller has seen, as `TagView.version`; nil for any.
  ///   - station: the station that ordered it; nil for none.
  ///   - by: the person or program that orders it, if it is known.
  ///   - then: called on the writer's lane with the record that it was bound to, or with `TagError.notBound` or
  ///     `.staleVersion`, `TagRefusal` with `tagBusy`, or a `StorageError`.
  package func unbind(
    _ uid: TagID, ifVersion version: Int?, at station: Station.Name? = nil, by: String? = nil,
    then: @escaping @Sendable (Result<CodeTarget, any Error>) -> Void
  ) {
    database.submit(
      { [self] transaction in
        guard let bound = try transaction.binding(of: uid) else { throw TagError.notBound }
        try Self.check(version, is: bound.version)
        guard try transaction.openTagWork(on: uid) == nil else { throw TagRefusal([.tagBusy], uid: uid) }
        try TagBinder(transaction: transaction, station: station, scan: nil, by: by).unbind(bound)
        transaction.afterCommit(published)
        return bound.target
      }, then: then)
  }

  // MARK: - Inside a transaction

  /// Passes a change whose precondition matches the current version.
  ///
  /// - Throws: `TagError.staleVersion`.
  static func check(_ seen: Int?, is current: Int) throws(TagError) {
    guard seen == nil || seen == current else { throw .staleVersion(now: current) }
  }

  /// Stores a job with the password that it sets, and sends it to a reader if its tag is the only one there. A job
  /// without an author that writes the tag of the queue's next copy has the author of the queue.
  ///
  /// - Throws: `TagRefusal` with `tagBusy` if the tag has an open job.
  package func place(_ work: StoredTagJob, in transaction: WriteTransaction) throws -> TagJob {
    let uid = work.job.uid
    // The UID in the other byte order is a different text, which the unique index does not detect.
    guard try transaction.openTagWork(on: uid) == nil else { throw TagRefusal([.tagBusy], uid: uid) }
    if try transaction.tag(uid) == nil { try transaction.save(unknown(uid, transaction.now)) }
    if work.seals || work.job.action == .seal, try transaction.secret(of: uid) == nil {
      try transaction.store(Self.newSecret(), of: uid)
    }
    let station = work.job.station
    let isQueued = try work.job.copy.map { try transaction.tagQueueLine(station)?.copy == $0 } ?? false
    let author = work.job.by
    var work = work
    if isQueued, author == nil { work.job.by = try transaction.tagQueueAuthor(station) }
    do {
      try transaction.attempt { try transaction.insert(work) }
    } catch let error as StorageError where error.kind == .conflict {
      throw TagRefusal([.tagBusy], uid: uid)
    }
    // The order of the queue is in the history already.
    try transaction.noteOrder(.tagJob, of: OrderedJob(work.job), at: station, by: author)
    if isQueued { try transaction.noteQueueJob(work.job.id, at: station) }
    try publish(work.job, in: transaction)
    try dispatch(uid, in: transaction)
    return try transaction.tagJob(work.job.id) ?? work.job
  }

  private func onlyTag(at station: Station.Name) throws -> TagID {
    let tags = presence.tags(at: station).filter { presence.has(.write, $0.reader) }
    guard let tag = tags.first else { throw TagRefusal([.noTag]) }
    let refusals = TagGuard.twoTags(present: tags.count)
    guard refusals.isEmpty else { throw TagRefusal(refusals, present: tags.count) }
    return tag.uid
  }

  /// Returns all reasons against a wish, except those that it allows.
  private func hindrances(
    _ wish: TagRequest, _ copy: Copy?, _ tag: BindingCandidate, present: Int, in transaction: WriteTransaction
  ) throws -> [Outcome.Code] {
    var found = TagGuard()
    if let copy {
      found = .writing(copy, tag, others: try transaction.tags(of: copy.id), present: present)
    } else {
      if tag.uid?.isRandom ?? true { found.refusals.append(.tagRandomUID) }
      found.refusals += TagGuard.twoTags(present: present) + TagGuard.ofMemory(tag)
      if tag.openJob != nil { found.refusals.append(.tagBusy) }
      if wish.action == .unseal, !tag.canBeOpened { found.refusals.append(.tagPassword) }
      if wish.action == .erase {
        if tag.bound != nil { found.questions.append(.tagBound) }
        if tag.tag?.content == .foreign { found.questions.append(.tagForeignContent) }
      }
    }
    return found.refusals
      + found.questions.filter { question in
        switch question {
        case .tagBound: !wish.move
        case .tagForeignContent: !wish.overwrite
        case .copyHasTag: wish.second == .refuse
        default: true
        }
      }
  }

  /// Returns a random password that differs from the factory default of tags.
  private static func newSecret() -> TagSecret {
    var random = SystemRandomNumberGenerator()
    let password = (0..<4).map { _ in UInt8.random(in: 0...254, using: &random) }
    return TagSecret(password: password, pack: (0..<2).map { _ in UInt8.random(in: 0...255, using: &random) })
  }
}

extension Queryable {
  fileprivate func isThere(_ target: CodeTarget) throws -> Bool {
    switch target {
    case .release: false
    case .copy(let id): try copy(id) != nil
    case .borrower(let id): try borrower(id) != nil
    case .place(let id): try place(id) != nil
    case .slot(let id): try slot(id) != nil
    }
  }
}
