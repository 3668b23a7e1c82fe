internal import Catalogue
internal import Deadwax
internal import Desk
internal import Lending
internal import Storage

/// Carries out what a desk decided: all its effects on the records as one change, with their events, inside the
/// transaction that is open. Either all of them happen or none.
struct Circulation {
  let transaction: WriteTransaction
  /// Nil in a replay: the jobs on tags are not replayed.
  let tags: TagService?
  let station: Station.Name
  let scan: Reading.ID?
  let house: HousePolicy
  /// The session that it happens in, for the receipt.
  let session: StationState.Session?

  /// What the jobs on tags answered, where they refused; a replay has it from the recording.
  var tagRefusal: Outcome.Code?
  private(set) var wantsLookup = false
  private(set) var labels: [Copy.ID] = []
  /// What the receipt gets, once the change has its number.
  private var lines: [Visit.Line] = []
  private var kind: Change.Kind?
  private(set) var by: String?
  private(set) var reason: String?
  /// What has taken something back: a change of its own.
  private var undo: Change?

  /// Why an effect did not happen: the schema, or somebody who was quicker.
  struct Refused: Error {
    var code: Outcome.Code
    var word: String?

    init(_ code: Outcome.Code, word: String? = nil) {
      self.code = code
      self.word = word
    }
  }

  init(
    transaction: WriteTransaction, tags: TagService?, station: Station.Name, scan: Reading.ID?, by: String?,
    house: HousePolicy, session: StationState.Session?
  ) {
    self.transaction = transaction
    self.tags = tags
    self.station = station
    self.scan = scan
    self.by = by
    self.house = house
    self.session = session
  }

  /// Performs all effects, and returns the outcome as it really came to be: the schema has the last word.
  ///
  /// - Throws: a `StorageError`.
  mutating func perform(_ effects: [Effect], _ outcome: Outcome) throws -> Outcome {
    guard !effects.isEmpty else { return outcome }
    // Only what comes second leaves a first behind when it is refused.
    let isGuarded = effects.count > 1
    if isGuarded { try transaction.run("SAVEPOINT effects") }
    let untouched = self
    do {
      var result = outcome
      for effect in effects { result = try perform(effect, result) }
      if isGuarded { try transaction.run("RELEASE effects") }
      return result
    } catch let refused as Refused {
      if isGuarded {
        try transaction.run("ROLLBACK TO effects")
        try transaction.run("RELEASE effects")
      }
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
      let release = try Accession.addUnresolved(gtin, scan: scan, in: transaction).id
      wantsLookup = true
      return try add(release, outcome)
    case .lend(let copy, let borrower, let due, let hold, let found, let at):
      try lend(copy, to: borrower, due, fulfils: hold, found: found, at: at)
    case .giveBack(let loan, let at, let parts, let fee): try giveBack(loan, at, parts, fee)
    case .notePartsBack(let loan, let parts): try notePartsBack(loan, parts)
    case .renew(let loan, let due): try renew(loan, due)
    case .setAside(let copy, let hold, let until): try setAside(copy, hold, until)
    case .find(let copy): try find(copy)
    case .countInHouse(let copy): try count(copy, inHouse: true)
    case .countPlay(let copy): try count(copy, inHouse: false)
    case .grade(let copy, let grade): try self.grade(copy, grade)
    case .wish(let release): try wish(release)
    case .shelve(let copy, let location): try shelve(copy, location)
    case .writeTag(let copy, let tag, let confirmed): try write(copy, tag, confirmed)
    case .bind(let copy, let code): try bind(copy, code)
    case .endQueue: if let tags { _ = try tags.endQueue(at: station, in: transaction) }
    case .label(let copy): labels.append(copy.id)
    case .keepUnknown(let key, let symbology): try keepUnknown(key, symbology)
    case .lookUpAgain(let key): try lookUpAgain(key)
    case .claim(let key, let copy): try claim(key, copy)
    case .forget(let key): try forget(key)
    case .undo(let change): try undo(change)
    case .countPIN(let borrower, let isRight): try countPIN(of: borrower, isRight: isRight)
    case .setQuiet(let isQuiet): try setPolicy { $0.isQuiet = isQuiet }
    case .setLanguage(let language): try setPolicy { $0.language = language }
    case .override(let staff, let reasons, let why): try override(staff, reasons, why)
    }
    return outcome
  }

  /// A session that the state has or has no more is a visit that began or ended: also by a time-out, which asks for no
  /// effect.
  func followSessions(from before: StationState, to after: StationState) throws {
    let (ended, begun) = after.visits(since: before)
    if let ended { _ = try transaction.end(ended) }
    if let begun {
      try transaction.insert(
        Visit(id: begun.visit, station: station, borrower: begun.borrower, beganAt: transaction.now))
    }
  }

  /// Keeps everything that was touched as one change, and tells what was taken back.
  ///
  /// - Returns: nil when nothing is different.
  mutating func recordChange() throws -> Change? {
    let change = try transaction.recordChange(
      kind ?? .copy, scan: scan, station: station, by: by, reason: reason)
    if let session { for line in lines { try transaction.append(line, to: session.visit, change: change) } }
    return undo ?? change
  }

  /// The kind of the whole is that of its weightiest part: a return within a loan is a loan.
  mutating func note(_ part: Change.Kind) {
    guard kind != .lend else { return }
    if kind == nil || [.lend, .giveBack, .add].contains(part) { kind = part }
  }

  mutating func receipt(_ line: Visit.Line) { lines.append(line) }
  mutating func want(label copy: Copy.ID) { labels.append(copy) }
  mutating func wantLookup() { wantsLookup = true }

  mutating func note(undo change: Change) { undo = change }

  /// No part of any change: nobody takes back that a PIN was wrong.
  private func countPIN(of borrower: Borrower.ID, isRight: Bool) throws {
    if isRight {
      try transaction.notePINSuccess(of: borrower)
    } else {
      try transaction.notePINFailure(of: borrower, tries: house.desk.pinTries, lock: house.desk.pinLockTime)
    }
  }

  private mutating func override(_ staff: Borrower.ID?, _ reasons: [Outcome.Code], _ why: String) throws {
    if let staff, let person = try transaction.borrower(staff) { by = person.shortName }
    let codes = reasons.map(\.rawValue).joined(separator: ", ")
    reason = why.isEmpty ? codes : "\(codes): \(why)"
  }
}
