internal import Deadwax

/// The antenna: its field and the cards in it.
struct Antenna: Sendable {
  struct Placed: Sendable {
    var card: any VirtualCard
    /// The UID at the time it was placed; the card can also be found by it.
    let name: TagID
    var activation = Activation()
    /// The number of requests that it will not receive.
    var unheard = 0
    /// True if it was removed during a write and not yet placed again.
    var isGone = false
  }

  private(set) var placed: [Placed] = []
  private(set) var isOn = false
  /// True if a request with a UID also wakes halted cards. The real chip is believed to do so.
  var callsHaltedByNumber = true
  /// The number of times each command reached a card, by command name.
  private(set) var commands: [String: Int] = [:]
  /// The torn write that is to happen; nil if there is none.
  var tear: TornWrite?
  var weakness = WeakField()

  var cards: [any VirtualCard] { placed.filter { !$0.isGone }.map(\.card) }

  /// Places a card on the antenna, and replaces a card with the same UID.
  mutating func place(_ card: any VirtualCard) {
    var card = card
    let name = card.uid
    card.eeprom.layDown()
    card.powerOff()
    placed.removeAll { $0.card.uid == name || $0.name == name }
    placed.append(Placed(card: card, name: name))
  }

  /// Removes a card in its current state, even after a torn write, and returns it. Returns nil if there is no such
  /// card.
  mutating func remove(_ uid: TagID) -> (any VirtualCard)? {
    guard let index = index(of: uid) else { return nil }
    var card = placed.remove(at: index).card
    card.eeprom.layDown()
    card.powerOff()
    return card
  }

  /// Returns a card on the antenna, or one that was removed during a write.
  func card(_ uid: TagID) -> (any VirtualCard)? { index(of: uid).map { placed[$0].card } }

  /// Changes a card in place. Returns false if it is not there.
  mutating func change(_ uid: TagID, _ body: (inout any VirtualCard) -> Void) -> Bool {
    guard let index = index(of: uid) else { return false }
    body(&placed[index].card)
    return true
  }

  /// Places the cards that were removed during a write again. Returns false if there were none.
  mutating func layAgain() -> Bool {
    let gone = placed.filter(\.isGone)
    for entry in gone {
      if let card = remove(entry.name) { place(card) }
    }
    return !gone.isEmpty
  }

  mutating func turn(on: Bool) {
    if isOn, !on {
      for index in placed.indices {
        placed[index].card.powerOff()
        placed[index].activation.powerOff()
      }
    }
    isOn = on
  }

  /// Sends a request, resolves collisions, selects one card and returns it.
  ///
  /// With a UID the request also goes to halted cards, and only that card is selected. Without one, the card with the
  /// lowest UID of those that answer is selected.
  mutating func select(_ uid: TagID?) -> (any VirtualCard)? {
    guard call(toAll: uid != nil && callsHaltedByNumber) else { return nil }
    let chosen = ready.first { uid == nil || placed[$0].card.uid == uid }
    for index in ready where index != chosen { drop(at: index) }
    return chosen.map { index in
      placed[index].activation.select()
      return placed[index].card
    }
  }

  /// Sends a request (REQA, or WUPA to all). Returns true if a card answers.
  mutating func call(toAll: Bool) -> Bool {
    guard isOn else { return false }
    let isLost = weakness.losesExchange() != nil
    for index in placed.indices where !placed[index].isGone && !placed[index].card.isInProtocol {
      guard placed[index].unheard == 0 else {
        placed[index].unheard -= 1
        continue
      }
      guard !isLost else { continue }
      let wasActive = placed[index].activation.state == .active
      placed[index].activation.hearCall(toAll: toAll)
      if wasActive { placed[index].card.leave() }
    }
    return !ready.isEmpty
  }

  /// The indices of the cards that answered the request, in the order of their UIDs.
  var ready: [Int] {
    placed.indices.filter { !placed[$0].isGone && placed[$0].activation.state == .ready }
      .sorted { placed[$0].card.uid.bytes.lexicographicallyPrecedes(placed[$1].card.uid.bytes) }
  }

  /// Selects a card that answered the request.
  mutating func select(at index: Int) { placed[index].activation.select() }

