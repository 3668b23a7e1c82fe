internal import FoundationEssentials
internal import Storage

/// Inserts the lines of a file of rows into a table, while the file arrives in parts.
struct RowInsertion {
  let table: LibraryTable
  let entry: String
  let draft: LibraryDraft
  /// The number of rows so far.
  private(set) var count = 0
  /// The beginning of a line whose end has not arrived.
  private var rest: [UInt8] = []
  private var names: [String] = []
  private var values: [RowReader.Value] = []
  private let kinds: [String: CellKind]

  init(table: LibraryTable, entry: String, draft: LibraryDraft) {
    (self.table, self.entry, self.draft) = (table, entry, draft)
    kinds = Dictionary(uniqueKeysWithValues: table.columns.map { ($0.name, $0.kind) })
  }

  /// Takes the next part of the file.
  ///
  /// - Throws: `MovingError.damagedArchive`, or a `StorageError`.
  mutating func add(_ part: [UInt8]) throws {
    var start = 0
    while let end = part[start...].firstIndex(of: 0x0A) {
      if rest.isEmpty {
        try part.withUnsafeBufferPointer { try insert(UnsafeBufferPointer(rebasing: $0[start..<end])) }
      } else {
        let line = rest + part[start..<end]
        rest = []
        try line.withUnsafeBufferPointer { try insert($0) }
      }
      start = end + 1
    }
    rest += part[start...]
    guard rest.count <= LibraryArchive.rowLimit else {
      throw fault(1, "The row has more than \(LibraryArchive.rowLimit) bytes.")
    }
  }

  /// Ends the file.
  ///
  /// - Throws: `MovingError.damagedArchive` if its last line has no end.
  func finish() throws(MovingError) {
    guard rest.isEmpty else { throw fault(rest.count + 1, "The last row has no line break, so the file is truncated.") }
  }

  private func fault(_ column: Int?, _ sentence: String) -> MovingError {
    .damagedArchive(entry: entry, line: count + 1, column: column, sentence)
  }

  private mutating func insert(_ line: UnsafeBufferPointer<UInt8>) throws {
    do throws(RowReader.Fault) {
      try RowReader.read(line, names: &names, values: &values)
    } catch {
      throw fault(error.column, error.sentence)
    }
    var bindings: [Binding] = []
    bindings.reserveCapacity(values.count)
    for (name, value) in zip(names, values) {
      guard let kind = kinds[name] else { throw fault(nil, "The table has no column '\(name.prefix(40))'.") }
      guard let binding = Self.binding(value, kind) else {
        throw fault(nil, "The value of '\(name)' must be \(Self.words(kind)).")
      }
      bindings.append(binding)
    }
    do {
      try draft.insert(bindings, names, into: table)
    } catch let error as StorageError where error.kind.isOfSchema || error.kind == .tooBig {
      // The message of the schema names the rule and the column, and no value.
      throw fault(nil, "The schema refuses the row: \(error.message).")
    }
    count += 1
  }

  private static func binding(_ value: RowReader.Value, _ kind: CellKind) -> Binding? {
    switch (value, kind) {
    case (.null, _): .null
    case (.number(let digits), .integer): Int64(digits).map { .integer($0) }
    case (.number(let digits), .real): Double(digits).map { .real($0) }
    case (.text(let text), .text): .text(text)
    case (.text(let text), .blob): Data(base64Encoded: text).map { .blob(Array($0)) }
    default: nil
    }
  }

  private static func words(_ kind: CellKind) -> String {
    switch kind {
    case .integer: "a whole number of 64 bits, or null"
    case .real: "a number, or null"
    case .blob: "a text in base64, or null"
    case .text, .null: "a text, or null"
    }
  }
}
