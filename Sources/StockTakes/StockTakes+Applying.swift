package import Deadwax
internal import Execution
internal import Lending
internal import StationLogic
internal import Storage

extension StockTakes {
  /// Returns what applying a stock-take would change now.
  ///
  /// - Throws: `StaffError.noSuchStockTake`, or `.isOver` if it was cancelled.
  package func preview(_ id: StockTake.ID, _ decisions: StockTakeDecisions) throws -> StockTakePreview {
    try database.read { reading in
      let take = try reading.known(id, ifVersion: nil)
      guard take.state != .cancelled else { throw StaffError.isOver }
      let tally = try reading.tally(of: take)
      let effects = decisions.effects(of: tally, root: take.scope.place)
      return StockTakePreview(
        take: take, counts: tally.counts, effects: effects.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 },
        uncounted: Self.uncounted(tally),
        awaited: try reading.stations(of: id).filter { $0.leftAt == nil }.map(\.station),
        digest: StockTakeEffect.digest(effects))
    }
  }

  /// Applies the decisions in one transaction, as one change that can be undone. All copies that were found get the time
  /// at which they were seen. It can be applied again, after late scans or after an undo; what the records say already
  /// stays.
  ///
  /// - Parameters:
  ///   - id: the stock-take, which is closed or was applied before.
  ///   - decisions: the decision for each class.
  ///   - digest: that of the preview that a person saw.
  ///   - by: the person or program that applies it.
  /// - Returns: the stock-take.
  /// - Throws: `StaffError.noSuchStockTake`; `.isOver` if it is open or was cancelled; `.stalePreview`; `PolicyRefusal`
  ///   if a rule refuses an effect.
  package func apply(
    _ id: StockTake.ID, _ decisions: StockTakeDecisions, digest: String, by: String?
  ) throws -> StockTakeView {
    try write { [self] transaction in
      var take = try transaction.known(id, ifVersion: nil)
      guard [.closed, .applied].contains(take.state) else { throw StaffError.isOver }
      let tally = try transaction.tally(of: take)
      let effects = decisions.effects(of: tally, root: take.scope.place)
      guard StockTakeEffect.digest(effects) == digest else { throw StaffError.stalePreview }
      let rules = LendingPolicy(library: try policies.library(in: transaction), station: StationPolicy())
      for effect in effects { try perform(effect, rules, in: transaction, by: by) }
      let change = try transaction.recordChange(.stockTake, by: by, reason: take.name)
      let isFirst = take.state == .closed
      let hasLate = try take.endedAt.map { try transaction.scanCount(of: id, after: $0) > 0 } ?? false
      // A repetition that changes nothing keeps the report of what was applied.
      if isFirst || hasLate || !effects.isEmpty { try transaction.store(tally.entries, of: id) }
      let ticks = Dictionary(
        try transaction.ticks(of: id).map { ($0.copy, $0.at) }, uniquingKeysWith: { first, _ in first })
      for entry in tally.entries where entry.class.isSeen {
        guard let copy = entry.copy else { continue }
        let how: LastSeen.How =
          entry.class == .ticked ? .ticked : entry.class == .foundByRelease ? .byRelease : .scanned
        let at = entry.last?.at ?? ticks[copy] ?? take.closedAt ?? transaction.now
        try transaction.noteSeen(copy, LastSeen(at: at, stockTake: id, how: how))
      }
      (take.state, take.endedAt, take.endedBy) = (.applied, transaction.now, by)
      take.change = change?.id ?? take.change
      try transaction.update(take)
      try transaction.publish(take)
      return try transaction.opened(id)
    }
  }

  /// Returns the places of expected copies in which nothing was seen.
  private static func uncounted(_ tally: StockTakeTally) -> [StockTakePreview.Uncounted] {
    var found: [StockTakePreview.Uncounted] = []
    var indices: [Place.ID?: Int] = [:]
    for entry in tally.entries where [.notScanned, .missingAgain].contains(entry.class) {
      guard let line = entry.line, !tally.counted.contains(line.place) else { continue }
      if let index = indices[line.place] {
        found[index].copies += 1
      } else {
        indices[line.place] = found.count
        found.append(StockTakePreview.Uncounted(place: line.place, name: line.placeName, copies: 1))
      }
    }
    return found
  }

  private func perform(
    _ effect: StockTakeEffect, _ rules: LendingPolicy, in transaction: WriteTransaction, by: String?
  ) throws {
    guard let copy = try transaction.copy(effect.copy) else { throw StaffError.noSuchCopy }
    let facts = try transaction.facts(of: copy, rules.library)
    switch effect {
    case .missing, .lost:
      let status: Copy.Status = effect.kind == .lost ? .lost : .missing
      var after = copy
      after.status = status
      let clearing = LendingPolicy.clearing(after, among: facts.holds, but: [], now: transaction.now)
      try transaction.carryOut(clearing.map { .lending($0) }, rules.library, by: by)
      try transaction.set(status, of: copy.id)
      try transaction.publish(
        .copyChanged(change: status == .lost ? .lost : .missing), subject: copy.id.text)
    case .find:
      guard copy.status == .withdrawn else {
        let found = rules.found(facts, now: transaction.now).effects
        return try transaction.carryOut(found.map { .lending($0) }, rules.library, by: by)
      }
      try transaction.set(.available, of: copy.id)
      try transaction.publish(.copyChanged(change: .available), subject: copy.id.text)
    case .move(_, let place):
      guard let place = try transaction.place(place) else { throw StaffError.noSuchPlace }
      try transaction.carryOut(
        [.shelve(copy, Location(place: place.id, placeName: place.name))], rules.library, by: by)
    case .checkIn(_, let at):
      let plan = CheckinPlan(
        facts, CheckinPlan.Report(returnedAt: at, partsBack: nil),
        RequestOrigin(channel: .staff, isClockRight: isClockRight(), at: transaction.now), rules: rules)
      try transaction.carryOut(plan.effects.map { .lending($0) }, rules.library, by: by)
    }
  }
}

extension WriteTransaction {
  /// Carries out effects as staff do, as a part of one change.
  ///
  /// - Throws: `PolicyRefusal` with the outcome code of the refusal.
  fileprivate func carryOut(_ effects: [Effect], _ library: LibraryPolicy, by: String?) throws {
    guard !effects.isEmpty else { return }
    try performForStaff(effects, Outcome(.counted, mode: .stocktake), library: library, by: by)
  }
}
