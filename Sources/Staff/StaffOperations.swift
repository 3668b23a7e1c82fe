package import Lending
package import Log
package import Storage

/// The operations of staff, grouped by resource. Every operation that changes anything is one transaction with its
/// change and its events.
///
/// All calls block until the change is on disk; none may be made on the writer's lane.
package final class StaffOperations: Sendable {
  package let borrowers: Borrowers
  package let copies: Copies
  package let sources: SourceChoices
  package let releases: Releases
  package let loans: Loans
  package let holds: Holds
  package let places: Places
  package let fees: Fees
  package let inbox: Inbox
  package let rechecks: Rechecks
  package let comparisons: DiscogsComparisons
  package let pushes: DiscogsPushes
  package let settings: Settings
  package let stations: StationSettings
  package let wall: Wall
  /// The shared dependencies, for the work that runs without a person.
  package let room: StaffContext

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - logger: the logger for errors.
  ///   - defaults: the library policy that applies until other settings are stored; it contains the machine's time
  ///     zone.
  ///   - zones: the time zone database, which has the rules of time zones.
  ///   - isClockRight: returns true if the machine's clock is known to be right.
  ///   - published: called after each commit that published an event, on the writer's lane; must not block.
  ///   - lookupWanted: called in the same way after a commit that queued a code for look-up.
  ///   - recheckPace: returns the average time that the recheck takes for one release; nil while it is unknown.
  ///   - pushPace: returns the average time that the push to Discogs takes for one step; nil while it is unknown.
  ///   - erasureBegun: called in the same way after an erasure of a borrower has begun.
  package init(
    database: Database, logger: Logger, defaults: LibraryPolicy, zones: any TimeZoneSource,
    isClockRight: @escaping @Sendable () -> Bool, published: @escaping @Sendable () -> Void,
    lookupWanted: @escaping @Sendable () -> Void = {}, recheckPace: @escaping @Sendable () -> Duration? = { nil },
    pushPace: @escaping @Sendable () -> Duration? = { nil },
    erasureBegun: @escaping @Sendable () -> Void = {}
  ) {
    room = StaffContext(
      database: database, logger: logger, defaults: defaults, zones: zones, isClockRight: isClockRight,
      published: published, lookupWanted: lookupWanted, erasureBegun: erasureBegun)
    borrowers = Borrowers(room: room)
    copies = Copies(room: room)
    sources = SourceChoices(room: room)
    releases = Releases(room: room)
    loans = Loans(room: room)
    holds = Holds(room: room)
    places = Places(room: room)
    fees = Fees(room: room)
    inbox = Inbox(room: room)
    rechecks = Rechecks(room: room, pace: recheckPace)
    comparisons = DiscogsComparisons(room: room)
    pushes = DiscogsPushes(room: room, pace: pushPace)
    settings = Settings(room: room)
    stations = StationSettings(room: room)
    wall = Wall(room: room)
  }

  /// Returns the library policy according to the current settings.
  package func library(in records: any Queryable) throws -> LibraryPolicy { try room.library(in: records) }

  /// Returns the library policy according to the current settings, for a caller without a transaction.
  package func library() throws -> LibraryPolicy { try room.database.read { try room.library(in: $0) } }

  /// Returns the time zone of the library.
  package func zone() throws -> POSIXTimeZone { try library().due.calendar.zone }
}
