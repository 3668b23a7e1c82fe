internal import Deadwax

/// Finding cards: by the chip itself, and by a host that sends the frames of ISO/IEC 14443-3 one by one.
extension PN532 {
  /// Asks a card that was just selected for its ATS, when the host wants that done and the card speaks blocks.
  ///
  /// - Returns: the ATS from its length byte on; empty where there is none.
  mutating func answerToSelect(of card: any Card) -> [UInt8] {
    guard parameters & 0x10 != 0, card.sak & 0x20 != 0 else { return [] }
    // The chip takes frames of 64 bytes.
    guard case .bytes(let answer) = antenna.exchange([CardCommand.selectAnswer, 0x50]).content else { return [] }
    return answer
  }

  /// A card that is selected anew speaks blocks only when it was asked for its ATS again.
  mutating func startBlocks(with number: UInt8) {
    guard case .bytes(let answer) = antenna.exchange([CardCommand.selectAnswer, 0x50]).content else { return }
    targets[number]?.blocks = BlockChannel(answerToSelect: answer)
  }

  /// Calls of seven bits and anticollision, which have no checksum; nil for any other frame.
  mutating func activateByHand(_ frame: [UInt8]) -> Reply? {
    if registers.lastBits == 7, frame == [0x26] || frame == [0x52] {
      cascade = 0
      guard antenna.call(toAll: frame == [0x52]) else { return Self.status(.timeout, after: cardTimeoutDuration) }
      // What several cards say at once is heard as one.
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

  /// A select with the whole number of its level; nil for any other frame.
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

  /// An answer without a checksum, which a chip that is to check one calls broken.
  private func unchecked(_ bytes: [UInt8]) -> Reply {
    registers.checksChecksum
      ? Self.status(.checksum, after: timing.air(bytes.count)) : received(bytes, after: timing.air(bytes.count))
  }

  private static func level(of frame: [UInt8]) -> Int? { [0x93, 0x95, 0x97].firstIndex(of: frame.first) }

  /// A number as it goes over the air: four bytes a level, those of all but the last beginning with the cascade tag.
  private static func parts(of uid: TagUID) -> [[UInt8]] {
    let bytes = uid.bytes
    return switch bytes.count {
    case 4: [bytes]
    case 7: [[0x88] + bytes[..<3], Array(bytes[3...])]
    default: [[0x88] + bytes[..<3], [0x88] + bytes[3..<6], Array(bytes[6...])]
    }
  }
}
