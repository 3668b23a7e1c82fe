/// The most recent bytes on the line with their times, for diagnosis.
package struct ChipTrace: Sendable {
  package enum Direction: String, Sendable {
    case toChip = ">"
    case toHost = "<"
  }

  /// Bytes that were sent or received together.
  package struct Entry: Hashable, Sendable, CustomStringConvertible {
    /// The time since the chip was created.
    package let at: Duration
    package let direction: Direction
    package let bytes: [UInt8]

    /// The entry as text with the time in milliseconds, for example `12.345 > 00 00 FF 02 FE D4 02 2A 00`.
    package var description: String {
      let (seconds, attoseconds) = at.components
      let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
      let fraction = String(1000 + microseconds % 1000).dropFirst()
      return "\(microseconds / 1000).\(fraction) \(direction.rawValue) \(bytes.hexadecimal)"
    }
  }

  /// The maximum number of entries; older ones are discarded.
  package static let limit = 1024
  private var ring: [Entry] = []
  private var oldest = 0

  /// The entries, the newest last.
  package var entries: [Entry] { Array(ring[oldest...] + ring[..<oldest]) }

  mutating func note(_ bytes: [UInt8], _ direction: Direction, at time: Duration) {
    guard !bytes.isEmpty else { return }
    let entry = Entry(at: time, direction: direction, bytes: bytes)
    if ring.count < Self.limit {
      ring.append(entry)
    } else {
      ring[oldest] = entry
      oldest = (oldest + 1) % Self.limit
    }
  }
}

extension [UInt8] {
  /// The bytes as two upper-case hexadecimal digits each, separated by spaces.
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
  }
}
