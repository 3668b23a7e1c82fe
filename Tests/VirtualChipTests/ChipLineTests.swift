import Deadwax
import Foundation
import TestSupport
import Testing
import VirtualChip

@Suite(.timeLimit(.minutes(5)))
struct ChipLineTests {
  private static let firmware = HSUFrame.packet(direction: HSUFrame.toHost, body: [0x03, 0x32, 0x01, 0x06, 0x07])
  private static let requestFirmware = HSUFrame.packet(direction: HSUFrame.toChip, body: [0x02])

  private func woken() throws -> (VirtualChip, RawHost) {
    let chip = try VirtualChip()
    let host = try RawHost(chip)
    host.wake()
    return (chip, host)
  }

  @Test func `a command is acknowledged, then answered`() throws {
    let (chip, host) = try woken()
    host.send(Self.requestFirmware)
    #expect(host.receive() == .acknowledge)
    #expect(host.receive() == Self.firmware)
    #expect(chip.statistics.last?.name == "GetFirmwareVersion")
    #expect(chip.statistics.commands == ["GetFirmwareVersion": 1])
  }

  @Test func `a sleeping chip loses the command that wakes it`() throws {
    let chip = try VirtualChip()
    let host = try RawHost(chip)
    host.send(Self.requestFirmware)
    #expect(chip.wait(atMost: .seconds(60)) { $0.wakeUps == 1 })
    host.send(Self.requestFirmware)
    #expect(host.receive() == .acknowledge)
    #expect(host.receive() == Self.firmware)
    #expect(chip.statistics.total == 1)
    #expect(chip.statistics.lostBytes == 0)
  }

  @Test func `five edges wake it, four do not`() throws {
    let chip = try VirtualChip()
    let host = try RawHost(chip)
    host.send([0x00, 0x00, 0x00, 0x00])
    #expect(chip.wait(atMost: .seconds(60)) { $0.lostBytes == 4 })
    #expect(chip.statistics.wakeUps == 0)
    host.send([0x00])
    #expect(chip.wait(atMost: .seconds(60)) { $0.wakeUps == 1 })
  }

  @Test func `PowerDown puts it to sleep`() throws {
    let (chip, host) = try woken()
    #expect(try host.request(0x16, [0xF0]) == [0x00])
    host.wake()
    #expect(try host.request(0x02) == [0x32, 0x01, 0x06, 0x07])
    #expect(chip.statistics.wakeUps == 2)
  }

  @Test func `a refusal repeats the last answer`() throws {
    let (chip, host) = try woken()
    _ = try host.request(0x02)
    host.send(.notAcknowledge)
    #expect(host.receive() == Self.firmware)
    #expect(chip.statistics.repeated == 1)
  }

  @Test func `an unknown command gets an error frame`() throws {
    let (chip, host) = try woken()
    host.send(.packet(direction: HSUFrame.toChip, body: [0x46, 0x00]))
    #expect(host.receive() == .acknowledge)
    #expect(host.receive() == .packet(direction: HSUFrame.complaint, body: []))
    #expect(chip.statistics.complaints == 1)
  }

  @Test(
    arguments: [
      [0x00], [0x06, 0x63], [0x08, 0x63, 0x02], [0x10, 0x09], [0x12], [0x14], [0x16], [0x32], [0x32, 0x05], [0x4A],
      [0x4A, 0x03, 0x00], [0x4A, 0x01, 0x00, 0x01], [0x44], [0x54], [0x60, 0x01], [0x40],
    ] as [[UInt8]])
  func `arguments that make no sense get an error frame`(body: [UInt8]) throws {
    let (_, host) = try woken()
    host.send(.packet(direction: HSUFrame.toChip, body: body))
    #expect(host.receive() == .acknowledge)
    #expect(host.receive() == .packet(direction: HSUFrame.complaint, body: []))
    #expect(try host.request(0x02).count == 4)
  }

  @Test func `a broken checksum is not acknowledged`() throws {
    let (chip, host) = try woken()
    var bytes = Self.requestFirmware.bytes
    bytes[7] ^= 1
    host.send(bytes)
    #expect(chip.wait(atMost: .seconds(60)) { $0.damagedFrames == 1 })
    #expect(try host.request(0x02).count == 4)
    #expect(chip.statistics.total == 1)
  }

