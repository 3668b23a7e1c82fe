internal import Deadwax
internal import FoundationEssentials
internal import Log
internal import Secrets
internal import Storage

/// A library as JSON: an object with a list of rows for each table, each row an object with columns by name. Or as text: a
/// row in each line, which also names its `table`.
///
/// A column that is missing has its default. A record without an id gets one that follows from its content, so that the same
/// document gives the same record again.
struct JSONLibrary {
  /// A value of a column.
  private enum Cell: Decodable {
    case null
    case integer(Int64)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let number = try? container.decode(Int64.self) {
        self = .integer(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    var binding: Binding {
      switch self {
      case .null: .null
      case .integer(let integer): .integer(integer)
      case .text(let text): .text(text)
      }
    }
  }

  private let rows: [String: [[String: Binding]]]
  private let now: Timestamp
  private let logger: Logger

  /// - Parameters:
  ///   - rows: the rows by table.
  ///   - now: the time of the reading.
  ///   - logger: the logger for the operator.
  init(rows: [String: [[String: Binding]]], now: Timestamp, logger: Logger) {
    (self.rows, self.now, self.logger) = (rows, now, logger)
  }

  /// - Parameters:
  ///   - bytes: the document.
  ///   - now: the time of the reading.
  ///   - logger: the logger for the operator.
  /// - Throws: `MovingError.damagedArchive`.
  init(_ bytes: [UInt8], now: Timestamp, logger: Logger) throws(MovingError) {
    (self.now, self.logger) = (now, logger)
    if let lines = try Self.lines(bytes) {
      rows = lines
      return
    }
    do {
      rows = try JSONDecoder().decode([String: [[String: Cell]]].self, from: Data(bytes)).mapValues { rows in
        rows.map { $0.mapValues(\.binding) }
      }
    } catch {
      throw Self.fault(
        "The document must be an object of tables, each a list of rows with texts and whole numbers\(Self.place(error))."
      )
    }
  }

  /// Reads the text form.
  ///
  /// - Returns: the rows; nil if the first row is not one of this form.
  private static func lines(_ bytes: [UInt8]) throws(MovingError) -> [String: [[String: Binding]]]? {
    var rows: [String: [[String: Binding]]] = [:]
    var (names, values) = ([String](), [RowReader.Value]())
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) {
      func fault(_ column: Int?, _ sentence: String) -> MovingError {
        .damagedArchive(entry: nil, line: index + 1, column: column, sentence)
      }
      let error = line.withUnsafeBufferPointer { line in
        do throws(RowReader.Fault) {
          try RowReader.read(line, names: &names, values: &values)
          return RowReader.Fault?.none
        } catch {
          return error
        }
      }
      if rows.isEmpty, error != nil || !names.contains("table") { return nil }
      if let error { throw fault(error.column, error.sentence) }
      guard let table = names.firstIndex(of: "table"), case .text(let name) = values[table] else {
        throw fault(nil, "The row does not name its 'table'.")
      }
      var row: [String: Binding] = [:]
      for (column, value) in zip(names, values) where column != "table" {
        switch value {
        case .null: row[column] = .null
        case .text(let text): row[column] = .text(text)
        case .number(let digits):
          guard let number = Int64(digits) else {
            throw fault(nil, "The value of '\(column.prefix(40))' must be a text, a whole number or null.")
          }
          row[column] = .integer(number)
        }
      }
      rows[name, default: []].append(row)
    }
    return rows.isEmpty ? nil : rows
  }

  /// Makes a database of the document.
  ///
  /// - Parameter path: the path of the database, which must not exist.
  /// - Returns: the ids of the records that had none.
  /// - Throws: a `MovingError` or a `StorageError`.
  func make(at path: String) throws -> Set<String> {
    guard let schema = Migration.all.last?.name else { return [] }
    var nameless: Set<String> = []
    try LibraryDraft.make(
      at: path, schema: schema, known: Migration.all, now: now, logger: logger,
      { draft in
        let tables = draft.tables.filter { !$0.isSecret }
        if let unknown = rows.keys.sorted().first(where: { name in !tables.contains { $0.name == name } }) {
          throw Self.fault("There is no table '\(unknown.prefix(40))'.")
        }
        for table in tables { nameless.formUnion(try insert(rows[table.name] ?? [], into: table, draft)) }
      }, complete: { _ in })
    return nameless
  }

