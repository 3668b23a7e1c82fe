package import Catalogue
package import Deadwax
internal import Execution
internal import Storage

/// The pushes: what is written to the collection and the wantlist at Discogs, after a person has confirmed each step.
package struct DiscogsPushes: Sendable {
  let room: StaffContext
  /// Returns the average time for one step; nil while it is unknown.
  let pace: @Sendable () -> Duration?

  /// The most steps of a plan.
  package static let mostSteps = 10_000

  /// Returns the newest push.
  ///
  /// - Throws: a `StorageError`.
  package func view() throws -> DiscogsPushView {
    try room.database.read { reading in
      let push = try reading.discogsPush()
      return DiscogsPushView(
        push, counts: try push.map { try reading.discogsStepCounts(of: $0.number) } ?? [:], pace: pace())
    }
  }

  /// The order for a plan.
  package struct Order: Sendable {
    package var list: DiscogsList
    package var act: DiscogsAct
    /// The numbers of the releases; nil for all that can be added. A removal must name them.
    package var numbers: Set<Int64>?
    /// The folder of the collection that gets what is added.
    package var folder: Int64

    package init(list: DiscogsList, act: DiscogsAct, numbers: Set<Int64>?, folder: Int64) {
      self.list = list
      self.act = act
      self.numbers = numbers
      self.folder = folder
    }
  }

  /// Plans a push from the finished comparison. It replaces the plan before, and writes nothing at Discogs.
  ///
  /// - Parameters:
  ///   - order: the order for the plan.
  ///   - version: the version of the comparison that the caller saw; nil for any version.
  ///   - by: the person or program that requests it.
  /// - Returns: the plan, which waits for its confirmation; it has ended already if there is nothing to do.
  /// - Throws: `StaffError.staleVersion`; `.isUnderWay` while a push or a comparison is running or paused; `.isOver` if
  ///   no comparison was finished; `.badValue` for a removal without numbers.
  package func plan(_ order: Order, ifVersion version: Int?, by: String?) throws -> DiscogsPushView {
    guard order.act == .add || order.numbers != nil else {
      throw StaffError.badValue(field: "numbers", sentence: "A removal must name its releases.")
    }
    try room.write { transaction in
      let comparison = try transaction.discogsComparison()
      if let version, version != comparison?.version ?? 0 {
        throw StaffError.staleVersion(now: comparison?.version ?? 0)
      }
      let before = try transaction.discogsPush()
      if before?.state.isUnderWay ?? false { throw StaffError.isUnderWay }
      let all = DiscogsPlan(
        rows: try transaction.comparedRows(), items: try transaction.discogsItems(),
        kept: try transaction.discogsInstances()
      ).steps(order, push: (before?.number ?? 0) + 1)
      // A finished comparison knows its user.
      guard let user = comparison?.user else { throw StaffError.isOver }
      var push = DiscogsPush(
        number: (before?.number ?? 0) + 1, list: order.list, act: order.act,
        folder: order.list == .collection && order.act == .add ? order.folder : nil, user: user,
        remaining: max(0, all.count - Self.mostSteps), by: by, at: transaction.now)
      if all.isEmpty { push.state = .done }
      try transaction.removeDiscogsSteps()
      for step in all.prefix(Self.mostSteps) { try transaction.add(step) }
      try transaction.store(push)
    }
    return try view()
  }

  /// Confirms, pauses, continues or ends a push.
  ///
  /// - Parameters:
  ///   - state: `running` to confirm the planned steps or to continue, `paused` or `stopped`. The present state changes
  ///     nothing.
  ///   - version: the version that the caller saw, which belongs to the steps; nil for any version.
  ///   - by: the person or program.
  /// - Returns: the push after the change.
  /// - Throws: `StaffError.staleVersion`, `.badValue` for another state, or `.isOver` if none is planned, running or
  ///   paused.
  package func set(_ state: DiscogsPushState, ifVersion version: Int?, by: String?) throws -> DiscogsPushView {
    guard state != .planned, state != .done else {
      throw StaffError.badValue(field: "state", sentence: "It must be 'running', 'paused' or 'stopped'.")
    }
    try room.write { [room] transaction in
      let before = try transaction.discogsPush()
      if let version, version != before?.version ?? 0 { throw StaffError.staleVersion(now: before?.version ?? 0) }
      guard var push = before, push.state != .done else { throw StaffError.isOver }
      if push.state == state { return }
      guard push.state != .stopped, !(push.state == .planned && state == .paused) else { throw StaffError.isOver }
      if push.state == .planned, state == .running {
        push.confirmedBy = by
        push.confirmedAt = transaction.now
      }
      push.state = state
      push.problem = nil
      try transaction.store(push)
      transaction.afterCommit(room.lookupWanted)
    }
    return try view()
  }

  /// Returns a page of the steps of the newest push, in their order.
  ///
  /// - Parameters:
  ///   - state: the state of the steps; nil for all of them.
  ///   - cursor: the `next` of the page before; nil for the first page.
  ///   - limit: the maximum number of steps.
  /// - Returns: the page.
  /// - Throws: `StaffError.badCursor`.
  package func steps(
    in state: DiscogsStepState?, after cursor: String?, limit: Int
  ) throws -> Catalogue.Page<DiscogsPushStep> {
    let last = try cursor.map { text in
      guard let position = Int(text), position > 0 else { throw StaffError.badCursor }
      return position
    }
    return try room.database.read { reading in
      guard let push = try reading.discogsPush() else { return Catalogue.Page(items: [], next: nil, total: 0) }
      let found = try reading.discogsSteps(of: push.number, in: state, after: last ?? 0, limit: limit + 1)
      let counts = try reading.discogsStepCounts(of: push.number)
      let page = found.prefix(limit).map { DiscogsPushStep($0, push) }
      return Catalogue.Page(
        items: page, next: found.count > limit ? page.last.map { String($0.position) } : nil,
        total: cursor == nil ? state.map { counts[$0, default: 0] } ?? counts.values.reduce(0, +) : nil)
    }
  }
}

extension DiscogsPushState {
  /// True while Discogs is being written to, or will be without a further plan.
  var isUnderWay: Bool { self == .running || self == .paused }
}
