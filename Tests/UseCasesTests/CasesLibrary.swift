import Catalogue
import Deadwax
import Execution
import History
import Lending
import Log
import Scanning
import StationLogic
import Storage
import StorageTestSupport
import TagJobs
import TestSupport
import Testing
import Threads

/// A library with all cases that matter for lending, in a real database in memory. It has a box, several copies of one
/// barcode, a barcode of two releases, a reference copy and a missing copy. It also has staff, a blocked card and
/// holds.
final class CasesLibrary: Sendable {
  let folder: TemporaryFolder
  let database: Database
  let scans: ScanService
  let tags: TagService
  let clock: Locked<Timestamp>
  let lines = Locked<[String]>([])
  /// The reports of faults, which bypass the journal.
  let notices = Locked<[ScanService.OutageNotice]>([])
  let hubStation = Station.Name.hubStation
  let places: Records

  /// The records of the library.
  struct Records: Sendable {
    var releases: [Release] = []
    var copies: [Copy] = []
    var borrowers: [Borrower] = []
    var cards: [String] = []
    var slots: [OwnCode] = []
  }

  /// A barcode with three copies.
  static let shared = "5099902988023"
  /// A barcode of two releases.
  static let twice = "4006381333931"
  /// The indices of copies: three of `shared`, one each of the two releases of `twice`, a box of three discs, a
  /// reference copy, a missing copy, and a single copy.
  static let box = 5
  static let reference = 6
  static let missing = 7
  static let alone = 8
  /// The indices of cards: the first two are ordinary borrowers, then staff, a blocked card, a card with at most one
  /// loan.
  static let staff = 2
  static let blocked = 3
  static let small = 4
  /// The first borrower's second card, a tag; and its UID as a reader with the other byte order reports it.
  static let tagCard = "04C1D2E3F4A5B6"
  static let tagCardBackwards = "B6A5F4E3D2C104"

  init(isClockRight: @escaping @Sendable () -> Bool = { true }, path: String? = nil) throws {
    folder = try TemporaryFolder("deadwax-shelf", inMemory: true)
    let clock = Locked(Timestamp(milliseconds: 1_795_165_520_000))
    self.clock = clock
    let lines = lines
    let logger = Logger(part: "test", threshold: .debug) { _, line in lines.withLock { $0.append(line) } }
    database = try Database(
      path: path ?? MigratedDatabase.placed(at: folder.path("deadwax.sqlite")), migrations: Migration.all,
      logger: logger, newestSequence: EventJournal.newestSequence, now: { clock.withLock { $0 } })
    tags = TagService(database: database, policies: LibraryPolicies(), logger: logger, published: {})
    scans = ScanService(
      database: database, tags: tags, spool: folder.path("deadwax.spool"), isClockRight: isClockRight, logger: logger,
      published: {}, failed: { [notices] reported in notices.withLock { $0.append(reported) } })
    places = try database.write { try Self.fill($0) }
  }

  private static func fill(_ transaction: WriteTransaction) throws -> Records {
    var records = Records()
    let place = Place(id: transaction.newID(), kind: .changer, name: "Changer 1")
    try transaction.insert(place)
    for number in 1...4 {
      let slot = Slot(id: transaction.newID(), place: place.id, placeName: place.name, number: number)
      try transaction.insert(slot)
      let code = OwnCode(.slot, number: UInt64(number))
      try transaction.bind(Code.Key(class: .own, value: code.description), to: .slot(slot.id))
      records.slots.append(code)
    }
    let barcodes = [shared, twice, twice, "4988029033147", "0075679165923", "5012394144777", "4011301900012"]
    for (number, barcode) in barcodes.enumerated() {
      let release = Release(
        id: transaction.newID(), status: .manual, medium: .cd, title: "Title \(number)", artist: "Artist \(number)",
        barcode: GTIN(key: barcode))
      try transaction.insert(release)
      try transaction.bind(Code.Key(class: .gtin, value: barcode), to: .release(release.id))
      records.releases.append(release)
    }
    for (number, release) in [0, 0, 0, 1, 2, 3, 4, 5, 6].enumerated() {
      var copy = Copy(
        id: transaction.newID(), release: records.releases[release].id, number: number + 1,
        code: OwnCode(.copy, number: UInt64(number + 1)), medium: .cd, addedAt: transaction.now)
      if number == box { copy.partCount = 3 }
      copy.isReference = number == reference
      if number == missing { copy.status = .missing }
      try transaction.insert(copy)
      records.copies.append(copy)
    }
    for (number, name) in ["Ada Lovelace", "Bela Bartok", "Clara Schumann", "Don Blocked", "Edith Small"].enumerated() {
      var borrower = Borrower(
        id: transaction.newID(), name: name, shortName: "\(name.prefix { $0 != " " }) \(number)",
        isStaff: number == staff, email: "\(number)@example.org", createdAt: transaction.now)
      if number == blocked { borrower.block = Borrower.Block(reason: "owes a book", at: transaction.now) }
      if number == small { borrower.loanLimit = 1 }
      try transaction.insert(borrower)
      let card = number == 1 ? "SCHOOL-4711-\(number)" : OwnCode(.borrower, number: UInt64(number + 1)).description
      let kind: Code.Class = number == 1 ? .text : .own
      try transaction.bind(Code.Key(class: kind, value: card), to: .borrower(borrower.id))
      records.borrowers.append(borrower)
      records.cards.append(card)
    }
    try transaction.bind(Code.Key(class: .tag, value: tagCard), to: .borrower(records.borrowers[0].id))
    try transaction.recordChange(.add)
    return records
  }

