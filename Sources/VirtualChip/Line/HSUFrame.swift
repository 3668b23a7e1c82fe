/// What goes over the chip's high speed UART (PN532 user manual UM0701-02, 6.2.1).
package enum HSUFrame: Hashable, Sendable {
  /// "Got your packet", or, from the host, "stop what you do".
  case acknowledge
  /// "Say that again."
  case notAcknowledge
  /// A command (`toChip`), an answer (`toHost`), or the chip's complaint about a command it cannot read (`complaint`).
  case packet(direction: UInt8, body: [UInt8])
  /// A packet whose data checksum does not fit.
  case damaged

  package static let toChip: UInt8 = 0xD4
  package static let toHost: UInt8 = 0xD5
  package static let complaint: UInt8 = 0x7F

  /// The longest body of an extended packet (UM0701-02, 6.2.1.2: 264 bytes behind the direction byte).
  package static let bodyLimit = 264

  /// The frame on the wire, from preamble to postamble; extended where a normal packet has no room.
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
