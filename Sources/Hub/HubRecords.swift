internal import API
internal import Backups
internal import Deadwax
internal import Events
internal import Foundation
internal import History
internal import Housekeeping
internal import Lending
internal import Log
internal import Messages
internal import RequestRecords
internal import Storage
internal import Wire

/// The records of a hub, opened and ready for the use cases: the database, the events, the texts and the clock.
struct HubRecords {
  let database: Database
  let relay: EventRelay
  let words: Messages
  let access: Access
  /// The library policy where no setting overrides it.
  let library: LibraryPolicy
  let zones: ZoneFiles
  let clock: ClockWatch

  /// Opens the database, and imports the demo library into an empty one if the configuration names it.
  ///
  /// - Throws: `DatabaseRefused`, `HubError` or an error of a part.
  init(_ configuration: HubConfiguration, logger: Logger) throws {
    let path = configuration.dataFolder + "/deadwax.sqlite"
    try Database.checkIsFree(path: path)
    try DataFolderSetup.prepare(configuration.dataFolder, logger: logger.part("storage"))
    try StagedRestore(data: configuration.dataFolder).apply(logger: logger.part("backups"))
    database = try Database(
      path: path, migrations: Migration.all, logger: logger.part("storage"),
      newestSequence: EventJournal.newestSequence, acceptLoss: configuration.acceptsLoss)
    words = try Messages(folder: configuration.pages + "/messages")
    relay = EventRelay(database: database) { [words] event, reading in
      EventResource(try reading.view(of: event), words).streamed
    }
    if let demo = configuration.demo { try DemoImporter.mergeJournal(from: demo, into: database) }
    access = Access(records: TokenStore(database: database), isOpenOnLoopback: configuration.isOnLoopback)
    zones = ZoneFiles(folder: configuration.zoneInfo)
    var library = LibraryPolicy()
    library.stations.movesTags = configuration.movesTags
    library.due.calendar.timeZone = SystemTimeZone.zone(in: zones)
    self.library = library
    let machine = ClockSynchronisation(isTrusted: configuration.noticeUse.trustsClock)
    clock = try ClockWatch(
      database: database, builtAt: Self.builtAt, isSet: { machine.isRight }, acceptedDay: configuration.acceptedDay,
      now: Timestamp.now, logger: logger.part("clock"))
  }

  /// Wakes the relay after a commit that published an event.
  var published: @Sendable () -> Void { { [relay] in relay.wake() } }

  /// Returns true if the clock is known to be right.
  var isClockRight: @Sendable () -> Bool { { [clock] in clock.doubt == nil } }

  /// The modification time of this program's file: a clock that shows an earlier time is wrong.
  private static var builtAt: Timestamp {
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let made = (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    return Timestamp(milliseconds: Int64((made?.timeIntervalSince1970 ?? 0) * 1000))
  }
}
