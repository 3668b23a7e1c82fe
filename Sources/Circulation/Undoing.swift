package import Deadwax
internal import Lending
package import Storage

/// Takes changes back: each time as a change of its own, and only where nothing has happened since to what it touched.
package struct Undoing: Sendable {
  private let database: Database
  private let policies: HousePolicies
  private let published: @Sendable () -> Void

  /// - Parameters:
  ///   - database: where everything is kept.
  ///   - policies: the rules of the house.
  ///   - published: called after each commit that added to the journal, on the writer's lane; must not block.
  package init(database: Database, policies: HousePolicies, published: @escaping @Sendable () -> Void) {
    self.database = database
    self.policies = policies
    self.published = published
  }

  /// A change with what it did to each row, and whether it can be taken back now.
  package struct View: Hashable, Sendable {
    package var change: Change
    package var differences: [Explanation.Difference]
    package var copy: Copy?
    package var release: Release?
    /// Why it cannot be taken back; nil when it can.
    package var refusal: UndoRefusal?
  }

  /// Who takes something back.
  package enum Who: Hashable, Sendable {
    /// A member of staff, any change; by the name of a token where that is known.
    case staff(String?)
    /// A desk, its own last change and no other, and not for long; where borrowers serve themselves only what was done in
    /// the session that is open.
    case station(Station.Name)
  }

  /// Takes a change back. To take back what took something back is to do it again.
  ///
  /// - Parameters:
  ///   - id: the change.
  ///   - who: who does it.
  ///   - reason: why, where somebody says so.
  /// - Returns: the change that did it.
  /// - Throws: `CounterError.noSuchChange`; `CounterRefusal` with `changed-since`, `not-allowed` or `nothing-to-undo`.
  package func undo(_ id: Change.ID, by who: Who, reason: String? = nil) throws -> Change {
    try database.write { [policies, published] transaction in
      guard let change = try transaction.change(id) else { throw CounterError.noSuchChange }
      var by: String?
      var station: Station.Name?
      switch who {
      case .staff(let name): by = name
      case .station(let name):
        station = name
        let house = try policies.house(in: transaction)
        guard change.station == name else { throw CounterRefusal(.notAllowed) }
        guard try transaction.lastUndoable(at: name)?.id == id, transaction.now - change.at <= house.desk.undoTime,
          try isOwn(change, at: name, house, transaction)
        else {
          throw CounterRefusal(.nothingToUndo)
        }
      }
      let undo: Change
      switch try transaction.undo(id, station: station, by: by, reason: reason) {
      case .undone(let change, _): undo = change
      case .refused(let refusal): throw CounterRefusal(refusal.code, word: refusal.since?.rawValue)
      }
      try transaction.publishUndone(change, by: undo, at: station)
      transaction.afterCommit(published)
      return undo
    }
  }

  /// Whether a change is one of whoever stands at the desk: anything where a person of the house does.
  private func isOwn(
    _ change: Change, at station: Station.Name, _ house: HousePolicy, _ transaction: WriteTransaction
  ) throws -> Bool {
    let kept = try transaction.desk(station)
    let policy = try policies.station(kept.policy)
    let state = (kept.state ?? StationState(mode: policy.home)).expired(at: transaction.now, home: policy.home)
    if LoanRules(house: house, station: policy).isAttended(isStaff: state.staff != nil) { return true }
    guard let session = state.session else { return false }
    return try transaction.visit(of: change.sequence) == session.visit
  }

  /// One change with its rows; nil when there is none with this id.
  package func change(_ id: Change.ID) throws -> View? {
    try database.read { reading in try reading.change(id).map { try reading.view(of: $0) } }
  }

  /// Changes, the newest first.
  ///
  /// - Parameters:
  ///   - station: only those of one desk.
  ///   - copy: only those about one copy.
  ///   - before: only those before this one, for the next page.
  ///   - limit: how many at most.
  /// - Returns: the changes.
  /// - Throws: a `StorageError`.
  package func changes(
    station: Station.Name? = nil, copy: Copy.ID? = nil, before: Int64? = nil, limit: Int
  ) throws -> [View] {
    try database.read { reading in
      try reading.changes(station: station, copy: copy, before: before, limit: limit).map { try reading.view(of: $0) }
    }
  }
}

extension UndoRefusal {
  /// As an outcome has it.
  package var code: Outcome.Code {
    switch self {
    case .noSuchChange, .alreadyUndone, .notKept: .nothingToUndo
    case .changedSince, .forgotten: .changedSince
    }
  }

  /// The kind of what has changed since; nil where that is not known, or nothing has.
  package var since: Change.Kind? {
    switch self {
    case .changedSince(let later): later.kind
    case .forgotten: .erase
    case .noSuchChange, .alreadyUndone, .notKept: nil
    }
  }
}

extension Queryable {
  /// A change with what it did, without the names of persons.
  package func view(of change: Change) throws -> Undoing.View {
    let (copy, release) = try subject(of: change)
    return Undoing.View(
      change: change, differences: try rows(of: change).map { try Explanation.Difference($0, withNames: false) },
      copy: try copy.flatMap { try self.copy($0) }, release: try release.flatMap { try self.release($0) },
      refusal: try refusal(toUndo: change))
  }
}

extension WriteTransaction {
  /// Tells that a change was taken back, and then what holds now of everything it had touched: screens that know a loan
  /// as open or closed are right again.
  func publishUndone(_ change: Change, by undo: Change, at station: Station.Name?) throws {
    try publish(
      .changeUndone, station: station, subject: change.id.text,
      payload: #""kind":"\#(change.kind.rawValue)","by":"\#(undo.id)""#)
    for row in try rows(of: change) { try publishNow(row, at: station) }
  }

  private func publishNow(_ row: ChangeRow, at station: Station.Name?) throws {
    switch row.table {
    case .loan:
      if let loan = try Loan.ID(row.row).flatMap({ try loan($0) }) {
        var payload = #""copy":"\#(loan.copy)""#
        if loan.isOpen { payload += #","dueAt":"\#(loan.dueAt)""# }
        try publish(loan.isOpen ? .loanOpened : .loanClosed, station: station, subject: row.row, payload: payload)
      } else if let copy = try row.after.flatMap({ try RecordedValue(json: $0)["copy_id"]?.text }) {
        try publish(.loanClosed, station: station, subject: row.row, payload: #""copy":"\#(copy)""#)
      }
    case .copy:
      try publish(.copyChanged, station: station, subject: row.row, payload: #""change":"undone""#)
    case .hold:
      let state = try Hold.ID(row.row).flatMap { try hold($0) }?.state.rawValue ?? "gone"
      try publish(.holdChanged, station: station, subject: row.row, payload: #""state":"\#(state)""#)
    case .fee: try publish(.feeChanged, station: station, subject: row.row)
    case .inbox: try publish(.inboxChanged, station: station, subject: row.row)
    case .borrower: try publish(.borrowerChanged, station: station, subject: row.row)
    case .setting, .stationPolicy: try publish(.settingChanged, station: station, subject: row.row)
    case .code:
      guard let json = row.after ?? row.before else { return }
      let value = try RecordedValue(json: json)
      if value["class"]?.text == "tag", let uid = value["value"]?.text.flatMap({ TagUID($0) }) {
        // The binding may be gone that would tell that it was a card.
        let borrower = value["borrower_id"]?.text.flatMap { Borrower.ID($0) }
        try publishTag(uid, "undone", at: station, borrower.map { .borrower($0) })
      }
    case .release, .place, .slot: break
    }
  }
}
