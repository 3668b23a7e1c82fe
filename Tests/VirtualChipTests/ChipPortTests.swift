import Deadwax
import TestSupport
import Testing
import VirtualChip

/// Tests of the line's chip side alone, with a clock that the test controls.
@Suite(.timeLimit(.minutes(10)))
struct ChipPortTests {
  private static let requestFirmware = HSUFrame.packet(direction: HSUFrame.toChip, body: [0x02]).bytes
  private static let firmware = HSUFrame.packet(direction: HSUFrame.toHost, body: [0x03, 0x32, 0x01, 0x06, 0x07]).bytes
  private static let baud = 115_200

  private func woken() -> ChipPort {
    var port = ChipPort(timing: .immediate)
    port.receive([0x55, 0x55, 0x00], speed: Self.baud, at: .zero)
    return port
  }

  @Test func `after any garbage from the host a valid frame is answered`() throws {
    var random = SeededRandom(seed: 20_261_120)
    let commands: [UInt8] = [
      0x00, 0x02, 0x04, 0x06, 0x08, 0x0C, 0x10, 0x12, 0x14, 0x16, 0x32, 0x40, 0x42, 0x44, 0x4A, 0x52, 0x54, 0x58, 0x60,
      0x86,
      0x8C,
    ]
    for _ in 0..<3000 {
      var port = woken()
      for (index, kind) in CardKind.allCases.enumerated() where random.next() % 3 == 0 {
        if let card = kind.made(uid: kind.number(index)) { port.place(card) }
      }
      var now = Duration.seconds(1)
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        var body = [commands.randomElement(using: &random) ?? 0]
        for _ in 0..<Int.random(in: 0...24, using: &random) {
          // Small numbers are valid more often.
          let byte = UInt8.random(in: 0...255, using: &random)
          body.append(random.next() % 2 == 0 ? byte & 0x63 : byte)
        }
        var bytes = HSUFrame.packet(direction: HSUFrame.toChip, body: body).bytes
        if random.next() % 4 == 0 {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8(random.next() % 8)
        }
        if random.next() % 8 == 0 { bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) }
        port.receive(bytes, speed: port.speed, at: now)
        now += .milliseconds(Int.random(in: 0...40, using: &random))
        _ = port.advance(to: now)
      }
      now += .seconds(1)
      port.receive([0x55, 0x55, 0x00, 0x00], speed: port.speed, at: now)
      now += .seconds(1)
      port.receive(Self.requestFirmware, speed: port.speed, at: now)
      let said = port.advance(to: now + .seconds(1))
      #expect(said.suffix(Self.firmware.count) == Self.firmware[...])
    }
  }

  @Test func `a host that only sends "again" gets each answer once at a time`() {
    var port = woken()
    port.receive(Self.requestFirmware, speed: Self.baud, at: .seconds(1))
    _ = port.advance(to: .seconds(2))
    let again = (0..<500).flatMap { _ in HSUFrame.notAcknowledge.bytes }
    port.receive(again, speed: Self.baud, at: .seconds(3))
    #expect(port.advance(to: .seconds(4)) == Self.firmware)
  }

  @Test func `extended frames are taken for short packets too`() {
    var port = woken()
    // GetFirmwareVersion in an extended frame of 2 bytes.
    port.receive(
      [0x00, 0x00, 0xFF, 0xFF, 0xFF, 0x00, 0x02, 0xFE, 0xD4, 0x02, 0x2A, 0x00], speed: Self.baud, at: .seconds(1))
    #expect(port.advance(to: .seconds(2)) == HSUFrame.acknowledge.bytes + Self.firmware)
  }

  @Test func `a command at the old speed takes a change of speed back that was never agreed on`() {
    var port = woken()
    port.receive(
      HSUFrame.packet(direction: HSUFrame.toChip, body: [0x10, 0x08]).bytes, speed: Self.baud, at: .seconds(1))
    _ = port.advance(to: .seconds(2))
    port.receive(Self.requestFirmware, speed: Self.baud, at: .seconds(3))
    #expect(port.advance(to: .seconds(4)) == HSUFrame.acknowledge.bytes + Self.firmware)
    port.receive(HSUFrame.acknowledge.bytes, speed: Self.baud, at: .seconds(5))
    #expect(port.speed == Self.baud)
  }

  @Test func `with real timing a tag of 180 bytes is read in about the time that a chip takes`() throws {
    var port = ChipPort(timing: .real)
    port.place(Type2Card(.ntag213, uid: try #require(TagID("04112233445566"))))
    port.receive([0x55, 0x55, 0x00], speed: Self.baud, at: .zero)
    var now = Duration.seconds(1)
    func time(_ body: [UInt8]) -> Duration {
      let start = now
      port.receive(HSUFrame.packet(direction: HSUFrame.toChip, body: body).bytes, speed: Self.baud, at: now)
      while let due = port.nextDue {
        now = due
        _ = port.advance(to: now)
      }
      return now - start
    }
    _ = time([0x32, 0x05, 0x00, 0x01, 0x02])
    _ = time([0x32, 0x01, 0x01])
    let select = time([0x4A, 0x01, 0x00])
    let read = time([0x40, 0x01, 0x30, 0x04])
    let write = time([0x40, 0x01, 0xA2, 0x08, 1, 2, 3, 4])
    let fast = time([0x42, 0x3A, 4, 40])
    print("real timing: select \(select), READ \(read), WRITE \(write), FAST_READ of 148 bytes \(fast)")
    #expect(select > .milliseconds(8) && select < .milliseconds(16))
    #expect(read > .milliseconds(6) && read < .milliseconds(12))
    #expect(write > .milliseconds(8) && write < .milliseconds(14))
    #expect(fast > .milliseconds(25) && fast < .milliseconds(40))
  }
}
