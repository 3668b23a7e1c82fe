package import Deadwax
internal import Lending
internal import Storage

/// A hold with what it is about, as it is now.
package struct HoldView: Hashable, Sendable {
  package var hold: Hold
  package var release: Release
  /// The copy that lies ready, or that alone is wanted.
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
    guard let hold = try hold(id) else { throw CounterError.noSuchHold }
    return try view(of: hold)
  }

  func view(of hold: Hold) throws -> HoldView {
    let id: Release.ID
    var wanted: Copy?
    switch hold.subject {
    case .release(let release): id = release
    case .copy(let copy):
      guard let found = try self.copy(copy) else { throw CounterError.noSuchCopy }
      id = found.release
      wanted = found
    }
    guard let release = try release(id) else { throw CounterError.noSuchRelease }
    return HoldView(
      hold: hold, release: release, copy: try hold.copy.flatMap { try copy($0) } ?? wanted,
      borrower: try borrower(hold.borrower))
  }

  /// The copies that could fulfil a hold.
  ///
  /// - Throws: `CounterError.noSuchRelease` or `.noSuchCopy`.
  func copies(of subject: Hold.Subject) throws -> [Copy] {
    switch subject {
    case .release(let id):
      guard try release(id) != nil else { throw CounterError.noSuchRelease }
      return try copies(of: id)
    case .copy(let id):
      guard let copy = try copy(id) else { throw CounterError.noSuchCopy }
      return [copy]
    }
  }

  /// Everything that stands against a hold, the weightiest first.
  func reasons(
    against subject: Hold.Subject, _ copies: [Copy], _ person: Borrower, _ house: HousePolicy
  ) throws -> [Outcome.Code] {
    var reasons: [Outcome.Code] = []
    if person.block != nil { reasons.append(.cardBlocked) }
    if person.isExpired(at: now) { reasons.append(.cardExpired) }
    if try openHolds(of: person.id) >= house.holds.perBorrower { reasons.append(.limit) }
    if !copies.contains(where: { !$0.isReference && $0.status != .withdrawn }) { reasons.append(.notForLoan) }
    if copies.contains(where: { $0.loan?.borrower == person.id }) { reasons.append(.alreadyYours) }
    if let release = copies.first?.release,
      try holds(on: release).contains(where: { $0.borrower == person.id && $0.subject == subject })
    {
      reasons.append(.duplicate)
    }
    return reasons
  }

  /// Whether a copy can be had at once: it is here, for loan, and nobody's.
  func isAtHand(_ copy: Copy) throws -> Bool {
    try copy.loan == nil && copy.status == .available && !copy.isReference && readyHold(of: copy.id) == nil
  }
}

extension Queryable {
  /// Whose holds get nothing for now, where the house wants that: those of blocked cards.
  func passedOver(_ holds: [Hold], _ house: HousePolicy) throws -> Set<Borrower.ID> {
    guard house.holds.skipsBlocked else { return [] }
    return Set(try holds.map(\.borrower).filter { try borrower($0)?.block != nil })
  }
}

extension WriteTransaction {
  /// Ends an open hold; a copy that lay ready for it is laid ready for the next, or goes home.
  ///
  /// - Returns: the hold it is ready for now; nil when it goes home, or none was ready.
  /// - Throws: `CounterError.isOver`.
  @discardableResult
  func end(_ hold: Hold, as state: Hold.State, _ rules: LoanRules) throws -> Hold.ID? {
    guard try close(hold.id, as: state) else { throw CounterError.isOver }
    var next: Hold?
    // What is missing or lost by now is laid ready for nobody.
    if hold.state == .ready, let copy = try hold.copy.flatMap({ try self.copy($0) }), copy.loan == nil,
      copy.status == .available
    {
      let holds = try holds(fulfilledBy: copy.id, of: copy.release)
      next = rules.served(by: copy, among: holds, skipping: try passedOver(holds, rules.house), now: now)
      if let next { _ = try setReady(next.id, copy: copy.id, until: rules.pickUpBy(at: now)) }
    }
    let copy = hold.copy.map { #","copy":"\#($0)""# } ?? ""
    let goes = hold.state == .ready ? #","next":\#(next.map { "\"\($0.id)\"" } ?? "null")"# : ""
    try publish(.holdChanged, subject: hold.id.text, payload: #""state":"\#(state.rawValue)"\#(copy)\#(goes)"#)
    if let next {
      try publish(.holdChanged, subject: next.id.text, payload: #""state":"ready"\#(copy)"#)
    }
    return next?.id
  }
}
