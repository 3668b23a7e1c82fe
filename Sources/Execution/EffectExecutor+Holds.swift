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
      .holdChanged, station: station, subject: hold.text, payload: #""state":"ready","copy":"\#(copy.id)""#)
  }

  /// Returns a hold that was ready for pick-up to its old position in the queue.
  func waitAgain(_ hold: Hold) throws {
    guard try transaction.setWaiting(hold.id) else { throw Refused(.changedSince) }
    let copy = hold.copy.map { #","copy":"\#($0)""# } ?? ""
    try transaction.publish(
      .holdChanged, station: station, subject: hold.id.text, payload: #""state":"waiting"\#(copy)"#)
  }

  mutating func end(_ hold: Hold, as state: Hold.State, next: Hold.ID?) throws {
    guard try transaction.close(hold.id, as: state) else { throw Refused(.changedSince) }
    note(.holdOver)
    let copy = hold.copy.map { #","copy":"\#($0)""# } ?? ""
    let goes = hold.state == .ready ? #","next":\#(next.map { "\"\($0)\"" } ?? "null")"# : ""
    try transaction.publish(
      .holdChanged, station: station, subject: hold.id.text, payload: #""state":"\#(state.rawValue)"\#(copy)\#(goes)"#)
  }
}
