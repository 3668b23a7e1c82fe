internal import FoundationEssentials

/// A row of the ledger, parsed from its JSON.
struct HistoryRow: Equatable {
  var cells: [String: HistoryCell]

  init(cells: [String: HistoryCell]) { self.cells = cells }

  /// Parses a row.
  ///
  /// - Throws: a `StorageError` if the text is not a row.
  init(_ json: String) throws {
    do {
      cells = try JSONDecoder().decode([String: HistoryCell].self, from: Data(json.utf8))
    } catch {
      throw StorageError(.mismatch, call: "LedgerRow", message: "cannot parse a row of the ledger")
    }
  }

  func text(_ column: String) -> String? {
    guard case .text(let text)? = cells[column] else { return nil }
    return text
  }

  func integer(_ column: String) -> Int64? {
    guard case .integer(let integer)? = cells[column] else { return nil }
    return integer
  }

  func isNull(_ column: String) -> Bool { cells[column] == .null }

  /// Returns true if the other row has the same value in every column of this row, except the version and modification
  /// time. Columns that a later version of the schema has added are ignored, also in child rows.
  func says(theSameAs other: HistoryRow) -> Bool {
    cells.allSatisfy { column, cell in
      if HistoryTable.marks.contains(column) { return true }
      guard case .rows(let rows) = cell, case .rows(let others)? = other.cells[column] else {
        return other.cells[column] == cell
      }
      return rows.count == others.count
        && zip(rows, others).allSatisfy { row, other in row.allSatisfy { other[$0] == $1 } }
    }
  }
}
