package import Lending
package import Log
package import Storage

/// What staff do at the counter, by noun. Every change is one transaction with its change and its events.
///
/// All calls block until the change is on the disk; none of them may be made on the writer's lane.
package final class Counter: Sendable {
  package let borrowers: Borrowers
  package let copies: Copies
  package let loans: Loans
  package let holds: Holds
  package let fees: Fees
  package let inbox: InboxDesk
  package let settings: Settings
  package let stations: StationSettings
  let room: CounterRoom

  /// - Parameters:
  ///   - database: where everything is kept.
  ///   - logger: for what goes wrong.
  ///   - defaults: the rules that hold until somebody sets others: the machine's time zone is in them.
  ///   - isClockRight: whether the machine's clock is known to be right.
  ///   - published: called after each commit that added to the journal, on the writer's lane; must not block.
  ///   - lookupWanted: called in the same way after something is left to be looked up.
  ///   - erasureBegun: called in the same way when the history has to forget somebody.
  package init(
    database: Database, logger: Logger, defaults: HousePolicy = HousePolicy(),
    isClockRight: @escaping @Sendable () -> Bool = { true }, published: @escaping @Sendable () -> Void,
    lookupWanted: @escaping @Sendable () -> Void = {}, erasureBegun: @escaping @Sendable () -> Void = {}
  ) {
    room = CounterRoom(
      database: database, logger: logger, defaults: defaults, isClockRight: isClockRight, published: published,
      lookupWanted: lookupWanted, erasureBegun: erasureBegun)
    borrowers = Borrowers(room: room)
    copies = Copies(room: room)
    loans = Loans(room: room)
    holds = Holds(room: room)
    fees = Fees(room: room)
    inbox = InboxDesk(room: room)
    settings = Settings(room: room)
    stations = StationSettings(room: room)
  }

  /// The rules of the house as its settings have them now.
  package func house(in records: any Queryable) throws -> HousePolicy { try room.house(in: records) }
}
