internal import Deadwax
internal import Desk
internal import Lanes
internal import Lending
internal import Log
internal import Secrets
internal import Storage

/// What all the use cases of staff share.
struct CounterRoom: Sendable {
  let database: Database
  let logger: Logger
  let defaults: HousePolicy
  let policies: HousePolicies
  let isClockRight: @Sendable () -> Bool
  let published: @Sendable () -> Void
  let lookupWanted: @Sendable () -> Void
  let erasureBegun: @Sendable () -> Void
  /// Drawn when the program starts: what was asked before is asked anew.
  let key = SignedText.newKey()

  init(
    database: Database, logger: Logger, defaults: HousePolicy, isClockRight: @escaping @Sendable () -> Bool,
    published: @escaping @Sendable () -> Void, lookupWanted: @escaping @Sendable () -> Void,
    erasureBegun: @escaping @Sendable () -> Void
  ) {
    self.database = database
    self.logger = logger
    self.defaults = defaults
    policies = HousePolicies(defaults: defaults)
    self.isClockRight = isClockRight
    self.published = published
    self.lookupWanted = lookupWanted
    self.erasureBegun = erasureBegun
  }

  /// The rules of the house as the settings have them now.
  func house(in records: any Queryable) throws -> HousePolicy { try policies.house(in: records) }

  /// Changes the records, and has what was published told.
  func write<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) throws -> Result {
    try database.write { [published] transaction in
      let result = try body(transaction)
      transaction.afterCommit(published)
      return result
    }
  }

  // MARK: questions

  /// The text that stands for a question: a yes is given to exactly what was asked, and not for ever.
  func text(of asked: Confirming, house: HousePolicy, at now: Timestamp) -> String {
    SignedText.text(of: Confirmation(asked, until: now + house.desk.questionTime).payload, key: key)
  }

  /// Whether a text is a yes to what would be asked now. A text that was not made here is none.
  func isYes(_ text: String?, to asked: Confirming, at now: Timestamp) -> Bool {
    guard let text, let bytes = SignedText.bytes(of: text, key: key), let given = Confirmation(payload: bytes) else {
      return false
    }
    return given.worth(against: asked, at: now) == .good
  }

  /// Lets on only what nothing stands against, or what was said yes to with all that is asked of staff: a reason for what
  /// a rule forbids, a yes for what is only to be confirmed.
  ///
  /// - Throws: `CounterRefusal` with everything at once.
  func check(
    _ found: Assessment, _ asked: Confirming, yes: String?, why: String?, house: HousePolicy, at now: Timestamp
  ) throws {
    guard !found.isClear else { return }
    let isBlocked = !found.blockers.isEmpty && (why == nil || !found.isOverridable)
    let isUnasked = !found.confirms.isEmpty && !isYes(yes, to: asked, at: now)
    guard isBlocked || isUnasked else { return }
    let canBeSaid = found.isOverridable && !found.confirms.isEmpty
    throw CounterRefusal(
      found.reasons.first ?? .notAllowed, reasons: found.reasons, notes: found.warnings,
      token: canBeSaid ? asked : nil, confirmation: canBeSaid ? text(of: asked, house: house, at: now) : nil,
      canOverride: isBlocked && found.isOverridable)
  }
}

extension WriteTransaction {
  /// Carries out effects as a desk does, for staff without one.
  ///
  /// - Throws: `CounterRefusal` with what the records said against it.
  func perform(_ effects: [Effect], _ code: Outcome.Code, house: HousePolicy, by: String?) throws {
    var circulation = Circulation(
      transaction: self, tags: nil, station: .office, scan: nil, by: by, house: house, session: nil)
    let outcome = try circulation.perform(effects, Outcome(code, mode: .lookup))
    guard outcome.code == code else { throw CounterRefusal(outcome.code) }
  }

  /// Ends a piece of staff's work: everything that it touched is one change, which belongs to no desk.
  @discardableResult
  func keepChange(_ kind: Change.Kind, by: String?, reason: String? = nil) throws -> Change? {
    try recordChange(kind, by: by, reason: reason)
  }
}

extension Station.Name {
  /// Where what staff do without a desk was done.
  static let office = Station.Name("office") ?? .desk
}

extension Queryable {
  /// - Throws: `CounterError.noSuchCopy`, or `.noSuchCode` for a code that names no copy.
  func copy(_ named: Loans.Named<Copy>) throws -> Copy {
    switch named {
    case .id(let id):
      guard let copy = try copy(id) else { throw CounterError.noSuchCopy }
      return copy
    case .code(let text):
      switch try self.named(by: Code.classify(text, symbology: nil)) {
      case .copy(let copy), .cardAnd(_, .copy(let copy)): return copy
      case .release(_, let copies) where copies.count == 1: return copies[0]
      case .release, .releases: throw CounterRefusal(.chooseCopy)
      default: break
      }
      guard let uid = TagUID(text), case .copy(let id)? = try binding(of: uid)?.target, let copy = try copy(id) else {
        throw CounterError.noSuchCode
      }
      return copy
    }
  }

  /// - Throws: `CounterError.noSuchBorrower`, or `.noSuchCard` for a code that names nobody.
  func borrower(_ named: Loans.Named<Borrower>) throws -> Borrower {
    switch named {
    case .id(let id):
      guard let borrower = try borrower(id) else { throw CounterError.noSuchBorrower }
      return borrower
    case .code(let text):
      for key in (try? CardText(text).keys) ?? [] {
        if case .borrower(let id)? = try binding(of: key)?.target, let borrower = try borrower(id) { return borrower }
      }
      throw CounterError.noSuchCard
    }
  }

  func releaseOf(_ copy: Copy) throws -> Release {
    guard let release = try release(copy.release) else { throw CounterError.noSuchRelease }
    return release
  }
}

/// Checks of what people typed.
enum Typed {
  /// A text in one line, without blanks around it.
  ///
  /// - Throws: `CounterError.badValue` for nothing, too much, or what a line cannot have.
  static func line(_ text: String, _ field: String, atMost limit: Int) throws -> String {
    let text = text.trimmed
    guard !text.isEmpty else { throw CounterError.badValue(field: field, sentence: "It must not be empty.") }
    guard text.count <= limit else {
      throw CounterError.badValue(field: field, sentence: "It has at most \(limit) letters.")
    }
    guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
      throw CounterError.badValue(field: field, sentence: "It is one line, without control characters.")
    }
    return text
  }

  /// A text that may be missing: nothing but blanks is none.
  static func optionalLine(_ text: String?, _ field: String, atMost limit: Int) throws -> String? {
    guard let text, !text.trimmed.isEmpty else { return nil }
    return try line(text, field, atMost: limit)
  }
}
