import Deadwax
import NDEF
import TestSupport
import Testing

/// Tests that reading any tag content ends, and ends with a value.
@Suite(.timeLimit(.minutes(25)))
struct HostileInputTests {
  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `random and mutated bytes never trap`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let templates = try Self.templates()
    var parsed = 0
    var ours = 0
    for round in 0..<25_000 {
      let input =
        round % 5 == 0
        ? random.bytes(.random(in: 0...80, using: &random)) : Self.mutated(templates[round % templates.count], &random)
      if let message = try? NDEFMessage(parsing: input) {
        parsed += 1
        #expect(try NDEFMessage(parsing: message.bytes()) == message)
        for record in message.records { _ = (URIRecord(record), TextRecord(record)) }
      }
      if case .code = PseudoBarcode.read(input) { ours += 1 }
      Self.walk(input)
      Self.walk(bytes("E1 10") + [UInt8(truncatingIfNeeded: random.next()), 0] + input)
    }
    // Some mutated messages must stay readable; otherwise nothing after the first check would be tested.
    #expect(parsed > 1000)
    #expect(ours > 100)
  }

  /// Reads like a reader: in steps until no more bytes are needed.
  private static func walk(_ memory: [UInt8]) {
    var read = 0
    while case .needsMore(let count) = Type2Memory.find(in: Array(memory[..<read])) {
      #expect(count > read)
      guard count <= memory.count else { return }
      read = count
    }
  }

  private static func templates() throws -> [[UInt8]] {
    let code = OwnCode(.copy, number: 0x0123_4567_89AB_CDEF)
    let poster = try NDEFMessage([URIRecord("https://example.org").record, TextRecord("x").record]).bytes()
    return [
      PseudoBarcode.message(for: code),
      PseudoBarcode.addressOnly(for: code),
      try NDEFMessage([NDEFRecord(format: .wellKnown, type: Array("Sp".utf8), payload: poster)]).bytes(),
      try NDEFMessage([
        NDEFRecord(format: .media, type: Array("a/b".utf8), id: [1], payload: .init(repeating: 7, count: 300))
      ])
      .bytes(),
      bytes("B5 00 02 61 62  36 00 02 63 64  56 00 01 65"),
      bytes("E1 10 12 00 01 03 A0 0C 34 03 08 D1 01 04 54 02 65 6E 41 FE"),
      bytes("E1 10 6D 00 03 FF 00 08 D1 01 04 54 02 65 6E 41 FE"),
    ]
  }

  private static func mutated(_ template: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = template
    for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[index] = [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF].randomElement(using: &random) ?? 0
      case 2: bytes.removeSubrange(index...)
      case 3: bytes.remove(at: index)
      case 4: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: index)
      default: bytes += bytes[index...]
      }
    }
    return bytes
  }

  @Test func `a record in a reserved format with a type is read as unknown, and can be written again`() throws {
    let message = try NDEFMessage(parsing: [0xD7, 0x01, 0x02, 0x41, 0x10, 0x20])
    #expect(message.records == [NDEFRecord(format: .unknown, payload: [0x10, 0x20])])
    #expect(try NDEFMessage(parsing: message.bytes()) == message)
  }
}
