internal import Deadwax
internal import Log
internal import Storage
internal import Threads

/// The comparison with the lists at Discogs: it reads one page after the other while no look-up is due.
///
/// Its position is a row of the database, and is stored with the items of a page. So it continues after the end of the
/// program, and reads no item twice.
struct ComparisonWork: Sendable {
  let database: Database
  let client: DiscogsClient
  let now: @Sendable () -> Timestamp
  let schedule: LookupSchedule
  let logger: Logger
  private let delay = Locked(StepDelay())

  /// The most pages of a list that are read, whatever Discogs reports.
  static let mostPages = 1000

  /// Reads the next page, if a comparison is running and the budget of the background has room.
  ///
  /// - Returns: true if a page was read, and the next step may follow at once.
  /// - Throws: a `StorageError`.
  func step() throws -> Bool {
    let now = now()
    guard let seen = try database.read({ try $0.discogsComparison() }), seen.state == .running else {
      delay.withLock { $0.succeed() }
      return false
    }
    guard delay.withLock({ $0.isDue(at: now) }), client.gate.backgroundDelay() == .zero else { return false }
    var next = seen
    next.problem = nil
    var items: [DiscogsItem] = []
    do throws(LookupError) {
      if let user = seen.user {
        items = try read(user, &next)
      } else {
        next.user = try client.identity()
      }
    } catch {
      next = seen
      next.problem = error.description
      switch error {
      case .missingToken, .invalidToken, .notFound, .invalidResponse(.refused):
        // No step can succeed until a person corrects something.
        next.state = .paused
        logger.warning("the comparison with Discogs is paused: \(error)")
      case .cancelled: return false
      case .connectionFailed, .rateLimited, .invalidResponse:
        delay.withLock { $0.fail(error, schedule, at: now) }
      }
      try store(next, [], after: seen)
      return false
    }
    delay.withLock { $0.succeed() }
    try store(next, items, after: seen)
    return next.state == .running
  }

  /// Reads a page, and moves the position behind it.
  private func read(_ user: String, _ next: inout DiscogsComparison) throws(LookupError) -> [DiscogsItem] {
    let (list, number) = (next.list, next.page + 1)
    let page: DiscogsListPage?
    do throws(LookupError) {
      page = try client.page(number, of: list, user)
    } catch .notFound where number > 1 {
      // The list has become shorter meanwhile.
      page = nil
    } catch {
      throw error
    }
    let items = page?.items(of: list) ?? []
    if number == 1, let page { next.total = min(next.total + page.total, 1_000_000) }
    next.page = number
    next.items += items.count
    if page == nil || page?.entries.isEmpty == true || number >= min(page?.pages ?? 0, Self.mostPages) {
      next.page = 0
      if list == .collection { next.list = .wishlist } else { next.state = .done }
    }
    return items
  }

  /// Stores a page and the position behind it, in one transaction. A comparison that staff have paused or ended
  /// meanwhile, or started again, stays as it is.
  private func store(_ next: DiscogsComparison, _ items: [DiscogsItem], after seen: DiscogsComparison) throws {
    guard next != seen || !items.isEmpty else { return }
    try database.write { transaction in
      guard let current = try transaction.discogsComparison(), current.version == seen.version else { return }
      for item in items { try transaction.store(item) }
      if next.state == seen.state {
        try transaction.storeProgress(of: next)
      } else {
        try transaction.store(next)
      }
    }
  }
}
