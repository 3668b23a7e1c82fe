internal import Deadwax
internal import FoundationEssentials
internal import Storage

extension Explanation.Difference {
  /// The difference of a row in words. Persons have no names in it unless they are asked for.
  init(_ row: ChangeRow, withNames: Bool) throws {
    let before = try row.before.map { try Self.cells($0) }
    let after = try row.after.map { try Self.cells($0) }
    let verb = before == nil ? "added" : after == nil ? "removed" : "changed"
    let columns = Set((before ?? [:]).keys).union((after ?? [:]).keys).subtracting(["id", "version", "modified_at"])
    let lines = columns.sorted().compactMap { column -> String? in
      let (old, new) = (before?[column], after?[column])
      guard old != new else { return nil }
      let show = { (cell: Cell?) in Self.words(cell, column, row.table, withNames: withNames) }
      let name = column.split(separator: "_").joined(separator: " ")
      if before == nil { return new.flatMap { $0.isNull ? nil : "\(name): \(show($0))" } }
      if after == nil { return old.flatMap { $0.isNull ? nil : "\(name): \(show($0))" } }
      return "\(name): \(show(old)) → \(show(new))"
    }
    self.init(table: row.table, row: row.row, verb: verb, lines: lines)
  }

  private enum Cell: Hashable, Decodable {
    case none
    case number(Int64)
    case text(String)
    case other(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .none
      } else if let number = try? container.decode(Int64.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .other(try decoder.unkeyedContainer().count ?? 0)
      }
    }

    var isNull: Bool { self == .none }
  }

  private static func cells(_ json: String) throws -> [String: Cell] {
    try StateText.read([String: Cell].self, json)
  }

  private static func words(_ cell: Cell?, _ column: String, _ table: LedgerTable, withNames: Bool) -> String {
    switch cell {
    case nil, .none?: return "nothing"
    case .other(let count)?: return "\(count) lines"
    case .number(let number)?:
      return column.hasSuffix("_at") || ["pick_up_by", "not_after", "at"].contains(column)
        ? Timestamp(milliseconds: number).description : "\(number)"
    case .text(let text)?:
      if withNames { return text }
      if column == "borrower_id" { return "a borrower" }
      let isPrivate = Pseudonyms.namingColumns[table]?.contains(column) ?? false
      return isPrivate ? "…" : text
    }
  }
}
