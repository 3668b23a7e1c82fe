internal import Deadwax

/// Card activation: by the chip itself, and by a host that sends the frames of ISO/IEC 14443-3 one by one.
extension PN532 {
  /// Requests the ATS of a card that was just selected, if the host enabled that and the card supports the block
  /// protocol.
  ///
  /// - Returns: the ATS from its length byte on; empty if there is none.
  mutating func answerToSelect(of card: any VirtualCard) -> [UInt8] {
    guard parameters & 0x10 != 0, card.sak & 0x20 != 0 else { return [] }
    // The parameter 50 declares that the chip accepts frames of 64 bytes.
    guard case .bytes(let answer) = antenna.exchange([CardCommand.selectAnswer, 0x50]).content else { return [] }
    return answer
  }

  /// Requests the ATS of a card that was selected again. Only after that does it use the block protocol.
  mutating func startBlocks(with number: UInt8) {
    guard case .bytes(let answer) = antenna.exchange([CardCommand.selectAnswer, 0x50]).content else { return }
    targets[number]?.blocks = BlockChannel(answerToSelect: answer)
  }

  /// Answers requests of seven bits and anticollision frames, which have no checksum. Returns nil for any other frame.
  mutating func activateByHand(_ frame: [UInt8]) -> Reply? {
    if registers.lastBits == 7, frame == [0x26] || frame == [0x52] {
      cascade = 0
      guard antenna.call(toAll: frame == [0x52]) else { return Self.status(.timeout, after: cardTimeoutDuration) }
      // The answers of several cards overlap and are received as one.
      let answer = antenna.ready.reduce(UInt16(0)) { $0 | antenna.placed[$1].card.atqa }
      return unchecked([UInt8(answer & 0xFF), UInt8(answer >> 8)])
    }
    guard registers.lastBits == 0, frame.count == 2, let level = Self.level(of: frame), frame[1] == 0x20 else {
      return nil
    }
    guard level == cascade, let index = antenna.ready.first else {
      return Self.status(.timeout, after: cardTimeoutDuration)
    }
    let part = Self.parts(of: antenna.placed[index].card.uid)[level]
    return unchecked(part + [part.reduce(0, ^)])
  }

  /// Answers a select with the complete UID part of its level. Returns nil for any other frame.
  mutating func selectByHand(_ frame: [UInt8]) -> CardAnswer? {
    guard frame.count == 7, let level = Self.level(of: frame), frame[1] == 0x70 else { return nil }
    let chosen = antenna.ready.first {
      let parts = Self.parts(of: antenna.placed[$0].card.uid)
      return level == cascade && level < parts.count && Array(frame[2..<6]) == parts[level]
    }
    for index in antenna.ready where index != chosen { antenna.drop(at: index) }
    guard let chosen else { return CardAnswer(.nothing) }
    let card = antenna.placed[chosen].card
    cascade += 1
    guard cascade == Self.parts(of: card.uid).count else { return CardAnswer(.bytes([0x04 | card.sak & 0x20])) }
    antenna.select(at: chosen)
    return CardAnswer(.bytes([card.sak]))
  }

  /// Returns an answer without a checksum. If the chip is set to check one, it reports a checksum error.
  private func unchecked(_ bytes: [UInt8]) -> Reply {
    registers.checksChecksum
      ? Self.status(.checksum, after: timing.air(bytes.count)) : received(bytes, after: timing.air(bytes.count))
  }

  private static func level(of frame: [UInt8]) -> Int? { [0x93, 0x95, 0x97].firstIndex(of: frame.first) }

  /// Returns a UID as transmitted: four bytes per level; all but the last level begin with the cascade tag.
  private static func parts(of uid: TagID) -> [[UInt8]] {
    let bytes = uid.bytes
    return switch bytes.count {
    case 4: [bytes]
    case 7: [[0x88] + bytes[..<3], Array(bytes[3...])]
    default: [[0x88] + bytes[..<3], [0x88] + bytes[3..<6], Array(bytes[6...])]
    }
  }
}
