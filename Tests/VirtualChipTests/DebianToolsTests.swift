import Deadwax
import Foundation
import TestSupport
import Testing
import VirtualChip

/// The chip is what libnfc takes it for: Debian's own programs, unchanged, open it and read its cards.
@Suite(.timeLimit(.minutes(2)))
struct DebianToolsTests {
  private func card(_ uid: String, _ make: Type2Make = .ntag213) throws -> Type2Card {
    Type2Card(make, uid: try #require(TagUID(uid)))
  }

  private func start(_ name: String, _ arguments: [String] = [], on chip: VirtualChip) throws -> ChildProgram {
    let device = "pn532_uart:\(try #require(chip.path))"
    return try ChildProgram(
      path: "/usr/bin/\(name)", arguments, environment: ["LIBNFC_DEVICE": device, "LIBNFC_AUTO_SCAN": "false"])
  }

  /// Runs a program until it says all that is wanted, at most five times: libnfc gives a chip 300 ms for a call and no
  /// more, which on a machine busy with other tests may pass before our lane has had its turn.
  private func run(
    _ name: String, _ arguments: [String] = [], on chip: VirtualChip, wanted: [String]
  ) async throws {
    for attempt in 1...5 {
      let program = try start(name, arguments, on: chip)
      let end = try await program.exit()
      let said = program.transcript
      if end == .code(0), wanted.allSatisfy(said.contains), program.lines(on: .error).isEmpty { return }
      if attempt == 5 { Issue.record("\(end) \(said)") }
    }
  }

  @Test(arguments: [ChipTiming.immediate, .real])
  func `nfc-list finds both cards`(timing: ChipTiming) async throws {
    let chip = try VirtualChip(timing: timing)
    chip.place(try card("04A1B2C3D4E5F6"))
    chip.place(PlainCard(uid: try #require(TagUID("DEADBEEF")), atqa: 0x0004, sak: 0x08))
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
    // It wakes the chip when it opens it, and sends it to sleep when it closes it.
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
    #expect(chip.wait(atMost: .seconds(10)) { $0.commands["InAutoPoll"] == 1 })
    chip.place(try card("04A1B2C3D4E5F6"))
    #expect(chip.wait(atMost: .seconds(10)) { ($0.commandsOnAir["READ"] ?? 0) > 3 })
    chip.remove(try #require(TagUID("04A1B2C3D4E5F6")))
    #expect(try await polling.exit(within: .seconds(30)) == .code(0), "\(polling.transcript)")
    #expect(polling.transcript.contains("UID (NFCID1): 04  a1  b2  c3  d4  e5  f6"), "\(polling.transcript)")
    #expect(polling.transcript.contains("Waiting for card removing"), "\(polling.transcript)")
  }

  @Test func `nfc-list says so when nobody answers`() async throws {
    let chip = try VirtualChip()
    chip.setSilent(true)
    let list = try start("nfc-list", on: chip)
    try await list.exit()
    #expect(list.transcript.contains("Unable to open NFC device"), "\(list.transcript)")
  }
}
