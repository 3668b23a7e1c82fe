import Deadwax
import Foundation
import NDEF
import TestSupport
import Testing
import VirtualChip

/// Tests that the simulated chip is compatible with libnfc: Debian's own programs, unmodified, open it and read its
/// cards.
@Suite(.timeLimit(.minutes(25)), .needs("nfc-list", "nfc-mfultralight", "nfc-mfclassic", "nfc-poll", "nfc-anticol"))
struct DebianToolsTests {
  private func card(_ uid: String, _ make: Type2Make = .ntag213) throws -> Type2Card {
    Type2Card(make, uid: try #require(TagID(uid)))
  }

  private func start(_ name: String, _ arguments: [String] = [], on chip: VirtualChip) throws -> ChildProgram {
    let device = "pn532_uart:\(try #require(chip.path))"
    return try ChildProgram(
      path: "/usr/bin/\(name)", arguments, environment: ["LIBNFC_DEVICE": device, "LIBNFC_AUTO_SCAN": "false"])
  }

  /// Runs a program until its output contains all expected texts, at most five times. libnfc gives a chip only 300 ms
  /// for a call; on a busy machine they may pass before the chip's lane runs.
  private func run(
    _ name: String, _ arguments: [String] = [], on chip: VirtualChip, input: String = "", wanted: [String]
  ) async throws {
    for attempt in 1...5 {
      let program = try start(name, arguments, on: chip)
      if !input.isEmpty { try? program.write(input) }
      program.closeInput()
      let end = try await program.exit(within: .seconds(60))
      let said = program.transcript
      if end == .code(0), wanted.allSatisfy(said.contains), program.lines(on: .error).isEmpty { return }
      if attempt == 5 { Issue.record("\(end) \(said)") }
    }
  }

  @Test(arguments: [ChipTiming.immediate, .real])
  func `nfc-list finds both cards`(timing: ChipTiming) async throws {
    let chip = try VirtualChip(timing: timing)
    chip.place(try card("04A1B2C3D4E5F6"))
    chip.place(PlainCard(uid: try #require(TagID("DEADBEEF")), atqa: 0x0004, sak: 0x08))
    try await run(
      "nfc-list", on: chip,
      wanted: [
        "2 ISO14443A passive target(s) found", "UID (NFCID1): 04  a1  b2  c3  d4  e5  f6",
        "UID (NFCID1): de  ad  be  ef", "SAK (SEL_RES): 08",
      ])
  }

  @Test func `nfc-list opens it again and again`() async throws {
    let chip = try VirtualChip()
    for round in 0..<5 {
      let list = try start("nfc-list", on: chip)
      #expect(try await list.exit() == .code(0), "round \(round): \(list.transcript)")
      #expect(list.lines(on: .error) == [])
    }
    // The program wakes the chip when it opens it, and sends it to sleep when it closes it.
    #expect(chip.statistics.wakeUps == 5)
    #expect(chip.statistics.last?.name == "PowerDown")
  }

  @Test func `nfc-mfultralight reads every page`() async throws {
    let folder = try TemporaryFolder()
    let chip = try VirtualChip(link: folder.path("tty"))
    let card = try card("04A1B2C3D4E5F6").carrying([0xD1, 0x01, 0x04, 0x54, 0x02, 0x65, 0x6E, 0x41])
    chip.place(card)
    try await run(
      "nfc-mfultralight", ["r", folder.path("dump")], on: chip, wanted: ["NTAG213", "45 of 45 pages read"])
    #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.path("dump")))) == card.memory)
  }

  @Test func `nfc-poll sees a card come and go`() async throws {
    let chip = try VirtualChip()
    let polling = try start("nfc-poll", on: chip)
    #expect(chip.wait(atMost: .seconds(60)) { $0.commands["InAutoPoll"] == 1 })
    chip.place(try card("04A1B2C3D4E5F6"))
    #expect(chip.wait(atMost: .seconds(60)) { ($0.commandsOnAir["READ"] ?? 0) > 3 })
    chip.remove(try #require(TagID("04A1B2C3D4E5F6")))
    #expect(try await polling.exit(within: .seconds(180)) == .code(0), "\(polling.transcript)")
    #expect(polling.transcript.contains("UID (NFCID1): 04  a1  b2  c3  d4  e5  f6"), "\(polling.transcript)")
    #expect(polling.transcript.contains("Waiting for card removing"), "\(polling.transcript)")
  }

  @Test func `nfc-anticol selects by hand`() async throws {
    let chip = try VirtualChip()
    chip.place(try card("04A1B2C3D4E5F6"))
    try await run("nfc-anticol", on: chip, wanted: ["UID: 04a1b2c3d4e5f6", "ATQA: 0044", "SAK: 00"])
  }

  @Test func `nfc-list reports a Type 4 tag and a phone`() async throws {
    let chip = try VirtualChip()
    chip.place(SmartCard.type4(uid: try #require(TagID("04A1B2C3D4E5F6"))))
    chip.place(SmartCard.phone(seed: 3))
    try await run(
      "nfc-list", ["-v"], on: chip,
      wanted: [
        "2 ISO14443A passive target(s) found", "ATS: 75  77  81  02  80", "Max Frame Size accepted by PICC: 64 bytes",
        "Random UID", "ATS: 78  80  70  02",
      ])
  }

  @Test(arguments: [Type2Make.ultralight, .ntag213, .ntag215, .ntag216])
  func `nfc-mfultralight writes every page that is the user's`(make: Type2Make) async throws {
    let folder = try TemporaryFolder()
    let chip = try VirtualChip(link: folder.path("tty"))
    let uid = try #require(TagID("04A1B2C3D4E5F6"))
    let blank = Type2Card(make, uid: uid)
    chip.place(blank)
    let wanted = blank.carrying([0xD1, 0x01, 0x04, 0x54, 0x02, 0x65, 0x6E, 0x41])
    // The pages after the user memory have their old content; a password that reads as zeros would be overwritten by
    // them.
    try Data(wanted.memory).write(to: URL(fileURLWithPath: folder.path("dump")))
    try await run(
      "nfc-mfultralight", ["w", folder.path("dump")], on: chip,
      input: String(repeating: "n\n", count: 8), wanted: ["0 pages failed"])
    let written = try #require(chip.card(uid) as? Type2Card)
    let user = make.userPages.lowerBound * 4..<make.userPages.upperBound * 4
    #expect(Array(written.memory[user]) == Array(wanted.memory[user]))
    #expect(Array(written.memory[..<16]) == Array(blank.memory[..<16]))
    #expect(make.userPages.allSatisfy { written.eeprom.writes[$0, default: 0] >= 1 })
  }

  @Test func `nfc-mfclassic reads and writes a whole card`() async throws {
    let folder = try TemporaryFolder()
    let chip = try VirtualChip(link: folder.path("tty"))
    let uid = try #require(TagID("C0DE0001"))
    var card = ClassicCard(uid: uid)
    for block in 1..<64 where block % 4 != 3 {
      card.eeprom.replace(at: block * 16, with: (0..<16).map { UInt8(block) ^ UInt8($0 * 16) })
    }
    chip.place(card)
    let dump = URL(fileURLWithPath: folder.path("dump"))
    try await run("nfc-mfclassic", ["r", "a", "u", dump.path], on: chip, wanted: ["Done, 64 of 64 blocks read."])
    let read = try [UInt8](Data(contentsOf: dump))
    // The program stores the key that it used in the trailers.
    for block in 0..<64 where block % 4 != 3 {
      #expect(Array(read[block * 16..<(block + 1) * 16]) == card.eeprom.page(block))
    }
    chip.place(ClassicCard(uid: uid))
    // libnfc 1.8.0 writes the first block of each sector but the first, and counts four for each (its issue 629).
    try await run("nfc-mfclassic", ["w", "a", "u", dump.path], on: chip, wanted: ["Done, 60 of 64 blocks written."])
    let written = try #require(chip.card(uid))
    for sector in 1..<16 { #expect(written.eeprom.page(sector * 4) == card.eeprom.page(sector * 4)) }
  }

  @Test(.needs("mifare-ultralight-info"))
  func `mifare-ultralight-info takes an NTAG for what libfreefare knows`() async throws {
    let chip = try VirtualChip()
    chip.place(try card("04A1B2C3D4E5F6", .ultralight))
    try await run(
      "mifare-ultralight-info", on: chip, wanted: ["Tag with UID 04a1b2c3d4e5f6 is a Mifare UltraLight"])
  }

  @Test(.needs("mifare-classic-format", "mifare-classic-write-ndef", "mifare-classic-read-ndef"))
  func `libfreefare formats a MIFARE Classic, writes a message and reads it back`() async throws {
    let folder = try TemporaryFolder()
    let chip = try VirtualChip(link: folder.path("tty"))
    let uid = try #require(TagID("C0DE0001"))
    chip.place(ClassicCard(uid: uid))
    let message = PseudoBarcode.message(for: OwnCode(.copy, number: 77))
    try Data(message).write(to: URL(fileURLWithPath: folder.path("message")))
    try await run("mifare-classic-format", ["-y"], on: chip, wanted: ["done."])
    try await run(
      "mifare-classic-write-ndef", ["-y", "-i", folder.path("message")], on: chip,
      wanted: ["NDEF file is \(message.count) bytes long"])
    try await run(
      "mifare-classic-read-ndef", ["-y", "-o", folder.path("read")], on: chip,
      wanted: [#"contains a "NDEF Message TLV""#])
    #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.path("read")))) == message)
    // The application directory is in sector 0, the message in sector 1 with the public key.
    #expect(chip.card(uid)?.eeprom.page(4).prefix(3) == [0x03, UInt8(message.count), 0x91])
  }

  @Test(arguments: [(ChipFault.statusBit7, "nfc-mfultralight", Int32(6)), (.emptyATS, "nfc-list", 11)])
  func `two faults end any process that uses libnfc 1_8_0`(fault: ChipFault, program: String, signal: Int32)
    async throws
  {
    let folder = try TemporaryFolder()
    let chip = try VirtualChip(link: folder.path("tty"))
    chip.place(try card("04A1B2C3D4E5F6"))
    chip.set(ChipTrouble(fault, times: nil))
    let arguments = program == "nfc-list" ? [] : ["r", folder.path("dump")]
    let child = try start(program, arguments, on: chip)
    #expect(try await child.exit(within: .seconds(180)) == .signal(signal), "\(child.transcript)")
    chip.clearTrouble()
    try await run("nfc-list", on: chip, wanted: ["UID (NFCID1): 04  a1  b2  c3  d4  e5  f6"])
  }

  @Test func `nfc-list reports a missing response`() async throws {
    let chip = try VirtualChip()
    chip.setSilent(true)
    let list = try start("nfc-list", on: chip)
    try await list.exit()
    #expect(list.transcript.contains("Unable to open NFC device"), "\(list.transcript)")
  }
}
