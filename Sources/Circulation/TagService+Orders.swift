package import Deadwax
internal import Desk
internal import ReaderProtocol
internal import Storage

extension TagService {
  /// Has something done to a tag, as a program or a page asks for it: what stands in its way is an error here, not a
  /// question at a desk.
  ///
  /// - Parameters:
  ///   - wish: what is to be done, and all that is allowed for it.
  ///   - station: where the tag lies or will be laid.
  ///   - id: of the job, which makes the order the same one when it is given again; nil for a new one.
  ///   - then: called on the writer's lane with the job when it is safe on disk, or with `TagRefusal` (all reasons at
  ///     once), `TagError` or `StorageError`.
  package func order(
    _ wish: TagWish, at station: Station.Name, id: TagJob.ID? = nil,
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
        let present = field.place(of: uid)?.count ?? 0
        let found = try hindrances(wish, copy, tag, present: present, in: transaction)
        guard found.isEmpty else {
          throw TagRefusal(found, uid: uid, bound: tag.names, present: present)
        }
        let work = TagWork(
          job: TagJob(
            id: id ?? transaction.newID(), action: wish.action, uid: tag.tag?.uid ?? uid, copy: copy?.id,
            code: copy?.code, station: station, deadline: transaction.now + wish.patience, createdAt: transaction.now),
          overwrite: wish.overwrite, moves: wish.move ? tag.binding : nil, replaces: wish.second == .replace,
          seals: wish.seal)
        let job = try place(work, in: transaction)
        transaction.afterCommit(published)
        return job
      }, then: then)
  }

  /// Ends a job that is not over. One that a reader has is ended by the reader, unless it is past ending: then it is
  /// finished, and the answer shows it as it stands.
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

  /// Makes a tag the tag of something, without writing anything on it.
  ///
  /// - Parameters:
  ///   - uid: either byte order; it need not lie there, and need not ever have been seen.
  ///   - target: a copy, a borrower, a place or a slot.
  ///   - move: whether it may be the tag of something else until then.
  ///   - station: the desk it was asked for at, if it was at one.
  ///   - then: called on the writer's lane when it is safe on disk, or with `TagRefusal`, `TagError` or `StorageError`.
  package func bind(
    _ uid: TagUID, to target: CodeTarget, move: Bool = false, at station: Station.Name? = nil,
    then: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    database.submit(
      { [self] transaction in
        guard !uid.isRandom else { throw TagRefusal([.tagRandomUID], uid: uid) }
        guard try transaction.isThere(target) else { throw TagError.noSuchTarget }
        guard try transaction.openTagWork(on: uid) == nil else { throw TagRefusal([.tagBusy], uid: uid) }
        let bound = try transaction.binding(of: uid)
        if bound?.target == target { return }
        guard bound == nil || move else { throw TagRefusal([.tagBound], uid: uid, bound: bound?.target) }
        if try transaction.tag(uid) == nil { try transaction.save(unknown(uid, transaction.now)) }
        try TagBinding(transaction: transaction, station: station, scan: nil)
          .bind(bound?.key ?? Code.Key(uid), to: target, ending: bound)
        transaction.afterCommit(published)
      }, then: then)
  }

  /// Makes a tag name nothing any more. What is written on it stays.
  ///
  /// - Parameters:
  ///   - uid: either byte order.
  ///   - station: the desk it was asked for at, if it was at one.
  ///   - then: called on the writer's lane with what it named, or with `TagError.notBound`.
  package func unbind(
    _ uid: TagUID, at station: Station.Name? = nil, then: @escaping @Sendable (Result<CodeTarget, any Error>) -> Void
  ) {
    database.submit(
      { [self] transaction in
        guard let bound = try transaction.binding(of: uid) else { throw TagError.notBound }
        guard try transaction.openTagWork(on: uid) == nil else { throw TagRefusal([.tagBusy], uid: uid) }
        try TagBinding(transaction: transaction, station: station, scan: nil).unbind(bound)
        transaction.afterCommit(published)
        return bound.target
      }, then: then)
  }

  // MARK: inside a transaction

  /// Keeps a job, with the password that it sets, and gives it to a reader if its tag lies there alone.
  ///
  /// - Throws: `TagRefusal` with `tagBusy` when something is still to be done on that tag.
  func place(_ work: TagWork, in transaction: WriteTransaction) throws -> TagJob {
    let uid = work.job.uid
    // A number in the other byte order is another text: the index alone would not see it.
    guard try transaction.openTagWork(on: uid) == nil else { throw TagRefusal([.tagBusy], uid: uid) }
    if try transaction.tag(uid) == nil { try transaction.save(unknown(uid, transaction.now)) }
    if work.seals || work.job.action == .seal, try transaction.secret(of: uid) == nil {
      try transaction.keep(Self.newSecret(), of: uid)
    }
    do {
      try transaction.insert(work)
    } catch let error as StorageError where error.code == .constraintUnique {
      throw TagRefusal([.tagBusy], uid: uid)
    }
    if let copy = work.job.copy, try transaction.tagQueueLine(work.job.station)?.copy == copy {
      try transaction.noteQueueJob(work.job.id, at: work.job.station)
    }
    try tell(work.job, in: transaction)
    try dispatch(uid, in: transaction)
    return try transaction.tagJob(work.job.id) ?? work.job
  }

  private func onlyTag(at station: Station.Name) throws -> TagUID {
    let tags = field.tags(at: station)
    guard let tag = tags.first else { throw TagRefusal([.noTag]) }
    guard tags.count == 1 else { throw TagRefusal([.twoTags], present: tags.count) }
    return tag.uid
  }

  /// All that stands in the way of a wish and that it does not allow.
  private func hindrances(
    _ wish: TagWish, _ copy: Copy?, _ tag: CodeAtHand, present: Int, in transaction: WriteTransaction
  ) throws -> [Outcome.Code] {
    var found = TagGuard()
    if let copy {
      found = .writing(copy, tag, others: try transaction.tags(of: copy.id), present: present)
    } else {
      if tag.uid?.isRandom ?? true { found.refusals.append(.tagRandomUID) }
      if present > 1 { found.refusals.append(.twoTags) }
      found.refusals += TagGuard.ofMemory(tag)
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

  /// A password that nobody knows and that is not the one tags leave their maker with.
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
