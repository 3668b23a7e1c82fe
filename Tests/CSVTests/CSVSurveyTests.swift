import CSV
import Testing

@Suite(.timeLimit(.minutes(5))) struct CSVSurveyTests {
  private static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
    ([0xFEFF] + Array(text.utf16)).flatMap { unit in
      bigEndian ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
    }
  }

  @Test func `every encoding is detected, and gives the same fields`() throws {
    let text = "artist,title\r\nBjörk,Début €\r\n"
    let fields = [["artist", "title"], ["Björk", "Début €"]]
    let files: [(CSVEncoding, [UInt8])] = [
      (.utf8, Array(text.utf8)), (.utf8WithMark, [0xEF, 0xBB, 0xBF] + text.utf8),
      (.utf16LittleEndian, Self.utf16(text, bigEndian: false)), (.utf16BigEndian, Self.utf16(text, bigEndian: true)),
      (
        .windows1252,
        text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8($0.value) }
      ),
    ]
    for (encoding, bytes) in files {
      for part in [1, 3, .max] {
        var file = CSVFile(bytes)
        file.part = part
        #expect(file.dialect == CSVDialect(encoding: encoding, delimiter: .comma), "\(encoding)")
        #expect(try file.fields() == fields, "\(encoding)")
        #expect(encoding.isGuess == (encoding == .windows1252))
      }
    }
  }

  @Test func `characters outside the basic plane are read from UTF-16`() throws {
    #expect(try CSVFile(Self.utf16("😀,a", bigEndian: false)).fields() == [["😀", "a"]])
  }

  @Test(arguments: [
    ([0xFF, 0xFE, 0x3D, 0xD8, 0x41, 0x00] as [UInt8], CSVEncoding.utf16LittleEndian),
    ([0xFF, 0xFE, 0x41], .utf16LittleEndian), ([0xFE, 0xFF, 0xDC, 0x00], .utf16BigEndian),
    ([0xFE, 0xFF, 0xD8, 0x3D], .utf16BigEndian), ([0xEF, 0xBB, 0xBF, 0x61, 0xC3], .utf8WithMark),
    ([0xEF, 0xBB, 0xBF, 0xED, 0xA0, 0x80], .utf8WithMark), ([0xEF, 0xBB, 0xBF, 0xC0, 0x80], .utf8WithMark),
    ([0x61, 0x81], .windows1252),
  ])
  func `bytes that are no text in the encoding are refused`(_ bytes: [UInt8], _ encoding: CSVEncoding) {
    #expect(CSVFile(bytes).dialect.encoding == encoding)
    #expect(CSVFile(bytes).fault()?.kind == .badText(encoding))
  }

  @Test func `UTF-16 without a byte order mark is refused as a file with NUL characters`() {
    #expect(CSVFile(Array(Self.utf16("a,b", bigEndian: false).dropFirst(2))).fault()?.kind == .nul)
  }

  @Test(arguments: [
    ("a;b;c\n1,5;2,5;3,5", CSVDelimiter.semicolon), ("a\tb\n1,2,3\t4", .tab), ("a,b;c,d", .comma), ("one", .comma),
    ("\"a,b,c,d\";e\n", .semicolon), ("\n\na;b", .semicolon), ("", .comma),
  ])
  func `the delimiter of the first line is detected outside of quotes`(_ text: String, _ delimiter: CSVDelimiter) {
    #expect(CSVFile(text).dialect.delimiter == delimiter)
  }
}
