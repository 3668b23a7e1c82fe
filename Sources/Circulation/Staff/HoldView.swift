package import Deadwax
internal import Lending
internal import Storage

/// A hold with the current records that it concerns.
package struct HoldView: Hashable, Sendable {
  package var hold: Hold
  package var release: Release
  /// The copy that is ready for pick-up, or the only copy that the hold is for.
  package var copy: Copy?
  package var borrower: Borrower?
  package var notes: [Outcome.Code]

  package init(
    hold: Hold, release: Release, copy: Copy? = nil, borrower: Borrower? = nil, notes: [Outcome.Code] = []
  ) {
    self.hold = hold
    self.release = release
    self.copy = copy
    self.borrower = borrower
    self.notes = notes
  }
}

extension Queryable {
  func holdView(_ id: Hold.ID) throws -> HoldView {
    guard let hold = try hold(id) else { throw StaffError.noSuchHold }
    return try view(of: hold)
  }

  func view(of hold: Hold) throws -> HoldView {
    let id: Release.ID
    var wanted: Copy?
    switch hold.subject {
    case .release(let release): id = release
    case .copy(let copy):
      guard let found = try self.copy(copy) else { throw StaffError.noSuchCopy }
      id = found.release
      wanted = found
    }
    guard let release = try release(id) else { throw StaffError.noSuchRelease }
    return HoldView(
      hold: hold, release: release, copy: try hold.copy.flatMap { try copy($0) } ?? wanted,
      borrower: try borrower(hold.borrower))
  }

  /// Returns the copies that could fulfil a hold.
  ///
  /// - Throws: `StaffError.noSuchRelease` or `.noSuchCopy`.
  func copies(of subject: Hold.Subject) throws -> [Copy] {
    switch subject {
    case .release(let id):
      guard try release(id) != nil else { throw StaffError.noSuchRelease }
      return try copies(of: id)
    case .copy(let id):
      guard let copy = try copy(id) else { throw StaffError.noSuchCopy }
      return [copy]
    }
  }

  /// Returns all reasons that refuse a hold, the most important first.
  func reasons(
    against subject: Hold.Subject, _ copies: [Copy], _ person: Borrower, _ library: LibraryPolicy
  ) throws -> [Outcome.Code] {
    var reasons: [Outcome.Code] = []
    if person.block != nil { reasons.append(.cardBlocked) }
    if person.isExpired(at: now) { reasons.append(.cardExpired) }
    if try openHolds(of: person.id) >= library.holds.perBorrower { reasons.append(.limit) }
    if !copies.contains(where: { !$0.isReference && $0.status != .withdrawn }) { reasons.append(.notForLoan) }
    if copies.contains(where: { $0.loan?.borrower == person.id }) { reasons.append(.alreadyYours) }
    if let release = copies.first?.release,
      try holds(on: release).contains(where: { $0.borrower == person.id && $0.subject == subject })
    {
      reasons.append(.duplicate)
    }
    return reasons
  }

  /// Returns true if a copy is available at once: not on loan, available, not reference only, and not ready for anyone.
  func isAtHand(_ copy: Copy) throws -> Bool {
    try copy.loan == nil && copy.status == .available && !copy.isReference && readyHold(of: copy.id) == nil
  }
}

extension WriteTransaction {
  /// Ends an open hold. A copy that was ready for it is trapped for the next hold, or goes back to its place.
  ///
  /// - Returns: the hold that the copy is ready for now; nil if it goes back to its place, or if no copy was ready.
  /// - Throws: `StaffError.isOver`.
  @discardableResult
  func end(_ hold: Hold, as state: Hold.State, _ rules: LoanRules, by: String?) throws -> Hold.ID? {
    guard hold.state.isOpen else { throw StaffError.isOver }
    let copy = try hold.copy.flatMap { try self.copy($0) }
    let trap = rules.ending(hold, as: state, try copy.map { try facts(of: $0, rules.library) }, now: now)
    try perform(trap.effects, .holdWaiting, library: rules.library, by: by)
    return trap.hold?.id
  }
}
