package import Catalogue
package import Deadwax
internal import Execution
internal import Storage

/// The comparison of the library with the collection and the wantlist of the token's owner at Discogs.
package struct DiscogsComparisons: Sendable {
  let room: StaffContext

  /// The most copies and wishes that one request adds.
  package static let mostAdditions = 1000

  /// Returns the newest comparison.
  ///
  /// - Throws: a `StorageError`.
  package func view() throws -> DiscogsComparisonView {
    DiscogsComparisonView(try room.database.read { try $0.discogsComparison() })
  }

  /// Starts a comparison. It discards what the one before has read, and changes nothing else.
  ///
  /// - Parameter by: the person or program that starts it.
  /// - Returns: the comparison.
  /// - Throws: `StaffError.isUnderWay` if another one, or a push, is running or paused. A push that waits for its
  ///   confirmation is discarded.
  package func start(by: String?) throws -> DiscogsComparisonView {
    try change { before, transaction in
      if let before, before.state == .running || before.state == .paused { throw StaffError.isUnderWay }
      if var push = try transaction.discogsPush() {
        if push.state.isUnderWay { throw StaffError.isUnderWay }
        if push.state == .planned {
          push.state = .stopped
          try transaction.store(push)
        }
      }
      try transaction.removeDiscogsItems()
      return DiscogsComparison(startedBy: by, at: transaction.now)
    }
  }

  /// Pauses, continues or ends a comparison.
  ///
  /// - Parameters:
  ///   - state: `running`, `paused` or `stopped`. The present state changes nothing.
  ///   - version: the version that the caller saw; nil for any version.
  /// - Returns: the comparison after the change.
  /// - Throws: `StaffError.staleVersion`, `.badValue` for another state, or `.isOver` if none is running or paused.
  package func set(_ state: RecheckView.State, ifVersion version: Int?) throws -> DiscogsComparisonView {
    guard let next = Recheck.State(rawValue: state.rawValue), next != .done else {
      throw StaffError.badValue(field: "state", sentence: "It must be 'running', 'paused' or 'stopped'.")
    }
    return try change { before, _ in
      try Self.check(version, before)
      guard var comparison = before, comparison.state != .done else { throw StaffError.isOver }
      if comparison.state == next { return nil }
      guard comparison.state != .stopped else { throw StaffError.isOver }
      comparison.state = next
      comparison.problem = nil
      return comparison
    }
  }

  /// Returns a page of the rows of the finished comparison, in the order of their numbers.
  ///
  /// - Parameters:
  ///   - list: the list at Discogs.
  ///   - difference: the difference of the rows; nil for all of them.
  ///   - cursor: the `next` of the page before; nil for the first page.
  ///   - limit: the maximum number of rows.
  /// - Returns: the page. Its total is the number of rows of all pages.
  /// - Throws: `StaffError.badCursor`; `.isUnderWay` or `.isOver` unless a comparison is finished.
  package func rows(
    of list: DiscogsList, _ difference: DiscogsDifference?, after cursor: String?, limit: Int
  ) throws -> Catalogue.Page<DiscogsRow> {
    let last = try cursor.map { text in
      guard let number = Int64(text), number > 0 else { throw StaffError.badCursor }
      return number
    }
    // Before the first comparison, there is nothing to list.
    let all = try room.database.read { try $0.discogsComparison() == nil ? [] : $0.comparedRows() }
      .filter { $0.list == list && (difference == nil || $0.difference == difference) }
    let rest = all.filter { $0.number > last ?? 0 }
    let page = Array(rest.prefix(limit))
    return Catalogue.Page(
      items: page, next: rest.count > page.count ? page.last.map { String($0.number) } : nil,
      total: cursor == nil && all.count <= ListTotal.limit ? all.count : nil)
  }

  /// The result of a pull.
  package struct Pull: Hashable, Sendable {
    /// The number of copies that were added.
    package var copies = 0
    /// The number of releases that were put on the wish list.
    package var wishes = 0
    /// The number of copies and wishes that another pull can add.
    package var remaining = 0
    /// The change, which an undo takes back; nil if nothing was added.
    package var change: Change.ID?
  }

  /// Brings what a list at Discogs has in addition into the library, as one change. The facts of new releases arrive as
  /// soon as Discogs answers. A wish for a release that the library owns is left out.
  ///
  /// - Parameters:
  ///   - list: the list at Discogs.
  ///   - numbers: the numbers of the releases; nil for all of the list.
  ///   - version: the version of the comparison that the caller saw; nil for any version.
  ///   - by: the person or program that makes the change.
  /// - Returns: the numbers of additions, at most `mostAdditions` together.
  /// - Throws: `StaffError.staleVersion`; `.isUnderWay` while a push is running or paused; `.isUnderWay` or `.isOver`
  ///   unless a comparison is finished.
  package func pull(
    _ list: DiscogsList, _ numbers: Set<Int64>?, ifVersion version: Int?, by: String?
  ) throws -> Pull {
    try room.write { [room] transaction in
      try Self.check(version, try transaction.discogsComparison())
      if try transaction.discogsPush()?.state.isUnderWay ?? false { throw StaffError.isUnderWay }
      let rows = try transaction.comparedRows()
      let owned = Set(rows.filter { $0.list == .collection && $0.here > 0 }.map(\.number))
      let taken = try transaction.discogsInstances()
      var free: [Int64: [Int64]] = [:]
      for item in try transaction.discogsItems() where item.list == list && !taken.contains(item.instance) {
        free[item.number, default: []].append(item.instance)
      }
      var pull = Pull()
      for row in rows where row.list == list && row.there > row.here && numbers?.contains(row.number) ?? true {
        if list == .wishlist, owned.contains(row.number) { continue }
        let wanted = row.there - row.here
        let count = min(wanted, Self.mostAdditions - pull.copies - pull.wishes)
        pull.remaining += wanted - count
        guard count > 0 else { continue }
        let release =
          try row.release
          ?? Accession.addUnresolved(DiscogsAddress(release: row.number), scan: nil, in: transaction).id
        if list == .wishlist {
          try transaction.setWished(true, release)
          pull.wishes += 1
        } else {
          for _ in 0..<count {
            let copy = try Accession.addCopy(of: release, in: transaction)
            if let instance = free[row.number]?.popLast() { try transaction.setDiscogsInstance(instance, of: copy.id) }
          }
          pull.copies += count
        }
        try transaction.publish(.releaseChanged, subject: release.text)
      }
      guard pull.copies + pull.wishes > 0 else { return pull }
      transaction.afterCommit(room.lookupWanted)
      pull.change = try transaction.storeChange(list == .wishlist ? .wish : .add, by: by, reason: "discogs")?.id
      return pull
    }
  }

  private static func check(_ version: Int?, _ comparison: DiscogsComparison?) throws {
    let now = comparison?.version ?? 0
    if let version, version != now { throw StaffError.staleVersion(now: now) }
  }

  /// Stores the comparison that `next` returns, unless it is nil, and wakes the queue of look-ups.
  private func change(
    _ next:
      @escaping @Sendable (_ before: DiscogsComparison?, _ transaction: WriteTransaction) throws
      -> DiscogsComparison?
  ) throws -> DiscogsComparisonView {
    let comparison = try room.write { [room] transaction in
      if let comparison = try next(try transaction.discogsComparison(), transaction) {
        try transaction.store(comparison)
        transaction.afterCommit(room.lookupWanted)
      }
      return try transaction.discogsComparison()
    }
    return DiscogsComparisonView(comparison)
  }
}

extension Queryable {
  /// Returns the rows of the finished comparison.
  ///
  /// - Throws: `StaffError.isUnderWay` while one is running or paused, or `.isOver` if none was finished.
  func comparedRows() throws -> [DiscogsRow] {
    switch try discogsComparison()?.state {
    case .running, .paused: throw StaffError.isUnderWay
    case .stopped, nil: throw StaffError.isOver
    case .done: return DiscogsRow.compare(try discogsHoldings(), try discogsItems())
    }
  }
}
