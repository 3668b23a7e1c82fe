import NDEF
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct NDEFMessageTests {
  @Test func `a short record is read`() throws {
    let message = try NDEFMessage(parsing: bytes("D1 01 03 54 02 65 6E"))
    #expect(message.records == [NDEFRecord(format: .wellKnown, type: [0x54], payload: bytes("02 65 6E"))])
  }

  @Test func `a record with four bytes of length and an id is read`() throws {
    let message = try NDEFMessage(parsing: bytes("CA 03 00 00 00 02 01 61 2F 62 78 01 02"))
    #expect(
      message.records == [
        NDEFRecord(format: .media, type: Array("a/b".utf8), id: Array("x".utf8), payload: [1, 2])
      ])
  }

  @Test func `the chunks of a record are joined`() throws {
    // "ab" + "cd" + "" + "e", then a separate record.
    let message = try NDEFMessage(
      parsing: bytes("B5 00 02 61 62  36 00 02 63 64  36 00 00  16 00 01 65  51 01 01 55 00"))
    #expect(
      message.records == [
        NDEFRecord(format: .unknown, payload: Array("abcde".utf8)),
        NDEFRecord(format: .wellKnown, type: [0x55], payload: [0]),
      ])
  }

  @Test func `an empty message is one empty record`() throws {
    #expect(try NDEFMessage(parsing: bytes("D0 00 00")).records == [NDEFRecord(format: .empty)])
  }

  @Test func `the reserved format is taken for unknown`() throws {
    #expect(try NDEFMessage(parsing: bytes("D7 00 01 05")).records.map(\.format) == [.unknown])
  }

  @Test(arguments: [
    ("", NDEFError.empty),
    ("D1", .truncated(at: 0)),
    ("D1 01", .truncated(at: 0)),
    ("D1 01 03 54 02 65", .truncated(at: 0)),
    ("D1 FF 00 54", .truncated(at: 0)),
    ("C1 01 FF FF FF FF 54", .truncated(at: 0)),
    ("C1 01 00 00 00", .truncated(at: 0)),
    ("D9 01 00", .truncated(at: 0)),
    ("51 01 00 54", .misplacedMark(at: 0)),
    ("91 01 00 54 D1 01 00 54", .misplacedMark(at: 4)),
    ("91 01 00 54", .truncated(at: 4)),
    ("D1 01 00 54 00", .trailing(at: 4)),
    ("D6 00 00", .brokenChunk(at: 0)),
    ("F1 01 00 54", .brokenChunk(at: 0)),
    ("B1 01 00 54 51 01 00 54", .brokenChunk(at: 4)),
    ("B1 01 00 54 56 01 00 54", .brokenChunk(at: 4)),
    ("B1 01 00 54 5E 00 00 01 41", .brokenChunk(at: 4)),
    ("B1 01 00 54 76 00 00", .brokenChunk(at: 4)),
    ("D0 01 00 54", .forbiddenField(at: 0)),
    ("D0 00 01 54", .forbiddenField(at: 0)),
    ("D5 01 00 54", .forbiddenField(at: 0)),
  ])
  func `a broken message names what is wrong and where`(hex: String, expected: NDEFError) {
    #expect(throws: expected) { try NDEFMessage(parsing: bytes(hex)) }
    #expect(!expected.description.isEmpty)
  }

  @Test func `more bytes than any tag holds are refused`() {
    let long = [UInt8](repeating: 0, count: NDEFMessage.lengthLimit + 1)
    #expect(throws: NDEFError.tooLong(long.count)) { try NDEFMessage(parsing: long) }
    let message = NDEFMessage([NDEFRecord(format: .unknown, payload: long)])
    #expect(throws: NDEFError.tooLong(long.count)) { try message.bytes() }
    #expect(throws: NDEFError.empty) { try NDEFMessage([]).bytes() }
  }

  @Test func `every written message is read back`() throws {
    var random = SeededRandom(seed: 20_260_101)
    for _ in 0..<2000 {
      let message = NDEFMessage(
        (0..<Int.random(in: 1...5, using: &random)).map { _ in
          NDEFRecord(
            format: [.wellKnown, .media, .absoluteURI, .external].randomElement(using: &random) ?? .media,
            type: random.bytes(.random(in: 0...255, using: &random)),
            id: random.bytes(Bool.random(using: &random) ? 0 : .random(in: 0...255, using: &random)),
            payload: random.bytes(.random(in: 0...600, using: &random)))
        })
      #expect(try NDEFMessage(parsing: message.bytes()) == message)
    }
  }
}
