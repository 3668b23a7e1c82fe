import Deadwax
import NDEF
import Tags
import Testing
import VirtualChip

/// Tests of the content of a tag, as the reader reports it.
@Suite(.timeLimit(.minutes(10)))
struct TagReadResultTests {
  private static let code = TagReaderTests.code

  private func sight(of card: any VirtualCard) async throws -> TagStay {
    let chip = try VirtualChip()
    chip.place(card)
    let watcher = try Watcher(chip)
    let sight = try await watcher.arrival()
    // No content stops the reader from working.
    try await chip.polls(10)
    #expect(watcher.states.prefix(2).map(\.kind) == [.opening, .ready])
    #expect(watcher.arrivals == [sight])
    #expect(sight.uid == card.uid)
    return sight
  }

  private func tag(_ make: Type2Make = .ntag213, _ message: [UInt8]? = nil) throws -> Type2Card {
    try TagReaderTests.tag(make, carrying: message)
  }

  @Test(arguments: [
    (Type2Make.ultralight, "MIFARE Ultralight"), (.ntag213, "NTAG213"), (.ntag215, "NTAG215"), (.ntag216, "NTAG216"),
  ])
  func `a tag from the factory carries nothing`(make: Type2Make, kind: String) async throws {
    let sight = try await sight(of: tag(make))
    #expect(sight.kind == kind)
    #expect(sight.ndef == nil && sight.code == nil && sight.fault == nil)
  }

  @Test(arguments: OwnCode.Kind.allCases)
  func `every kind of code arrives`(kind: OwnCode.Kind) async throws {
    let code = OwnCode(kind, number: 42)
    #expect(try await sight(of: tag(.ntag216, PseudoBarcode.message(for: code))).code == code)
  }

  @Test func `a foreign message is passed on`() async throws {
    let message = try NDEFMessage([URIRecord("https://open.spotify.com/album/4aawyAB9vmqN3uQ7FjRGTy").record]).bytes()
    let sight = try await sight(of: tag(.ntag213, message))
    #expect(sight.ndef == message)
    #expect(sight.code == nil && sight.fault == nil)
  }

  @Test func `an address alone on a small tag names its copy`() async throws {
    let sight = try await sight(of: tag(.ultralight, PseudoBarcode.addressOnly(for: Self.code)))
    #expect(sight.code == Self.code)
    #expect(sight.kind == "MIFARE Ultralight")
  }

  @Test func `a message of many pages is read in several pieces`() async throws {
    let message = try NDEFMessage([TextRecord(String(repeating: "Autobahn ", count: 90)).record]).bytes()
    #expect(message.count > 800)
    let sight = try await sight(of: tag(.ntag216, message))
    #expect(sight.ndef == message)
    #expect(sight.fault == nil)
  }

  @Test func `a wrong checksum is reported, and the code is not trusted`() async throws {
    var message = PseudoBarcode.message(for: Self.code)
    message[message.count - 1] ^= 1
    let sight = try await sight(of: tag(.ntag213, message))
    #expect(sight.fault == .checksum)
    #expect(sight.code == nil)
    #expect(sight.ndef == message)
  }

  @Test func `an address and a record that disagree are reported`() async throws {
    var message = PseudoBarcode.message(for: Self.code)
    message[34] = UInt8(ascii: "Z")
    let sight = try await sight(of: tag(.ntag213, message))
    #expect(sight.fault == .disagree)
    #expect(sight.code == nil)
  }

  @Test func `a block longer than the tag is torn`() async throws {
    let sight = try await sight(of: tag().with([0x03, 0xF0], at: 21))
    #expect(sight.fault == .torn)
  }

  @Test func `bytes that are not a message are reported`() async throws {
    let sight = try await sight(of: tag(.ntag213, [0x01, 0x02, 0x03]))
    #expect(sight.fault == .malformed)
    #expect(sight.ndef == [0x01, 0x02, 0x03])
  }

  @Test func `a container that claims more than the tag has is not read beyond its end`() async throws {
    let card = try tag().with([0xE1, 0x10, 0xFF, 0x00], at: 12).with([0x03, 0xFF, 0x07, 0x00], at: 16)
    let sight = try await sight(of: card)
    #expect(sight.fault == .unread)
    #expect(sight.kind == "NTAG213")
  }

  @Test func `a tag that is no NDEF tag arrives with its number`() async throws {
    let sight = try await sight(of: tag().with([0x00], at: 12))
    #expect(sight.ndef == nil && sight.fault == nil)
  }

  @Test(arguments: [
    ("DEADBEEF", UInt16(0x0004), UInt8(0x08), "MIFARE Classic 1K"), ("DEADBEEF", 0x0002, 0x18, "MIFARE Classic 4K"),
    ("04112233445566", 0x0344, 0x20, "MIFARE DESFire"), ("08123456", 0x0004, 0x20, "ISO 14443-4"),
    ("04010203040506070809", 0x0084, 0x20, "ISO 14443-4"), ("04112233445566", 0x0044, 0x09, "MIFARE Mini"),
  ])
  func `other cards arrive with number and kind`(uid: String, atqa: UInt16, sak: UInt8, kind: String) async throws {
    let sight = try await sight(of: PlainCard(uid: try #require(TagID(uid)), atqa: atqa, sak: sak))
    #expect(sight.kind == kind)
    #expect(sight.code == nil && sight.fault == nil)
  }

  @Test func `a tag that does not respond is unread, and its number is still reported`() async throws {
    let sight = try await sight(of: PlainCard(uid: try #require(TagID("04112233445566")), atqa: 0x0044, sak: 0x00))
    #expect(sight.fault == .unread)
    #expect(sight.ndef == nil)
  }
}
