internal import Deadwax

/// Commands that communicate with a card.
extension PN532 {
  /// Implements InDataExchange: the chip handles framing, checksums, blocks and MIFARE authentication.
  mutating func exchangeData(_ arguments: [UInt8]) -> Reply {
    guard let head = arguments.first else { return .invalid }
    let number = head & 0x0F
    let frame = Array(arguments.dropFirst())
    guard let target = targets[number] else { return Self.status(.context) }
    if current != number {
      if let current, let before = targets[current] { antenna.halt(before.uid) }
      guard antenna.select(target.uid) != nil else { return Self.status(.timeout, after: timing.unanswered) }
      current = number
      if target.blocks != nil { startBlocks(with: number) }
    }
    if targets[number]?.blocks != nil { return exchangeBlocks(frame, number, hasMore: head & 0x40 != 0) }
    guard let command = frame.first else { return Self.status(.context) }
    switch command {
    case CardCommand.authenticateA, CardCommand.authenticateB: return authenticate(frame, target)
    case CardCommand.compatibilityWrite where frame.count == 18,
      CardCommand.increment where frame.count == 6, CardCommand.decrement where frame.count == 6,
      CardCommand.restore where frame.count == 6:
      // Cards expect these commands in two parts.
      let first = antenna.exchange(Array(frame[..<2]))
      guard first.content == .acknowledge else { return reply(to: frame, first) }
      let second = antenna.exchange(Array(frame[2...]), isContinued: true)
      return reply(to: frame, second, earlier: timing.air(2))
    default: return reply(to: frame, antenna.exchange(frame))
    }
  }

  private func reply(to frame: [UInt8], _ answer: CardAnswer, earlier: Duration = .zero) -> Reply {
    let time = earlier + time(frame, answer)
    switch answer.content {
    case .bytes(let bytes), .farewell(let bytes):
      guard bytes.count + 1 < HSUFrame.bodyLimit else { return Self.status(.buffer, after: time) }
      return .answer([Status.done.rawValue] + bytes, after: time)
    case .acknowledge: return Self.status(.done, after: time)
    case .refuse: return Self.status(.format, after: time)
    case .silence, .nothing: return Self.status(.timeout, after: cardTimeoutDuration)
    }
  }

  /// Performs the three-pass authentication of MIFARE Classic. The frame is command, block, key, and the last four
  /// bytes of the card's UID.
  private mutating func authenticate(_ frame: [UInt8], _ target: Target) -> Reply {
    guard frame.count == 12, Array(frame[8...]) == Array(target.uid.bytes.suffix(4)) else {
      antenna.drop(target.uid)
      return Self.status(.authentication, after: timing.air(frame.count))
    }
    let isDone = antenna.authenticate(
      block: frame[1], key: Array(frame[2..<8]), isKeyB: frame[0] == CardCommand.authenticateB)
    return Self.status(isDone ? .done : .authentication, after: timing.air(4) * 4)
  }

  private mutating func exchangeBlocks(_ command: [UInt8], _ number: UInt8, hasMore: Bool) -> Reply {
    guard var channel = targets[number]?.blocks else { return Self.status(.context) }
    var time = Duration.zero
    if !command.isEmpty || channel.unread.isEmpty {
      var antenna = antenna
      let exchange = channel.exchange(command, hasMore: hasMore) { frame in
        let answer = antenna.exchange(frame)
        return (answer, self.time(frame, answer))
      }
      self.antenna = antenna
      guard exchange.status == .done else {
        targets[number]?.blocks = channel
        return Self.status(exchange.status, after: exchange.time + cardTimeoutDuration)
      }
      channel.unread = exchange.answer
      time = exchange.time
    }
    // The part that does not fit in an answer waits, and bit 6 of the status indicates it.
    let limit = HSUFrame.bodyLimit - 2
    let part = channel.unread.prefix(limit)
    channel.unread.removeFirst(part.count)
    targets[number]?.blocks = channel
    return .answer([Status.done.rawValue | (channel.unread.isEmpty ? 0 : 0x40)] + part, after: time)
  }

  /// Implements InCommunicateThru: the frame is sent as the registers specify, and the answer is passed on.
  mutating func communicateThrough(_ arguments: [UInt8]) -> Reply {
    registers[Registers.Name.control] &= ~0x07
    guard registers.speaksTypeA, !arguments.isEmpty else { return Self.status(.timeout, after: cardTimeoutDuration) }
    if let early = activateByHand(arguments) { return early }
    guard registers.lastBits == 0 else { return Self.status(.timeout, after: cardTimeoutDuration) }
    var frame = arguments
    if !registers.addsChecksum {
      // The host has appended the checksum itself. A card does not answer a frame with a wrong one.
      guard frame.count > 2, ChecksumA.of(frame.dropLast(2)) == Array(frame.suffix(2)) else {
        return Self.status(.timeout, after: cardTimeoutDuration)
      }
      frame.removeLast(2)
    }
    let answer = selectByHand(frame) ?? antenna.exchange(frame)
    let time = time(frame, answer)
    switch answer.content {
    case .bytes(let bytes), .farewell(let bytes):
      return received(registers.checksChecksum ? bytes : bytes + ChecksumA.of(bytes), after: time)
    case .acknowledge: return nibble(0x0A, after: time)
    case .refuse(let code): return nibble(code, after: time)
    case .silence, .nothing: return Self.status(.timeout, after: cardTimeoutDuration)
    }
  }

  func received(_ bytes: [UInt8], after time: Duration) -> Reply {
    guard bytes.count + 1 < HSUFrame.bodyLimit else { return Self.status(.buffer, after: time) }
    return .answer([Status.done.rawValue] + bytes, after: time)
  }

  /// Returns an answer of four bits, which has no checksum. If the chip is set to check one, it reports a checksum
  /// error.
  private mutating func nibble(_ bits: UInt8, after time: Duration) -> Reply {
    guard !registers.checksChecksum else { return Self.status(.checksum, after: time) }
    registers[Registers.Name.control] |= 0x04
    return .answer([Status.done.rawValue, bits], after: time)
  }

  func time(_ frame: [UInt8], _ answer: CardAnswer) -> Duration {
    var received = 0
    if case .bytes(let bytes) = answer.content { received = bytes.count }
    return timing.air(frame.count) + timing.air(received) + timing.card(answer.delay)
  }
}
