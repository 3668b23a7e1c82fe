internal import Deadwax

/// Commands that speak to a card.
extension PN532 {
  /// InDataExchange: the chip cares for framing, checksums, blocks and MIFARE's authentication.
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
      // The chip sends these in the two parts that cards take them in.
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

  /// MIFARE Classic's three passes: command, block, key, and the last four bytes of the card's number.
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
    // What does not fit an answer waits, and bit 6 of the status says so.
    let limit = HSUFrame.bodyLimit - 2
    let part = channel.unread.prefix(limit)
    channel.unread.removeFirst(part.count)
    targets[number]?.blocks = channel
    return .answer([Status.done.rawValue | (channel.unread.isEmpty ? 0 : 0x40)] + part, after: time)
  }

  /// InCommunicateThru: what the registers say goes out, what comes back is handed on.
  mutating func communicateThrough(_ arguments: [UInt8]) -> Reply {
    registers[Registers.Name.control] &= ~0x07
    guard registers.speaksTypeA, !arguments.isEmpty else { return Self.status(.timeout, after: cardTimeoutDuration) }
    if let early = activateByHand(arguments) { return early }
    guard registers.lastBits == 0 else { return Self.status(.timeout, after: cardTimeoutDuration) }
    var frame = arguments
    if !registers.addsChecksum {
      // The host has made the checksum itself; a card does not answer a wrong one.
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

  /// Four bits have no checksum: a chip that is to check one calls them broken.
  private mutating func nibble(_ bits: UInt8, after time: Duration) -> Reply {
    guard !registers.checksChecksum else { return Self.status(.checksum, after: time) }
    registers[Registers.Name.control] |= 0x04
    return .answer([Status.done.rawValue, bits], after: time)
  }

  func time(_ frame: [UInt8], _ answer: CardAnswer) -> Duration {
    var received = 0
    if case .bytes(let bytes) = answer.content { received = bytes.count }
    return timing.air(frame.count) + timing.air(received) + timing.scaled(answer.delay)
  }
}
