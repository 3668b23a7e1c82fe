package import Deadwax
package import Execution
internal import Intake
package import StationLogic
package import Storage

extension TagService {
  /// Returns the facts that one event at a station needs from the tag records and the readers, and no more than the
  /// decision uses.
  package func facts(
    for reading: Reading?, naming named: StationFacts.Resolution, at state: StationState, of station: Station.Name,
    in transaction: WriteTransaction
  ) throws -> StationInput.TagFacts {
    var facts = StationInput.TagFacts()
    if let reading { facts.scanned = try scanned(reading, named, state, transaction) }
    guard [.write, .bind, .auto].contains(state.mode) || named == .command(.write) else { return facts }
    switch state.stage {
    case .pendingCode(let key, _): facts.waiting = try transaction.atHand(key, leastCapacity: leastCapacity)
    case .question(let question, _):
      facts.waiting = try transaction.atHand(question.key, leastCapacity: leastCapacity)
    case .choosing(let choosing, _) where choosing.bound != nil:
      facts.waiting = try choosing.key.map { try transaction.atHand($0, leastCapacity: leastCapacity) }
    default: break
    }
    facts.hasQueue = try transaction.hasTagQueue(station)
    facts.queueNext = try transaction.tagQueueLine(station)?.copy
    // Even on a reader made for many, a person at the station cannot see which of several tags the outcome concerns.
    if let uid = facts.scanned?.uid ?? facts.waiting?.uid { facts.present = presence.place(of: uid)?.count ?? 0 }
    return facts
  }

  /// Returns the facts about a scanned tag, in every mode; in bind mode also about an unbound label that can be bound
  /// to a copy, and about a text that can be moved from one place or slot to another.
  private func scanned(
    _ reading: Reading, _ named: StationFacts.Resolution, _ state: StationState, _ transaction: WriteTransaction
  ) throws -> BindingCandidate? {
    let code = Code.classify(reading.text, symbology: reading.symbology)
    switch code {
    case .tag(let uid):
      return try transaction.atHand(Code.Key(uid), written: reading.written, leastCapacity: leastCapacity)
    case .own(let own) where state.mode == .bind && [.blank, .copy].contains(own.kind): break
    case .text where state.mode == .bind: break
    default: return nil
    }
    guard let key = code.key else { return nil }
    if case .nothing = named { return BindingCandidate(key: key) }
    // After a place or a slot, a code that another one has may be moved to it. Otherwise the code names its record.
    guard case .text = code, named.isPlaceOrSlot, state.stage.half?.isPlaceOrSlot ?? false else { return nil }
    return try transaction.atHand(key, leastCapacity: leastCapacity)
  }
}

extension StationFacts.Resolution {
  fileprivate var isPlaceOrSlot: Bool {
    switch self {
    case .place, .slot: true
    default: false
    }
  }
}
