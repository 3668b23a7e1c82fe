import NDEF
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct Type2MemoryTests {
  @Test(arguments: [
    ("an NTAG213 from the factory", "E1 10 12 00 01 03 A0 0C 34 03 00 FE", Type2Memory.Found.empty),
    ("an NTAG215 from the factory", "E1 10 3E 00 03 00 FE 00", .empty),
    ("a message behind the lock block", "E1 10 12 00 01 03 A0 0C 34 03 02 AA BB FE", .message([0xAA, 0xBB])),
    ("null bytes in front", "E1 10 12 00 00 00 00 03 01 AA FE", .message([0xAA])),
    ("a proprietary block in front", "E1 10 12 00 FD 02 03 03 03 01 AA", .message([0xAA])),
    ("three bytes of length", "E1 10 12 00 03 FF 00 02 AA BB FE", .message([0xAA, 0xBB])),
    ("a terminator at once", "E1 10 12 00 FE 03 01 AA", .none),
    ("nothing but null bytes", "E1 10 01 00 00 00 00 00 00 00 00 00", .none),
    ("a data area without room", "E1 10 00 00", .none),
    ("longer than the tag", "E1 10 01 00 03 07 AA AA AA AA AA AA AA", .torn),
    ("exactly as long as the tag", "E1 10 01 00 03 06 AA AA AA AA AA AA", .message([UInt8](repeating: 0xAA, count: 6))),
    ("a length that runs out of the tag", "E1 10 01 00 00 00 00 00 00 03 FF 00", .torn),
    ("a type on the last byte", "E1 10 01 00 00 00 00 00 00 00 00 03", .torn),
    ("another block longer than the tag", "E1 10 01 00 01 20 00 00 00 00 00 00", .torn),
    ("no container", "00 00 00 00 03 00", .unformatted),
    ("a later major version", "E1 20 12 00 03 00", .unformatted),
    ("a message that may not be read", "E1 10 12 F0 03 00", .unformatted),
  ])
  func `memory is walked block by block`(what: String, hex: String, expected: Type2Memory.Found) {
    #expect(Type2Memory.find(in: bytes(hex)) == expected, "\(what)")
  }

  @Test func `read in pieces of any size it finds the same`() {
    var random = SeededRandom(seed: 71)
    for _ in 0..<500 {
      let message = random.bytes(.random(in: 0...700, using: &random))
      let header =
        message.count < 255 ? [UInt8(message.count)] : [0xFF, UInt8(message.count >> 8), UInt8(message.count & 0xFF)]
      let whole = bytes("E1 10 6D 00 01 03 A0 0C 34") + [0x03] + header + message + [0xFE]
      var read = 0
      var steps = 0
      while case .needsMore(let count) = Type2Memory.find(in: Array(whole[..<read])) {
        #expect(count > read && count <= whole.count)
        read = count
        steps += 1
      }
      #expect(Type2Memory.find(in: Array(whole[..<read])) == (message.isEmpty ? .empty : .message(message)))
      #expect(steps <= 10)
    }
  }
}
