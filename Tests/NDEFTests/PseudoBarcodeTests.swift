import Deadwax
import NDEF
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PseudoBarcodeTests {
  static let code = OwnCode(.copy, number: 0x0123_4567_89AB_CDEF)
  /// Computed by hand with an independent CRC-32 program.
  static let written = bytes(
    """
    9101205504646561647761782e6578616d706c652f742f303238543543593454514b4646
    54120e646561647761782e6578616d706c653a706201010123456789abcdef56d619cc
    """)

  @Test func `the message is the 71 bytes that are documented`() {
    #expect(PseudoBarcode.message(for: Self.code) == Self.written)
    #expect(Self.written.count == 71)
  }

  @Test(arguments: OwnCode.Kind.allCases)
  func `every kind of code is read back`(kind: OwnCode.Kind) {
    for number in [0, 1, 0xFF, 0x8000_0000_0000_0001, UInt64.max] {
      let code = OwnCode(kind, number: number)
      #expect(PseudoBarcode.read(PseudoBarcode.message(for: code)) == .code(code))
    }
  }

  @Test func `the bytes of the kinds never change`() {
    let kinds = OwnCode.Kind.allCases.map { kind in
      let bytes = PseudoBarcode.message(for: OwnCode(kind, number: 7))
      return "\(kind.rawValue)\(bytes[bytes.count - 13])"
    }
    #expect(Set(kinds) == ["I1", "P2", "C3", "S4", "B5", "N6", "L7"])
  }

  @Test func `no flipped bit in our record gives another code`() {
    let start = Self.written.count - 14
    for index in start..<Self.written.count {
      for bit in 0..<8 {
        var damaged = Self.written
        damaged[index] ^= 1 << UInt8(bit)
        #expect(PseudoBarcode.read(damaged) == .badChecksum)
      }
    }
  }

  @Test func `a changed address disagrees with the record`() {
    var meddled = Self.written
    meddled[35] = UInt8(ascii: "G")
    #expect(PseudoBarcode.read(meddled) == .disagree)
  }

  @Test func `a record that is cut short is damaged, not old`() throws {
    for count in 0..<14 {
      let record = NDEFRecord(
        format: .external, type: Array(PseudoBarcode.recordType.utf8),
        payload: Array(Self.written.suffix(14).prefix(count)))
      #expect(PseudoBarcode.read(try NDEFMessage([record]).bytes()) == .badChecksum)
    }
  }

  @Test(arguments: [
    "https://deadwax.example/t/\(code.base32)", "https://records.example.org/desk/t/\(code.base32)",
    "http://10.0.0.7:8740/t/\(code.base32.lowercased())", "HTTPS://deadwax.example/t/\(code.base32)?from=phone#x",
  ])
  func `an address alone names a copy`(uri: String) throws {
    let message = try NDEFMessage([URIRecord(uri).record]).bytes()
    #expect(PseudoBarcode.read(message) == .address(Self.code))
  }

  @Test(arguments: [
    "https://open.spotify.com/album/4aawyAB9vmqN3uQ7FjRGTy", "https://www.home-assistant.io/tag/0123",
    "ftp://deadwax.example/t/\(code.base32)", "https://deadwax.example/t/\(code.base32)/more",
    "https://deadwax.example/tt/\(code.base32)", "https://deadwax.example/t/ZZZZZZZZZZZZZ",
    "https://deadwax.example/t/0093BNKSRTQU!", "t/\(code.base32)", "",
  ])
  func `a foreign address does not resolve`(uri: String) throws {
    #expect(PseudoBarcode.read(try NDEFMessage([URIRecord(uri).record]).bytes()) == .none)
  }

  @Test func `an address in a smart poster counts`() throws {
    let poster = NDEFMessage([
      TextRecord("Autobahn").record, URIRecord(TagAddress.standard.uri(for: Self.code)).record,
    ])
    let message = try NDEFMessage([NDEFRecord(format: .wellKnown, type: Array("Sp".utf8), payload: poster.bytes())])
    #expect(PseudoBarcode.read(try message.bytes()) == .address(Self.code))
  }

  @Test func `records of others around ours do not disturb`() throws {
    let ours = try NDEFMessage(parsing: Self.written).records
    let message = NDEFMessage([TextRecord("side A").record] + ours + [URIRecord("https://example.org/").record])
    #expect(PseudoBarcode.read(try message.bytes()) == .code(Self.code))
  }

  @Test func `two codes in one message disagree`() throws {
    let other = PseudoBarcode.message(for: OwnCode(.copy, number: 8))
    let records =
      try NDEFMessage(parsing: Self.written).records.suffix(1) + NDEFMessage(parsing: other).records.suffix(1)
    #expect(PseudoBarcode.read(try NDEFMessage(Array(records)).bytes()) == .disagree)
  }

  @Test func `the same number as copy and as place disagrees`() throws {
    let other = PseudoBarcode.message(for: OwnCode(.place, number: Self.code.number))
    let records = try NDEFMessage(parsing: Self.written).records + NDEFMessage(parsing: other).records.suffix(1)
    #expect(PseudoBarcode.read(try NDEFMessage(records).bytes()) == .disagree)
  }

  @Test func `a later version is distinguished from damage`() throws {
    // Version 2, kind 1, two arbitrary bytes; CRC-32 of 02 01 AA BB.
    let payload = bytes("02 01 AA BB 82D443C7")
    let record = NDEFRecord(format: .external, type: Array(PseudoBarcode.recordType.utf8), payload: payload)
    #expect(PseudoBarcode.read(try NDEFMessage([record]).bytes()) == .newerVersion)
    let address = URIRecord(TagAddress.standard.uri(for: Self.code)).record
    #expect(PseudoBarcode.read(try NDEFMessage([address, record]).bytes()) == .address(Self.code))
  }

  @Test func `bytes that are not a message are refused with the reason`() {
    #expect(PseudoBarcode.read([]) == .malformed(.empty))
    #expect(PseudoBarcode.read([0xD1]) == .malformed(.truncated(at: 0)))
  }

  @Test(arguments: [
    "music.example.org", "music.example.org/", "https://music.example.org", "HTTPS://music.example.org/",
  ])
  func `a base is taken with or without scheme and slash`(base: String) throws {
    let address = try #require(TagAddress(base: base))
    #expect(address.uri(for: Self.code) == "https://music.example.org/t/\(Self.code.base32)")
    #expect(PseudoBarcode.read(PseudoBarcode.message(for: Self.code, address: address)) == .code(Self.code))
    #expect(PseudoBarcode.read(PseudoBarcode.addressOnly(for: Self.code, address: address)) == .address(Self.code))
  }

  @Test(arguments: ["", "/", "https://", "a b", "ä.example", "ftp://x/", String(repeating: "a", count: 65)])
  func `a base that cannot be part of an address is refused`(base: String) {
    #expect(TagAddress(base: base) == nil)
  }

  // MARK: - Ownership of a message

  @Test(arguments: ["https://music.example.org", "http://music.example.org", "HTTPS://Music.Example.ORG"])
  func `a message with the library's own address is its own`(written: String) throws {
    let code = OwnCode(.copy, number: 42)
    let ours = try #require(TagAddress(base: "music.example.org"))
    let message = try NDEFMessage([URIRecord("\(written)/t/\(code.base32)").record]).bytes()
    #expect(PseudoBarcode.isOwn(message, [.standard, ours]))
    #expect(!PseudoBarcode.isOwn(message, [.standard]))
    #expect(PseudoBarcode.isOwn(PseudoBarcode.message(for: code, address: ours), [ours]))
    // Another library writes the same type of record.
    #expect(!PseudoBarcode.isOwn(PseudoBarcode.message(for: code), [ours]))
  }

  @Test func `a message with another address is foreign, regardless of its other records`() throws {
    let code = OwnCode(.copy, number: 42)
    let own = try NDEFMessage(parsing: PseudoBarcode.message(for: code)).records
    let foreign = URIRecord("https://open.spotify.com/album/4aawyAB9vmqN3uQ7FjRGTy").record
    let likeOurs = URIRecord("https://elsewhere.example/t/\(code.base32)").record
    let subdomain = URIRecord("https://deadwax.example.org/t/\(code.base32)").record
    let page = URIRecord("https://deadwax.example/help").record
    for records in [
      [foreign], [likeOurs], [foreign, likeOurs], [foreign] + own, own + [foreign], [likeOurs, own[1]], [own[1]],
      [subdomain], [page], [foreign, own[0]], [own[0], TextRecord("a note").record],
    ] {
      #expect(!PseudoBarcode.isOwn(try NDEFMessage(records).bytes(), [.standard]), "\(records)")
    }
    #expect(PseudoBarcode.isOwn(try NDEFMessage(own).bytes(), [.standard]))
    #expect(PseudoBarcode.isOwn(try NDEFMessage([own[0]]).bytes(), [.standard]))
    #expect(!PseudoBarcode.isOwn([0xFF], [.standard]))
  }

  @Test func `an address leaves a trace in what is left of a message`() throws {
    let www = try #require(TagAddress(base: "https://www.example.org/desk"))
    let message = PseudoBarcode.message(for: OwnCode(.copy, number: 42), address: www)
    #expect(www.leavesTrace(in: message.dropFirst(4)))
    #expect(!TagAddress.standard.leavesTrace(in: message))
    #expect(!www.leavesTrace(in: Array("example.org/desk".utf8)))
    #expect(!www.leavesTrace(in: [UInt8]()))
  }

  @Test func `the longest base still fits an NTAG213`() throws {
    let address = try #require(TagAddress(base: "http://" + String(repeating: "a", count: 64)))
    #expect(PseudoBarcode.message(for: Self.code, address: address).count <= 137)
  }
}
