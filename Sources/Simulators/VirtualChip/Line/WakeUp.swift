/// The wake-up of the chip over its UART, by the fifth rising edge on the line (PN532 user manual, 7.2.11: HSU
/// wake-up).
struct WakeUp: Sendable {
  private var edges = 0

  /// Processes bytes that arrive while the chip is asleep. Returns the number of bytes lost before the chip woke up;
  /// nil if it is still asleep.
  mutating func listen(to bytes: [UInt8]) -> Int? {
    for (index, byte) in bytes.enumerated() {
      edges += Self.risingEdges(of: byte)
      if edges >= 5 {
        edges = 0
        return index + 1
      }
    }
    return nil
  }

  /// Returns the number of rising edges of a byte: a low start bit, eight bits from the lowest, and a high stop bit. 55
  /// has five, 00 one.
  private static func risingEdges(of byte: UInt8) -> Int {
    let line = UInt16(byte) << 1 | 0x200
    return (line & ~(line << 1) & 0x3FF).nonzeroBitCount
  }
}
