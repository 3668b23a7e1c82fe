import Catalogue
import Deadwax
import Execution
import Lending
import Log
import ReaderProtocol
import Scanning
import StationLogic
import Storage
import StorageTestSupport
import TagJobs
import TestSupport
import Threads

/// A small library in a real database, with one release, two copies, two borrowers and two slots.
final class SmallLibrary: Sendable {
  let folder: TemporaryFolder
  let database: Database
  let scans: ScanService
  let tags: TagService
  /// The messages sent to the readers, with the reader's name.
  let sent = Locked<[Sent]>([])
  /// The published states of the jobs.
  let reported = Locked<[TagJob]>([])
  let hubStation = Station.Name.hubStation
  let clock = Locked(Timestamp(milliseconds: 1_795_165_520_000))
  let barcode = "5099902988023"
  let copies: [OwnCode] = [OwnCode(.copy, number: 1), OwnCode(.copy, number: 2)]
  let cards: [OwnCode] = [OwnCode(.borrower, number: 1), OwnCode(.borrower, number: 2)]
  let slots: [OwnCode] = [OwnCode(.slot, number: 1), OwnCode(.slot, number: 2)]

  struct Sent: Hashable, Sendable {
    var message: HostMessage
    var reader: String

    var order: TagOrder? {
      guard case .tag(let order) = message else { return nil }
      return order
    }
  }

  init(policy: StationDefaults = StationDefaults()) throws {
    var library = LibraryPolicy()
    library.stations = policy
    let folder = try TemporaryFolder("deadwax-small", inMemory: true)
    let clock = clock
    database = try Database(
      path: MigratedDatabase.placed(at: folder.path("deadwax.sqlite")), migrations: Migration.all, logger: .silent,
      newestSequence: "SELECT max(id) FROM journal", now: { clock.withLock { $0 } })
    self.folder = folder
    tags = TagService(
      database: database, policies: LibraryPolicies(defaults: library), logger: .silent, published: {},
      reported: { [reported] job in reported.withLock { $0.append(job) } })
    scans = ScanService(
      database: database, library: library, tags: tags, isClockRight: { true }, logger: .silent, published: {})
    tags.connect { [sent] message, reader in sent.withLock { $0.append(Sent(message: message, reader: reader)) } }
    let (copies, cards, slots, barcode) = (copies, cards, slots, barcode)
    try database.write { transaction in
      let now = transaction.now
      let place = Place(id: .new(at: now), kind: .shelf, name: "Shelf 1")
      try transaction.insert(place)
      for (number, code) in slots.enumerated() {
        let slot = Slot(id: .new(at: now), place: place.id, placeName: place.name, number: number + 1)
        try transaction.insert(slot)
        try transaction.bind(Code.Key(class: .own, value: code.description), to: .slot(slot.id))
      }
      for (number, code) in cards.enumerated() {
        let borrower = Borrower(id: .new(at: now), name: "Borrower \(number + 1)", shortName: "B\(number + 1)")
        try transaction.insert(borrower)
        try transaction.bind(Code.Key(class: .own, value: code.description), to: .borrower(borrower.id))
      }
      let release = Release(
        id: .new(at: now), status: .manual, medium: .cd, title: "A Title", artist: "An Artist",
        barcode: GTIN(key: barcode))
      try transaction.insert(release)
      try transaction.bind(Code.Key(class: .gtin, value: barcode), to: .release(release.id))
      for (number, code) in copies.enumerated() {
        try transaction.insert(
          Copy(id: .new(at: now), release: release.id, number: number + 1, code: code, addedAt: now))
      }
    }
  }

  func advance(_ duration: Duration) { clock.withLock { $0 = $0 + duration } }

  /// Scans a code and waits until it is in the history.
  @discardableResult
  func scan(
    _ code: some CustomStringConvertible, _ symbology: Symbology = .typed, written: String? = nil, fault: String? = nil,
    id: Reading.ID? = nil, station: Station.Name = .hubStation, tag: PresentTag? = nil
  ) throws -> Scan {
    let now = clock.withLock { $0 }
    let reading = Reading(
      id: id ?? .new(at: now), at: now, symbology: symbology, text: code.description, written: written, fault: fault)
    let answer = Monitor<Result<ScanService.Accepted, any Error>?>(nil)
    if let tag { tags.note(tag) }
    scans.accept(reading, station: station, reader: tag?.reader, tag: tag) { result in answer.update { $0 = result } }
    return try answer.wait { $0 }.get().view.scan
  }

  func switchTo(_ command: Command, station: Station.Name = .hubStation) throws {
    try scan(command.code, station: station)
  }

  func count(_ table: String, where condition: String = "1") throws -> Int {
    try database.read { reading in
      try reading.first("SELECT count(*) FROM \(table) WHERE \(condition)") { Int(try $0.integer(0)) } ?? -1
    }
  }
}
