internal import FoundationEssentials

/// A row of the ledger, parsed from its JSON.
struct LedgerRow: Equatable {
  var cells: [String: LedgerCell]

  init(cells: [String: LedgerCell]) { self.cells = cells }

  /// Parses a row.
  ///
  /// - Throws: a `StorageError` if the text is not a row.
  init(_ json: String) throws {
    do {
      cells = try JSONDecoder().decode([String: LedgerCell].self, from: Data(json.utf8))
    } catch {
      throw StorageError(code: .mismatch, call: "LedgerRow", message: "cannot parse a row of the ledger")
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
  /// time. Columns that a later version of the schema has added are ignored.
  func says(theSameAs other: LedgerRow) -> Bool {
    cells.allSatisfy { column, cell in LedgerTable.marks.contains(column) || other.cells[column] == cell }
  }
}

/// A value of a row, or its child rows. The ledger contains neither reals nor blobs.
enum LedgerCell: Equatable, Decodable {
  case null
  case integer(Int64)
  case text(String)
  case rows([[String: LedgerCell]])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else {
      self = .rows(try container.decode([[String: LedgerCell]].self))
    }
  }
}

extension LedgerCell: Bindable {
  var binding: Binding {
    switch self {
    case .integer(let integer): .integer(integer)
    case .text(let text): .text(text)
    case .null, .rows: .null
    }
  }
}
