/// A parser that finds frames in received bytes, which may arrive in pieces of any size.
///
/// A frame begins at `00 FF`; preceding bytes are skipped. After a wrong length checksum these two bytes are dropped
/// and the search continues behind them. A missing postamble is accepted.
package struct FrameScanner: Sendable {
  private var bytes: [UInt8] = []
  private var start = 0

  package init() {}

  /// True if an incomplete frame is buffered.
  package var hasPart: Bool { start < bytes.count }

  package mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    start = 0
  }

  package mutating func append(_ more: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// Returns the next complete frame; nil if more bytes are needed.
  package mutating func next() -> HSUFrame? {
    while skipToStart() {
      guard let length = byte(2), let check = byte(3) else { return nil }
      switch (length, check) {
      case (0x00, 0xFF):
        start += 4
        return .acknowledge
      case (0xFF, 0x00):
        start += 4
        return .notAcknowledge
      case (0xFF, 0xFF):
        guard let high = byte(4), let low = byte(5), let sum = byte(6) else { return nil }
        let length = Int(high) << 8 | Int(low)
        guard high &+ low &+ sum == 0, (1...HSUFrame.bodyLimit + 1).contains(length) else { break }
        return packet(at: start + 7, length: length)
      default:
        guard length > 0, length &+ check == 0 else { break }
        return packet(at: start + 4, length: Int(length))
      }
      start += 2
    }
    return nil
  }

  private func byte(_ offset: Int) -> UInt8? { start + offset < bytes.count ? bytes[start + offset] : nil }

  private mutating func packet(at first: Int, length: Int) -> HSUFrame? {
    let end = first + length
    guard end < bytes.count else { return nil }
    let packet = bytes[first..<end]
    start = end + 1
    guard packet.reduce(bytes[end], &+) == 0 else { return .damaged }
    return .packet(direction: packet[first], body: Array(packet.dropFirst()))
  }

  /// Drops everything before the next `00 FF`. Returns false if there is none yet.
  private mutating func skipToStart() -> Bool {
    while start + 1 < bytes.count {
      if bytes[start] == 0x00, bytes[start + 1] == 0xFF { return true }
      start += 1
    }
    // A trailing 00 may be the first half of a start code.
    if start < bytes.count, bytes[start] != 0x00 { start += 1 }
    return false
  }
}
