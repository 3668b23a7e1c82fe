/// How the chip is woken over its UART: by the fifth rising edge on the line (PN532 user manual, 7.2.11: HSU wake-up).
struct WakeUp: Sendable {
  private var edges = 0

  /// Listens to what arrives while asleep. Returns how many bytes were lost before the chip woke, nil when it sleeps on.
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

  /// A byte on the line is a low start bit, eight bits from the lowest, and a high stop bit: 55 rises five times, 00 once.
  private static func risingEdges(of byte: UInt8) -> Int {
    let line = UInt16(byte) << 1 | 0x200
    return (line & ~(line << 1) & 0x3FF).nonzeroBitCount
  }
}
