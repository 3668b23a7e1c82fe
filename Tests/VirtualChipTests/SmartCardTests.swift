import Deadwax
import TestSupport
import Testing

@testable import VirtualChip

/// Tests of Type 4 tags and phones: the block protocol, and the content of the blocks.
@Suite(.timeLimit(.minutes(5)))
struct SmartCardTests {
  private static let uid: [UInt8] = [0x04, 1, 2, 3, 4, 5, 6]
  private static let selectNDEF: [UInt8] = [
    0x00, 0xA4, 0x04, 0x00, 0x07, 0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01, 0x00,
  ]
  private static let selectFile: [UInt8] = [0x00, 0xA4, 0x00, 0x0C, 0x02, 0xE1, 0x04]
  private static let selectContainer: [UInt8] = [0x00, 0xA4, 0x00, 0x0C, 0x02, 0xE1, 0x03]

  private func card() throws -> SmartCard { SmartCard.type4(uid: try #require(TagID(.nfcA, Self.uid))) }

  /// Returns a card after the ATS request of a reader that accepts frames of this size (as a code).
  private func awake(_ size: UInt8 = 8) throws -> SmartCard {
    var card = try card()
    #expect(card.answer([0xE0, size << 4]).content == .bytes([0x06, 0x75, 0x77, 0x81, 0x02, 0x80]))
    return card
  }

  /// Runs commands in one block each and returns the answers without their heads.
  private func run(_ card: inout SmartCard, _ commands: [[UInt8]]) throws -> [[UInt8]] {
    try commands.enumerated().map { index, command in
      guard case .bytes(let answer) = card.answer([0x02 | UInt8(index & 1)] + command).content else {
        throw TestFailure("no answer to \(command)")
      }
      #expect(answer.first == 0x02 | UInt8(index & 1))
      return Array(answer.dropFirst())
    }
  }

  @Test func `a card that was not asked for its ATS knows nothing else`() throws {
    var card = try card()
    #expect(card.answer([0x02] + Self.selectNDEF).content == .silence)
    #expect(card.answer([0x30, 0x00]).content == .silence)
    #expect(!card.isInProtocol)
  }

  @Test func `the application is selected, then its files, then they are read and written`() throws {
    var card = try awake()
    #expect(card.isInProtocol)
    let answers = try run(
      &card,
      [
        Self.selectFile, Self.selectNDEF, Self.selectContainer, [0x00, 0xB0, 0x00, 0x00, 0x0F], Self.selectFile,
        [0x00, 0xD6, 0x00, 0x02, 0x03, 0xD0, 0x00, 0x00], [0x00, 0xD6, 0x00, 0x00, 0x02, 0x00, 0x03],
        [0x00, 0xB0, 0x00, 0x00, 0x05],
      ])
    #expect(answers[0] == [0x6A, 0x82], "a file before its application")
    #expect(answers[1] == [0x90, 0x00])
    #expect(
      answers[3] == [
        0x00, 0x0F, 0x20, 0x00, 0x3B, 0x00, 0x34, 0x04, 0x06, 0xE1, 0x04, 0x08, 0x00, 0x00, 0x00, 0x90, 0x00,
      ])
    #expect(answers[5...6] == [[0x90, 0x00], [0x90, 0x00]])
    #expect(answers[7] == [0x00, 0x03, 0xD0, 0x00, 0x00, 0x90, 0x00])
    #expect(card.message == [0xD0, 0x00, 0x00])
    #expect(card.eeprom.writeCount == 2)
  }

  @Test func `wrong commands get the status with the reason`() throws {
    var card = try awake()
    let answers = try run(
      &card,
      [
        [0x00, 0xB0, 0x00, 0x00, 0x02], Self.selectNDEF, [0x00, 0xA4, 0x00, 0x0C, 0x02, 0xE1, 0x05],
        Self.selectContainer, [0x00, 0xD6, 0x00, 0x00, 0x01, 0x00], Self.selectFile,
        [0x00, 0xB0, 0x7F, 0xFF, 0x02], [0x00, 0xD6, 0x07, 0xFF, 0x02, 0x00, 0x00], [0x00, 0x20, 0x00, 0x00],
        [0x80, 0xB0, 0x00, 0x00, 0x02], [0x00], [0x00, 0xA4, 0x04, 0x00, 0xFF],
      ])
    #expect(
      answers == [
        [0x69, 0x86], [0x90, 0x00], [0x6A, 0x82], [0x90, 0x00], [0x69, 0x82], [0x90, 0x00], [0x6B, 0x00], [0x6A, 0x84],
        [0x6D, 0x00], [0x6E, 0x00], [0x67, 0x00], [0x67, 0x00],
      ])
  }

