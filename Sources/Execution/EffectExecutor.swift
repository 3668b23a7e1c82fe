internal import Catalogue
package import Deadwax
package import Lending
package import StationLogic
package import Storage

/// Carries out the effects that a station decided on as one change, with their events, inside an open transaction.
/// Either all effects are carried out or none.
package struct EffectExecutor {
  let transaction: WriteTransaction
  /// The tag jobs that effects place and end; nil in a replay, which does not repeat tag jobs.
  let tags: (any TagJobPlacement)?
  let station: Station.Name
  let scan: Reading.ID?
  let library: LibraryPolicy
  /// The session that the effects belong to, for the receipt.
  let session: StationState.Session?

  /// The outcome code with which a tag job was refused; a replay takes it from the recording.
  package var tagRefusal: Outcome.Code?
  /// True if an effect queued a code for look-up.
  package private(set) var wantsLookup = false
  /// The copies that need a label.
  package private(set) var labels: [Copy.ID] = []
  /// The lines for the receipt; they are stored when the change has its number.
  private var lines: [StoredSession.Line] = []
  /// The copies that joined a batch of additions; they are stored when the change has its number.
  private var additions: [(copy: Copy.ID, batch: AdditionBatch.ID)] = []
  private var kind: Change.Kind?
  private(set) var by: String?
  private(set) var reason: String?
  /// The change that undid another one; it is a change of its own.
  private var undo: Change?

  /// The reason that an effect was refused: a constraint of the schema, or a concurrent change.
  struct Refused: Error {
    var code: Outcome.Code
    var word: String?

    init(_ code: Outcome.Code, word: String? = nil) {
      self.code = code
      self.word = word
    }
  }

  /// - Parameters:
  ///   - transaction: the open transaction.
  ///   - tags: the tag jobs; nil in a replay and for effects without tags.
  ///   - station: the station that decided; for staff without one, the name of their office.
  ///   - scan: the scan that the effects belong to, if there is one.
  ///   - by: the person or program that makes the change.
  ///   - library: the library policy.
  ///   - session: the session that the effects belong to, for the receipt.
  package init(
    transaction: WriteTransaction, tags: (any TagJobPlacement)?, station: Station.Name, scan: Reading.ID?, by: String?,
    library: LibraryPolicy, session: StationState.Session?
  ) {
    self.transaction = transaction
    self.tags = tags
    self.station = station
    self.scan = scan
    self.by = by
    self.library = library
    self.session = session
  }

  /// Carries out all effects and returns the actual outcome, because constraints of the schema can still refuse an
  /// effect.
  ///
  /// - Throws: a `StorageError`.
  package mutating func perform(_ effects: [Effect], _ outcome: Outcome) throws -> Outcome {
    guard !effects.isEmpty else { return outcome }
    // A single effect that is refused leaves nothing behind, so only several effects need a savepoint.
    let isGuarded = effects.count > 1
    let start = isGuarded ? try transaction.savepoint() : nil
    let untouched = self
    do {
      var result = outcome
      for effect in effects { result = try perform(effect, result) }
      try start?.release()
      return result
    } catch let refused as Refused {
      try start?.rollBack()
      let answered = tagRefusal
      self = untouched
      tagRefusal = answered
      var outcome = outcome
      outcome.code = refused.code
      outcome.dueAt = nil
      outcome.facts = Outcome.Facts(reasons: [refused.code], word: refused.word)
      return outcome
    }
  }

  private mutating func perform(_ effect: Effect, _ outcome: Outcome) throws -> Outcome {
    switch effect {
    case .addCopy(let release): return try add(release, outcome)
    case .addUnresolved(let gtin):
      let release = try Accession.addUnresolved(
        gtin, scan: scan, target: try transaction.scanTarget(of: station), in: transaction
      ).id
      wantsLookup = true
      return try add(release, outcome)
    case .addToBatch(let additions, let location): try add(outcome.copy, to: additions, location)
    case .addFromDiscogs(let address):
      let release = try Accession.addUnresolved(address, scan: scan, in: transaction).id
      wantsLookup = true
      return try add(release, outcome)
    case .chooseSource(let release, let source): try choose(source, for: release)
    case .lending(let effect): try perform(effect)
    case .countPlay(let copy): try count(copy, inHouse: false)
    case .grade(let copy, let grade): try self.grade(copy, grade)
    case .wish(let release): try addToWishList(release)
    case .collect(let subject, let crate): try collect(subject, into: crate)
    case .shelve(let copy, let location): try shelve(copy, location)
    case .writeTag(let copy, let tag, let confirmed): try write(copy, tag, confirmed)
    case .bind(let copy, let code): try bind(.copy(copy.id), code)
    case .bindFree(let target, let code): try bind(target, code)
    case .unshelve(let copy): try unshelve(copy)
    case .movePlace(let place, let target): try move(place, into: target)
    case .endQueue: try tags?.endQueue(at: station, in: transaction)
    case .label(let copy): labels.append(copy.id)
    case .storeUnknown(let key, let symbology): try storeUnknown(key, symbology)
    case .lookUpAgain(let key): try lookUpAgain(key)
    case .claim(let key, let copy): try claim(key, copy)
    case .forget(let key): try dismiss(key)
    case .count(let scan, let take): try count(scan, in: take)
    case .undo(let change): try undo(change)
    case .countPIN(let borrower, let isRight): try countPIN(of: borrower, isRight: isRight)
    case .setQuiet(let isQuiet): try setPolicy { $0.isQuiet = isQuiet }
    case .setLanguage(let language): try setPolicy { $0.language = language }
    case .override(let staff, let reasons, let why): try override(staff, reasons, why)
    }
    return outcome
  }

  /// Stores the beginning and the end of batches of additions, and their settings, from the difference of two states.
  package func followBatches(from before: StationState, to after: StationState) throws {
    let (ended, set) = after.additions(since: before)
    if let ended { try transaction.end(ended) }
    if let set { try transaction.set(set, at: station) }
  }

  /// Stores the beginning and the end of sessions from the difference of two states. This includes sessions that a
  /// timeout ended, which has no effect of its own.
  package func followSessions(from before: StationState, to after: StationState) throws {
    let (ended, begun) = after.sessions(since: before)
    if let ended { _ = try transaction.end(ended) }
    if let begun {
      try transaction.insert(
        StoredSession(id: begun.id, station: station, borrower: begun.borrower, beganAt: transaction.now))
    }
  }

  /// Records everything that was touched as one change.
  ///
  /// - Returns: the undo, if there was one, or else the new change; nil if nothing differs.
  package mutating func recordChange() throws -> Change? {
    let change = try transaction.recordChange(
      kind ?? .copy, scan: scan, station: station, by: by, reason: reason)
    if let session { for line in lines { try transaction.append(line, to: session.id, change: change) } }
    if let change { for line in additions { try transaction.append(line.copy, to: line.batch, change: change) } }
    return undo ?? change
  }

  /// Combines the kinds of the parts to the kind of the change. The most important part decides: a check-out that
  /// includes a return counts as a check-out.
  mutating func note(_ part: Change.Kind) {
    guard kind != .lend else { return }
    if kind == nil || [.lend, .checkIn, .add].contains(part) { kind = part }
  }

  mutating func receipt(_ line: StoredSession.Line) { lines.append(line) }
  mutating func join(_ copy: Copy.ID, _ batch: AdditionBatch.ID) { additions.append((copy, batch)) }
  mutating func want(label copy: Copy.ID) { labels.append(copy) }
  mutating func wantLookup() { wantsLookup = true }

  mutating func note(undo change: Change) { undo = change }

  /// Counts a PIN attempt. The count is no part of a change, because it must not be undone.
  private func countPIN(of borrower: Borrower.ID, isRight: Bool) throws {
    if isRight {
      try transaction.notePINSuccess(of: borrower)
    } else {
      let failures = try transaction.pin(of: borrower)?.failures ?? 0
      let lock = library.stations.pinLock(after: failures + 1, at: transaction.now)
      try transaction.notePINFailure(of: borrower, lockedUntil: lock)
    }
  }

  private mutating func override(_ staff: Borrower.ID?, _ reasons: [Outcome.Code], _ why: String) throws {
    if let staff, let person = try transaction.borrower(staff) { by = person.shortName }
    let codes = reasons.map(\.rawValue).joined(separator: ", ")
    reason = why.isEmpty ? codes : "\(codes): \(why)"
  }
}
