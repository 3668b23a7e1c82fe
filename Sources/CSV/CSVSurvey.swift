/// Finds out the encoding and the delimiter of a file. It sees all bytes once, in parts of any size, before a reader does:
/// whether a file without a byte order mark is UTF-8 is not known before its end.
package struct CSVSurvey: Sendable {
  /// The number of bytes at the beginning in which the delimiter is searched.
  private static let headLimit = 64 * 1024

  private var head: [UInt8] = []
  private var check = UTF8Check()
  private var isUTF8 = true

  package init() {}

  /// Looks at the next part of the file.
  package mutating func add(_ part: UnsafeRawBufferPointer) {
    if head.count < Self.headLimit { head += part.prefix(Self.headLimit - head.count) }
    if isUTF8 { isUTF8 = check.add(part) == part.count }
  }

  /// The dialect of all parts so far.
  package var dialect: CSVDialect {
    CSVDialect(encoding: encoding, delimiter: delimiter)
  }

  private var encoding: CSVEncoding {
    for marked in [CSVEncoding.utf8WithMark, .utf16LittleEndian, .utf16BigEndian] where head.starts(with: marked.mark) {
      return marked
    }
    return isUTF8 && check.isComplete ? .utf8 : .windows1252
  }

  /// The delimiter that the first line has most often outside of quotes; a comma if it has none.
  private var delimiter: CSVDelimiter {
    var counts: [CSVDelimiter: Int] = [:]
    var isQuoted = false
    var line: [UInt8] = []
    var decoder = CSVDecoder(encoding)
    head.withUnsafeBytes { _ = decoder.decode($0, into: &line) }
    for byte in line {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      // An empty line before the first record does not count.
      if byte == 0x0A || byte == 0x0D {
        if counts.isEmpty { continue }
        break
      }
      if let found = CSVDelimiter(rawValue: byte) { counts[found, default: 0] += 1 }
    }
    let most = counts.values.max() ?? 0
    return CSVDelimiter.allCases.first { most > 0 && counts[$0] == most } ?? .comma
  }
}
