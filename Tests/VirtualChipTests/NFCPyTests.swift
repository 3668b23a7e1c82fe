import Deadwax
import Foundation
import NDEF
import ReaderProtocol
import TestSupport
import Testing
import VirtualChip

/// Tests with nfcpy and ndeflib at 921600 bit/s: they read what Deadwax wrote, and Deadwax reads what they wrote.
@Suite(.serialized, .timeLimit(.minutes(25)), .needsNFCPy)
struct NFCPyTests {
  private static let code = OwnCode(.copy, number: 0x0123_4567_89AB_CDEF)
  private static let number = "04A1B2C3D4E5F6"

  /// The program's report about a tag.
  private struct Seen: Decodable {
    var done: Bool
    var tag: String?
    var kind: String?
    var uid: String
    var baud: Int
    var message: String?
    var records: [String]
    var capacity: Int?
    var writable: Bool?
    var present: Bool
  }

  private func uid() throws -> TagID { try #require(TagID(Self.number)) }

  /// Runs nfcpy once. It gives the chip 100 ms for an acknowledgement; on a busy machine they may pass before the
  /// chip's lane runs. It may try three times, each time with the card in its current state.
  private func nfcpy(
    _ chip: VirtualChip, _ action: String, _ value: String = "", fails: Bool = false
  ) async throws -> Seen? {
    let path = try #require(chip.path)
    let number = try uid()
    let card = chip.card(number)
    var transcripts: [String] = []
    for _ in 1...3 {
      let program = try ChildProgram(
        path: Peer.python, [Repository.path("Tests/python/nfcpy_tag.py"), path, action, value], in: Repository.root)
      let end = try await program.exit(within: .seconds(60))
      transcripts.append("\(end) \(program.transcript)")
      if let line = program.lines().last, let seen = try? JSONDecoder().decode(Seen.self, from: Data(line.utf8)) {
        if seen.done != fails { return seen }
      } else if fails, end == .code(1), program.transcript.contains("TagCommandError") {
        return nil
      }
      // Its settings at 921600 bit/s are lost with the power.
      chip.unplug()
      try chip.plug()
      if let card { chip.place(card) }
    }
    throw TestFailure("nfcpy \(action): \(transcripts.joined(separator: "\n"))")
  }

  /// Returns `deadwax-reader`'s report about the tag on the reader.
  private func deadwax(_ chip: VirtualChip) async throws -> ReaderMessage.TagSeen {
    let device = "pn532_uart:\(try #require(chip.path))"
    let reader = try ChildProgram("deadwax-reader", ["nfc", "--device", device])
    let line = try await reader.line { Self.arrived($0) != nil }
    reader.closeInput()
    try await reader.exit()
    return try #require(Self.arrived(line))
  }

  private static func arrived(_ line: String) -> ReaderMessage.TagSeen? {
    guard case .tag(let tag)? = try? ReaderLine.decodeReader(Array(line.utf8)) else { return nil }
    return tag.event == .arrived ? tag : nil
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String(0x100 | Int($0), radix: 16, uppercase: true).dropFirst() }.joined()
  }

  @Test(arguments: [Type2Make.ntag213, .ntag215, .ntag216], [ChipTiming.immediate, .real])
  func `nfcpy reads our message from every size of tag`(make: Type2Make, timing: ChipTiming) async throws {
    let folder = try TemporaryFolder()
    let chip = try VirtualChip(link: folder.path("tty"), timing: timing)
    let message = PseudoBarcode.message(for: Self.code)
    chip.place(Type2Card(make, uid: try uid()).carrying(message))
    let seen = try #require(try await nfcpy(chip, "read"))
    #expect(seen.uid == Self.number && seen.baud == 921_600 && seen.present)
    #expect(seen.kind == "NXP \(make.rawValue.uppercased())")
    #expect(seen.message == Self.hexadecimal(message))
    #expect(seen.records == ["urn:nfc:wkt:U", "urn:nfc:ext:deadwax.example:pb"])
    #expect(chip.statistics.commands["SetSerialBaudRate"] ?? 0 >= 2, "up, and down again at the end")
  }

