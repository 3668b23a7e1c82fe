internal import Deadwax
internal import Lending
internal import Staff
internal import Storage

extension StaffOperations {
  /// Expires holds whose time has passed. A copy that was not picked up is trapped for the next hold or goes back to
  /// its place, which the event of the hold reports. Expires at most 20 holds in each transaction, so that no station
  /// waits.
  ///
  /// - Returns: the number of expired holds.
  /// - Throws: a `StorageError`.
  package func expireHolds() throws -> Int {
    var total = 0
    while true {
      let count = try room.write { [room] transaction in
        let rules = try room.rules(in: transaction)
        let late = try transaction.holds(endingBefore: transaction.now, limit: Self.holdsAtOnce).filter {
          HoldExpiry.isOver($0, at: transaction.now)
        }
        for hold in late {
          try transaction.end(hold, as: .expired, rules, by: nil)
          // Each is a change of its own, so that one can be undone without the others.
          try transaction.storeChange(.holdOver, by: nil)
        }
        return late.count
      }
      total += count
      if count < Self.holdsAtOnce { return total }
    }
  }

  private static let holdsAtOnce = 20
}
