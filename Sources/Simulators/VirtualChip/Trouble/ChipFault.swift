/// A fault of the chip, its line or the host's adapter during one command.
package enum ChipFault: String, CaseIterable, Sendable {
  // Faults of the acknowledgement.
  /// There is no acknowledgement, only the answer.
  case noAcknowledge = "no-acknowledge"
  /// The bytes of the acknowledgement are damaged.
  case badAcknowledge = "bad-acknowledge"
  /// A NACK replaces the acknowledgement, and no answer follows.
  case refusal
  /// Random bytes precede the acknowledgement.
  case garbageBefore = "garbage-before"

  // Faults of the answer's frame.
  case garbageBetween = "garbage-between"
  case garbageAfter = "garbage-after"
  case badLengthChecksum = "bad-length-checksum"
  case badDataChecksum = "bad-data-checksum"
  /// The direction byte is that of the host.
  case badDirection = "bad-direction"
  case badPostamble = "bad-postamble"
  /// An error frame replaces the answer.
  case errorFrame = "error-frame"
  /// The frame ends in the middle.
  case truncated
  /// The frame has the code of another command's answer.
  case wrongCode = "wrong-code"
  /// The frame has the maximum length.
  case overlong
  /// The answer is sent twice.
  case duplicate
  /// The first half is sent in time, the rest after `ChipFault.delay`.
  case halves

  // Faults of timing.
  /// The command is not received at all.
  case silent
  /// The command is acknowledged and never answered.
  case unanswered
  /// The answer is sent after `ChipFault.delay`, even if the host has started another command.
  case late

  // Faults of the answer's content, if it has the byte concerned.
  /// Bit 7 of the status byte is set, which announces a byte that does not follow: libnfc 1.8.0 aborts its process.
  case statusBit7 = "status-bit-7"
  /// The chip reports error 0A: the field was not switched on in time.
  case fieldError = "field-error"
  /// A card's answer to select (ATS) has 0 bytes: libnfc 1.8.0 reads beyond its buffer and crashes.
  case emptyATS = "empty-ats"

  /// The delay of late bytes. libnfc's timeout is 300 ms in most places.
  package static let delay = Duration.milliseconds(700)

  /// Returns true if the fault can apply to a command with this code. `emptyATS` also requires that a card is found.
  package func applies(to code: UInt8) -> Bool {
    switch self {
    case .statusBit7: [0x16, 0x40, 0x42, 0x44, 0x52, 0x54].contains(code)
    case .fieldError: [0x40, 0x42, 0x44, 0x52, 0x54].contains(code)
    case .emptyATS: [0x4A, 0x60].contains(code)
    default: true
    }
  }

  /// True if the fault affects the acknowledgement, before the chip has carried out the command.
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

  /// Returns an answer with this fault.
  ///
  /// - Parameters:
  ///   - code: the code of the command.
  ///   - data: the bytes of the correct answer after its code.
  /// - Returns: the bytes sent in time and the late ones; nil if the fault does not apply to this answer.
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

  /// Returns only the first card, marked as ISO/IEC 14443-4, with an ATS of length 0 after its UID.
  private static func withEmptyATS(_ data: [UInt8], _ code: UInt8) -> [UInt8] {
    // In InListPassiveTarget the card follows the count; in InAutoPoll its type and length precede it.
    let first = code == 0x60 ? 3 : 1
    guard data.count > first + 4 else { return data }
    var card = Array(data[first..<min(first + 5 + Int(data[first + 4]), data.count)])
    card[3] |= 0x20
    card.append(0x00)
    return code == 0x60 ? [1, 0x20, UInt8(card.count)] + card : [1] + card
  }

  private static let garbage: [UInt8] = [0x13, 0x37, 0xA5, 0x00, 0xFE, 0x42]
}