  @Test func `an answer longer than the reader's frame comes in pieces`() throws {
    // Frames of 16 bytes: 13 of them for the answer.
    var card = try awake(0)
    card.eeprom.replace(at: 0, with: [UInt8](0..<40))
    _ = try run(&card, [Self.selectNDEF, Self.selectFile])
    var answer: [UInt8] = []
    var block = card.answer([0x02, 0x00, 0xB0, 0x00, 0x00, 0x1E]).content
    var number: UInt8 = 0
    while case .bytes(let bytes) = block, bytes[0] & 0x10 != 0 {
      #expect(bytes.count == 14 && bytes[0] == 0x12 | number)
      answer += bytes.dropFirst()
      number ^= 1
      block = card.answer([0xA2 | number]).content
    }
    if case .bytes(let bytes) = block { answer += bytes.dropFirst() }
    #expect(answer == [UInt8](0..<30) + [0x90, 0x00])
  }

  @Test func `a command in pieces is acknowledged piece by piece`() throws {
    var card = try awake()
    let (first, second) = (Self.selectNDEF.prefix(5), Self.selectNDEF.dropFirst(5))
    #expect(card.answer([0x12] + first).content == .bytes([0xA2]))
    #expect(card.answer([0x03] + second).content == .bytes([0x03, 0x90, 0x00]))
  }

  @Test func `a frame that was not received is sent again`() throws {
    var card = try awake()
    // Before the first block: the presence check of libnfc and nfcpy.
    #expect(card.answer([0xB2]).content == .bytes([0xA3]))
    #expect(card.answer([0x02] + Self.selectNDEF).content == .bytes([0x02, 0x90, 0x00]))
    #expect(card.answer([0xB2]).content == .bytes([0x02, 0x90, 0x00]))
    #expect(card.answer([0xB3]).content == .bytes([0xA2]), "the block was not heard by the card: asked for again")
  }

  @Test func `invalid blocks are skipped, and the card remains selected`() throws {
    var card = try awake()
    for frame in [[], [0x00], [0x06, 0x00], [0x50, 0x00], [0x26], [0xFF], [0xA0], [0x0A]] as [[UInt8]] {
      #expect(card.answer(frame).content == .nothing, "\(frame)")
    }
    #expect(card.isInProtocol)
    #expect(card.answer([0x02] + Self.selectNDEF).content == .bytes([0x02, 0x90, 0x00]))
  }

  @Test func `a card identifier is taken and given back`() throws {
    var card = try awake()
    #expect(card.answer([0x0A, 0x00] + Self.selectNDEF).content == .bytes([0x0A, 0x00, 0x90, 0x00]))
    #expect(card.answer([0xCA, 0x00]).content == .farewell([0xCA, 0x00]))
  }

  @Test func `a phone has another number each time, and knows no application`() throws {
    var phone = SmartCard.phone(seed: 5)
    var numbers: Set<TagID> = []
    for _ in 0..<100 {
      #expect(phone.uid.isRandom)
      numbers.insert(phone.uid)
      phone.powerOff()
    }
    #expect(numbers.count > 95)
    #expect(phone.answer([0xE0, 0x80]).content == .bytes([0x05, 0x78, 0x80, 0x70, 0x02]))
    #expect(phone.answer([0x02] + Self.selectNDEF).content == .bytes([0x02, 0x6A, 0x82]))
  }

  @Test func `no bytes whatever make it trap`() throws {
    var random = SeededRandom(seed: 14443)
    for _ in 0..<500 {
      var card = try card()
      _ = card.answer([0xE0, UInt8.random(in: 0...255, using: &random)])
      for _ in 0..<60 {
        let head: UInt8 =
          [0x02, 0x03, 0x12, 0x13, 0xA2, 0xA3, 0xB2, 0xB3, 0xC2, 0x0A].randomElement(using: &random) ?? 0
        let commands = [
          Self.selectNDEF, Self.selectFile, [0x00, 0xB0, 0x00, 0x00, 0xFF], [0x00, 0xD6, 0x00, 0x00, 0x02, 1, 2],
        ]
        var frame = [head] + (commands.randomElement(using: &random) ?? [])
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          frame[Int.random(in: 0..<frame.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        _ = card.answer(Array(frame.prefix(Int.random(in: 0...frame.count, using: &random))))
      }
      #expect(card.eeprom.bytes.count == 2048)
    }
  }
}
