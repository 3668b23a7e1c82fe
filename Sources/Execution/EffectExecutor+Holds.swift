internal import Deadwax
internal import Lending
internal import StationLogic
internal import Storage

extension EffectExecutor {
  mutating func trap(_ copy: Copy, _ hold: Hold.ID, _ until: Timestamp) throws {
    do {
      let isReady = try transaction.attempt { try transaction.setReady(hold, copy: copy.id, until: until) }
      guard isReady else { throw Refused(.changedSince) }
    } catch let error as StorageError where error.kind == .conflict {
      throw Refused(.changedSince)
    }
    note(.holdReady)
    try transaction.publish(
      .holdChanged(state: .stored(.ready), copy: copy.id, next: nil), station: station, subject: hold.text)
  }

  /// Returns a hold that was ready for pick-up to its old position in the queue.
  func waitAgain(_ hold: Hold) throws {
    guard try transaction.setWaiting(hold.id) else { throw Refused(.changedSince) }
    try transaction.publish(
      .holdChanged(state: .stored(.waiting), copy: hold.copy, next: nil), station: station, subject: hold.id.text)
  }

  mutating func end(_ hold: Hold, as state: Hold.State, next: Hold.ID?) throws {
    guard try transaction.close(hold.id, as: state) else { throw Refused(.changedSince) }
    note(.holdOver)
    let next = hold.state == .ready ? next : nil
    try transaction.publish(
      .holdChanged(state: .stored(state), copy: hold.copy, next: next), station: station, subject: hold.id.text)
  }
}