  /// Makes a card miss the given number of requests.
  mutating func weaken(_ uid: TagID, calls: Int) {
    guard let index = index(of: uid) else { return }
    placed[index].unheard = calls
  }

  func isActive(_ uid: TagID) -> Bool {
    index(of: uid).map { placed[$0].activation.state == .active && !placed[$0].isGone } ?? false
  }

  /// The selected card; nil if there is none.
  var active: (any VirtualCard)? { activeIndex.map { placed[$0].card } }

  /// Sends HLTA, or S(DESELECT) to a card in the block protocol.
  mutating func halt(_ uid: TagID) {
    guard isActive(uid), let index = index(of: uid) else { return }
    if placed[index].card.isInProtocol { _ = placed[index].card.answer([0xC2]) }
    leave(at: index) { $0.halt() }
  }

  /// Makes an active card drop its selection, as after an invalid frame.
  mutating func drop(_ uid: TagID) {
    guard isActive(uid), let index = index(of: uid) else { return }
    drop(at: index)
  }

  mutating func drop(at index: Int) { leave(at: index) { $0.drop() } }

  /// Sends a frame to the active card.
  ///
  /// - Parameters:
  ///   - frame: the frame without its checksum.
  ///   - isContinued: true for the second part of a command, which is not counted.
  /// - Returns: the card's answer.
  mutating func exchange(_ frame: [UInt8], isContinued: Bool = false) -> CardAnswer {
    guard isOn, let index = activeIndex else { return CardAnswer(.silence) }
    if frame == [0x50, 0x00], !placed[index].card.isInProtocol {
      leave(at: index) { $0.halt() }
      return CardAnswer(.silence)
    }
    let lost = weakness.losesExchange()
    // Half of the lost exchanges never reach the card. The other half are carried out, but the answer is lost.
    if lost != .command {
      if !isContinued {
        commands[CardCommand.name(of: frame, inProtocol: placed[index].card.isInProtocol), default: 0] += 1
      }
      let answer = answer(at: index, frame)
      if lost == nil { return answer }
    }
    if placed.indices.contains(index), !placed[index].card.isInProtocol { drop(at: index) }
    return CardAnswer(.nothing)
  }

  /// Performs the MIFARE Classic authentication with the active card. Returns true on success.
  mutating func authenticate(block: UInt8, key: [UInt8], isKeyB: Bool) -> Bool {
    guard isOn, let index = activeIndex, weakness.losesExchange() == nil else { return false }
    let name = CardCommand.name(of: [isKeyB ? CardCommand.authenticateB : CardCommand.authenticateA, block])
    commands[name, default: 0] += 1
    guard placed[index].card.authenticate(block: block, key: key, isKeyB: isKeyB) else {
      drop(at: index)
      return false
    }
    return true
  }

  private mutating func answer(at index: Int, _ frame: [UInt8]) -> CardAnswer {
    let before = placed[index].card.eeprom.writeCount
    placed[index].card.eeprom.listen()
    if tear?.write == 1 { placed[index].card.eeprom.tear = tear }
    let answer = placed[index].card.answer(frame)
    placed[index].card.eeprom.tear = nil
    if placed[index].card.eeprom.writeCount > before {
      tear = tear.flatMap { $0.write > 1 ? TornWrite(write: $0.write - 1, moment: $0.moment, seed: $0.seed) : nil }
    }
    guard !placed[index].card.eeprom.isTorn else {
      placed[index].card.powerOff()
      placed[index].activation.powerOff()
      placed[index].isGone = true
      return CardAnswer(.silence)
    }
    guard !placed[index].card.eeprom.isMute else {
      drop(at: index)
      return CardAnswer(.silence)
    }
    switch answer.content {
    case .bytes, .acknowledge, .nothing: break
    case .refuse, .silence: drop(at: index)
    case .farewell: leave(at: index) { $0.halt() }
    }
    return answer
  }

  private mutating func leave(at index: Int, _ body: (inout Activation) -> Void) {
    placed[index].card.leave()
    body(&placed[index].activation)
  }

  private var activeIndex: Int? { placed.firstIndex { !$0.isGone && $0.activation.state == .active } }

  private func index(of uid: TagID) -> Int? {
    placed.firstIndex { $0.card.uid == uid } ?? placed.firstIndex { $0.name == uid }
  }
}
