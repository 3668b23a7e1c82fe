import Deadwax
import Testing

@Suite(.timeLimit(.minutes(5)))
struct GTINTests {
  @Test(arguments: [
    // One record, in every spelling of catalogues and scanners.
    ("075679165923", "0075679165923"),
    ("0075679165923", "0075679165923"),
    ("0 75679 16592 3", "0075679165923"),
    ("75679165923", "0075679165923"),
    ("0\u{A0}7567-91659-2\u{A0}3", "0075679165923"),
    ("００７５６７９１６５９２３", "0075679165923"),
    ("00075679165923", "0075679165923"),
    // The spellings of users of Discogs.
    ("0 7464-69635-2 4", "0074646963524"),
    ("7 24353 68262 0", "0724353682620"),
    ("5 026535 501022", "5026535501022"),
    ("4 988029 033147", "4988029033147"),
    ("5099902988023", "5099902988023"),
    // EAN-8 is a key of its own.
    ("96385074", "96385074"),
    // A scanner in keyboard mode that adds a line end.
    ("5099902988023\r\n", "5099902988023"),
  ])
  func `every documented spelling leads to one key`(spelling: String, key: String) throws {
    #expect(GTIN.read(spelling) == .gtin(try #require(GTIN(key: key))))
  }

  @Test(arguments: [
    ("0 75679 16592 3 02", "0075679165923", "02"),
    ("509990298802312345", "5099902988023", "12345"),
    ("509990298802302", "5099902988023", "02"),
    ("07567916592354321", "0075679165923", "54321"),
  ])
  func `an add-on is cut off and stored`(spelling: String, key: String, addOn: String) {
    guard case .gtin(let gtin) = GTIN.read(spelling) else {
      Issue.record("'\(spelling)' was not read")
      return
    }
    #expect(gtin.key == key)
    #expect(gtin.addOn == addOn)
  }

  @Test(arguments: [
    // UPC-E and its UPC-A, one row for each rule of the last digit.
    ("01234505", "0012000003455"), ("01278907", "0012000007897"), ("01234565", "0012345000065"),
    ("04252614", "0042100005264"), ("01234531", "0012300000451"), ("01234543", "0012340000053"),
  ])
  func `a UPC-E is expanded by the rule of its last digit`(digits: String, key: String) throws {
    let expanded = GTIN.read(digits, symbology: .upcE)
    #expect(expanded == .gtin(try #require(GTIN(key: key))))
  }

  @Test(arguments: [
    "6 02537 316655 6", "0208314496204", "5099902988024", "075679165924", "96385075",
    "7 7749-928384 4 02",
  ])
  func `a wrong check digit is reported, and never a key`(digits: String) {
    guard case .wrongCheckDigit = GTIN.read(digits) else {
      Issue.record("'\(digits)' passed as \(GTIN.read(digits))")
      return
    }
  }

  @Test(arguments: [
    "", "B", "58", "BIEM", "LC 00193", "50999029880231234567", "5099902a88023", "12345", "²²²²",
  ])
  func `a text that is not a barcode is not taken for one`(text: String) {
    #expect(GTIN.read(text) == .notABarcode)
  }

  @Test(arguments: [
    ("075679165923", GTIN.Likeness.same), ("0 7567-91659-2 3", .same), ("75679165923", .lostZero),
    ("07567916592", .missingCheckDigit), ("7567916592", .missingCheckDigit), ("0075679165916", .none),
    ("STERLING A1", .none), ("", .none),
  ])
  func `an identifier of a catalogue is as like as it is`(identifier: String, likeness: GTIN.Likeness) throws {
    let gtin = try #require(GTIN(key: "0075679165923"))
    #expect(gtin.likeness(to: identifier) == likeness)
  }

  @Test func `one wrong digit is always noticed`() {
    let digits = Array("5099902988023")
    for position in digits.indices {
      for wrong in "0123456789" where wrong != digits[position] {
        var misread = digits
        misread[position] = wrong
        #expect(GTIN(key: String(misread)) == nil)
      }
    }
  }

  @Test(arguments: [
    ("2000000000008", true, false), ("0200000000004", true, false), ("9780201379624", false, true),
    ("9790000000001", false, false), ("5099902988023", false, false), ("20000004", true, false),
  ])
  func `a shop's own numbers and books are not looked up`(key: String, restricted: Bool, book: Bool) throws {
    let digits = String(key.dropLast())
    let gtin = try #require((0...9).lazy.compactMap { GTIN(key: digits + "\($0)") }.first)
    #expect(gtin.isRestricted == restricted)
    #expect(gtin.isBook == book)
    #expect(gtin.isWorthLookingUp == !(restricted || book))
  }
}
