internal import Deadwax
internal import Desk
internal import Storage

extension TagService {
  /// Adds what the records and the readers know of tags to what a desk is told: no more than it will ask.
  func complete(
    _ world: inout World, for reading: Reading?, at state: StationState, of station: Station.Name,
    in transaction: WriteTransaction
  ) throws {
    if let reading { world.scanned = try scanned(reading, world.named, state.mode, transaction) }
    guard [.write, .bind, .auto].contains(state.mode) || world.named == .command(.write) else { return }
    switch state.stage {
    case .pendingCode(let key, _): world.waiting = try transaction.atHand(key, leastCapacity: leastCapacity)
    case .question(let question, _):
      world.waiting = try transaction.atHand(question.key, leastCapacity: leastCapacity)
    default: break
    }
    world.hasQueue = try transaction.hasTagQueue(station)
    world.queueNext = try transaction.tagQueueLine(station).flatMap { try transaction.copy($0.copy) }
    var atStake = [world.pendingCopy?.id, world.queueNext?.id]
    switch world.named {
    case .copy(let copy): atStake.append(copy.id)
    case .release(_, let copies) where copies.count == 1: atStake.append(copies.first?.id)
    default: break
    }
    for copy in atStake { if let copy { world.tags[copy] = try transaction.tags(of: copy) } }
    if let uid = world.scanned?.uid ?? world.waiting?.uid { world.tagsPresent = field.place(of: uid)?.count ?? 0 }
  }

  /// A tag, in every mode; in bind also a label that names nothing and that a copy may have.
  private func scanned(
    _ reading: Reading, _ named: World.Named, _ mode: Mode, _ transaction: WriteTransaction
  ) throws -> CodeAtHand? {
    let code = Code.classify(reading.text, symbology: reading.symbology)
    switch code {
    case .tag(let uid):
      return try transaction.atHand(Code.Key(uid), written: reading.written, leastCapacity: leastCapacity)
    case .own(let own) where mode == .bind && [.blank, .copy].contains(own.kind): break
    case .text where mode == .bind: break
    default: return nil
    }
    guard case .nothing = named, let key = code.key else { return nil }
    return CodeAtHand(key: key)
  }
}
