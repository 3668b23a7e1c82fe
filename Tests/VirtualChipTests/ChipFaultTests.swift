import Deadwax
import Foundation
import TestSupport
import Testing
import VirtualChip

/// Tests that every fault, on every command of libnfc, has its effect once, and that the next command succeeds.
@Suite(.timeLimit(.minutes(15)))
struct ChipFaultTests {
  /// Commands with arguments that are answered at once, as libnfc sends them.
  static let commands: [(code: UInt8, arguments: [UInt8])] = [
    (0x00, [0x00, 0x6C, 0x69, 0x62]), (0x02, []), (0x06, [0x63, 0x02]), (0x08, [0x63, 0x3D, 0x00]), (0x12, [0x14]),
    (0x14, [0x01]), (0x32, [0x01, 0x01]), (0x40, [0x01, 0x30, 0x00]), (0x42, [0x30, 0x04]), (0x44, [0x00]),
    (0x4A, [0x01, 0x00]), (0x52, [0x00]), (0x54, [0x01]), (0x60, [0x01, 0x01, 0x10]), (0x16, [0xF0]),
  ]

  static let answers = ChipFault.allCases.filter { ![.late, .halves].contains($0) }

  /// Returns a chip with a selected card, and the host that selected it.
  private func ready() throws -> (VirtualChip, RawHost) {
    let chip = try VirtualChip()
    chip.place(Type2Card(.ntag213, uid: try #require(TagID("04112233445566"))))
    let host = try RawHost(chip)
    try host.begin()
    _ = try host.request(0x4A, [0x01, 0x00])
    return (chip, host)
  }

  @Test(arguments: answers)
  func `a fault strikes once, whatever the command`(fault: ChipFault) throws {
    for (code, arguments) in Self.commands where fault.applies(to: code) {
      let (chip, host) = try ready()
      let command = HSUFrame.packet(direction: HSUFrame.toChip, body: [code] + arguments).bytes
      // A selected card treats the first call as an error: a search would continue.
      func prepare() throws {
        _ = try host.request(0x32, [0x01, 0x00])
        if ![0x4A, 0x60].contains(code) { _ = try host.request(0x4A, [0x01, 0x00]) }
      }
      // The response without a fault, from the same state; the command after it is answered in both cases.
      try prepare()
      let healthy = try host.everything(after: command)
      #expect(healthy.starts(with: HSUFrame.acknowledge.bytes))
      #expect(healthy.count > HSUFrame.acknowledge.bytes.count)
      try prepare()
      chip.set(ChipTrouble(fault, command: code))
      let faulty = try host.everything(after: command)
      #expect(faulty != healthy, "\(fault) on \(code)")
      #expect(chip.troubles.isEmpty)
      #expect(try host.request(0x02) == [0x32, 0x01, 0x06, 0x07])
    }
  }

  @Test(arguments: [ChipFault.late, .halves])
  func `a late response is sent even if the host has continued`(fault: ChipFault) throws {
    let (chip, host) = try ready()
    chip.set(ChipTrouble(fault, command: 0x40))
    let start = ContinuousClock.now
    let early = try host.everything(
      after: HSUFrame.packet(direction: HSUFrame.toChip, body: [0x40, 0x01, 0x30, 0x00]).bytes)
    // The answer is 1 + 16 bytes: a frame of 26, after an acknowledgement of 6.
    let late = try host.bytes { $0.count + early.count >= 6 + 26 }
    #expect(early.count + late.count == 6 + 26)
    #expect(ContinuousClock.now - start >= ChipFault.delay)
    #expect(try host.request(0x02).count == 4)
  }

  @Test func `the bytes of a few faults are as one expects`() throws {
    let (chip, host) = try ready()
    let request = HSUFrame.packet(direction: HSUFrame.toChip, body: [0x02]).bytes
    let right = HSUFrame.packet(direction: HSUFrame.toHost, body: [0x03, 0x32, 0x01, 0x06, 0x07]).bytes
    let acknowledge = HSUFrame.acknowledge.bytes
    func says(_ fault: ChipFault) throws -> [UInt8] {
      chip.set(fault)
      return try host.everything(after: request)
    }
    #expect(try says(.noAcknowledge) == right)
    #expect(try says(.silent) == [])
    #expect(try says(.unanswered) == acknowledge)
    #expect(try says(.refusal) == HSUFrame.notAcknowledge.bytes)
    #expect(try says(.duplicate) == acknowledge + right + right)
    #expect(try says(.errorFrame) == acknowledge + [0x00, 0x00, 0xFF, 0x01, 0xFF, 0x7F, 0x81, 0x00])
    #expect(try says(.overlong).count == 6 + 264 + 11)
    #expect(try says(.badPostamble) == acknowledge + right.dropLast() + [0xAA])
    chip.set(.statusBit7)
    #expect(
      try host.everything(after: request) == acknowledge + right, "GetFirmwareVersion has no status: the fault waits")
    _ = try host.request(0x4A, [0x01, 0x00])
    #expect(try host.request(0x40, [0x01, 0x30, 0x00]).first == 0x80)
    chip.set(.emptyATS)
    _ = try host.request(0x32, [0x01, 0x00])
    let found = try host.request(0x4A, [0x01, 0x00])
    #expect(found == [0x01, 0x01, 0x00, 0x44, 0x20, 0x07, 0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x00])
  }

  @Test func `an ATS of length 0 waits for a card`() throws {
    let (chip, host) = try ready()
    _ = chip.removeAll()
    chip.set(.emptyATS)
    #expect(try host.request(0x4A, [0x01, 0x00]) == [0x00])
    #expect(chip.troubles.map(\.fault) == [.emptyATS])
    chip.place(Type2Card(.ntag213, uid: try #require(TagID("04112233445566"))))
    #expect(try host.request(0x4A, [0x01, 0x00]).last == 0x00)
    #expect(chip.troubles.isEmpty)
  }

  @Test func `faults are placed on the n-th command, on a kind, and for good`() throws {
    let (chip, host) = try ready()
    chip.set(try #require(ChipTrouble(.errorFrame, commandNamed: "GetFirmwareVersion", skipping: 2)))
    func isWell(_ command: UInt8 = 0x02) -> Bool { (try? host.request(command)) != nil }
    #expect(isWell() && isWell(0x04) && isWell())
    #expect(isWell(0x04))
    #expect(!isWell())
    #expect(isWell())
    chip.set(ChipTrouble(.errorFrame, command: 0x04, times: nil))
    for _ in 0..<5 { #expect(!isWell(0x04) && isWell()) }
    chip.clearTrouble()
    #expect(isWell(0x04))
    chip.set(ChipTrouble(.errorFrame, times: 3))
    #expect(!isWell() && !isWell(0x04) && !isWell() && isWell())
    #expect(ChipTrouble(.silent, commandNamed: "InNothing") == nil)
  }
}
