internal import Deadwax
internal import Storage

/// The progress of an import: the plan so far, and the change whose parts are written.
struct ImportProgress: Sendable {
  /// The time after which a part ends if other writes wait, and in any case. What is written for the history of the part
  /// takes about as long again. The counter may wait 50 ms.
  private static let (patience, longest) = (Duration.milliseconds(4), Duration.milliseconds(15))

  private let preview: ImportPreview
  private var planner: any ImportPlanner
  private let change: Change.ID
  private let table: ExportTable
  private let by: String?
  /// The number of lines that were reached.
  private var done = 0
  /// True once a part has written something, so that there is something to take back.
  private(set) var isBegun = false
  /// True once a look-up was queued.
  private(set) var wantsLookup = false

  init(
    _ preview: ImportPreview, _ planner: any ImportPlanner, _ change: Change.ID, table: ExportTable, by: String?
  ) {
    (self.preview, self.planner, self.change, self.table, self.by) = (preview, planner, change, table, by)
  }

  /// True once all lines of the preview were reached.
  var isComplete: Bool { done == preview.count }

  /// Writes lines in one transaction, as a part of the change.
  ///
  /// - Parameters:
  ///   - records: the next lines.
  ///   - transaction: the open transaction.
  ///   - isAwaited: returns true if other writes wait.
  /// - Returns: the number of lines that were written, from the first one on; at least one.
  /// - Throws: `MovingError.planChanged` for a line whose effect is not what the person saw, or a `StorageError`.
  mutating func write(
    _ records: [ImportRecord], in transaction: WriteTransaction, isAwaited: () -> Bool
  ) throws -> Int {
    let start = ContinuousClock.now
    var writer = ImportWriter(transaction)
    var count = 0
    try transaction.indexingOnce {
      try planner.begin(in: transaction)
      for record in records {
        let (line, writes) = try planner.plan(record, in: transaction)
        // The library has changed meanwhile, and with it what the import would do.
        guard preview.hasEffect(of: line, at: done + count) else { throw MovingError.planChanged }
        try writer.write(writes)
        count += 1
        let passed = ContinuousClock.now - start
        if passed > Self.longest || passed > Self.patience && isAwaited() { break }
      }
    }
    done += count
    wantsLookup = wantsLookup || writer.wantsLookup
    // Lines that are the same in the library have no rows.
    if transaction.hasTouchedRows, !isBegun {
      try transaction.beginParted(
        Change(id: change, kind: .imported, sequence: 0, by: by, reason: table.rawValue, at: transaction.now),
        plan: preview.digest, total: preview.count)
      isBegun = true
    }
    if isBegun {
      try transaction.recordChange(.imported, by: by, reason: table.rawValue, partOf: change)
      try transaction.advanceParted(change, done: done, missed: 0, isComplete: isComplete)
    }
    return count
  }
}