  @Test func `the line test sends an extended frame back`() throws {
    let (_, host) = try woken()
    let data = (0..<262).map { UInt8(truncatingIfNeeded: $0) }
    #expect(try host.request(0x00, [0x00] + data) == [0x00] + data)
  }

  @Test func `an acknowledge stops a command, and a new command does too`() throws {
    let (chip, host) = try woken()
    // Without a card InListPassiveTarget never ends, with the settings after power-up.
    let endless = HSUFrame.packet(direction: HSUFrame.toChip, body: [0x4A, 0x01, 0x00])
    host.send(endless)
    #expect(host.receive() == .acknowledge)
    host.send(.acknowledge)
    #expect(chip.wait(atMost: .seconds(60)) { $0.aborted == 1 })
    host.send(endless)
    #expect(host.receive() == .acknowledge)
    #expect(try host.request(0x02).count == 4)
    #expect(chip.statistics.aborted == 2)
  }

  @Test func `the rest of a frame broken off long ago is not waited for`() throws {
    let (chip, host) = try woken()
    _ = try host.request(0x02)
    // The head of a packet of 254 bytes.
    host.send([0x00, 0x00, 0xFF, 0xFE, 0x02, 0xD4])
    // The test needs a pause on the line; nothing signals its end.
    usleep(80_000)
    #expect(try host.request(0x02).count == 4)
    #expect(chip.statistics.damagedFrames == 0)
  }

  @Test func `the speed changes after the answer was acknowledged`() throws {
    let (chip, host) = try woken()
    #expect(try host.request(0x10, [0x06]) == [])
    host.send(.acknowledge)
    host.set(speed: speed_t(B460800))
    #expect(try host.request(0x02).count == 4)
    let lost = chip.statistics.lostBytes
    host.set(speed: speed_t(B115200))
    host.send(Self.requestFirmware)
    #expect(chip.wait(atMost: .seconds(60)) { $0.lostBytes == lost + 9 })
  }

  @Test func `a host that changed its speed has agreed, should its acknowledge be lost`() throws {
    let (_, host) = try woken()
    #expect(try host.request(0x10, [0x07]) == [])
    host.set(speed: speed_t(B921600))
    #expect(try host.request(0x02).count == 4)
  }

  @Test func `a silent chip swallows everything, and is back after that`() throws {
    let (chip, host) = try woken()
    _ = try host.request(0x02)
    chip.setSilent(true)
    host.send(Self.requestFirmware)
    #expect(chip.wait(atMost: .seconds(60)) { $0.lostBytes >= 9 })
    chip.setSilent(false)
    #expect(try host.request(0x02).count == 4)
  }

  @Test func `unplugged, the host gets an error, and plugged in again the link leads to it`() throws {
    let folder = try TemporaryFolder()
    let link = folder.path("tty")
    let chip = try VirtualChip(link: link)
    var host = try RawHost(link)
    try host.begin()
    chip.unplug()
    chip.unplug()
    host.send(Self.requestFirmware)
    #expect(host.receive(within: 100) == nil)
    #expect(throws: RawHost.Failure.self) { try RawHost(link) }
    try chip.plug()
    try chip.plug()
    host = try RawHost(link)
    try host.begin()
    #expect(try host.request(0x02).count == 4)
  }

  @Test func `a file in the place of the link is left alone`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("something", to: "tty")
    #expect(throws: ChipError.notALink(path)) { try VirtualChip(link: path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "something")
  }

  @Test func `with real timing a command takes about as long as on a chip`() throws {
    let chip = try VirtualChip(timing: .real)
    chip.place(Type2Card(.ntag213, uid: try #require(TagID("04112233445566"))))
    let host = try RawHost(chip)
    try host.begin()
    let select = try ContinuousClock().measure { _ = try host.request(0x4A, [0x01, 0x00]) }
    let read = try ContinuousClock().measure { _ = try host.request(0x40, [0x01, 0x30, 0x04]) }
    print("real timing: select \(select), READ \(read)")
    #expect(select >= .milliseconds(8) && read >= .milliseconds(6))
  }
}
