package import Deadwax
package import Execution
internal import Lending
package import Storage

/// Undoes changes. Each undo is a change of its own, and is refused if the affected rows have changed since.
package struct UndoService: Sendable {
  /// The number of rows of a change that are shown.
  package static let shownRows = 500

  let database: Database
  private let policies: LibraryPolicies
  let published: @Sendable () -> Void

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - policies: the library policy and the station policies.
  ///   - published: called after each commit that published an event, on the writer's lane; must not block.
  package init(database: Database, policies: LibraryPolicies, published: @escaping @Sendable () -> Void) {
    self.database = database
    self.policies = policies
    self.published = published
  }

  /// A change with its effect on each row, and the reason if it cannot be undone now.
  package struct View: Hashable, Sendable {
    package var change: Change
    package var differences: [Explanation.Difference]
    package var copy: Copy?
    package var release: Release?
    /// The short name of the borrower concerned.
    package var borrower: String?
    /// The key of the setting concerned.
    package var setting: String?
    /// The reason that it cannot be undone; nil if it can.
    package var refusal: UndoRefusal?
  }

  /// The author of an undo.
  package enum Who: Hashable, Sendable {
    /// A member of staff, who can undo any change; the name of the token, if it is known.
    case staff(String?)
    /// A station, which can undo only its own last change, and only within the undo time. At a self-service station the
    /// change also has to belong to the open session. The name is that of the account or the token, if it is known.
    case station(Station.Name, by: String? = nil)
  }

  /// Undoes a change. The undo of an undo repeats the original change.
  ///
  /// - Parameters:
  ///   - id: the change.
  ///   - who: the author of the undo.
  ///   - reason: the reason, if one was given.
  ///   - goesOn: returns false to interrupt the undo of a change that was written in parts.
  /// - Returns: the change that the undo made.
  /// - Throws: `UndoInterrupted`; `StaffError.noSuchChange`, or `.nameGiven` if a place would get a name that another one has now;
  ///   `PolicyRefusal` with `changed-since`, `not-allowed` or `nothing-to-undo`.
  package func undo(
    _ id: Change.ID, by who: Who, reason: String? = nil, while goesOn: () -> Bool = { true }
  ) throws -> Change {
    if case .staff(let name) = who, let whole = try database.read({ try $0.whole(of: id) }) {
      return try undoInParts(whole, by: name, reason: reason, while: goesOn)
    }
    return try database.write { [policies, published] transaction in
      guard let change = try transaction.change(id) else { throw StaffError.noSuchChange }
      var by: String?
      var station: Station.Name?
      switch who {
      case .staff(let name): by = name
      case .station(let name, let author):
        station = name
        by = author
        let library = try policies.library(in: transaction)
        guard change.station == name else { throw PolicyRefusal(.notAllowed) }
        guard try transaction.lastUndoable(at: name)?.id == id,
          transaction.now - change.at <= library.stations.undoTime,
          try isOwn(change, at: name, library, transaction)
        else {
          throw PolicyRefusal(.nothingToUndo)
        }
      }
      let undo: Change
      switch try transaction.undo(id, station: station, by: by, reason: reason) {
      case .undone(let change, _): undo = change
      case .refused(.nameTaken(let holder)):
        let place = try transaction.place(holder)
        throw StaffError.nameGiven(
          to: place?.name ?? "", in: try place?.parent.flatMap { try transaction.place($0) }?.name)
      case .refused(let refusal): throw PolicyRefusal(refusal.code, word: refusal.since?.rawValue)
      }
      try transaction.publishUndone(change, by: undo, at: station)
      transaction.afterCommit(published)
      return undo
    }
  }

  /// Returns true if the users at a station may undo a change: any change at a station attended by staff, otherwise
  /// only one of the open session.
  private func isOwn(
    _ change: Change, at station: Station.Name, _ library: LibraryPolicy, _ transaction: WriteTransaction
  ) throws -> Bool {
    let stored = try transaction.storedStation(station)
    let policy = try policies.station(stored.policy)
    let state = (stored.state ?? StationState(mode: policy.home)).expired(at: transaction.now, home: policy.home)
    if LendingPolicy(library: library, station: policy).isAttended(isStaff: state.staff != nil) { return true }
    guard let session = state.session else { return false }
    let origin = try transaction.origin(of: change).change
    return try transaction.session(of: origin.sequence) == session.id
  }

  /// Returns one change with its rows; nil if there is no change with this id.
  package func change(_ id: Change.ID) throws -> View? {
    try database.read { reading in
      try (reading.whole(of: id) ?? reading.change(id)).map { try reading.view(of: $0, isWhole: true) }
    }
  }

  /// Returns changes, the newest first, without the effects on their rows.
  ///
  /// - Parameters:
  ///   - filter: the changes to return.
  ///   - before: returns only the changes before this sequence, for the next page.
  ///   - limit: the largest number of changes.
  /// - Returns: the changes.
  /// - Throws: a `StorageError`.
  package func changes(_ filter: ChangeFilter, before: Int64? = nil, limit: Int) throws -> [View] {
    try database.read { reading in
      try reading.changes(filter, before: before, limit: limit).map { try reading.view(of: $0, isWhole: false) }
    }
  }
}

extension Queryable {
  /// Returns a change with its effects. Its rows contain no names of persons; for the borrower it has the short name.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - isWhole: true for the effects on its first rows. In a list, the undo of a large change, such as an import, is not
  ///     tried in advance.
  /// - Returns: the change.
  /// - Throws: a `StorageError`.
  package func view(of change: Change, isWhole: Bool) throws -> UndoService.View {
    // A change that was written in parts has no rows of its own.
    let described = try firstPart(of: change) ?? change
    let (copy, release) = try subject(of: described)
    let shown = try allRows(of: change, limit: UndoService.shownRows + 1)
    let isTried = isWhole || shown.count <= UndoService.shownRows
    return UndoService.View(
      change: change,
      differences: try (isWhole ? shown.prefix(UndoService.shownRows) : []).map {
        try Explanation.Difference($0, in: self, withNames: false)
      },
      copy: try copy.flatMap { try self.copy($0) }, release: try release.flatMap { try self.release($0) },
      borrower: try borrower(of: described).flatMap { try borrower($0) }?.shortName, setting: try setting(of: change),
      refusal: try isTried ? refusal(toUndo: change) : change.undoneBy.map { UndoRefusal.alreadyUndone(by: $0) })
  }
}
