import Deadwax
import Scanners
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FramingTests {
  private static func read(_ line: String, _ framing: Framing = Framing()) -> String {
    do throws(DroppedScan) {
      let content = try framing.read(line)
      return "\(content.symbology): \(content.text)"
    } catch {
      return error.word
    }
  }

  @Test(arguments: [
    ("5099902988023", "EAN-13: 5099902988023"), ("5099902988024", "unknown: 5099902988024"),
    ("036000291452", "UPC-A: 036000291452"), ("036000291453", "unknown: 036000291453"),
    ("96385074", "EAN-8: 96385074"), ("96385075", "unknown: 96385075"),
    // Valid as an EAN-8 and as a UPC-E: it could be either.
    ("01200004", "unknown: 01200004"), ("0", "unknown: 0"), ("12345678901234", "unknown: 12345678901234"),
    ("509990298802", "unknown: 509990298802"), ("DW:I:7K3MZQ9R0VBXD", "unknown: DW:I:7K3MZQ9R0VBXD"),
    ("５０９９９０２９８８０２３", "unknown: ５０９９９０２９８８０２３"), (" ", "empty"), ("5099902988023 ", "unknown: 5099902988023 "),
  ])
  func `without an identifier only length and check digit decide, and only if unambiguous`(line: String, read: String) {
    #expect(Self.read(line) == read)
  }

  @Test(arguments: [
    ("]E05099902988023", "EAN-13: 5099902988023"), ("]E05099902988024", "wrong-check-digit"),
    ("]E0509990298802", "wrong-check-digit"), ("]E0509990298802X", "wrong-check-digit"), ("]E0", "empty"),
    ("]E0036000291452", "UPC-A: 036000291452"), ("]E00036000291452", "EAN-13: 0036000291452"),
    ("]E001234565", "UPC-E: 01234565"), ("]E496385074", "EAN-8: 96385074"), ("]E45099902988023", "wrong-check-digit"),
    ("]E3977147396801200", "EAN-13: 977147396801200"), ("]E100", "add-on"), ("]E252495", "add-on"),
    ("]C0LP 42", "Code 128: LP 42"), ("]C1010950600013435210AB\u{1D}21X", "GS1-128: 010950600013435210AB\u{1D}21X"),
    ("]A0LP42", "Code 39: LP42"), ("]Q1x", "QR: x"), ("]d1x", "Data Matrix: x"),
    ("]Q3x", "GS1 QR: x"), ("]d2x", "GS1 Data Matrix: x"), ("]C2x", "Code 128: x"),
    ("]I115400141288763", "ITF: 15400141288763"),
    ("]F0A123B", "Codabar: A123B"), ("]e00109780735200448", "GS1 DataBar: 0109780735200448"),
    ("]X0x", "unknown: x"), ("]L0x", "PDF417: x"), ("]z0x", "Aztec: x"),
    // Not in the standard: part of the code.
    ("]E95099902988023", "unknown: ]E95099902988023"), ("]y0x", "unknown: ]y0x"), ("]Q", "unknown: ]Q"),
    ("]C7x", "unknown: ]C7x"), ("]e05099902988023", "GS1 DataBar: 5099902988023"),
  ])
  func `an identifier gives the symbology, and a commercial number must fit it`(line: String, read: String) {
    #expect(Self.read(line) == read)
  }

  @Test func `identifiers can be required, or ignored`() {
    #expect(Self.read("5099902988023", Framing(identifier: .always)) == "no-identifier")
    #expect(Self.read("]E05099902988023", Framing(identifier: .always)) == "EAN-13: 5099902988023")
    #expect(Self.read("]C0x", Framing(identifier: .never)) == "unknown: ]C0x")
  }

  @Test func `prefix and suffix have to be there, around the identifier`() {
    let framing = Framing(prefix: "A\t", suffix: "#")
    #expect(Self.read("A\t]E05099902988023#", framing) == "EAN-13: 5099902988023")
    #expect(Self.read("]E05099902988023#", framing) == "no-prefix")
    #expect(Self.read("A\t5099902988023", framing) == "no-suffix")
    #expect(Self.read("A\t#", framing) == "empty")
    #expect(Self.read("A", Framing(prefix: "A", suffix: "A")) == "no-suffix")
    // An accent after a prefix does not turn it into another character.
    #expect(Self.read("e\u{301}x", Framing(prefix: "e")) == "unknown: \u{301}x")
  }

  /// The digit rows of the countries, without shift.
  private static let digits = ["us": "1234567890", "fr": "&é\"'(-è_çà"]

  @Test func `a layout that is set wrongly is found out by the check digit`() throws {
    let french = String(
      "5099902988023".map { digit in
        Array(Self.digits["fr"] ?? "")[((digit.wholeNumberValue ?? 0) + 9) % 10]
      })
    let settings = ScannerReader.Settings(layout: .fr)
    #expect(throws: DroppedScan.otherLayout("us", set: "fr")) { try settings.content(of: french) }
    // The other way round: a French scanner presses shift for digits, and an American host reads symbols.
    #expect(throws: DroppedScan.otherLayout("fr", set: "us")) {
      try ScannerReader.Settings(layout: .us).content(of: "%)((()@(**)@#")
    }
    // With one digit less, nothing is certain: the text is passed on unchanged.
    #expect(try settings.content(of: String(french.dropLast())).text == String(french.dropLast()))
  }

  @Test(arguments: [1, 0xFFFF_FFFF_FFFF_FFFF, 0x0123_4567_89AB_CDEF] as [UInt64])
  func `and by the check character of the library's own code`(number: UInt64) throws {
    let code = OwnCode(.copy, number: number).description
    // German scanner, American host: the colon becomes >, and y and z are swapped. Also the other way round.
    let swapped = String(code.map { $0 == "Y" ? "Z" : $0 == "Z" ? "Y" : $0 })
    let toUS = swapped.replacing(":", with: ">")
    let toDE = swapped.replacing(":", with: "Ö")
    #expect(throws: DroppedScan.otherLayout("de", set: "us")) {
      try ScannerReader.Settings(layout: .us).content(of: toUS)
    }
    #expect(throws: DroppedScan.otherLayout("us", set: "de")) {
      try ScannerReader.Settings(layout: .de).content(of: toDE)
    }
    for layout in KeyboardLayout.all {
      #expect(try ScannerReader.Settings(layout: layout).content(of: code) == Framing.Content(code, .unknown))
    }
  }

  @Test func `a code without a reported symbology is never taken for a commercial number`() {
    guard case .text = Code.classify("5099902988024", symbology: .unknown) else {
      Issue.record("a number with a wrong check digit and no symbology is not a commercial one")
      return
    }
    #expect(
      Code.classify("DW:I:00000000000014", symbology: .unknown) == Code.classify("DW:I:00000000000014", symbology: .qr))
  }
}
