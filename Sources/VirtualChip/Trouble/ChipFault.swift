/// What a chip, its line or its host's adapter can do wrong with one command.
package enum ChipFault: String, CaseIterable, Sendable {
  // The acknowledgement.
  /// None comes, the answer does.
  case noAcknowledge = "no-acknowledge"
  /// Its bytes are damaged.
  case badAcknowledge = "bad-acknowledge"
  /// "Say that again" in its place, and nothing more.
  case refusal
  /// Bytes that mean nothing stand before it.
  case garbageBefore = "garbage-before"

  // The answer's frame.
  case garbageBetween = "garbage-between"
  case garbageAfter = "garbage-after"
  case badLengthChecksum = "bad-length-checksum"
  case badDataChecksum = "bad-data-checksum"
  /// It says that it comes from the host.
  case badDirection = "bad-direction"
  case badPostamble = "bad-postamble"
  /// An error frame in its place.
  case errorFrame = "error-frame"
  /// It breaks off in the middle.
  case truncated
  /// It is the answer to another command.
  case wrongCode = "wrong-code"
  /// It goes on for as long as a frame can be.
  case overlong
  /// It comes twice.
  case duplicate
  /// Its first half comes in time, the rest after `ChipFault.delay`.
  case halves

  // Time.
  /// The command is not heard at all.
  case silent
  /// It is acknowledged, and never answered.
  case unanswered
  /// The answer comes after `ChipFault.delay`, even when the host has gone on to other things.
  case late

  // What the answer says; only where there is such a thing.
  /// Bit 7 of the status byte, which announces a byte that does not follow: libnfc 1.8.0 aborts its process.
  case statusBit7 = "status-bit-7"
  /// The chip's error 0A: the field did not come on in time.
  case fieldError = "field-error"
  /// A card's answer to select (ATS) that is 0 bytes long: libnfc 1.8.0 reads beyond its buffer and crashes.
  case emptyATS = "empty-ats"

  /// How late what comes late is. libnfc waits for 300 ms in most places.
  package static let delay = Duration.milliseconds(700)

  /// Whether a command of this code can have this fault. `emptyATS` also takes that a card is found.
  package func applies(to code: UInt8) -> Bool {
    switch self {
    case .statusBit7: [0x16, 0x40, 0x42, 0x44, 0x52, 0x54].contains(code)
    case .fieldError: [0x40, 0x42, 0x44, 0x52, 0x54].contains(code)
    case .emptyATS: [0x4A, 0x60].contains(code)
    default: true
    }
  }

  /// Whether it is in the acknowledgement, and shows before the chip has done anything.
  var isOfAcknowledgement: Bool {
    switch self {
    case .noAcknowledge, .badAcknowledge, .refusal, .garbageBefore, .silent: true
    default: false
    }
  }

  /// The acknowledgement with this fault.
  var acknowledgement: [UInt8] {
    let right = HSUFrame.acknowledge.bytes
    return switch self {
    case .noAcknowledge, .silent: []
    case .badAcknowledge: [0x00, 0x00, 0xFF, 0x01, 0xFF, 0x00]
    case .refusal: HSUFrame.notAcknowledge.bytes
    case .garbageBefore: Self.garbage + right
    default: right
    }
  }

  /// An answer with this fault.
  ///
  /// - Parameters:
  ///   - code: of the command.
  ///   - data: what the answer would hold behind its code.
  /// - Returns: what comes in time, and what comes late; nil where this answer cannot have this fault.
  func answer(to code: UInt8, _ data: [UInt8]) -> (now: [UInt8], late: [UInt8])? {
    let body = [code &+ 1] + data
    var right = HSUFrame.packet(direction: HSUFrame.toHost, body: body).bytes
    switch self {
    case .noAcknowledge, .badAcknowledge, .garbageBefore: return (right, [])
    case .refusal, .silent, .unanswered: return ([], [])
    case .garbageBetween: return (Self.garbage + right, [])
    case .garbageAfter: return (right + Self.garbage, [])
    case .badLengthChecksum:
      right[4] ^= 0x55
      return (right, [])
    case .badDataChecksum:
      right[right.count - 2] ^= 0x55
      return (right, [])
    case .badDirection:
      return (HSUFrame.packet(direction: HSUFrame.toChip, body: body).bytes, [])
    case .badPostamble:
      right[right.count - 1] = 0xAA
      return (right, [])
    case .errorFrame: return (HSUFrame.packet(direction: HSUFrame.complaint, body: []).bytes, [])
    case .truncated: return (Array(right.prefix(max(6, right.count / 2))), [])
    case .wrongCode: return (HSUFrame.packet(direction: HSUFrame.toHost, body: [code &+ 3] + data).bytes, [])
    case .overlong:
      let filling = [UInt8](repeating: 0x5A, count: HSUFrame.bodyLimit - body.count)
      return (HSUFrame.packet(direction: HSUFrame.toHost, body: body + filling).bytes, [])
    case .duplicate: return (right + right, [])
    case .halves: return (Array(right.prefix(right.count / 2)), Array(right.dropFirst(right.count / 2)))
    case .late: return ([], right)
    case .statusBit7: return status(of: data, code: code) { $0 | 0x80 }
    case .fieldError: return status(of: data, code: code) { _ in 0x0A }
    case .emptyATS:
      guard let cards = data.first, cards > 0 else { return nil }
      return (HSUFrame.packet(direction: HSUFrame.toHost, body: [code &+ 1] + Self.withEmptyATS(data, code)).bytes, [])
    }
  }

  private func status(of data: [UInt8], code: UInt8, _ change: (UInt8) -> UInt8) -> (now: [UInt8], late: [UInt8])? {
    guard let status = data.first else { return nil }
    let changed = self == .fieldError ? [change(status)] : [change(status)] + data.dropFirst()
    return (HSUFrame.packet(direction: HSUFrame.toHost, body: [code &+ 1] + changed).bytes, [])
  }

  /// The first card alone, said to speak ISO/IEC 14443-4, with an ATS of length 0 behind its number.
  private static func withEmptyATS(_ data: [UInt8], _ code: UInt8) -> [UInt8] {
    // In InListPassiveTarget the card follows the count; in InAutoPoll its type and length stand between.
    let first = code == 0x60 ? 3 : 1
    guard data.count > first + 4 else { return data }
    var card = Array(data[first..<min(first + 5 + Int(data[first + 4]), data.count)])
    card[3] |= 0x20
    card.append(0x00)
    return code == 0x60 ? [1, 0x20, UInt8(card.count)] + card : [1] + card
  }

  private static let garbage: [UInt8] = [0x13, 0x37, 0xA5, 0x00, 0xFE, 0x42]
}
