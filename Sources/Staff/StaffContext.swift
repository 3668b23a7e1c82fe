package import Deadwax
internal import Execution
package import Lending
internal import Log
internal import Secrets
internal import StationLogic
package import Storage

/// The dependencies that all operations of staff share.
package struct StaffContext: Sendable {
  /// The database of the library.
  package let database: Database
  let logger: Logger
  let defaults: LibraryPolicy
  let policies: LibraryPolicies
  let zones: any TimeZoneSource
  let isClockRight: @Sendable () -> Bool
  /// The callback after each commit that published an event; must not block.
  package let published: @Sendable () -> Void
  let lookupWanted: @Sendable () -> Void
  let erasureBegun: @Sendable () -> Void
  /// The key that signs confirmations. It is new with each start of the program, so earlier confirmations become
  /// invalid.
  let key = SignedText.newKey()

  init(
    database: Database, logger: Logger, defaults: LibraryPolicy, zones: any TimeZoneSource,
    isClockRight: @escaping @Sendable () -> Bool, published: @escaping @Sendable () -> Void,
    lookupWanted: @escaping @Sendable () -> Void, erasureBegun: @escaping @Sendable () -> Void
  ) {
    self.database = database
    self.logger = logger
    self.defaults = defaults
    policies = LibraryPolicies(defaults: defaults)
    self.zones = zones
    self.isClockRight = isClockRight
    self.published = published
    self.lookupWanted = lookupWanted
    self.erasureBegun = erasureBegun
  }

  /// Returns the library policy according to the current settings.
  package func library(in records: any Queryable) throws -> LibraryPolicy { try policies.library(in: records) }

  /// Returns the lending rules for staff, whose operations belong to no station.
  package func rules(in records: any Queryable) throws -> LendingPolicy {
    LendingPolicy(library: try library(in: records), station: StationPolicy())
  }

  /// Returns the day of now in the library's time zone.
  func today() throws -> CivilDate {
    try database.read { try library(in: $0).due.calendar.zone.day(at: $0.now) }
  }

  /// Runs a write transaction, and reports the published events after its commit.
  package func write<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) throws -> Result {
    try database.write { [published] transaction in
      let result = try body(transaction)
      transaction.afterCommit(published)
      return result
    }
  }
}

extension WriteTransaction {
  /// Carries out effects as a station does, for staff without a station.
  ///
  /// - Throws: `PolicyRefusal` with the outcome code of the refusal.
  func perform(_ effects: [LendingEffect], _ code: Outcome.Code, library: LibraryPolicy, by: String?) throws {
    try performForStaff(effects.map { .lending($0) }, Outcome(code, mode: .lookup), library: library, by: by)
  }

  /// Records everything that this transaction touched as one change of staff, which belongs to no station.
  @discardableResult
  package func storeChange(_ kind: Change.Kind, by: String?, reason: String? = nil) throws -> Change? {
    try recordChange(kind, by: by, reason: reason)
  }
}

extension Queryable {
  /// - Throws: `StaffError.noSuchCopy`, or `.noSuchCode` for a code that identifies no copy.
  func copy(_ named: Loans.Named<Copy>) throws -> Copy {
    switch named {
    case .id(let id):
      guard let copy = try copy(id) else { throw StaffError.noSuchCopy }
      return copy
    case .code(let text):
      switch try self.named(by: Code.classify(text, symbology: nil)) {
      case .copy(let copy), .cardAnd(_, .copy(let copy)): return copy
      case .release(_, let copies) where copies.count == 1: return copies[0]
      case .release, .releases: throw PolicyRefusal(.chooseCopy)
      default: break
      }
      guard let uid = TagID(text), case .copy(let id)? = try binding(of: uid)?.target, let copy = try copy(id) else {
        throw StaffError.noSuchCode
      }
      return copy
    }
  }

  /// - Throws: `StaffError.noSuchBorrower`, or `.noSuchCard` for a code that identifies no borrower.
  func borrower(_ named: Loans.Named<Borrower>) throws -> Borrower {
    switch named {
    case .id(let id):
      guard let borrower = try borrower(id) else { throw StaffError.noSuchBorrower }
      return borrower
    case .code(let text):
      for key in (try? CardText(text).keys) ?? [] {
        if case .borrower(let id)? = try binding(of: key)?.target, let borrower = try borrower(id) { return borrower }
      }
      throw StaffError.noSuchCard
    }
  }

  func releaseOf(_ copy: Copy) throws -> Release {
    guard let release = try release(copy.release) else { throw StaffError.noSuchRelease }
    return release
  }
}
