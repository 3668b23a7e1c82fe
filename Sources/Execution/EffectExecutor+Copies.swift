internal import Catalogue
internal import Deadwax
internal import Lending
internal import StationLogic
internal import Storage

extension EffectExecutor {
  mutating func add(_ release: Release.ID, _ outcome: Outcome) throws -> Outcome {
    let copy = try Accession.addCopy(of: release, in: transaction)
    note(.add)
    var outcome = outcome
    outcome.release = release
    outcome.copy = copy.id
    return outcome
  }

  /// Gives the copy that was just added the settings of its batch. If its place no longer exists, the copy has none.
  mutating func add(_ copy: Copy.ID?, to additions: StationState.Additions, _ location: Location?) throws {
    guard let copy else { return }
    let settings = additions.settings
    if let condition = settings.condition { try transaction.grade(copy, media: condition) }
    if let location { try transaction.move(copy, to: location) }
    if settings.accession != nil || settings.source != nil, var facts = try transaction.ownFacts(of: copy) {
      (facts.accession, facts.acquiredFrom) = (settings.accession, settings.source)
      facts.acquiredOn = library.due.calendar.zone.day(at: transaction.now)
      try transaction.store(facts, of: copy)
    }
    if settings.wantsTag { try tags?.enqueue(copy, at: station, by: by, in: transaction) }
    join(copy, additions.id)
  }

  mutating func find(_ copy: Copy) throws {
    try transaction.set(.available, of: copy.id)
    note(.copy)
    try report(copy.id, .found)
  }

  mutating func count(_ copy: Copy, inHouse: Bool) throws {
    if inHouse {
      try transaction.countInHouse(of: copy.id)
    } else {
      try transaction.countPlay(of: copy.id, at: station)
    }
    note(inHouse ? .copy : .played)
    try report(copy.id, inHouse ? .inHouse : .played)
  }

  mutating func grade(_ copy: Copy, _ grade: String) throws {
    try transaction.grade(copy.id, media: grade)
    note(.condition)
    try report(copy.id, .condition)
  }

  mutating func addToWishList(_ release: Release.ID) throws {
    try transaction.setWished(true, release)
    note(.wish)
    try transaction.publish(.releaseChanged, station: station, subject: release.text)
  }

  mutating func shelve(_ copy: Copy, _ location: Location) throws {
    if let slot = location.slot, try transaction.slot(slot)?.isDisabled ?? false { throw Refused(.slotDisabled) }
    do {
      try transaction.attempt { try transaction.move(copy.id, to: location) }
    } catch let error as StorageError where error.kind == .conflict {
      throw Refused(.slotOccupied)
    }
    note(.shelve)
    try transaction.publish(.copyShelved(place: location.place), station: station, subject: copy.id.text)
  }

  mutating func unshelve(_ copy: Copy) throws {
    try transaction.unshelve(copy.id)
    note(.shelve)
    try report(copy.id, .unplaced)
  }

  mutating func move(_ place: Place, into target: Place.ID) throws {
    var moved = place
    moved.parent = target
    try transaction.update(moved)
    note(.place)
    try transaction.publish(.placeChanged, station: station, subject: place.id.text)
  }

  mutating func write(_ copy: Copy, _ tag: BindingCandidate, _ confirmed: [Outcome.Code]) throws {
    // A replay draws the id too, so that all later ids are the same.
    let id: TagJob.ID = transaction.newID()
    guard let tags else {
      if let tagRefusal { throw Refused(tagRefusal) }
      return
    }
    guard let uid = tag.uid else {
      tagRefusal = .wrongKind
      throw Refused(.wrongKind)
    }
    let isQueued = try transaction.tagQueueLine(station)?.copy == copy.id
    let work = StoredTagJob(
      job: TagJob(
        id: id, action: .write, uid: tag.tag?.uid ?? uid, copy: copy.id, code: copy.code, station: station,
        by: by, deadline: transaction.now + library.stations.writeTime, createdAt: transaction.now),
      overwrite: confirmed.contains(.tagForeignContent), moves: confirmed.contains(.tagBound) ? tag.binding : nil,
      seals: try isQueued && transaction.tagQueueSeals(station), scan: scan)
    do {
      try tags.place(work, in: transaction)
    } catch let refusal as TagRefusal {
      let code = refusal.reasons.first ?? .tagBusy
      tagRefusal = code
      throw Refused(code)
    }
  }

  mutating func bind(_ target: CodeTarget, _ code: BindingCandidate) throws {
    let old = try transaction.binding(of: code.key)
    guard old?.id == code.binding else { throw Refused(.boundElsewhere) }
    if let uid = code.uid, tags != nil, try transaction.tag(uid) == nil {
      try transaction.save(Tag(uid: uid, firstSeenAt: transaction.now, lastSeenAt: transaction.now))
    }
    try rebind(old?.key ?? code.key, to: target, ending: old)
    note(.bind)
  }

  /// Binds a code to a record, and ends its earlier binding.
  func rebind(_ key: Code.Key, to target: CodeTarget, ending old: ActiveBinding?) throws {
    if let old { guard try transaction.end(old) else { throw Refused(.boundElsewhere) } }
    try transaction.bind(key, to: target)
    guard let uid = key.uid else { return }
    try transaction.publishTag(uid, .bound, at: station, target)
  }

  /// Counts a scan in a stock-take. This changes no record of the library.
  func count(_ scan: StockTakeScan, in take: StockTake.ID) throws {
    guard try transaction.insert(scan, of: take), let state = try transaction.stockTake(take)?.state else { return }
    try transaction.publish(.stockTakeChanged(state: state), station: station, subject: take.text)
  }

  func report(_ copy: Copy.ID, _ change: EventBody.CopyChange) throws {
    try transaction.publish(.copyChanged(change: change), station: station, subject: copy.text)
  }
}