  @Test(arguments: [Type2Make.ntag213, .ntag215, .ntag216])
  func `Deadwax reads what nfcpy wrote`(make: Type2Make) async throws {
    let folder = try TemporaryFolder()
    let chip = try VirtualChip(link: folder.path("tty"))
    chip.place(Type2Card(make, uid: try uid()))
    let message = PseudoBarcode.message(for: Self.code)
    let seen = try #require(try await nfcpy(chip, "write", Self.hexadecimal(message)))
    #expect(seen.message == Self.hexadecimal(message))
    let tag = try await deadwax(chip)
    #expect(tag.code == Self.code.description)
    #expect(tag.ndef == message && tag.fault == nil)
    #expect(tag.uid == (try uid()))
  }

  @Test func `nfcpy reads what Deadwax wrote onto a tag`() async throws {
    let folder = try TemporaryFolder()
    let chip = try VirtualChip(link: folder.path("tty"))
    chip.place(Type2Card(.ntag213, uid: try uid()))
    let device = "pn532_uart:\(try #require(chip.path))"
    let reader = try ChildProgram("deadwax-reader", ["nfc", "--device", device])
    try await reader.line { Self.arrived($0) != nil }
    let message = PseudoBarcode.message(for: Self.code)
    let order = """
      {"type":"write","id":"1","uid":"\(Self.number)","deadlineMs":20000,"overwrite":false,\
      "message":"\(Data(message).base64EncodedString())"}

      """
    try reader.write(order)
    let result = try await reader.line { $0.contains(#""type":"result""#) }
    #expect(result.contains("tag-written"), "\(result)")
    reader.closeInput()
    try await reader.exit()
    let seen = try #require(try await nfcpy(chip, "read"))
    #expect(seen.message == Self.hexadecimal(message))
  }

  @Test func `a Type 4 tag is written and read in blocks`() async throws {
    let folder = try TemporaryFolder()
    let chip = try VirtualChip(link: folder.path("tty"))
    chip.place(SmartCard.type4(uid: try uid()))
    // Longer than a single read or write, and than a frame.
    let message = try NDEFMessage([TextRecord(String(repeating: "Trans-Europa Express ", count: 20)).record]).bytes()
    let seen = try #require(try await nfcpy(chip, "write", Self.hexadecimal(message)))
    #expect(seen.kind == "Type4Tag" && seen.capacity == 2046)
    #expect(seen.message == Self.hexadecimal(message))
    #expect((chip.card(try uid()) as? SmartCard)?.message == message)
  }

  @Test func `a tag that nfcpy sealed opens to the password and to nothing else`() async throws {
    let folder = try TemporaryFolder()
    let chip = try VirtualChip(link: folder.path("tty"))
    let (old, new) = (PseudoBarcode.message(for: Self.code), PseudoBarcode.message(for: OwnCode(.copy, number: 7)))
    chip.place(Type2Card(.ntag213, uid: try uid()).carrying(old))
    _ = try await nfcpy(chip, "seal", "1122334455AA")
    #expect(try await nfcpy(chip, "write", Self.hexadecimal(new), fails: true) == nil)
    #expect(try await nfcpy(chip, "read")?.message == Self.hexadecimal(old))
    _ = try await nfcpy(chip, "open", "1122334455AA:\(Self.hexadecimal(new))")
    #expect(try await deadwax(chip).ndef == new)
  }

  @Test func `a tag that nfcpy locked is read-only to nfcpy and to Deadwax`() async throws {
    let folder = try TemporaryFolder()
    let chip = try VirtualChip(link: folder.path("tty"))
    chip.place(Type2Card(.ntag215, uid: try uid()).carrying(PseudoBarcode.message(for: Self.code)))
    _ = try await nfcpy(chip, "lock")
    #expect(try await nfcpy(chip, "read")?.writable == false)
    let tag = try await deadwax(chip)
    #expect(tag.code == Self.code.description)
    #expect(tag.access == "locked")
  }
}
