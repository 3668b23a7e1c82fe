import Deadwax
import Testing
import VirtualChip

/// The chip is what libnfc takes it for: Debian's own programs, unchanged, open it and read its cards.
@Suite(.timeLimit(.minutes(2)))
struct DebianToolsTests {
  private func card(_ uid: String, _ model: Type2Model = .ntag213) throws -> Type2Card {
    Type2Card(model, uid: try #require(TagUID(uid)))
  }

  @Test(arguments: [ChipTiming.immediate, .real])
  func `nfc-list finds both cards`(timing: ChipTiming) throws {
    let chip = try VirtualChip(timing: timing)
    chip.place(try card("04A1B2C3D4E5F6"))
    chip.place(PlainCard(uid: try #require(TagUID("DEADBEEF")), atqa: 0x0004, sak: 0x08))
    let run = try Tool.run("nfc-list", chip: #require(chip.path))
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("2 ISO14443A passive target(s) found"), "\(run.output)")
    #expect(run.output.contains("UID (NFCID1): 04  a1  b2  c3  d4  e5  f6"))
    #expect(run.output.contains("UID (NFCID1): de  ad  be  ef"))
    #expect(run.output.contains("SAK (SEL_RES): 08"))
    #expect(!run.output.contains("error"), "\(run.output)")
  }

  @Test func `nfc-list opens it again and again`() throws {
    let chip = try VirtualChip()
    let path = try #require(chip.path)
    for round in 0..<5 {
      let run = try Tool.run("nfc-list", chip: path)
      #expect(run.status == 0 && !run.output.contains("error"), "round \(round): \(run.output)")
    }
    // It wakes the chip when it opens it, and sends it to sleep when it closes it.
    #expect(chip.statistics.wakeUps == 5)
    #expect(chip.statistics.last?.name == "PowerDown")
  }

  @Test func `nfc-mfultralight reads every page`() throws {
    let folder = try TemporaryFolder()
    let chip = try VirtualChip(link: folder.path + "/tty")
    let card = try card("04A1B2C3D4E5F6").carrying([0xD1, 0x01, 0x04, 0x54, 0x02, 0x65, 0x6E, 0x41])
    chip.place(card)
    let run = try Tool.run("nfc-mfultralight", ["r", folder.path + "/dump"], chip: #require(chip.path))
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("NTAG213"), "\(run.output)")
    #expect(run.output.contains("45 of 45 pages read"), "\(run.output)")
    #expect(try folder.read("dump") == card.memory)
  }

  @Test func `nfc-poll sees a card come and go`() throws {
    let chip = try VirtualChip()
    let running = try Tool.start("nfc-poll", chip: #require(chip.path))
    #expect(chip.wait(atMost: .seconds(10)) { $0.commands["InAutoPoll"] == 1 })
    chip.place(try card("04A1B2C3D4E5F6"))
    #expect(chip.wait(atMost: .seconds(10)) { ($0.commandsOnAir["READ"] ?? 0) > 3 })
    chip.remove(try #require(TagUID("04A1B2C3D4E5F6")))
    let run = running.finish(within: 30)
    #expect(run.output.contains("UID (NFCID1): 04  a1  b2  c3  d4  e5  f6"), "\(run.output)")
    #expect(run.output.contains("Waiting for card removing"), "\(run.output)")
    #expect(run.status == 0, "\(run.output)")
  }

  @Test func `nfc-list says so when nobody answers`() throws {
    let chip = try VirtualChip()
    chip.setSilent(true)
    let run = try Tool.run("nfc-list", chip: #require(chip.path))
    #expect(!run.output.contains("NFC device: user defined device opened"), "\(run.output)")
  }
}
