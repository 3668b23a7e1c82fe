internal import Deadwax

/// Commands that speak to a card.
extension PN532 {
  /// InDataExchange: the chip cares for framing and checksums.
  mutating func exchangeData(_ arguments: [UInt8]) -> Reply {
    guard let number = arguments.first else { return .invalid }
    let frame = Array(arguments.dropFirst())
    guard let target = targets[number & 0x0F], !frame.isEmpty else { return Self.status(.context) }
    if current != number & 0x0F {
      guard antenna.select(target.uid) != nil else { return Self.status(.timeout, after: timing.unanswered) }
      current = number & 0x0F
    }
    // The chip takes these two for MIFARE Classic's authentication and runs it itself; no card here can do that.
    if frame[0] == 0x60 || frame[0] == 0x61 {
      antenna.drop(target.uid)
      return Self.status(.authentication, after: timing.air(frame.count))
    }
    let answer = antenna.exchange(frame)
    switch answer.content {
    case .bytes(let bytes), .farewell(let bytes):
      guard bytes.count + 1 < HSUFrame.bodyLimit else { return Self.status(.buffer, after: time(frame, answer)) }
      return .answer([Status.done.rawValue] + bytes, after: time(frame, answer))
    case .acknowledge: return Self.status(.done, after: time(frame, answer))
    case .refuse: return Self.status(.format, after: time(frame, answer))
    case .silence, .nothing: return Self.status(.timeout, after: cardTimeoutDuration)
    }
  }

  /// InCommunicateThru: what the registers say goes out, what comes back is handed on.
  mutating func communicateThrough(_ arguments: [UInt8]) -> Reply {
    registers[Registers.Name.control] &= ~0x07
    guard registers.speaksTypeA, !arguments.isEmpty else { return Self.status(.timeout, after: cardTimeoutDuration) }
    var frame = arguments
    if !registers.addsChecksum {
      // The host has made the checksum itself; a card does not answer a wrong one.
      guard frame.count > 2, ChecksumA.of(frame.dropLast(2)) == Array(frame.suffix(2)) else {
        return Self.status(.timeout, after: cardTimeoutDuration)
      }
      frame.removeLast(2)
    }
    let answer = antenna.exchange(frame)
    let time = time(frame, answer)
    switch answer.content {
    case .bytes(let bytes), .farewell(let bytes):
      let received = registers.checksChecksum ? bytes : bytes + ChecksumA.of(bytes)
      guard received.count + 1 < HSUFrame.bodyLimit else { return Self.status(.buffer, after: time) }
      return .answer([Status.done.rawValue] + received, after: time)
    case .acknowledge: return nibble(0x0A, after: time)
    case .refuse(let code): return nibble(code, after: time)
    case .silence, .nothing: return Self.status(.timeout, after: cardTimeoutDuration)
    }
  }

  /// Four bits have no checksum: a chip that is to check one calls them broken.
  private mutating func nibble(_ bits: UInt8, after time: Duration) -> Reply {
    guard !registers.checksChecksum else { return Self.status(.checksum, after: time) }
    registers[Registers.Name.control] |= 0x04
    return .answer([Status.done.rawValue, bits], after: time)
  }

  private func time(_ frame: [UInt8], _ answer: CardAnswer) -> Duration {
    var received = 0
    if case .bytes(let bytes) = answer.content { received = bytes.count }
    return timing.air(frame.count) + timing.air(received) + timing.scaled(answer.delay)
  }
}
