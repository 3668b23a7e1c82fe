import Deadwax
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct GS1ElementsTests {
  /// Returns the elements as they are printed, or the fault.
  private static func read(_ text: String, _ symbology: Symbology?) -> String {
    switch GS1Elements.read(text, symbology: symbology) {
    case .success(let elements): elements.description
    case .failure(let fault): fault.description
    }
  }

  @Test(arguments: [
    ("]C1010400638133393110ABC", "(01)04006381333931(10)ABC"),
    ("]d2010400638133393121A\u{1D}17240229", "(01)04006381333931(21)A(17)240229"),
    ("]Q310A\u{1D}\u{1D}", "(10)A"),
    ("]e00104006381333931", "(01)04006381333931"),
    ("\u{1D}0104006381333931", "(01)04006381333931"), ("]C1\u{1D}0104006381333931", "(01)04006381333931"),
    ("]C10104006381333931\u{1D}\r\n", "(01)04006381333931"),
    // A separator after an element of predefined length, which needs none.
    ("]C10104006381333931\u{1D}2042", "(01)04006381333931(20)42"),
    ("(01)04006381333931(10)ABC", "(01)04006381333931(10)ABC"),
    ("(01) 04006381333931 (10) AB(C)D \r", "(01)04006381333931(10)AB(C)D"),
    ("]C1(01)04006381333931", "(01)04006381333931"),
    // One of each kind of value.
    ("(00)106141412345678908", "(00)106141412345678908"), ("(02)04006381333931(37)12", "(02)04006381333931(37)12"),
    (
      "(11)260100(12)260131(13)240229(15)260630(16)260101(17)261231",
      "(11)260100(12)260131(13)240229(15)260630(16)260101(17)261231"
    ),
    (
      "(20)01(22)2A(240)X(241)Y(250)Z(251)1(253)4006381333931AB",
      "(20)01(22)2A(240)X(241)Y(250)Z(251)1(253)4006381333931AB"
    ),
    ("(3103)000750(3922)0995(3932)9780995(8005)000123", "(3103)000750(3922)0995(3932)9780995(8005)000123"),
    (
      "(400)PO-1(401)C(402)40063810000000017(403)R(410)4006381333931(420)79098(421)27679098(422)276",
      "(400)PO-1(401)C(402)40063810000000017(403)R(410)4006381333931(420)79098(421)27679098(422)276"
    ),
    (
      "(8008)26013112(8018)400638100000000019(8020)INV-7(8200)http://example.org/?a=1(90)x(99)%",
      "(8008)26013112(8018)400638100000000019(8020)INV-7(8200)http://example.org/?a=1(90)x(99)%"
    ),
    (
      "(8008)260131125959(8020)INV-7(8200)http://example.org/?a=1(90)x(99)%",
      "(8008)260131125959(8020)INV-7(8200)http://example.org/?a=1(90)x(99)%"
    ),
    (
      "(8010)4006381#AB/1(8003)04006381333931X(7007)260101260131",
      "(8010)4006381#AB/1(8003)04006381333931X(7007)260101260131"
    ),
  ])
  func `a marked text is read into its elements`(text: String, read: String) {
    #expect(Self.read(text, nil) == read)
  }

  @Test(arguments: [
    ("]C10104006381333932", "(01) has a wrong check digit: 04006381333932."),
    ("]C1010400638133393", "(01) has 13 characters instead of 14."),
    ("]C10104006381\u{1D}333931", "(01) has the byte 0x1D, which it cannot have."),
    ("]C1010400638133393A", "(01) has the byte 0x41, which it cannot have."),
    ("]C100106141412345678909", "(00) has a wrong check digit: 106141412345678909."),
    ("]C117261301", "(17) has no valid date: 261301."), ("]C117260230", "(17) has no valid date: 260230."),
    ("]C117250229", "(17) has no valid date: 250229."), ("]C170032601001200", "(7003) has no valid date: 260100."),
    ("]C110", "(10) has 0 characters instead of 1 to 20."),
    ("]C110\u{1D}0104006381333931", "(10) has 0 characters instead of 1 to 20."),
    ("]C110ABCDEFGHIJKLMNOPQRSTU", "(10) has 21 characters instead of 1 to 20."),
    ("]C110A\u{0}B", "(10) has the byte 0x0, which it cannot have."),
    ("]C110Zürich", "(10) has the byte 0xC3, which it cannot have."),
    ("]C110A B", "(10) has the byte 0x20, which it cannot have."),
    ("]C110A#", "(10) has the byte 0x23, which it cannot have."),
    ("]C18010a", "(8010) has the byte 0x61, which it cannot have."),
    ("]C1253400638133393", "(253) has 12 characters instead of 13 to 30."),
    ("]C17007260101260", "(7007) has 9 characters instead of 6 to 12."),
    ("]C10104006381333931010400638133393110A", "(01)04006381333931(01)04006381333931(10)A"),
    ("]C101040063813339310100000096385074", "(01) occurs twice, with different values."),
    ("]C15099902988023", "No Application Identifier begins with '5099'."), ("]C1", "It has no element."),
    ("]C13109000001", "No Application Identifier begins with '3109'."),
    ("(19)1", "No Application Identifier begins with '(19)1'."),
    ("(01)04006381333931(19)1", "(01) has 19 characters instead of 14."),
    ("(01)04006381333931(10)", "(10) has 0 characters instead of 1 to 20."),
    ("]C140240063810000000018", "(402) has a wrong check digit: 40063810000000018."),
    ("]C18018400638100000000012", "(8018) has a wrong check digit: 400638100000000012."),
    // No marks.
    ("0104006381333931", "It is not marked as a GS1 code."), ("]C00104006381333931", "It is not marked as a GS1 code."),
    ("]C20104006381333931", "It is not marked as a GS1 code."), ("]Q40104", "It is not marked as a GS1 code."),
    ("(01", "It is not marked as a GS1 code."), ("(1)A", "It is not marked as a GS1 code."),
    ("(12345)", "It is not marked as a GS1 code."), ("", "It is not marked as a GS1 code."),
  ])
  func `the first fault is named, with its identifier`(text: String, fault: String) {
    #expect(Self.read(text, .unknown) == fault)
  }

  @Test(arguments: [
    ("0104006381333931", Symbology.gs1Code128, "4006381333931"),
    ("010400638133393110ABC\u{1D}21X", .gs1QR, "4006381333931"), ("0104006381333931", .gs1DataMatrix, "4006381333931"),
    ("0104006381333931", .gs1DataBar, "4006381333931"), ("]C10104006381333931", .code128, "4006381333931"),
    ("]Q310A\u{1D}0104006381333931", .unknown, "4006381333931"), ("\u{1D}0104006381333931\r", .typed, "4006381333931"),
    ("(01)04006381333931(10)ABC", .typed, "4006381333931"), ("(01)00075678264214", .qr, "0075678264214"),
    ("(01)00000096385074", .code128, "96385074"),
  ])
  func `a code with the identifier 01 is its item everywhere`(text: String, symbology: Symbology, key: String) throws {
    let gtin = try #require(GTIN(key: key))
    #expect(Code.classify(text, symbology: symbology) == .gtin(gtin))
    #expect(GTIN.read(text, symbology: symbology) == .gtin(gtin))
  }

  @Test(arguments: [
    // A pack, a variable measure, the contents of a unit, a unit, faults.
    ("0114006381333938", Symbology.gs1Code128), ("0194006381333934", .gs1DataBar), ("0204006381333931", .gs1Code128),
    ("00106141412345678908", .gs1Code128), ("0104006381333932", .gs1Code128), ("010400638133393", .gs1DataMatrix),
    ("(01)14006381333938", .typed), ("(01)04006381333932", .code128), ("]C10104006381333932", .code128),
    // Eight digits that are a date, and by chance also an EAN-8.
    ("17240109", .gs1QR),
    // Not marked.
    ("0104006381333931", .code128), ("010400638133393110ABC", .unknown), ("]C00104006381333931", .code128),
    ("0104006381333931", .dataMatrix),
  ])
  func `a code without an item stays the text that it is`(text: String, symbology: Symbology) {
    #expect(Code.classify(text, symbology: symbology) == .text(text))
    guard case .gtin(let gtin) = GTIN.read(text, symbology: symbology) else { return }
    Issue.record("\(text) is the item \(gtin)")
  }

  @Test func `a barcode number alone is read as before, also in a GS1 QR code`() throws {
    let gtin = try #require(GTIN(key: "5099902988023"))
    for symbology in [Symbology.typed, .ean13, .qr, .gs1QR] {
      #expect(Code.classify("5099902988023", symbology: symbology) == .gtin(gtin))
    }
    #expect(Code.classify("DW:I:0000000000001Z", symbology: .gs1QR) == .damagedOwn("DW:I:0000000000001Z"))
    #expect(Code.classify("\u{1D}5099902988023", symbology: .typed) == .gtin(gtin))
  }

  @Test func `generated elements are read back as they were written`() throws {
    var random = SeededRandom(seed: 128)
    for _ in 1...2000 {
      var generated: [String: String] = [:]
      let elements = (1...Int.random(in: 1...6, using: &random)).compactMap { _ -> (String, String)? in
        let element = Self.element(using: &random)
        guard generated.updateValue(element.1, forKey: element.0) == nil else { return nil }
        return element
      }
      let text = elements.map { "(\($0))\($1)" }.joined()
      let read = try GS1Elements.read(text, symbology: nil).get()
      #expect(read.elements.map(\.identifier) == elements.map(\.0))
      #expect(read.elements.map(\.value) == elements.map(\.1))
      #expect(read.description == text)
      for mark in ["]C1", "]d2", "]Q3", "]e0", "\u{1D}"] {
        #expect(GS1Elements.read(mark + read.elementString, symbology: nil) == .success(read), "\(text)")
      }
      #expect(GS1Elements.read(read.elementString, symbology: .gs1Code128) == .success(read), "\(text)")
      #expect(GS1Elements.read(read.elementString, symbology: .code128) == .failure(.notMarked))
      // Without its last character no element of fixed length is whole.
      if let last = elements.last, Self.fixed.contains(last.0) {
        let short = GS1Elements.read(String(read.elementString.dropLast()), symbology: .gs1Code128)
        guard case .failure = short else {
          Issue.record("\(text) is read without its last character")
          continue
        }
      }
    }
  }

  @Test func `one wrong digit in an item is always noticed`() {
    let digits = Array("04006381333931")
    for position in digits.indices {
      for wrong in "0123456789" where wrong != digits[position] {
        var misread = digits
        misread[position] = wrong
        let fault = GS1Fault.wrongCheckDigit(identifier: "01", value: String(misread))
        #expect(GS1Elements.read("]C101\(String(misread))", symbology: nil) == .failure(fault))
      }
    }
  }

  @Test func `hostile texts are read without harm, and never into something that they are not`() {
    var random = SeededRandom(seed: 1000)
    let pieces = ["01", "04006381333931", "(", ")", "(01)", "\u{1D}", "]C1", "10", "é", "\u{0}", "9", "🎸", " ", "(10)"]
    for _ in 1...3000 {
      let count = Int.random(in: 0...12, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      for symbology in [nil, Symbology.gs1Code128, .code128] {
        guard case .success(let elements) = GS1Elements.read(text, symbology: symbology) else { continue }
        #expect(GS1Elements.read(elements.elementString, symbology: .gs1QR) == .success(elements), "\(text)")
        #expect(elements.elements.allSatisfy { $0.value.utf8.allSatisfy { (0x21...0x7A).contains($0) } })
      }
    }
    let many = String(repeating: "2042", count: 250_000)
    #expect((try? GS1Elements.read("]C1" + many, symbology: nil).get())?.elements.count == 250_000)
    let brackets = String(repeating: "(", count: 1_000_000)
    #expect(
      GS1Elements.read("(10)" + brackets, symbology: nil)
        == .failure(.wrongLength(identifier: "10", length: 1_000_000, allowed: 1...20)))
    #expect(Code.classify("]C1" + many, symbology: .code128) == .unusable)
  }

  /// The identifiers below whose values have one length.
  private static let fixed: Set<String> = ["00", "01", "02", "17", "20", "3103", "402", "414", "422", "8005", "8018"]

  /// Returns a valid element of a random kind.
  private static func element(using random: inout SeededRandom) -> (String, String) {
    func digits(_ count: Int) -> String {
      (0..<count).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
    }
    func checked(_ count: Int) -> String {
      let body = digits(count - 1)
      let sum = body.utf8.reversed().enumerated().reduce(0) {
        $0 + Int($1.element - 0x30) * ($1.offset % 2 == 0 ? 3 : 1)
      }
      return body + String((10 - sum % 10) % 10)
    }
    func text(_ most: Int) -> String {
      let signs = Array("ABCXYZabcxyz0123456789!\"%&'*+,-./:;<=>?_")
      return String(
        (1...Int.random(in: 1...most, using: &random)).map { _ in signs.randomElement(using: &random) ?? "A" })
    }
    func two(_ range: ClosedRange<Int>) -> String {
      let number = Int.random(in: range, using: &random)
      return number < 10 ? "0\(number)" : "\(number)"
    }
    switch Int.random(in: 0...15, using: &random) {
    case 0: return ("00", checked(18))
    case 1: return ("01", checked(14))
    case 2: return ("02", checked(14))
    case 3: return ("17", two(0...99) + two(1...12) + two(0...28))
    case 4: return ("20", digits(2))
    case 5: return ("3103", digits(6))
    case 6: return ("402", checked(17))
    case 7: return ("414", checked(13))
    case 8: return ("422", digits(3))
    case 9: return ("8005", digits(6))
    case 10: return ("8018", checked(18))
    case 11: return ("253", checked(13) + text(17))
    case 12: return ("37", digits(Int.random(in: 1...8, using: &random)))
    case 13: return ("8200", text(70))
    case 14: return ("99", text(90))
    default: return (["10", "21", "22"].randomElement(using: &random) ?? "10", text(20))
    }
  }
}
