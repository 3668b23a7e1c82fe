import Deadwax
import Testing
import VirtualChip

/// Tests of the responses of several cards, requested over the line like a host does.
@Suite(.timeLimit(.minutes(5)))
struct AntennaTests {
  private static let first: [UInt8] = [0x04, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01]
  private static let second: [UInt8] = [0x04, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02]

  private func chip(_ cards: [UInt8]...) throws -> (VirtualChip, RawHost) {
    let chip = try VirtualChip()
    for uid in cards { chip.place(Type2Card(.ntag213, uid: try #require(TagID(.nfcA, uid)))) }
    let host = try RawHost(chip)
    try host.begin()
    return (chip, host)
  }

  private func found(_ uid: [UInt8]) -> [UInt8] { [0x01, 0x01, 0x00, 0x44, 0x00, 0x07] + uid }

  @Test func `an empty antenna finds nothing`() throws {
    let (_, host) = try chip()
    #expect(try host.request(0x4A, [0x01, 0x00]) == [0x00])
    #expect(try host.request(0x06, [0x63, 0x39]) == [0x26])
  }

  @Test func `a card is found, and found again`() throws {
    let (_, host) = try chip(Self.first)
    #expect(try host.request(0x4A, [0x01, 0x00]) == found(Self.first))
    #expect(try host.request(0x4A, [0x01, 0x00]) == found(Self.first))
  }

  @Test func `a selected card does not answer a single call`() throws {
    let (_, host) = try chip(Self.first)
    #expect(try host.request(0x4A, [0x01, 0x00]) == found(Self.first))
    _ = try host.request(0x32, [0x05, 0x00, 0x01, 0x00])
    #expect(try host.request(0x4A, [0x01, 0x00]) == [0x00])
    #expect(try host.request(0x4A, [0x01, 0x00]) == found(Self.first))
  }

  @Test func `a halted card answers only to its number`() throws {
    let (_, host) = try chip(Self.first)
    _ = try host.request(0x4A, [0x01, 0x00])
    #expect(try host.request(0x44, [0x00]) == [0x00])
    #expect(try host.request(0x4A, [0x01, 0x00]) == [0x00])
    #expect(try host.request(0x4A, [0x01, 0x00, 0x88] + Self.first) == found(Self.first))
  }

  @Test func `a card at the edge of the field does not hear every call`() throws {
    let (chip, host) = try chip(Self.first)
    chip.weaken(try #require(TagID(.nfcA, Self.first)), calls: 4)
    #expect(try host.request(0x4A, [0x01, 0x00]) == [0x00])
    #expect(try host.request(0x4A, [0x01, 0x00]) == found(Self.first))
  }

  @Test func `two cards are distinguished by halting the first`() throws {
    let (_, host) = try chip(Self.second, Self.first)
    #expect(try host.request(0x4A, [0x01, 0x00]) == found(Self.first))
    _ = try host.request(0x44, [0x00])
    #expect(try host.request(0x4A, [0x01, 0x00]) == found(Self.second))
    _ = try host.request(0x44, [0x00])
    #expect(try host.request(0x4A, [0x01, 0x00]) == [0x00])
  }

  @Test func `two cards are listed at once`() throws {
    let (_, host) = try chip(Self.second, Self.first)
    let answer = try host.request(0x4A, [0x02, 0x00])
    let descriptors = found(Self.first).dropFirst() + [0x02] + found(Self.second).dropFirst(2)
    #expect(answer == [0x02] + descriptors)
    // Each is addressed by its target number.
    #expect(try host.request(0x40, [0x01, 0x30, 0x00]).prefix(8) == [0x00, 0x04, 0x00, 0x00, 0x8C, 0x00, 0x00, 0x00])
    #expect(try host.request(0x40, [0x02, 0x30, 0x01]).prefix(5) == [0x00, 0x00, 0x00, 0x00, 0x02])
    #expect(try host.request(0x04) == [0x00, 0x01, 0x02, 0x01, 0x00, 0x00, 0x10, 0x02, 0x00, 0x00, 0x10, 0x00])
  }

  @Test func `switching the field off wakes halted cards`() throws {
    let (chip, host) = try chip(Self.first)
    _ = try host.request(0x4A, [0x01, 0x00])
    _ = try host.request(0x44, [0x00])
    _ = try host.request(0x32, [0x01, 0x00])
    #expect(!chip.isFieldOn)
    _ = try host.request(0x32, [0x01, 0x01])
    #expect(try host.request(0x4A, [0x01, 0x00]) == found(Self.first))
  }

  @Test func `after a refusal the card is gone until it is selected again`() throws {
    let (_, host) = try chip(Self.first)
    _ = try host.request(0x4A, [0x01, 0x00])
    #expect(try host.request(0x40, [0x01, 0x30, 0xFF]) == [0x13])
    #expect(try host.request(0x40, [0x01, 0x30, 0x04]) == [0x01])
    _ = try host.request(0x4A, [0x01, 0x00])
    #expect(try host.request(0x40, [0x01, 0x30, 0x04]).count == 17)
  }

  @Test func `a card that is taken away times out`() throws {
    let (chip, host) = try chip(Self.first)
    _ = try host.request(0x4A, [0x01, 0x00])
    let card = chip.remove(try #require(TagID(.nfcA, Self.first)))
    #expect(card?.uid.bytes == Self.first)
    #expect(chip.remove(try #require(TagID(.nfcA, Self.first))) == nil)
    #expect(try host.request(0x40, [0x01, 0x30, 0x04]) == [0x01])
  }

  @Test func `GET_VERSION goes through raw, and as data is taken for a MIFARE command`() throws {
    let (chip, host) = try chip(Self.first)
    _ = try host.request(0x4A, [0x01, 0x00])
    #expect(try host.request(0x42, [0x60]) == [0x00, 0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03])
    #expect(try host.request(0x40, [0x01, 0x60]) == [0x14])
    #expect(chip.statistics.commandsOnAir["GET_VERSION"] == 1)
  }

  @Test func `the four bits of an acknowledgement are a broken checksum to a chip that checks`() throws {
    let (_, host) = try chip(Self.first)
    _ = try host.request(0x4A, [0x01, 0x00])
    #expect(try host.request(0x42, [0xA2, 0x08, 1, 2, 3, 4]) == [0x02])
    // The page was still written.
    #expect(try host.request(0x40, [0x01, 0x30, 0x08]).prefix(5) == [0x00, 1, 2, 3, 4])
    _ = try host.request(0x08, [0x63, 0x03, 0x00])
    #expect(try host.request(0x42, [0xA2, 0x08, 5, 6, 7, 8]) == [0x00, 0x0A])
    #expect(try host.request(0x06, [0x63, 0x3C]) == [0x04])
  }

  @Test func `a host may make checksums itself, and a wrong one is not answered`() throws {
    let (_, host) = try chip(Self.first)
    _ = try host.request(0x4A, [0x01, 0x00])
    _ = try host.request(0x08, [0x63, 0x02, 0x00, 0x63, 0x03, 0x00])
    // READ of page 0 and its checksum, as printed in every data sheet of the family.
    #expect(try host.request(0x42, [0x30, 0x00, 0x02, 0xA8]).count == 1 + 16 + 2)
    #expect(try host.request(0x42, [0x30, 0x00, 0x02, 0xA9]) == [0x01])
  }

  @Test func `an answer longer than the chip's buffer is refused`() throws {
    let chip = try VirtualChip()
    chip.place(Type2Card(.ntag216, uid: try #require(TagID(.nfcA, Self.first))))
    let host = try RawHost(chip)
    try host.begin()
    _ = try host.request(0x4A, [0x01, 0x00])
    #expect(try host.request(0x42, [0x3A, 4, 4 + 59]).count == 1 + 240)
    #expect(try host.request(0x42, [0x3A, 4, 4 + 79]) == [0x07])
  }

  @Test func `an endless search ends when a card comes`() throws {
    let (chip, host) = try chip()
    _ = try host.request(0x32, [0x05, 0xFF, 0xFF, 0xFF])
    host.send(.packet(direction: HSUFrame.toChip, body: [0x4A, 0x01, 0x00]))
    #expect(host.receive() == .acknowledge)
    chip.place(Type2Card(.ntag213, uid: try #require(TagID(.nfcA, Self.first))))
    #expect(host.receive() == .packet(direction: HSUFrame.toHost, body: [0x4B] + found(Self.first)))
  }

  @Test func `InAutoPoll reports a card with its type, or nothing when its time is up`() throws {
    let (chip, host) = try chip()
    #expect(try host.request(0x60, [0x01, 0x01, 0x10]) == [0x00])
    #expect(try host.request(0x60, [0x01, 0x01, 0x11]) == [0x00])
    chip.place(Type2Card(.ntag213, uid: try #require(TagID(.nfcA, Self.first))))
    #expect(try host.request(0x60, [0xFF, 0x01, 0x20, 0x10]) == [0x01, 0x10, 0x0C] + found(Self.first)[1...])
  }

  @Test func `other kinds of cards are never found`() throws {
    let (_, host) = try chip(Self.first)
    for kind in UInt8(1)...4 { #expect(try host.request(0x4A, [0x01, kind]) == [0x00]) }
  }

  @Test func `select and release by target number`() throws {
    let (_, host) = try chip(Self.first)
    #expect(try host.request(0x54, [0x01]) == [0x27])
    #expect(try host.request(0x00, [0x06]) == [0x27])
    _ = try host.request(0x4A, [0x01, 0x00])
    #expect(try host.request(0x00, [0x06]) == [0x00])
    _ = try host.request(0x44, [0x01])
    #expect(try host.request(0x00, [0x06]) == [0x01])
    #expect(try host.request(0x54, [0x01]) == [0x00])
    #expect(try host.request(0x52, [0x01]) == [0x00])
    #expect(try host.request(0x40, [0x01, 0x30, 0x00]) == [0x27])
  }
}
