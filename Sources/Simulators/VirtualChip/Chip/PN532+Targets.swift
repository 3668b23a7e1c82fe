internal import Deadwax

/// Commands that find and release cards.
extension PN532 {
  mutating func listTargets(_ arguments: [UInt8]) -> Reply {
    guard arguments.count >= 2, (1...2).contains(arguments[0]), arguments[1] <= 0x04 else { return .invalid }
    turnFieldOn()
    // Only type A cards are present.
    guard arguments[1] == 0x00 else {
      guard activationRetries < 0xFF else { return .endless }
      return .answer([0], after: timing.unanswered * (Int(activationRetries) + 1))
    }
    var uid: TagID?
    if arguments.count > 2 {
      guard let requested = Self.number(cascaded: Array(arguments[2...])) else { return .invalid }
      uid = requested
    }
    let form = CardSearch.Form.list(limit: Int(arguments[0]), uid: uid)
    guard activationRetries < 0xFF else { return .searching(CardSearch(form: form, limit: nil)) }
    var time = Duration.zero
    for _ in 0...activationRetries {
      if let (answer, duration) = attempt(form) { return .answer(answer, after: time + duration) }
      time += timing.unanswered
    }
    // Some hosts read the FIFO to detect that no card answered the request.
    registers[Registers.Name.fifoData] = 0x26
    return .answer([0], after: time)
  }

  mutating func autoPoll(_ arguments: [UInt8]) -> Reply {
    guard arguments.count >= 3, arguments[0] > 0, (1...15).contains(arguments[1]) else { return .invalid }
    turnFieldOn()
    let types = arguments[2...]
    let slot = Duration.milliseconds(150 * Int(arguments[1]))
    let limit = arguments[0] == 0xFF ? nil : slot * types.count * Int(arguments[0])
    let typesA = Set(types).intersection([0x00, 0x10, 0x20])
    // The chip is assumed to try once per slot.
    return .searching(
      CardSearch(
        form: typesA.isEmpty ? .nothing : .poll(types: typesA), limit: limit, interval: timing.isImmediate ? nil : slot)
    )
  }

  /// Searches for cards once.
  ///
  /// - Parameter form: the kind of search.
  /// - Returns: the answer's bytes and the duration of the search; nil if no card was found.
  mutating func attempt(_ form: CardSearch.Form) -> (answer: [UInt8], time: Duration)? {
    switch form {
    case .nothing: return nil
    case .list(let limit, let uid):
      var found: [any VirtualCard] = []
      while found.count < limit, let card = antenna.select(uid) {
        if found.isEmpty { targets = [:] }
        found.append(card)
        remember(card, UInt8(found.count))
        guard uid == nil, found.count < limit else { break }
        antenna.halt(card.uid)
      }
      guard !found.isEmpty else { return nil }
      let descriptors = found.indices.flatMap { targets[UInt8($0 + 1)]?.descriptor ?? [] }
      return ([UInt8(found.count)] + descriptors, timing.activation * found.count)
    case .poll(let types):
      guard let card = antenna.select(nil) else { return nil }
      let speaksBlocks = card.sak & 0x20 != 0
      guard types.contains(0x00) || types.contains(speaksBlocks ? 0x20 : 0x10) else { return nil }
      targets = [:]
      remember(card, 1)
      let descriptor = targets[1]?.descriptor ?? []
      return ([1, speaksBlocks ? 0x20 : 0x10, UInt8(descriptor.count)] + descriptor, timing.activation)
    }
  }

  mutating func selectTarget(_ arguments: [UInt8]) -> Reply {
    guard let number = arguments.first else { return .invalid }
    guard let target = targets[number] else { return Self.status(.context) }
    if current == number, antenna.isActive(target.uid) { return Self.status(.done) }
    if let current, let before = targets[current] { antenna.halt(before.uid) }
    guard antenna.select(target.uid) != nil else { return Self.status(.timeout, after: timing.unanswered) }
    current = number
    if target.blocks != nil { startBlocks(with: number) }
    return Self.status(.done, after: timing.activation)
  }

  mutating func deselect(_ arguments: [UInt8]) -> Reply {
    guard let number = arguments.first else { return .invalid }
    guard number != 0 else {
      for target in targets.values { antenna.halt(target.uid) }
      return Self.status(.done, after: timing.air(2))
    }
    guard let target = targets[number] else { return Self.status(.context) }
    antenna.halt(target.uid)
    return Self.status(.done, after: timing.air(2))
  }

  mutating func release(_ arguments: [UInt8]) -> Reply {
    guard let number = arguments.first else { return .invalid }
    let reply = deselect(arguments)
    if number == 0 {
      targets = [:]
    } else {
      targets[number] = nil
    }
    if current.map({ targets[$0] == nil }) ?? false { current = nil }
    return reply
  }

  private mutating func turnFieldOn() {
    // The chip switches its field on automatically before a search.
    antenna.turn(on: true)
  }

  /// Assigns a target number to a card that was just selected.
  private mutating func remember(_ card: any VirtualCard, _ number: UInt8) {
    let answer = answerToSelect(of: card)
    targets[number] = Target(
      uid: card.uid, descriptor: [number] + Self.description(of: card) + answer,
      blocks: answer.isEmpty ? nil : BlockChannel(answerToSelect: answer))
    current = number
    registers.setTypeA()
  }

  private static func description(of card: any VirtualCard) -> [UInt8] {
    let number = card.uid.bytes
    return [UInt8(card.atqa >> 8), UInt8(card.atqa & 0xFF), card.sak, UInt8(number.count)] + number
  }

  /// Parses a UID as hosts send it: each part but the last begins with the cascade tag 88.
  private static func number(cascaded bytes: [UInt8]) -> TagID? {
    switch bytes.count {
    case 4: TagID(.nfcA, bytes)
    case 8 where bytes[0] == 0x88: TagID(.nfcA, Array(bytes[1...]))
    case 12 where bytes[0] == 0x88 && bytes[4] == 0x88: TagID(.nfcA, Array(bytes[1...3] + bytes[5...]))
    default: nil
    }
  }
}
