import CSV
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CSVReaderTests {
  @Test(arguments: [
    ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]), ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
    ("a,b\rc,d\r", [["a", "b"], ["c", "d"]]), ("a,\"b\r\nc\",d\n", [["a", "b\r\nc", "d"]]),
    ("\"7\"\" single\"", [["7\" single"]]), ("\"\"", [[""]]), ("", []), ("\r\n\n\ra", [["a"]]), (",", [["", ""]]),
    ("a,\n", [["a", ""]]), (" a ,\" b \"", [[" a ", " b "]]), ("\"a\",\"\",b\r", [["a", "", "b"]]),
  ])
  func `lines and quotes are read as RFC 4180 has them`(_ text: String, _ fields: [[String]]) throws {
    for part in [1, 2, 3, .max] {
      var file = CSVFile(text)
      file.part = part
      #expect(try file.fields() == fields, "in parts of \(part)")
    }
  }

  @Test(arguments: [
    ("a,b\nc,d\"e", CSVError(.strayQuote, line: 2, column: 4)),
    ("a,b\r\n\"c\" ,d", CSVError(.textAfterQuote, line: 2, column: 4)),
    ("é,\"x\ny\"\"\nz", CSVError(.openQuote, line: 1, column: 3)),
    ("a\r\n\"\r\n\r\n\",\"x\"y", CSVError(.textAfterQuote, line: 4, column: 6)),
    ("a\r\"\r\",\"x\"y\r", CSVError(.textAfterQuote, line: 3, column: 6)),
    ("a\n\u{0}", CSVError(.nul, line: 2, column: 1)),
    ("\"\u{0}\"", CSVError(.nul, line: 1, column: 2)),
    ("\"", CSVError(.openQuote, line: 1, column: 1)),
  ])
  func `a fault has its line and its character`(_ text: String, _ fault: CSVError) {
    for part in [1, 3, .max] {
      var file = CSVFile(text)
      file.part = part
      #expect(file.fault() == fault, "in parts of \(part): \(String(describing: file.fault()))")
    }
  }

  @Test func `a field, a line and the number of columns have limits`() throws {
    var file = CSVFile(String(repeating: "x", count: 1000) + ",a")
    #expect(try file.fields()[0][0].count == 1000)
    file = CSVFile("ok\n" + String(repeating: "x", count: 1001))
    #expect(file.fault() == CSVError(.longField(limit: 1000), line: 2, column: 1001))
    file = CSVFile(String(repeating: String(repeating: "x", count: 900) + ",", count: 5))
    #expect(file.fault()?.kind == .longRecord(limit: 4000))
    file = CSVFile(String(repeating: ",", count: 49))
    #expect(try file.fields()[0].count == 50)
    file = CSVFile(String(repeating: ",", count: 50) + "\n")
    #expect(file.fault() == CSVError(.manyColumns(limit: 50), line: 1, column: 51))
  }

  @Test func `an open quote at the beginning of a large file uses no more than the limits`() {
    var reader = CSVReader(
      CSVDialect(encoding: .utf8, delimiter: .comma), limits: CSVLimits(field: 1 << 16, record: 1 << 20, columns: 50))
    let part = Array("\"".utf8) + [UInt8](repeating: 0x61, count: 1 << 20)
    #expect(throws: CSVError(.longField(limit: 1 << 16), line: 1, column: 1 << 16 + 2)) {
      try part.withUnsafeBytes { try reader.read($0) { _ in } }
    }
  }

  @Test func `each record has the number of its first line`() throws {
    let file = CSVFile("\n\na\n\"b\n\n\",c\n\nd")
    #expect(try file.records().map(\.line) == [3, 4, 8])
  }

  @Test func `random bytes are read or refused with a position, in the same way in parts of any size`() {
    var random = SeededRandom(seed: 21)
    let likely = Array("\"\",;\t\r\n=a\u{0}'".utf8) + [0xC3, 0xA9, 0xFF, 0xFE, 0xEF, 0xBB, 0xBF, 0xD8, 0x00]
    for _ in 0..<CaseBudget.cases(of: 5000) {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in likely.randomElement(using: &random) ?? 0 }
      var (whole, parts) = (CSVFile(bytes), CSVFile(bytes))
      whole.part = .max
      parts.part = Int.random(in: 1...4, using: &random)
      #expect(whole.dialect == parts.dialect, "\(bytes)")
      #expect(whole.fault() == parts.fault(), "\(bytes)")
      if let fault = whole.fault() {
        #expect(fault.line > 0 && fault.column > 0, "\(bytes): \(fault)")
      } else {
        #expect((try? whole.records()) == (try? parts.records()), "\(bytes)")
      }
    }
  }
}
