/// The last bytes on the line, with their times, for somebody who wants to see what was said.
package struct ChipTrace: Sendable {
  package enum Direction: String, Sendable {
    case toChip = ">"
    case toHost = "<"
  }

  /// Bytes that came or went together.
  package struct Entry: Hashable, Sendable, CustomStringConvertible {
    /// Since the chip was made.
    package let at: Duration
    package let direction: Direction
    package let bytes: [UInt8]

    /// As `   12.345 > 00 00 FF 02 FE D4 02 2A 00`, in milliseconds.
    package var description: String {
      let (seconds, attoseconds) = at.components
      let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
      let fraction = String(1000 + microseconds % 1000).dropFirst()
      return "\(microseconds / 1000).\(fraction) \(direction.rawValue) \(bytes.hexadecimal)"
    }
  }

  /// How many entries are kept; older ones are forgotten.
  package static let limit = 1024
  private var ring: [Entry] = []
  private var oldest = 0

  /// The newest last.
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
  /// Two upper-case digits a byte, with a space between.
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
  }
}
