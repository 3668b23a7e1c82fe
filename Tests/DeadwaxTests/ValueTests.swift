import Deadwax
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TagIDTests {
  @Test(arguments: [
    ("04A2B3C4D5E680", "04A2B3C4D5E680"), ("04:a2:b3:c4:d5:e6:80", "04A2B3C4D5E680"), ("DEADBEEF", "DEADBEEF"),
  ])
  func `a number is written one way`(text: String, written: String) throws {
    #expect(try #require(TagID(text)).description == written)
  }

  @Test(arguments: ["", "04", "04A2B3", "04A2B3C4D", "0G000000", "0:4A2B3C4", "04A2B3C4D5E68011223344"])
  func `a number that no tag can have is refused`(text: String) {
    #expect(TagID(text) == nil)
  }

  @Test func `a phone's number of the moment names nothing`() throws {
    #expect(try #require(TagID("08112233")).isRandom)
    #expect(try #require(TagID("04112233")).isRandom == false)
    #expect(Code.tag(try #require(TagID("08112233"))).key == nil)
  }

  @Test func `a number of another scheme begins with it, and comes back as it was`() throws {
    let epc = try #require(TagID("epc:3034257bf7194e4000001a85"))
    #expect(epc.scheme == .epc && epc.bytes.count == 12)
    #expect(epc.description == "epc:3034257BF7194E4000001A85" && epc.hexadecimal == "3034257BF7194E4000001A85")
    #expect(
      try TagID(epc.description) == epc && JSONDecoder().decode(TagID.self, from: JSONEncoder().encode(epc)) == epc)
    #expect(Code.classify(epc.description, symbology: .tagUID) == .tag(epc))
    #expect(Code.tag(epc).key?.uid == epc)
    // It has one byte order, is never random, and is never written.
    #expect(epc.reversed == epc && !epc.isRandom && !epc.scheme.takesOrders)
    #expect(try #require(TagID("epc:08112233")).isRandom == false)
    #expect(TagID("epc:" + String(repeating: "AB", count: 62)) != nil)
    #expect(try #require(TagID("nfc-v-uid:E0:04:01:53:0F:1A:2B:3C")).description == "nfc-v-uid:E00401530F1A2B3C")
    // The same bytes in two schemes are two tags.
    #expect(TagID("epc:04A2B3C4") != TagID("04A2B3C4"))
  }

  @Test(arguments: [
    "epc:", "epc:3034257BF7194E4000001A", "epc:3034", "epc:" + String(repeating: "AB", count: 64), "EPC:3034257B",
    "nfc-a-uid:04A2B3C4D5E680", "a1:b2:c3:d4:e5", "other:" + String(repeating: "0", count: 126), "x y:01", ":01",
  ])
  func `a text that is no number of its scheme is refused`(text: String) { #expect(TagID(text) == nil) }

  @Test func `the other byte order is the same tag read backwards`() throws {
    #expect(try #require(TagID("01020304")).reversed.description == "04030201")
  }
}

@Suite(.timeLimit(.minutes(5)))
struct TimestampTests {
  @Test(arguments: [
    (0 as Int64, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
    (951_782_400_000, "2000-02-29T00:00:00.000Z"), (1_795_165_520_123, "2026-11-20T09:05:20.123Z"),
    (4_102_444_799_999, "2099-12-31T23:59:59.999Z"),
  ])
  func `a moment is written and read the same`(milliseconds: Int64, text: String) {
    #expect(Timestamp(milliseconds: milliseconds).description == text)
    #expect(Timestamp(text)?.milliseconds == milliseconds)
  }

  @Test func `an offset and any fraction are understood`() {
    let moment = Timestamp("2026-11-20T09:05:20.100Z")
    #expect(Timestamp("2026-11-20T10:05:20.1+01:00") == moment)
    #expect(Timestamp("2026-11-20t04:35:20.100999-04:30") == moment)
  }

  @Test(arguments: ["", "2026-11-20", "2026-02-29T00:00:00Z", "2026-11-20T24:00:00Z", "2026-11-20T09:05:20", "x"])
  func `an invalid time is refused`(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test func `every day of four centuries comes back`() {
    for day in -10_000...136_097 {
      #expect(CivilDate(daysSince1970: day).daysSince1970 == day)
    }
  }
}

@Suite(.timeLimit(.minutes(5)))
struct IdentifierTests {
  @Test func `new ids sort by the time they were made`() {
    let ids = (0..<100).map { Release.ID.new(at: Timestamp(milliseconds: 1_795_165_520_000 + Int64($0))) }
    #expect(ids == ids.sorted())
    #expect(Set(ids).count == 100)
    #expect(ids.allSatisfy { Array($0.text)[14] == "7" && "89ab".contains(Array($0.text)[19]) })
  }

  @Test(arguments: ["", "0192", "0192f0c4-7b1a-7000-8000-00000000000g", "0192f0c47b1a70008000000000000000"])
  func `an invalid UUID is refused`(text: String) {
    #expect(Release.ID(text) == nil)
  }

  @Test func `the same digest gives the same id`() {
    #expect(Reading.ID(digest: 7, 9) == Reading.ID(digest: 7, 9))
    #expect(Reading.ID(digest: 7, 9) != Reading.ID(digest: 7, 10))
    #expect(Reading.ID(Reading.ID(digest: 7, 9).text) == Reading.ID(digest: 7, 9))
  }
}

@Suite(.timeLimit(.minutes(5)))
struct CodeTests {
  @Test func `an ambiguous text is classified by precedence`() throws {
    let own = OwnCode(.copy, number: 5)
    #expect(Code.classify(own.description, symbology: .qr) == .own(own))
    #expect(Code.classify("04A2B3C4D5E680", symbology: .tagUID) == .tag(try #require(TagID("04A2B3C4D5E680"))))
    #expect(Code.classify("5099902988023", symbology: .ean13) == .gtin(try #require(GTIN(key: "5099902988023"))))
    #expect(Code.classify("5099902988023", symbology: .code39) == .text("5099902988023"))
    #expect(Code.classify("ABC-123", symbology: .code128) == .text("ABC-123"))
    #expect(Code.classify("DW:I:0000000000001Z", symbology: .qr) == .damagedOwn("DW:I:0000000000001Z"))
    #expect(Code.classify("5099902988024", symbology: .ean13) == .wrongCheckDigit("5099902988024"))
    // A typed number that is not a barcode may be a borrower's card.
    #expect(Code.classify("5099902988024", symbology: .typed) == .text("5099902988024"))
  }

  @Test(arguments: ["", " \r\n", "\u{0}\u{1}", String(repeating: "9", count: 501)])
  func `a text that cannot identify a record is unusable`(text: String) {
    #expect(Code.classify(text, symbology: nil) == .unusable)
  }
}
