import TestSupport
import Testing
import VirtualChip

@Suite(.timeLimit(.minutes(5)))
struct HSUFrameTests {
  @Test func `a command has the bytes of the user manual`() {
    // GetFirmwareVersion.
    let frame = HSUFrame.packet(direction: HSUFrame.toChip, body: [0x02])
    #expect(frame.bytes == [0x00, 0x00, 0xFF, 0x02, 0xFE, 0xD4, 0x02, 0x2A, 0x00])
  }

  @Test func `an error frame has the bytes of the user manual`() {
    let frame = HSUFrame.packet(direction: HSUFrame.complaint, body: [])
    #expect(frame.bytes == [0x00, 0x00, 0xFF, 0x01, 0xFF, 0x7F, 0x81, 0x00])
  }

  @Test(arguments: [0, 1, 100, 254, 255, 256, 264])
  func `packets of every length are found again, byte by byte and at once`(count: Int) {
    let frame = HSUFrame.packet(direction: HSUFrame.toHost, body: (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) })
    var atOnce = FrameScanner()
    atOnce.append(frame.bytes)
    #expect(atOnce.next() == frame)
    #expect(atOnce.next() == nil)
    var single = FrameScanner()
    var found: [HSUFrame] = []
    for byte in frame.bytes + frame.bytes {
      single.append([byte])
      while let frame = single.next() { found.append(frame) }
    }
    #expect(found == [frame, frame])
  }

  @Test(arguments: [
    ("noise in front", [0x55, 0x55, 0xFF, 0xFF], [HSUFrame.acknowledge]),
    ("a broken length", [0x00, 0x00, 0xFF, 0x02, 0x00], [.acknowledge]),
    ("a length of nothing", [0x00, 0x00, 0xFF, 0x00, 0x00], [.acknowledge]),
    ("an extended length beyond the limit", [0x00, 0xFF, 0xFF, 0xFF, 0x40, 0x00, 0xC0], [.acknowledge]),
    ("no postamble", [0x00, 0x00, 0xFF, 0x00, 0xFF], [.acknowledge, .acknowledge]),
    ("a broken data checksum", [0x00, 0x00, 0xFF, 0x02, 0xFE, 0xD4, 0x02, 0x2B, 0x00], [.damaged, .acknowledge]),
    ("a refusal", [0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00], [.notAcknowledge, .acknowledge]),
  ])
  func `a damaged frame is skipped`(what: String, noise: [UInt8], expected: [HSUFrame]) {
    var scanner = FrameScanner()
    scanner.append(noise + HSUFrame.acknowledge.bytes)
    var found: [HSUFrame] = []
    while let frame = scanner.next() { found.append(frame) }
    #expect(found == expected, "\(what)")
  }

  @Test func `no bytes whatever keep the scanner from the next frame for long`() {
    var random = SeededRandom(seed: 532)
    for _ in 0..<5000 {
      var scanner = FrameScanner()
      scanner.append(
        (0..<Int.random(in: 0...40, using: &random)).map { _ in
          [0x00, 0xFF, 0x01, 0xD4].randomElement(using: &random) ?? 0
        })
      while scanner.next() != nil {}
      // The assumed length is at most 264 bytes.
      scanner.append([UInt8](repeating: 0, count: 300) + HSUFrame.acknowledge.bytes)
      var found: [HSUFrame] = []
      while let frame = scanner.next() { found.append(frame) }
      #expect(found.last == .acknowledge)
    }
  }
}