  private func insert(
    _ rows: [[String: Binding]], into table: LibraryTable, _ draft: LibraryDraft
  ) throws -> Set<String> {
    let known = Set(table.columns.map(\.name))
    let hasID = table.columns.first { $0.name == "id" }?.kind == .text
    var (nameless, repeated) = (Set<String>(), [String: Int]())
    for (index, cells) in rows.enumerated() {
      func fault(_ sentence: String) -> MovingError { Self.fault("\(table.name), row \(index + 1): \(sentence)") }
      if let unknown = cells.keys.sorted().first(where: { !known.contains($0) }) {
        throw fault("The table has no column '\(unknown.prefix(40))'.")
      }
      var row = cells
      if hasID {
        if case .text(let id)? = row["id"] {
          guard let id = Identifier<LibraryMerge>(id) else { throw fault("The id is no UUID.") }
          row["id"] = .text(id.text)
        } else {
          let content = row.keys.sorted().map { "\($0)=\(String(describing: row[$0]))" }.joined(separator: "\u{1F}")
          let count = repeated[content, default: 0]
          repeated[content] = count + 1
          let id = Self.id("\(table.name)\u{1F}\(count)\u{1F}\(content)")
          row["id"] = .text(id)
          nameless.insert(id)
        }
      }
      complete(&row, table.name, index)
      let names = table.columns.map(\.name).filter { row[$0] != nil }
      do {
        try draft.insert(names.compactMap { row[$0] }, names, into: table)
      } catch let error as StorageError where error.kind.isOfSchema || error.kind == .tooBig {
        throw fault("The schema refuses the row: \(error.message).")
      }
    }
    return nameless
  }

  /// Fills in what a person who writes such a document need not know. A time that is missing is older than any other.
  private func complete(_ row: inout [String: Binding], _ table: String, _ index: Int) {
    for (column, tables) in [
      (
        "created_at", ["release", "borrower", "place", "slot", "crate", "crate_item", "smart_collection", "attachment"]
      ),
      ("modified_at", ["release", "copy", "borrower", "place", "crate", "smart_collection"]), ("added_at", ["copy"]),
    ] where tables.contains(table) && row[column] == nil { row[column] = .integer(0) }
    switch table {
    case "release":
      if row["status"] == nil { row["status"] = .text(Release.Status.manual.rawValue) }
      if row["medium"] == nil { row["medium"] = .text(Medium.other.rawValue) }
    case "borrower" where row["short_name"] == nil: row["short_name"] = row["name"]
    case "copy":
      // The merge gives it the next free number.
      if row["number"] == nil { row["number"] = .integer(Int64(-1 - index)) }
      if row["code"] == nil, case .text(let id)? = row["id"] {
        row["code"] = .text(OwnCode(.copy, number: Self.number(id)).description)
      }
    default: break
    }
  }

  private static func id(_ text: String) -> String {
    let digest = Digest.hexadecimalSHA256(of: Array(text.utf8))
    let (high, low) = (UInt64(digest.prefix(16), radix: 16), UInt64(digest.dropFirst(16).prefix(16), radix: 16))
    return Identifier<LibraryMerge>(digest: high ?? 0, low ?? 0).text
  }

  private static func number(_ text: String) -> UInt64 {
    UInt64(Digest.hexadecimalSHA256(of: Array(text.utf8)).prefix(16), radix: 16) ?? 0
  }

  private static func fault(_ sentence: String) -> MovingError {
    .damagedArchive(entry: nil, line: nil, column: nil, sentence)
  }

  private static func place(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "" }
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      let path = context.codingPath.map { $0.intValue.map { "row \($0 + 1)" } ?? $0.stringValue }
      return path.isEmpty ? "" : ", at \(path.joined(separator: ", "))"
    @unknown default: return ""
    }
  }
}