  func advance(_ duration: Duration) { clock.withLock { $0 = $0 + duration } }

  /// Returns the code of a copy.
  func code(_ number: Int) -> OwnCode { places.copies[number].code }

  /// Scans a code and waits until it is in the history.
  @discardableResult
  func scan(
    _ code: some CustomStringConvertible, _ symbology: Symbology = .typed, at station: Station.Name = .hubStation,
    reader: String? = nil, tag: PresentTag? = nil
  ) throws -> Outcome {
    let now = clock.withLock { $0 }
    let reading = Reading(id: .new(at: now), at: now, symbology: symbology, text: code.description)
    return try send(reading, at: station, reader: reader ?? tag?.reader, tag: tag).view.scan.outcome
  }

  /// Reports a reading and waits until it is in the history.
  @discardableResult
  func send(
    _ reading: Reading, at station: Station.Name = .hubStation, reader: String? = nil, tag: PresentTag? = nil
  ) throws -> ScanService.Accepted {
    let answer = Monitor<Result<ScanService.Accepted, any Error>?>(nil)
    if let tag { tags.note(tag) }
    scans.accept(reading, station: station, reader: reader, tag: tag) { result in answer.update { $0 = result } }
    return try answer.wait { $0 }.get()
  }

  @discardableResult
  func order(_ command: Command, at station: Station.Name = .hubStation) throws -> Outcome {
    try scan(command.code, at: station)
  }

  @discardableResult
  func act(_ event: StationEvent, at station: Station.Name = .hubStation) throws -> ScanService.Acted {
    let answer = Monitor<Result<ScanService.Acted, any Error>?>(nil)
    scans.act(event, at: station) { result in answer.update { $0 = result } }
    return try answer.wait { $0 }.get()
  }

  /// Opens a session in check-out.
  func open(_ card: Int, at station: Station.Name = .hubStation) throws {
    try order(.checkout, at: station)
    #expect(try scan(places.cards[card], at: station).code == .sessionStarted)
  }

  func set(_ policy: StationPolicy, of station: Station.Name) throws {
    try database.write { transaction in
      try transaction.setStationPolicy(try ColumnJSON.write(policy), of: station)
      try transaction.recordChange(.setting, station: station)
    }
  }

  func state(_ station: Station.Name = .hubStation) throws -> StationState {
    try #require(try database.read { try $0.station(station)?.state })
  }

  func count(_ table: String, where condition: String = "1") throws -> Int {
    try database.read { reading in
      try reading.first("SELECT count(*) FROM \(table) WHERE \(condition)") { Int(try $0.integer(0)) } ?? -1
    }
  }

  var history: History {
    History(database: database, policies: scans.policies, fault: { [scans] in scans.fault(at: $0) })
  }
  var undoing: UndoService { UndoService(database: database, policies: scans.policies, published: {}) }
  var recording: Recording { Recording(database: database, logger: .silent) }

  func view(_ station: Station.Name = .hubStation) throws -> StationView { try #require(try history.station(station)) }
}
