package import Catalogue
internal import Deadwax
internal import Execution
internal import Lending
internal import Storage

extension Holds {
  /// Returns the pull list: the copies on the shelf that are to be fetched for waiting holds, in shelf order.
  ///
  /// - Parameters:
  ///   - cursor: `next` of the previous page; nil for the first. It is the id of a copy, which may have been fetched.
  ///   - limit: the largest number of copies, 1 to 200.
  /// - Returns: a page of copies.
  /// - Throws: `StaffError.badCursor`.
  package func pullList(cursor: String?, limit: Int) throws -> Catalogue.Page<PullView> {
    try room.database.read { [room] reading in
      var known: [Place.ID: [String]] = [:]
      func order(_ copy: Copy, _ release: Release) throws -> ShelfOrder {
        ShelfOrder(copy, release, path: try reading.path(to: copy.location, &known))
      }
      var after: ShelfOrder?
      if let cursor {
        guard let copy = try Copy.ID(cursor).flatMap({ try reading.copy($0) }) else { throw StaffError.badCursor }
        after = try order(copy, try reading.releaseOf(copy))
      }
      let wanted = try reading.copiesWanted().map { (order: try order($0.copy, $0.release), $0.copy, $0.release) }
        .sorted { $0.order < $1.order }
      let holds = try Set(wanted.map(\.2.id)).sorted().flatMap { try reading.holds(on: $0) }
      let library = try room.library(in: reading)
      let lines = try room.rules(in: reading).pullList(
        wanted.map(\.1), holds: holds, ineligible: try reading.ineligible(holds, library), now: reading.now)
      let places = Dictionary(uniqueKeysWithValues: wanted.map { ($0.1.id, (order: $0.order, release: $0.2)) })
      let rest = lines.filter { line in
        guard let after, let order = places[line.copy.id]?.order else { return true }
        return after < order
      }
      let items = try rest.prefix(limit).compactMap { line -> PullView? in
        guard let release = places[line.copy.id]?.release else { return nil }
        return PullView(
          copy: line.copy, release: release, hold: line.hold, borrower: try reading.borrower(line.hold.borrower))
      }
      return Catalogue.Page(
        items: items, next: rest.count > limit ? items.last?.copy.id.text : nil,
        total: cursor == nil && lines.count <= ListTotal.limit ? lines.count : nil)
    }
  }

  /// The time for which a hold that ended on the pick-up shelf stays in its list if its copy is never scanned.
  private static let clearingTime = Duration.seconds(30 * 86_400)

  /// Returns what stands on the pick-up shelf. First the holds that have expired or were cancelled, whose copies are to
  /// be taken from it; then the ready ones, in the order in which they expire.
  ///
  /// - Parameters:
  ///   - cursor: `next` of the previous page; nil for the first.
  ///   - limit: the largest number of holds, 1 to 200.
  /// - Returns: a page of holds. An ended one has the copy that was ready for it.
  /// - Throws: `StaffError.badCursor`.
  package func shelf(cursor: String?, limit: Int) throws -> Catalogue.Page<HoldView> {
    let after = try cursor.map { text in
      guard let position = ShelfPosition(text) else { throw StaffError.badCursor }
      return position
    }
    return try room.database.read { reading in
      let all = try reading.holdsOnShelf(endedAfter: reading.now + (.zero - Self.clearingTime))
        .map { (position: ShelfPosition($0, at: reading.now), hold: $0) }.sorted { $0.position < $1.position }
      let rest = all.filter { entry in after.map { $0 < entry.position } ?? true }
      let items = try rest.prefix(limit).map { try reading.view(of: $0.hold) }
      return Catalogue.Page(
        items: items, next: rest.count > limit ? rest[limit - 1].position.text : nil,
        total: cursor == nil && all.count <= ListTotal.limit ? all.count : nil)
    }
  }
}

/// The position of a hold in the list of the pick-up shelf.
private struct ShelfPosition: Comparable {
  /// False if the copy is to be taken from the shelf.
  let isCurrent: Bool
  let cursor: ListCursor

  init(_ hold: Hold, at now: Timestamp) {
    isCurrent = hold.state == .ready && !HoldExpiry.isOver(hold, at: now)
    cursor = ListCursor(hold.pickUpBy ?? hold.createdAt, hold.id)
  }

  init?(_ text: String) {
    guard let first = text.first, first == "0" || first == "1", let cursor = ListCursor(String(text.dropFirst(2)))
    else { return nil }
    isCurrent = first == "1"
    self.cursor = cursor
  }

  var text: String { "\(isCurrent ? 1 : 0).\(cursor.text)" }

  static func < (left: ShelfPosition, right: ShelfPosition) -> Bool {
    (left.isCurrent ? 1 : 0, left.cursor.time, left.cursor.id) < (
      right.isCurrent ? 1 : 0, right.cursor.time, right.cursor.id
    )
  }
}
