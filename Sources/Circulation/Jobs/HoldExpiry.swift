internal import Deadwax
internal import Lending
internal import Storage

extension Counter {
  /// Ends holds whose time is over: what was not fetched goes to the next who waits, or home, which the event of the hold
  /// tells. A few at a time, so that no desk waits.
  ///
  /// - Returns: how many.
  /// - Throws: a `StorageError`.
  package func expireHolds() throws -> Int {
    var total = 0
    while true {
      let count = try room.write { [room] transaction in
        let rules = LoanRules(house: try room.house(in: transaction))
        let late = try transaction.holdsToExpire(limit: Self.holdsAtOnce)
        for hold in late {
          try transaction.end(hold, as: .expired, rules)
          // Each is a change of its own, so that one can be taken back without the others.
          try transaction.keepChange(.holdOver, by: nil)
        }
        return late.count
      }
      total += count
      if count < Self.holdsAtOnce { return total }
    }
  }

  private static let holdsAtOnce = 20
}
