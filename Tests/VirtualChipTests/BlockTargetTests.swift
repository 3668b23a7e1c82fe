import Deadwax
import TestSupport
import Testing

@testable import VirtualChip

/// Tests of ISO/IEC 14443-4 cards, MIFARE Classic, and manual selection, over the line.
@Suite(.timeLimit(.minutes(5)))
struct BlockTargetTests {
  private static let number: [UInt8] = [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66]
  private static let answerToSelect: [UInt8] = [0x06, 0x75, 0x77, 0x81, 0x02, 0x80]
  private static let selectNDEF: [UInt8] = [
    0x00, 0xA4, 0x04, 0x00, 0x07, 0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01, 0x00,
  ]

  private func ready(_ cards: any VirtualCard...) throws -> (VirtualChip, RawHost) {
    let chip = try VirtualChip()
    for card in cards { chip.place(card) }
    let host = try RawHost(chip)
    try host.begin()
    return (chip, host)
  }

  private func type4() throws -> SmartCard { SmartCard.type4(uid: try #require(TagID(.nfcA, Self.number))) }

  private var found: [UInt8] { [0x01, 0x01, 0x03, 0x44, 0x20, 0x07] + Self.number }

  @Test func `the chip requests the ATS when it is configured to`() throws {
    let (_, host) = try ready(try type4())
    _ = try host.request(0x12, [0x04])
    #expect(try host.request(0x4A, [0x01, 0x00]) == found)
    _ = try host.request(0x12, [0x14])
    _ = try host.request(0x32, [0x01, 0x00])
    #expect(try host.request(0x4A, [0x01, 0x00]) == found + Self.answerToSelect)
    #expect(try host.request(0x00, [0x06]) == [0x00])
  }

  @Test func `InDataExchange speaks in blocks`() throws {
    let (chip, host) = try ready(try type4())
    _ = try host.request(0x4A, [0x01, 0x00])
    #expect(try host.request(0x40, [0x01] + Self.selectNDEF) == [0x00, 0x90, 0x00])
    #expect(try host.request(0x40, [0x01, 0x00, 0xA4, 0x00, 0x0C, 0x02, 0xE1, 0x04]) == [0x00, 0x90, 0x00])
    // Longer than the card's frame of 64 bytes, in both directions.
    let text = (0..<200).map { UInt8($0) }
    #expect(try host.request(0x40, [0x01, 0x00, 0xD6, 0x00, 0x00, 0xC8] + text) == [0x00, 0x90, 0x00])
    #expect(try host.request(0x40, [0x01, 0x00, 0xB0, 0x00, 0x00, 0xC8]) == [0x00] + text + [0x90, 0x00])
    #expect(chip.cards.first?.eeprom.writeCount == 1)
    #expect(chip.statistics.commandsOnAir["I-BLOCK"] ?? 0 >= 7)
  }

  @Test func `an answer longer than the chip's buffer is fetched in parts`() throws {
    let (_, host) = try ready(WordyCard(uid: try #require(TagID(.nfcA, Self.number))))
    #expect(try host.request(0x4A, [0x01, 0x00]).first == 0x01)
    let first = try host.request(0x40, [0x01, 0xCA])
    #expect(first == [0x40] + WordyCard.words.prefix(262))
    #expect(try host.request(0x40, [0x01]) == [0x40] + WordyCard.words.dropFirst(262).prefix(262))
    #expect(try host.request(0x40, [0x01]) == [0x00] + WordyCard.words.dropFirst(524))
    #expect(try host.request(0x40, [0x01, 0xCA]) == first)
  }

  @Test func `a command that the host sends in parts is put together`() throws {
    let (_, host) = try ready(try type4())
    _ = try host.request(0x4A, [0x01, 0x00])
    #expect(try host.request(0x40, [0x41] + Self.selectNDEF.prefix(6)) == [0x00])
    #expect(try host.request(0x40, [0x01] + Self.selectNDEF.dropFirst(6)) == [0x00, 0x90, 0x00])
  }

  @Test func `a lost block is requested again, and nothing is done twice`() throws {
    let (chip, host) = try ready(try type4())
    _ = try host.request(0x4A, [0x01, 0x00])
    _ = try host.request(0x40, [0x01] + Self.selectNDEF)
    _ = try host.request(0x40, [0x01, 0x00, 0xA4, 0x00, 0x0C, 0x02, 0xE1, 0x04])
    chip.setWeak(every: 3)
    for turn in UInt8(1)...40 {
      #expect(try host.request(0x40, [0x01, 0x00, 0xD6, 0x00, 0x00, 0x01, turn]) == [0x00, 0x90, 0x00])
      #expect(chip.cards.first?.eeprom[0] == turn)
    }
    #expect(chip.cards.first?.eeprom.writeCount == 40)
  }

  @Test func `a card in blocks hears no calls until it is let go`() throws {
    let (_, host) = try ready(try type4())
    _ = try host.request(0x4A, [0x01, 0x00])
    #expect(try host.request(0x4A, [0x01, 0x00]) == [0x00])
    _ = try host.request(0x32, [0x01, 0x00])
    #expect(try host.request(0x4A, [0x01, 0x00]) == found + Self.answerToSelect)
    #expect(try host.request(0x44, [0x01]) == [0x00])
    // Halted: only a call by its UID, or InSelect, wakes it; then it uses blocks again.
    #expect(try host.request(0x54, [0x01]) == [0x00])
    #expect(try host.request(0x40, [0x01] + Self.selectNDEF) == [0x00, 0x90, 0x00])
    #expect(try host.request(0x52, [0x00]) == [0x00])
    #expect(try host.request(0x4A, [0x01, 0x00, 0x88] + Self.number) == found + Self.answerToSelect)
  }

  @Test func `two cards are spoken to in turns`() throws {
    let (_, host) = try ready(try type4(), Type2Card(.ntag213, uid: try #require(TagID("04FFFFFFFFFFFF"))))
    #expect(try host.request(0x4A, [0x02, 0x00]).first == 2)
    for _ in 0..<3 {
      #expect(try host.request(0x40, [0x01] + Self.selectNDEF) == [0x00, 0x90, 0x00])
      #expect(try host.request(0x40, [0x02, 0x30, 0x03]).prefix(5) == [0x00, 0xE1, 0x10, 0x12, 0x00])
    }
  }

  @Test func `InAutoPoll distinguishes the kinds`() throws {
    let (_, host) = try ready(try type4())
    #expect(try host.request(0x60, [0x01, 0x01, 0x10]) == [0x00])
    _ = try host.request(0x32, [0x01, 0x00])
    let card = found.dropFirst() + Self.answerToSelect
    #expect(try host.request(0x60, [0x01, 0x01, 0x20]) == [0x01, 0x20, UInt8(card.count)] + card)
  }

  @Test func `MIFARE Classic is let in by a key, read and written`() throws {
    let (chip, host) = try ready(ClassicCard(uid: try #require(TagID("C0DE0001"))))
    #expect(try host.request(0x4A, [0x01, 0x00]) == [0x01, 0x01, 0x00, 0x04, 0x08, 0x04, 0xC0, 0xDE, 0x00, 0x01])
    let key: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    #expect(try host.request(0x40, [0x01, 0x60, 4] + key + [0xC0, 0xDE, 0x00, 0x01]) == [0x00])
    #expect(try host.request(0x40, [0x01, 0xA0, 4] + [UInt8](1...16)) == [0x00])
    #expect(try host.request(0x40, [0x01, 0x30, 4]) == [0x00] + [UInt8](1...16))
    // A wrong key, or a UID that is not the card's: refused, and the card is lost until it is selected again.
    #expect(try host.request(0x40, [0x01, 0x60, 4, 0, 0, 0, 0, 0, 0, 0xC0, 0xDE, 0x00, 0x01]) == [0x14])
    #expect(try host.request(0x40, [0x01, 0x30, 4]) == [0x01])
    #expect(try host.request(0x04).first == 0x01)
    _ = try host.request(0x4A, [0x01, 0x00])
    #expect(try host.request(0x40, [0x01, 0x60, 4] + key + [1, 2, 3, 4]) == [0x14])
    #expect(chip.statistics.commandsOnAir["AUTHENTICATE A"] == 2)
  }

  @Test func `a host selects by hand`() throws {
    let (_, host) = try ready(Type2Card(.ntag213, uid: try #require(TagID(.nfcA, Self.number))))
    _ = try host.request(0x08, [0x63, 0x02, 0x00, 0x63, 0x03, 0x00, 0x63, 0x3D, 0x07])
    #expect(try host.request(0x42, [0x26]) == [0x00, 0x44, 0x00])
    _ = try host.request(0x08, [0x63, 0x3D, 0x00])
    #expect(try host.request(0x42, [0x93, 0x20]) == [0x00, 0x88, 0x04, 0x11, 0x22, 0xBF])
    // From here on the chip computes the checksums.
    _ = try host.request(0x08, [0x63, 0x02, 0x80, 0x63, 0x03, 0x80])
    #expect(try host.request(0x42, [0x93, 0x70, 0x88, 0x04, 0x11, 0x22, 0xBF]) == [0x00, 0x04])
    #expect(try host.request(0x42, [0x95, 0x20]) == [0x02], "an anticollision frame has no checksum")
    #expect(try host.request(0x42, [0x95, 0x70, 0x33, 0x44, 0x55, 0x66, 0x44]) == [0x00, 0x00])
    #expect(try host.request(0x42, [0x30, 0x03]).prefix(5) == [0x00, 0xE1, 0x10, 0x12, 0x00])
  }

  @Test func `commands of a chip that plays a card find no reader`() throws {
    let (chip, host) = try ready()
    host.send(.packet(direction: HSUFrame.toChip, body: [0x8C, 0x00] + [UInt8](repeating: 0, count: 36)))
    #expect(host.receive() == .acknowledge)
    #expect(host.receive(within: 100) == nil)
    #expect(try host.request(0x86) == [0x25])
    #expect(chip.statistics.aborted == 1)
    #expect(try host.request(0x0C).count == 3)
    #expect(try host.request(0x00, [0x04, 0x01]) == [0x80])
    #expect(try host.request(0x00, [0x07, 0x28]) == [0x00])
  }
}

/// A card that responds to every request with 600 bytes.
private struct WordyCard: VirtualCard {
  static let words = (0..<600).map { UInt8(truncatingIfNeeded: $0 * 7) }

  let uid: TagID
  var atqa: UInt16 { 0x0344 }
  var sak: UInt8 { 0x20 }
  var kind: String { "wordy" }
  var eeprom = EEPROM()
  private var blocks: BlockLayer?
  var isInProtocol: Bool { blocks != nil }

  init(uid: TagID) { self.uid = uid }

  mutating func powerOff() { blocks = nil }
  mutating func leave() { blocks = nil }

  mutating func answer(_ frame: [UInt8]) -> CardAnswer {
    guard blocks != nil else {
      blocks = BlockLayer(frameSize: 64)
      return CardAnswer(.bytes([0x02, 0x05]))
    }
    switch blocks?.take(frame) {
    case .run: return CardAnswer(.bytes(blocks?.reply(Self.words) ?? []))
    case .send(let bytes): return CardAnswer(.bytes(bytes))
    case .farewell(let bytes): return CardAnswer(.farewell(bytes))
    case .ignore, nil: return CardAnswer(.nothing)
    }
  }
}
