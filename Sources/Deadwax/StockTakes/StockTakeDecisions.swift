/// The decision for each class when a stock-take is applied.
package struct StockTakeDecisions: Hashable, Codable, Sendable {
  /// For an expected copy that was not scanned.
  package enum NotScanned: String, CaseIterable, Codable, Sendable { case leave, missing }
  /// For a copy that was missing already.
  package enum MissingAgain: String, CaseIterable, Codable, Sendable { case leave, lost }
  /// For a copy that belongs elsewhere: it stays on the list to carry back, or belongs here from now on.
  package enum Misplaced: String, CaseIterable, Codable, Sendable { case leave, move }
  /// For a copy that is on loan in the records.
  package enum OnLoan: String, CaseIterable, Codable, Sendable {
    case leave
    case checkIn = "return"
  }
  /// For a copy that is missing, lost or withdrawn in the records.
  package enum Gone: String, CaseIterable, Codable, Sendable { case leave, found }

  package var notScanned: NotScanned
  package var missingAgain: MissingAgain
  package var misplaced: Misplaced
  package var unexpectedOnLoan: OnLoan
  package var unexpectedGone: Gone
  /// True if the copies of places in which nothing was seen count as not scanned too.
  package var includesUncounted: Bool

  package init(
    notScanned: NotScanned, missingAgain: MissingAgain, misplaced: Misplaced, unexpectedOnLoan: OnLoan,
    unexpectedGone: Gone, includesUncounted: Bool
  ) {
    self.notScanned = notScanned
    self.missingAgain = missingAgain
    self.misplaced = misplaced
    self.unexpectedOnLoan = unexpectedOnLoan
    self.unexpectedGone = unexpectedGone
    self.includesUncounted = includesUncounted
  }

  /// Returns the effects on the records, in the order of the entries. What the records say already needs none, so applying
  /// twice does nothing twice.
  ///
  /// - Parameters:
  ///   - tally: the result so far.
  ///   - root: the counted place; nil if a query was counted.
  /// - Returns: the effects, at most one for each copy.
  package func effects(of tally: StockTakeTally, root: Place.ID?) -> [StockTakeEffect] {
    tally.entries.compactMap { entry in
      guard let copy = entry.copy, let status = entry.status else { return nil }
      switch entry.class {
      case .notScanned:
        guard notScanned == .missing, status == .available, isCounted(entry, tally) else { return nil }
        return .missing(copy)
      case .missingAgain:
        return missingAgain == .lost && isCounted(entry, tally) ? .lost(copy) : nil
      case .misplaced:
        guard misplaced == .move, let place = entry.last?.place ?? root else { return nil }
        return .move(copy, to: place)
      case .unexpectedLoan:
        guard unexpectedOnLoan == .checkIn, let at = entry.last?.at else { return nil }
        return .checkIn(copy, at: at)
      case .unexpectedGone, .ticked, .foundByRelease:
        return unexpectedGone == .found && status != .available ? .find(copy) : nil
      case .found, .uncertain, .onLoan, .moved, .cameBack, .gone, .removed, .arrived, .outside, .unknown, .printedList:
        return nil
      }
    }
  }

  private func isCounted(_ entry: StockTakeEntry, _ tally: StockTakeTally) -> Bool {
    includesUncounted || tally.counted.contains(entry.line?.place)
  }
}
