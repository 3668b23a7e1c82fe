internal import Deadwax
internal import Storage

/// The progress of an import: the plan so far, and the change whose parts are written.
struct ImportProgress: Sendable {
  /// The time that a part takes if other writes wait, and in any case. A scan waits for the rest of a part, for the commit
  /// and sometimes for a checkpoint, and the counter may wait 50 ms.
  private static let (patience, longest) = (Duration.milliseconds(6), Duration.milliseconds(16))

  private let preview: ImportPreview
  private var planner: any ImportPlanner
  private let change: Change.ID
  private let table: ExportTable
  private let by: String?
  /// The number of lines that were reached.
  private var done = 0
  /// The share of the time of a part in which lines are written, from the parts so far. The search index and the history
  /// of the part are written after its lines, and take most of the time.
  private var share = 0.25
  /// True if other writes waited at the end of the last part.
  private(set) var wasAwaited = false
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
    var lines = Duration.zero
    try transaction.indexingOnce {
      try planner.begin(in: transaction)
      for record in records {
        let (line, writes) = try planner.plan(record, in: transaction)
        // The library has changed meanwhile, and with it what the import would do.
        guard preview.hasEffect(of: line, at: done + count) else { throw MovingError.planChanged }
        try writer.write(writes)
        count += 1
        let passed = ContinuousClock.now - start
        if passed > Self.longest * share || passed > Self.patience * share && isAwaited() { break }
      }
      lines = ContinuousClock.now - start
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
    learn(lines, of: ContinuousClock.now - start)
    wasAwaited = isAwaited()
    return count
  }

  /// Learns the share of the lines from a part. One part that was held up does not decide alone.
  private mutating func learn(_ lines: Duration, of whole: Duration) {
    guard whole > .zero else { return }
    share = min(1, max(0.05, 0.75 * share + 0.25 * (lines / whole)))
  }
}
