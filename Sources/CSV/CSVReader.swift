/// Reads comma-separated values (RFC 4180) that arrive in parts of any size. Lines end with CRLF, LF or CR. Its memory is
/// that of one record.
///
/// A line without any character is no record. The first fault ends the reading, because everything behind it could be
/// meant in several ways.
package struct CSVReader: Sendable {
  private enum State { case fieldStart, plain, quoted, quoteInQuoted, afterReturn }

  private let delimiter: UInt8
  private let limits: CSVLimits
  private var decoder: CSVDecoder
  private var text: [UInt8] = []

  private var state = State.fieldStart
  private var record = CSVRecord(line: 1)
  private var fieldStart = 0
  /// True if the record has a character, even if its only field is empty.
  private var isBegun = false
  private var line = 1
  private var column = 0
  /// True if the last byte inside quotes was a CR, whose LF does not count again.
  private var isAfterReturn = false
  private var quoteLine = 1
  private var quoteColumn = 1

  package init(_ dialect: CSVDialect, limits: CSVLimits) {
    delimiter = dialect.delimiter.rawValue
    self.limits = limits
    decoder = CSVDecoder(dialect.encoding)
  }

  /// Reads the next part of the file.
  ///
  /// - Parameters:
  ///   - part: the bytes.
  ///   - body: receives each record that is complete.
  /// - Throws: a `CSVError`, or the error of `body`.
  package mutating func read(_ part: UnsafeRawBufferPointer, _ body: (CSVRecord) throws -> Void) throws {
    text.removeAll(keepingCapacity: true)
    let isText = decoder.decode(part, into: &text)
    // The bytes stay in their buffer, and the buffer is used again.
    let decoded = text
    text = []
    for byte in decoded { try take(byte, body) }
    text = decoded
    guard isText else { throw CSVError(.badText(decoder.encoding), line: line, column: column + 1) }
  }

  /// Ends the file. The last line may have no line break.
  ///
  /// - Throws: a `CSVError`, or the error of `body`.
  package mutating func finish(_ body: (CSVRecord) throws -> Void) throws {
    guard decoder.isComplete else { throw CSVError(.badText(decoder.encoding), line: line, column: column + 1) }
    guard state != .quoted else { throw CSVError(.openQuote, line: quoteLine, column: quoteColumn) }
    if state != .afterReturn, isBegun { try endRecord(body) }
  }

  private mutating func take(_ byte: UInt8, _ body: (CSVRecord) throws -> Void) throws {
    if byte & 0xC0 != 0x80 { column += 1 }
    if byte == 0 { throw fault(.nul) }
    switch state {
    case .quoted:
      if byte == UInt8(ascii: "\"") {
        state = .quoteInQuoted
      } else {
        try append(byte)
        takeBreak(byte)
      }
    case .afterReturn:
      state = .fieldStart
      // The LF of a CRLF. Its line was counted with the CR.
      if byte == 0x0A { return column = 0 }
      try take(fresh: byte, body)
    case .quoteInQuoted:
      if byte == UInt8(ascii: "\"") {
        state = .quoted
        try append(byte)
      } else if try !takeEnd(byte, body) {
        throw fault(.textAfterQuote)
      }
    case .fieldStart, .plain: try take(fresh: byte, body)
    }
  }

  /// Takes a byte outside of quotes.
  private mutating func take(fresh byte: UInt8, _ body: (CSVRecord) throws -> Void) throws {
    if byte == UInt8(ascii: "\"") {
      guard state == .fieldStart else { throw fault(.strayQuote) }
      if !isBegun { (isBegun, record.line) = (true, line) }
      (state, isAfterReturn, quoteLine, quoteColumn) = (.quoted, false, line, column)
    } else if try !takeEnd(byte, body) {
      if !isBegun { (isBegun, record.line) = (true, line) }
      state = .plain
      try append(byte)
    }
  }

  /// Takes the end of a field or of a record. Returns false for any other byte.
  private mutating func takeEnd(_ byte: UInt8, _ body: (CSVRecord) throws -> Void) throws -> Bool {
    switch byte {
    case delimiter:
      if !isBegun { (isBegun, record.line) = (true, line) }
      try endField()
      state = .fieldStart
    case 0x0A, 0x0D:
      if isBegun { try endRecord(body) }
      state = byte == 0x0D ? .afterReturn : .fieldStart
      (line, column) = (line + 1, 0)
    default: return false
    }
    return true
  }

  /// Counts a line break inside quotes.
  private mutating func takeBreak(_ byte: UInt8) {
    if byte == 0x0A || byte == 0x0D {
      if byte == 0x0D || !isAfterReturn { line += 1 }
      column = 0
    }
    isAfterReturn = byte == 0x0D
  }

  private mutating func append(_ byte: UInt8) throws {
    guard record.bytes.count - fieldStart < limits.field else { throw fault(.longField(limit: limits.field)) }
    guard record.bytes.count < limits.record else { throw fault(.longRecord(limit: limits.record)) }
    record.bytes.append(byte)
  }

  private mutating func endField() throws {
    guard record.ends.count < limits.columns else { throw fault(.manyColumns(limit: limits.columns)) }
    record.ends.append(record.bytes.count)
    fieldStart = record.bytes.count
  }

  private mutating func endRecord(_ body: (CSVRecord) throws -> Void) throws {
    try endField()
    try body(record)
    record.bytes.removeAll(keepingCapacity: true)
    record.ends.removeAll(keepingCapacity: true)
    (fieldStart, isBegun) = (0, false)
  }

  private func fault(_ kind: CSVError.Kind) -> CSVError { CSVError(kind, line: line, column: max(1, column)) }
}
