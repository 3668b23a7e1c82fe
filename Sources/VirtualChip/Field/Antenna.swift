internal import Deadwax

/// The field and the cards in it.
struct Antenna: Sendable {
  struct Placed: Sendable {
    var card: any Card
    /// What it called itself when it was laid down; it goes by this name too.
    let name: TagUID
    var activation = Activation()
    /// How many calls it will not hear.
    var unheard = 0
    /// Torn away in the middle of a write, until it is laid down again.
    var isAway = false
  }

  private(set) var placed: [Placed] = []
  private(set) var isOn = false
  /// Whether a call with a number goes to halted cards too, as it does on the chip by all that is known.
  var callsHaltedByNumber = true
  /// How often each command reached a card, by its name.
  private(set) var commands: [String: Int] = [:]
  /// The tear that waits for its write.
  var tear: Tear?
  var weakness = Weakness()

  var cards: [any Card] { placed.filter { !$0.isAway }.map(\.card) }

  /// Lays a card on the antenna; one with the same number makes room for it.
  mutating func place(_ card: any Card) {
    var card = card
    let name = card.uid
    card.eeprom.layDown()
    card.powerOff()
    placed.removeAll { $0.card.uid == name || $0.name == name }
    placed.append(Placed(card: card, name: name))
  }

  /// Takes a card away, in the state it is in, torn ones too.
  mutating func remove(_ uid: TagUID) -> (any Card)? {
    guard let index = index(of: uid) else { return nil }
    var card = placed.remove(at: index).card
    card.eeprom.layDown()
    card.powerOff()
    return card
  }

  /// A card on the antenna, or torn from it.
  func card(_ uid: TagUID) -> (any Card)? { index(of: uid).map { placed[$0].card } }

  /// Changes a card where it lies. Returns false when it is not there.
  mutating func change(_ uid: TagUID, _ body: (inout any Card) -> Void) -> Bool {
    guard let index = index(of: uid) else { return false }
    body(&placed[index].card)
    return true
  }

  /// Lays down again what was torn away. Returns whether there was something.
  mutating func layAgain() -> Bool {
    let away = placed.filter(\.isAway)
    for entry in away {
      if let card = remove(entry.name) { place(card) }
    }
    return !away.isEmpty
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

  /// Calls, resolves collisions, selects one card and returns it.
  ///
  /// With a number the call goes to halted cards too, and only that card is taken; without one it is the card with the
  /// lowest number of those that answer.
  mutating func select(_ uid: TagUID?) -> (any Card)? {
    guard call(toAll: uid != nil && callsHaltedByNumber) else { return nil }
    let chosen = ready.first { uid == nil || placed[$0].card.uid == uid }
    for index in ready where index != chosen { drop(at: index) }
    return chosen.map { index in
      placed[index].activation.select()
      return placed[index].card
    }
  }

  /// A call goes out (REQA, or WUPA to all). Returns whether somebody answers.
  mutating func call(toAll: Bool) -> Bool {
    guard isOn else { return false }
    let isLost = weakness.losesExchange() != nil
    for index in placed.indices where !placed[index].isAway && !placed[index].card.isInProtocol {
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

  /// The places of the cards that answered the call, by their numbers.
  var ready: [Int] {
    placed.indices.filter { !placed[$0].isAway && placed[$0].activation.state == .ready }
      .sorted { placed[$0].card.uid.bytes.lexicographicallyPrecedes(placed[$1].card.uid.bytes) }
  }

  /// Selects one of those that answered the call.
  mutating func select(at index: Int) { placed[index].activation.select() }

  /// The card hears so many of the next calls not.
  mutating func weaken(_ uid: TagUID, calls: Int) {
    guard let index = index(of: uid) else { return }
    placed[index].unheard = calls
  }

  func isActive(_ uid: TagUID) -> Bool {
    index(of: uid).map { placed[$0].activation.state == .active && !placed[$0].isAway } ?? false
  }

  /// The card that is spoken to; nil when none is.
  var active: (any Card)? { activeIndex.map { placed[$0].card } }

  /// Sends HLTA, or to a card that speaks the block protocol S(DESELECT).
  mutating func halt(_ uid: TagUID) {
    guard isActive(uid), let index = index(of: uid) else { return }
    if placed[index].card.isInProtocol { _ = placed[index].card.answer([0xC2]) }
    leave(at: index) { $0.halt() }
  }

  /// The card is told something it cannot use.
  mutating func drop(_ uid: TagUID) {
    guard isActive(uid), let index = index(of: uid) else { return }
    drop(at: index)
  }

  mutating func drop(at index: Int) { leave(at: index) { $0.drop() } }

  /// Sends a frame to the active card.
  ///
  /// - Parameters:
  ///   - frame: without its checksum.
  ///   - isContinued: the second part of a command, which counts only once.
  /// - Returns: what comes back.
  mutating func exchange(_ frame: [UInt8], isContinued: Bool = false) -> CardAnswer {
    guard isOn, let index = activeIndex else { return CardAnswer(.silence) }
    if frame == [0x50, 0x00], !placed[index].card.isInProtocol {
      leave(at: index) { $0.halt() }
      return CardAnswer(.silence)
    }
    let lost = weakness.losesExchange()
    // Half of what is lost never reaches the card, and half is done but its answer is not heard.
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

  /// Runs MIFARE Classic's authentication with the active card.
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
    if tear?.write == 1 { placed[index].card.eeprom.tear = tear }
    let answer = placed[index].card.answer(frame)
    placed[index].card.eeprom.tear = nil
    if placed[index].card.eeprom.writeCount > before {
      tear = tear.flatMap { $0.write > 1 ? Tear(write: $0.write - 1, moment: $0.moment, seed: $0.seed) : nil }
    }
    guard !placed[index].card.eeprom.isTorn else {
      placed[index].card.powerOff()
      placed[index].activation.powerOff()
      placed[index].isAway = true
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

  private var activeIndex: Int? { placed.firstIndex { !$0.isAway && $0.activation.state == .active } }

  private func index(of uid: TagUID) -> Int? {
    placed.firstIndex { $0.card.uid == uid } ?? placed.firstIndex { $0.name == uid }
  }
}
