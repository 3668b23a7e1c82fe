import CSV
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CSVWriterTests {
  @Test func `fields are written as RFC 4180 has them, and harmless for spreadsheets`() {
    var writer = CSVWriter(hasMark: false)
    writer.write(["number", "7\" single", "a,b", "c;d", "two\nlines", "=1+1", " x", ""])
    writer.write([""])
    let text = "number,\"7\"\" single\",\"a,b\",\"c;d\",\"two\nlines\",'=1+1,\" x\",\r\n\"\"\r\n"
    #expect(String(decoding: writer.take(), as: UTF8.self) == text)
    #expect(writer.take().isEmpty)
    #expect(CSVWriter(hasMark: true).bytes == [0xEF, 0xBB, 0xBF])
  }

  @Test func `every record comes back from the reader`() throws {
    var random = SeededRandom(seed: 22)
    let parts = [
      "'", "=", "+", "@", "\t", "\r", "\n", "\r\n", "\"", "\"\"", ",", ";", " ", "a", "é", "😀", "\u{301}", "\u{FEFF}",
      "\u{2028}", "＝",
    ]
    for _ in 0..<CaseBudget.cases(of: 3000) {
      let width = Int.random(in: 1...4, using: &random)
      let records = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<width).map { _ in
          (0..<Int.random(in: 0...4, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
        }
      }
      var writer = CSVWriter(hasMark: Bool.random(using: &random))
      // A file begins with the names of its columns. They decide about the delimiter.
      let names = (0..<width).map { "column\($0)" }
      for record in [names] + records { writer.write(record) }
      var file = CSVFile(writer.bytes)
      file.part = Int.random(in: 1...9, using: &random)
      let back = try file.fields().map { $0.map { Array(FormulaCell.restored($0).utf8) } }
      #expect(back == ([names] + records).map { $0.map { Array($0.utf8) } }, "\(records)")
    }
  }
}
