package import Deadwax
internal import Execution
internal import Lending
internal import StationLogic
internal import Storage

extension StockTakes {
  /// The maximum number of scans in one request.
  package static let mostScans = 500

  /// A scan that a program reports, such as one from a handheld that was away.
  package struct Report: Hashable, Sendable {
    package var id: Reading.ID
    package var code: String
    package var symbology: Symbology
    package var at: Timestamp?

    package init(id: Reading.ID, code: String, symbology: Symbology, at: Timestamp?) {
      self.id = id
      self.code = code
      self.symbology = symbology
      self.at = at
    }
  }

  /// Counts scans of a station, in their order. A scan with an id that is known is answered again and not counted again.
  ///
  /// - Parameters:
  ///   - reports: the scans, at most `mostScans`.
  ///   - id: the stock-take. It may be closed or applied: a scan that comes late counts too.
  ///   - station: the station that they are attributed to.
  ///   - by: the person or program that reports them.
  /// - Returns: the answer to each scan.
  /// - Throws: `StaffError.noSuchStockTake`, `.isOver` for one that was cancelled, or `.badValue`.
  package func count(
    _ reports: [Report], in id: StockTake.ID, station: Station.Name, by: String?
  ) throws -> [StockTakeAnswer] {
    guard (1...Self.mostScans).contains(reports.count) else {
      throw StaffError.badValue(field: "scans", sentence: "It must be a list of 1 to \(Self.mostScans) scans.")
    }
    return try write { [policies] transaction in
      let take = try transaction.known(id, ifVersion: nil)
      guard take.state != .cancelled else { throw StaffError.isOver }
      let rules = LendingPolicy(library: try policies.library(in: transaction), station: StationPolicy())
      let counter = StockTakeCounter(transaction, take)
      var hasNew = false
      let answers = try reports.map { report in
        let time = min(max(report.at ?? transaction.now, take.startedAt), transaction.now)
        let reading = Reading(id: report.id, at: time, symbology: report.symbology, text: report.code)
        let answer = try counter.answer(
          reading, try transaction.named(by: reading), mayBeCard: rules.looksLikeCard(report.code.trimmed), at: time,
          station: station, by: by)
        if let scan = answer.scan, try transaction.insert(scan, of: id) { hasNew = true }
        return answer
      }
      if hasNew { try transaction.publish(take) }
      return answers
    }
  }

  /// Ticks a copy whose label or reader fails: a person saw it, and it was not scanned.
  ///
  /// - Throws: `StaffError.noSuchStockTake`; `.isOver` if it was applied or cancelled; `.noSuchCopy` for a copy that was
  ///   not expected.
  package func tick(_ copy: Copy.ID, in id: StockTake.ID, by: String?) throws -> StockTakeEntryView {
    try write { transaction in
      let take = try transaction.ticking(copy, in: id)
      try transaction.tick(copy, in: id, by: by)
      try transaction.publish(take)
      return try transaction.entry(of: copy, in: take)
    }
  }

  /// Takes a tick back.
  ///
  /// - Throws: as `tick`.
  package func untick(_ copy: Copy.ID, in id: StockTake.ID) throws {
    try write { transaction in
      let take = try transaction.ticking(copy, in: id)
      if try transaction.untick(copy, in: id) { try transaction.publish(take) }
    }
  }

  /// Returns when a copy was seen last by a stock-take that was applied; nil if it never was.
  ///
  /// - Throws: `StaffError.noSuchCopy`.
  package func lastSeen(of copy: Copy.ID) throws -> LastSeen? {
    try database.read { reading in
      guard try reading.copy(copy) != nil else { throw StaffError.noSuchCopy }
      return try reading.lastSeen(of: copy)
    }
  }
}

extension Queryable {
  fileprivate func ticking(_ copy: Copy.ID, in id: StockTake.ID) throws -> StockTake {
    let take = try known(id, ifVersion: nil)
    guard [.open, .closed].contains(take.state) else { throw StaffError.isOver }
    guard try line(of: copy, in: id) != nil else { throw StaffError.noSuchCopy }
    return take
  }

  fileprivate func entry(of copy: Copy.ID, in take: StockTake) throws -> StockTakeEntryView {
    guard let entry = try entries(of: take).first(where: { $0.copy == copy }) else { throw StaffError.noSuchCopy }
    return try view(of: entry)
  }
}
