internal import Deadwax
internal import FoundationEssentials
internal import Storage

extension Explanation.Difference {
  /// Describes the difference of a row in words. Includes the names of persons only if `withNames` is true.
  init(_ row: ChangeRow, in records: some Queryable, withNames: Bool) throws {
    let before = try row.before.map { try Self.cells($0) }
    let after = try row.after.map { try Self.cells($0) }
    let verb = before == nil ? "added" : after == nil ? "removed" : "changed"
    let columns = Set((before ?? [:]).keys).union((after ?? [:]).keys).subtracting(["id", "version", "modified_at"])
    let lines = columns.sorted().compactMap { column -> String? in
      let (old, new) = (before?[column], after?[column])
      guard old != new else { return nil }
      let show = { (cell: Cell?) in
        Self.name(cell, column, records, withNames: withNames)
          ?? Self.words(cell, column, row.table, withNames: withNames)
      }
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
    try ColumnJSON.read([String: Cell].self, json)
  }

  /// Returns a description of the row that a column refers to; nil for any other column. A row that no longer exists is
  /// described by its kind alone.
  private static func name(_ cell: Cell?, _ column: String, _ records: some Queryable, withNames: Bool) -> String? {
    guard case .text(let text) = cell, Identifier<Change>(text) != nil else { return nil }
    let known: String? =
      switch column {
      case "copy_id", "ready_copy_id":
        Identifier<Copy>(text).flatMap { try? records.copy($0) }.map { "copy \($0.number)" }
      case "release_id": Identifier<Release>(text).flatMap { try? records.release($0) }?.title
      case "place_id", "parent_id": Identifier<Place>(text).flatMap { try? records.place($0) }?.name
      case "slot_id": Identifier<Slot>(text).flatMap { try? records.slot($0) }?.location.text
      case "borrower_id" where withNames:
        Identifier<Borrower>(text).flatMap { try? records.borrower($0) }?.shortName
      default: nil
      }
    return known ?? "a \(kind(of: column))"
  }

  /// Returns the noun for the rows that a column refers to, for example `copy` for `ready_copy_id`.
  private static func kind(of column: String) -> String {
    let nouns = ["ready_copy_id": "copy", "parent_id": "place", "refund_of": "fee", "owner_id": "person"]
    let noun = nouns[column] ?? (column.hasSuffix("_id") ? String(column.dropLast(3)) : "row")
    return noun.split(separator: "_").joined(separator: " ")
  }

  private static func words(_ cell: Cell?, _ column: String, _ table: HistoryTable, withNames: Bool) -> String {
    switch cell {
    case nil, .none?: return "nothing"
    case .other(let count)?: return "\(count) lines"
    case .number(let number)?:
      return column.hasSuffix("_at") || ["pick_up_by", "not_after", "at"].contains(column)
        ? Timestamp(milliseconds: number).description : "\(number)"
    case .text(let text)?:
      // A private collection is its owner's alone.
      if withNames, table != .smartCollection { return text }
      let isPrivate = Pseudonyms.namingColumns[table]?.contains(column) ?? false
      return isPrivate ? "…" : text
    }
  }
}
