import Deadwax
import Lending
import OfflineMerge
import OfflineStation
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

/// An offline station: it records entries in its journal and sends them when the hub is available again.
struct SimulatedOfflineStation {
  let shelf: CasesLibrary
  let name: Station.Name
  let journal: MergedEntry.Journal.ID
  private(set) var entries: [OfflineEntry] = []
  private var number: UInt64

  init(_ shelf: CasesLibrary, _ name: String = "bus", journal: UInt64 = 1) throws {
    self.shelf = shelf
    self.name = try #require(Station.Name(name))
    self.journal = MergedEntry.Journal.ID(digest: journal, UInt64(name.utf8.count))
    number = journal << 32
  }

  /// Adds an entry for an action with the card of that number on the shelf, the given time ago by the shelf's clock.
  @discardableResult
  mutating func note(
    _ act: OfflineEntry.Act, _ code: some CustomStringConvertible, card: Int? = nil, ago: Duration = .seconds(0),
    symbology: Symbology = .code128, id: Reading.ID? = nil, displayed: Outcome.Code = .recordedOffline
  ) -> OfflineEntry {
    number += 1
    let now = shelf.clock.withLock { $0 }
    let entry = OfflineEntry(
      sequence: Int64(entries.count) + 1, id: id ?? Reading.ID(digest: 0xA3A4, number),
      at: now + (.zero - ago), mode: act == .checkIn ? .return : .checkout,
      act: act, code: code.description, symbology: symbology, card: card.map { shelf.places.cards[$0] },
      cardSymbology: card.map { _ in .typed }, reader: "camera", displayed: displayed)
    entries.append(entry)
    return entry
  }

  /// Adds an entry with a card that is not on the shelf.
  @discardableResult
  mutating func note(_ act: OfflineEntry.Act, _ code: some CustomStringConvertible, cardText: String) -> OfflineEntry {
    note(act, code)
    entries[entries.count - 1].card = cardText
    entries[entries.count - 1].cardSymbology = .qr
    return entries[entries.count - 1]
  }

  mutating func change(_ sequence: Int, _ body: (inout OfflineEntry) -> Void) { body(&entries[sequence - 1]) }

  /// Sends entries to the hub; all of them by default.
  @discardableResult
  func report(_ range: ClosedRange<Int>? = nil, to service: OfflineService? = nil) throws -> OfflineService.Merged {
    let entries = range.map { Array(self.entries[($0.lowerBound - 1)...($0.upperBound - 1)]) } ?? self.entries
    let answer = Monitor<Result<OfflineService.Merged, any Error>?>(nil)
    (service ?? shelf.offline).mergeJournal(entries, of: journal, at: name) { result in answer.update { $0 = result } }
    return try answer.wait { $0 }.get()
  }

  /// Sends all entries to the hub and returns the verdict on the last one.
  func last() throws -> MergeResult { try #require(try report().verdicts.last) }
}

extension CasesLibrary {
  var offline: OfflineService { OfflineService(scans, folder: folder.path) }

  /// Returns the loans of a copy, the newest first.
  func loans(_ copy: Int) throws -> [Loan] {
    try database.read { try $0.loans(of: places.copies[copy].id, limit: 50) }
  }

  /// Checks out a copy at the station.
  func lend(_ copy: Int, to card: Int, at station: Station.Name = .hubStation) throws {
    try open(card, at: station)
    let outcome = try scan(code(copy), at: station)
    #expect(outcome.code == .checkedOut)
    try order(.end, at: station)
  }

  /// Checks in a copy at the station.
  func recordReturn(_ copy: Int, at station: Station.Name = .hubStation) throws {
    try order(.return, at: station)
    #expect([.returned, .returnedOverdue].contains(try scan(code(copy), at: station).code))
  }

  /// Places a hold on a copy.
  @discardableResult
  func hold(_ copy: Int, for borrower: Int, isReady: Bool = false) throws -> Hold.ID {
    let (copy, borrower) = (places.copies[copy], places.borrowers[borrower])
    return try database.write { transaction in
      let hold = Hold(
        id: transaction.newID(), subject: .copy(copy.id), borrower: borrower.id, createdAt: transaction.now)
      try transaction.insert(hold)
      if isReady {
        _ = try transaction.setReady(hold.id, copy: copy.id, until: transaction.now + .seconds(7 * 86_400))
      }
      try transaction.recordChange(.hold)
      return hold.id
    }
  }

  func set(_ key: String, _ value: String) throws {
    try database.write { transaction in
      try transaction.set(key, to: value)
      try transaction.recordChange(.setting)
    }
  }

  func holdState(_ id: Hold.ID) throws -> Hold.State? { try database.read { try $0.hold(id)?.state } }
}
