internal import Deadwax

/// The field and the cards in it.
struct Antenna: Sendable {
  private struct Placed: Sendable {
    var card: any Card
    var activation = Activation()
    /// How many calls it will not hear.
    var unheard = 0
  }

  private var placed: [Placed] = []
  private(set) var isOn = false
  /// Whether a call with a number goes to halted cards too, as it does on the chip by all that is known.
  var callsHaltedByNumber = true
  /// How often each command reached a card, by its name.
  private(set) var commands: [String: Int] = [:]

  var cards: [any Card] { placed.map(\.card) }

  /// Lays a card on the antenna; one with the same number makes room for it.
  mutating func place(_ card: any Card) {
    var card = card
    card.powerOff()
    placed.removeAll { $0.card.uid == card.uid }
    placed.append(Placed(card: card))
    placed.sort { $0.card.uid.bytes.lexicographicallyPrecedes($1.card.uid.bytes) }
  }

  /// Takes a card away, in the state it is in.
  mutating func remove(_ uid: TagUID) -> (any Card)? {
    guard let index = index(of: uid) else { return nil }
    var card = placed.remove(at: index).card
    card.powerOff()
    return card
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
    guard isOn else { return nil }
    for index in placed.indices {
      guard placed[index].unheard == 0 else {
        placed[index].unheard -= 1
        continue
      }
      placed[index].activation.hearCall(toAll: uid != nil && callsHaltedByNumber)
    }
    let chosen = placed.firstIndex { $0.activation.state == .ready && (uid == nil || $0.card.uid == uid) }
    for index in placed.indices where placed[index].activation.state == .ready {
      if index == chosen {
        placed[index].activation.select()
      } else {
        placed[index].activation.drop()
      }
    }
    return chosen.map { placed[$0].card }
  }

  /// The card hears so many of the next calls not.
  mutating func weaken(_ uid: TagUID, calls: Int) {
    guard let index = index(of: uid) else { return }
    placed[index].unheard = calls
  }

  func isActive(_ uid: TagUID) -> Bool { index(of: uid).map { placed[$0].activation.state == .active } ?? false }

  mutating func halt(_ uid: TagUID) {
    guard let index = index(of: uid), placed[index].activation.state == .active else { return }
    placed[index].activation.halt()
  }

  /// The card is told something it cannot use.
  mutating func drop(_ uid: TagUID) {
    guard let index = index(of: uid), placed[index].activation.state == .active else { return }
    placed[index].activation.drop()
  }

  /// Sends a frame to the active card.
  mutating func exchange(_ frame: [UInt8]) -> CardAnswer {
    guard isOn, let index = placed.firstIndex(where: { $0.activation.state == .active }) else {
      return CardAnswer(.silence)
    }
    if frame == [0x50, 0x00] {
      placed[index].activation.halt()
      return CardAnswer(.silence)
    }
    commands[CardCommand.name(of: frame), default: 0] += 1
    let answer = placed[index].card.answer(frame)
    switch answer.content {
    case .bytes, .acknowledge: break
    case .refuse, .silence: placed[index].activation.drop()
    }
    return answer
  }

  private func index(of uid: TagUID) -> Int? { placed.firstIndex { $0.card.uid == uid } }
}
