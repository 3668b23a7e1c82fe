/// A frame on the chip's high speed UART (PN532 user manual UM0701-02, 6.2.1).
package enum HSUFrame: Hashable, Sendable {
  /// An ACK: the packet was received. From the host it aborts the running command.
  case acknowledge
  /// A NACK: the last packet must be repeated.
  case notAcknowledge
  /// A command (`toChip`), an answer (`toHost`), or the chip's error frame for an invalid command (`complaint`).
  case packet(direction: UInt8, body: [UInt8])
  /// A packet with a wrong data checksum.
  case damaged

  package static let toChip: UInt8 = 0xD4
  package static let toHost: UInt8 = 0xD5
  package static let complaint: UInt8 = 0x7F

  /// The maximum size of an extended packet's body in bytes (UM0701-02, 6.2.1.2: 264 after the direction byte).
  package static let bodyLimit = 264

  /// The encoded frame from preamble to postamble; an extended packet if a normal one is too small.
  package var bytes: [UInt8] {
    switch self {
    case .acknowledge: return [0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00]
    case .notAcknowledge: return [0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00]
    case .damaged: return []
    case .packet(let direction, let body):
      let length = body.count + 1
      precondition(length <= Self.bodyLimit + 1, "a packet of \(length) bytes")
      var frame: [UInt8] = [0x00, 0x00, 0xFF]
      if length <= 0xFF {
        frame += [UInt8(length), 0 &- UInt8(length)]
      } else {
        let (high, low) = (UInt8(length >> 8), UInt8(length & 0xFF))
        frame += [0xFF, 0xFF, high, low, 0 &- high &- low]
      }
      let sum = body.reduce(direction, &+)
      return frame + [direction] + body + [0 &- sum, 0x00]
    }
  }
}
