package import Deadwax
internal import Execution
internal import Storage

/// A stock-take with the entries that a filter selects, all of one moment.
package struct StockTakeReport: Sendable {
  package let view: StockTakeView
  /// The entries in the order of the expected set.
  package let entries: [StockTakeEntryView]

  package init(view: StockTakeView, entries: [StockTakeEntryView]) {
    self.view = view
    self.entries = entries
  }
}

extension StockTakes {
  /// Returns a stock-take with the entries that a filter selects.
  ///
  /// - Throws: `StaffError.noSuchStockTake`.
  package func report(of id: StockTake.ID, _ filter: Filter) throws -> StockTakeReport {
    try database.read { reading in
      let view = try reading.opened(id)
      let entries = try reading.entries(of: view.take).filter { filter.includes($0) }
      return StockTakeReport(view: view, entries: try entries.map { try reading.view(of: $0) })
    }
  }
}
