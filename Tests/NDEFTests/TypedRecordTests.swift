import NDEF
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TypedRecordTests {
  @Test(arguments: [
    ("01 65 78", "http://www.ex"),
    ("04 65 78", "https://ex"),
    ("00 65 78", "ex"),
    ("23 61", "urn:nfc:a"),
    ("24 61", "a"),
    ("FF 61", "a"),
    ("04", "https://"),
  ])
  func `an address is read with its prefix`(payload: String, expected: String) {
    #expect(URIRecord(NDEFRecord(format: .wellKnown, type: [0x55], payload: bytes(payload)))?.uri == expected)
  }

  @Test(arguments: ["", "04 FF", "04 C3"])
  func `an address without bytes or not in UTF-8 is refused`(payload: String) {
    #expect(URIRecord(NDEFRecord(format: .wellKnown, type: [0x55], payload: bytes(payload))) == nil)
  }

  @Test(arguments: [
    ("https://www.example.org/", UInt8(0x02)), ("https://example.org/", 0x04), ("http://a", 0x03),
    ("urn:epc:id:x", 0x1E),
    ("urn:epc:x", 0x22), ("urn:x", 0x13), ("gopher://a", 0x00), ("", 0x00),
  ])
  func `an address is written with the longest prefix`(uri: String, code: UInt8) {
    let record = URIRecord(uri).record
    #expect(record.payload.first == code)
    #expect(URIRecord(record)?.uri == uri)
  }

  @Test(arguments: [
    ("02 65 6E 48 69", "Hi", "en"),
    ("05 64 65 2D 43 48 C3 A9", "é", "de-CH"),
    ("82 65 6E 00 48 00 69", "Hi", "en"),
    ("82 65 6E FE FF 00 48", "H", "en"),
    ("82 65 6E FF FE 48 00", "H", "en"),
    ("00 48", "H", ""),
  ])
  func `a text is read with its language`(payload: String, text: String, language: String) {
    let record = TextRecord(NDEFRecord(format: .wellKnown, type: [0x54], payload: bytes(payload)))
    #expect(record?.text == text)
    #expect(record?.language == language)
  }

  @Test(arguments: ["", "3F 65 6E", "02 65 6E FF", "82 65 6E 48", "82 65 6E D8 00"])
  func `a text with inconsistent parts is refused`(payload: String) {
    #expect(TextRecord(NDEFRecord(format: .wellKnown, type: [0x54], payload: bytes(payload))) == nil)
  }

  @Test func `a text is read back as written`() {
    let text = TextRecord("Kraftwerk – Autobahn 🚗", language: "de")
    #expect(TextRecord(text.record) == text)
  }

  @Test func `a record of another type is neither`() {
    let record = NDEFRecord(format: .external, type: Array("U".utf8), payload: [0])
    #expect(URIRecord(record) == nil)
    #expect(TextRecord(record) == nil)
  }

  @Test func `external types are compared without case, well-known ones with it`() {
    #expect(NDEFRecord(format: .external, type: Array("Example.ORG:Pb".utf8)).isExternal("example.org:pb"))
    #expect(!NDEFRecord(format: .media, type: Array("example.org:pb".utf8)).isExternal("example.org:pb"))
    #expect(!NDEFRecord(format: .wellKnown, type: Array("u".utf8)).isWellKnown("U"))
  }
}
