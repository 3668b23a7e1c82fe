internal import Deadwax
internal import Execution
internal import Lending
internal import Storage

/// One part of a bulk change: some copies, each planned again and written if nothing about it has changed.
struct BulkPart: Sendable {
  let id: BulkChange.ID
  let order: BulkOrder
  /// The digest of the plan that the person confirmed.
  let plan: String
  /// The copies that change, as the person saw them.
  let lines: [BulkLine]
  /// The slots that they get.
  let slots: [Copy.ID: Location]
  let today: CivilDate
  let by: String?
  /// The numbers of copies before this part: all that were reached, and those that had changed meanwhile.
  let done: Int
  let missed: Int
  let total: Int

  struct Result: Sendable {
    /// The copies that had changed meanwhile.
    var missed: [BulkLine] = []
    /// True once the change is in the history.
    var isBegun: Bool
  }

  /// Writes the part, with the progress of the whole.
  ///
  /// - Parameters:
  ///   - transaction: the open transaction.
  ///   - library: the library policy.
  ///   - isBegun: true if an earlier part has begun the change.
  /// - Returns: the copies that had changed meanwhile.
  /// - Throws: `BulkError`, or a `StorageError`.
  func write(in transaction: WriteTransaction, _ library: LibraryPolicy, isBegun: Bool) throws -> Result {
    let rules = LendingPolicy(library: library, station: StationPolicy())
    let writer = BulkWriter(transaction: transaction, rules: rules, today: today, by: by)
    var planner = try BulkPlanner(order.work, today: today, in: transaction, findsSlots: false)
    var result = Result(isBegun: isBegun)
    try transaction.indexingOnce {
      for line in lines {
        if try !write(line, &planner, writer) { result.missed.append(line) }
      }
    }
    if !isBegun, result.missed.count < lines.count {
      try transaction.beginParted(
        Change(
          id: id, kind: .bulk, sequence: 0, by: by, reason: order.action.rawValue, at: transaction.now),
        plan: plan, total: total)
      result.isBegun = true
    }
    if result.isBegun {
      try transaction.recordChange(.bulk, by: by, reason: order.action.rawValue, partOf: id)
      let done = done + lines.count
      try transaction.advanceParted(
        id, done: done, missed: missed + result.missed.count, isComplete: done == total)
    }
    return result
  }

  /// Writes one copy.
  ///
  /// - Returns: false if the plan for it is not what the person saw. Nothing was written then.
  private func write(_ line: BulkLine, _ planner: inout BulkPlanner, _ writer: BulkWriter) throws -> Bool {
    let transaction = writer.transaction
    if let slot = slots[line.copy]?.slot {
      planner.offer(try transaction.isFree(slot) ? slots[line.copy] : nil)
    }
    let (now, write) = try planner.plan(line.copy, at: line.position, in: transaction)
    guard let write, now.digestText == line.digestText else { return false }
    let start = try transaction.savepoint()
    do {
      try writer.write(write)
      try start.release()
      return true
    } catch  where error is PolicyRefusal || error is StaffError {
      try start.rollBack()
      return false
    }
  }
}
