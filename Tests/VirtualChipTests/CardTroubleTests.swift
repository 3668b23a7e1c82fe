import Deadwax
import TestSupport
import Testing
import VirtualChip

/// Tests of cards that are torn, worn, or badly placed, as a host sees them.
@Suite(.timeLimit(.minutes(10)))
struct CardTroubleTests {
  private static let number: [UInt8] = [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66]

  private func uid() throws -> TagID { try #require(TagID(.nfcA, Self.number)) }

  private func ready(_ card: (any VirtualCard)? = nil) throws -> (VirtualChip, RawHost) {
    let chip = try VirtualChip()
    chip.place(try card ?? Type2Card(.ntag213, uid: uid()))
    let host = try RawHost(chip)
    try host.begin()
    _ = try host.request(0x4A, [0x01, 0x00])
    return (chip, host)
  }

  private func write(_ host: RawHost, _ page: UInt8, _ bytes: [UInt8]) throws -> UInt8? {
    try host.request(0x40, [0x01, 0xA2, page] + bytes).first
  }

  @Test(arguments: TornWrite.Moment.allCases, [1, 2, 5])
  func `a card is torn away in its n-th write and lies there again when it is laid again`(
    moment: TornWrite.Moment, write: Int
  ) throws {
    let (chip, host) = try ready()
    chip.set(TornWrite(write: write, moment: moment))
    for turn in 1..<write { #expect(try self.write(host, 8, [UInt8(turn), 0, 0, 0]) == 0x00) }
    #expect(try self.write(host, 9, [0xA1, 0xA2, 0xA3, 0xA4]) == 0x01)
    #expect(chip.tear == nil)
    #expect(chip.cards.isEmpty)
    #expect(chip.torn.map(\.uid) == [try uid()])
    for _ in 0..<3 { #expect(try host.request(0x4A, [0x01, 0x00]) == [0x00]) }
    let stored = try #require(chip.card(try uid()) as? Type2Card)
    switch moment {
    case .before, .erased: #expect(stored.eeprom.page(9) == [0, 0, 0, 0])
    case .bits: #expect(zip(stored.eeprom.page(9), [0xA1, 0xA2, 0xA3, 0xA4]).allSatisfy { $0 & ~$1 == 0 })
    case .partial: #expect(stored.eeprom.page(9) == [0xA1, 0xA2, 0, 0])
    case .after: #expect(stored.eeprom.page(9) == [0xA1, 0xA2, 0xA3, 0xA4])
    }
    #expect(chip.layAgain())
    #expect(!chip.layAgain())
    #expect(try host.request(0x4A, [0x01, 0x00]).first == 0x01)
    #expect(try self.write(host, 9, [0xB1, 0xB2, 0xB3, 0xB4]) == 0x00)
    #expect(try host.request(0x40, [0x01, 0x30, 9]).prefix(5) == [0x00, 0xB1, 0xB2, 0xB3, 0xB4])
  }

  @Test func `a refused write tears nothing`() throws {
    let (chip, host) = try ready()
    chip.set(TornWrite(write: 1, moment: .after))
    #expect(try write(host, 0, [9, 9, 9, 9]) == 0x13)
    #expect(chip.tear != nil && chip.cards.count == 1)
  }

  @Test func `a torn card that is removed and placed is there with what was written`() throws {
    let (chip, host) = try ready()
    chip.set(TornWrite(write: 1, moment: .after))
    #expect(try write(host, 9, [1, 2, 3, 4]) == 0x01)
    chip.place(try #require(chip.remove(try uid())))
    #expect(chip.torn.isEmpty)
    #expect(try host.request(0x4A, [0x01, 0x00]).first == 0x01)
    #expect(try host.request(0x40, [0x01, 0x30, 9]).prefix(5) == [0x00, 1, 2, 3, 4])
  }

  @Test func `writes of other cards are torn alike`() throws {
    var (chip, host) = try ready(ClassicCard(uid: try #require(TagID("C0DE0001"))))
    #expect(try host.request(0x40, [0x01, 0x60, 4, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xC0, 0xDE, 0, 1]) == [0x00])
    chip.set(TornWrite(write: 1, moment: .partial))
    #expect(try host.request(0x40, [0x01, 0xA0, 4] + [UInt8](1...16)) == [0x01])
    #expect(chip.torn.first?.eeprom.page(4) == [UInt8](1...8) + [UInt8](repeating: 0, count: 8))
    (chip, host) = try ready(SmartCard.type4(uid: try uid()))
    let name: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]
    #expect(try host.request(0x40, [0x01, 0x00, 0xA4, 0x04, 0x00, 0x07] + name + [0x00]) == [0x00, 0x90, 0x00])
    #expect(try host.request(0x40, [0x01, 0x00, 0xA4, 0x00, 0x0C, 0x02, 0xE1, 0x04]) == [0x00, 0x90, 0x00])
    chip.set(TornWrite(write: 1, moment: .partial))
    #expect(try host.request(0x40, [0x01, 0x00, 0xD6, 0x00, 0x02, 0x04, 1, 2, 3, 4]) == [0x01])
    #expect(chip.torn.first?.eeprom.bytes.prefix(6) == [0, 0, 1, 2, 0, 0])
  }

  @Test func `a worn page acknowledges a write and stores wrong data`() throws {
    let (chip, host) = try ready()
    #expect(chip.wear(try uid(), page: 9, .keeps))
    #expect(try write(host, 9, [1, 2, 3, 4]) == 0x00)
    #expect(try host.request(0x40, [0x01, 0x30, 9]).prefix(5) == [0x00, 0, 0, 0, 0])
    #expect(chip.wear(try uid(), page: 9, .refuses))
    #expect(try write(host, 9, [1, 2, 3, 4]) == 0x13)
    // Wear stays with the card.
    let card = try #require(chip.remove(try uid()))
    #expect(card.eeprom.wornPages == [9])
    #expect(!chip.wear(try uid(), page: 9, nil))
  }

  @Test func `in a weak field every so many exchanges are lost, half of them after the card has done its part`() throws
  {
    let (chip, host) = try ready()
    chip.setWeak(every: 3)
    var lost = 0
    var value: UInt8 = 0
    var unheard = 0
    for _ in 0..<200 {
      value &+= 1
      guard try write(host, 9, [value, 0, 0, 0]) != 0x00 else { continue }
      lost += 1
      if chip.cards.first?.eeprom.page(9).first != value { unheard += 1 }
      while try host.request(0x4A, [0x01, 0x00]) == [0x00] {}
    }
    #expect(lost > 40)
    #expect(unheard > 10 && unheard < lost - 10, "\(unheard) of \(lost)")
    chip.setWeak(every: nil)
    for _ in 0..<20 { #expect(try write(host, 9, [1, 1, 1, 1]) == 0x00) }
  }

  @Test func `in the weakest field nothing is found`() throws {
    let (chip, host) = try ready()
    chip.setWeak(every: 1)
    for _ in 0..<5 { #expect(try host.request(0x4A, [0x01, 0x00]) == [0x00]) }
    chip.clearTrouble()
    #expect(try host.request(0x4A, [0x01, 0x00]).first == 0x01)
  }

  @Test func `a card is changed where it lies`() throws {
    let (chip, host) = try ready()
    #expect(chip.poke(try uid(), [1, 2, 3, 4], at: 36))
    #expect(try host.request(0x40, [0x01, 0x30, 9]).prefix(5) == [0x00, 1, 2, 3, 4])
    #expect(!chip.poke(try uid(), [1], at: 180))
    #expect(!chip.poke(try uid(), [1], at: -1))
    #expect(chip.card(try uid())?.eeprom.writeCount == 0)
  }

  @Test func `the trace has the exchanged frames, up to its limit`() throws {
    let (chip, host) = try ready()
    for _ in 0..<ChipTrace.limit { _ = try host.request(0x02) }
    let trace = chip.trace
    #expect(trace.count == ChipTrace.limit)
    #expect(trace.allSatisfy { !$0.bytes.isEmpty })
    #expect(zip(trace, trace.dropFirst()).allSatisfy { $0.at <= $1.at })
    #expect(trace.contains { $0.description.hasSuffix(" > 00 00 FF 02 FE D4 02 2A 00") })
  }
}
