import Deadwax
import Execution
import History
import Lending
import LendingTestSupport
import Scanning
import Staff
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

/// Tests of batches of additions in a real database: rows, undo and replay.
@Suite(.timeLimit(.minutes(10)))
struct BatchServiceTests {
  let shelf: CasesLibrary
  private let barcodes = ["0602537154593", "0602498840986", "0731453466029"]

  init() throws { shelf = try CasesLibrary() }

  private func begin(_ set: (inout AdditionBatch.Settings) -> Void) throws -> AdditionBatch.ID {
    try shelf.act(.setBatch(AdditionBatch.Settings(set)))
    return try #require(try state().additions?.id)
  }

  private func state() throws -> StationState {
    try #require(try shelf.database.read { try $0.station(.hubStation)?.state })
  }

  private func copy(_ id: Copy.ID?) throws -> Copy? { try shelf.database.read { try $0.copy(try #require(id)) } }

  @Test func `each copy of a batch gets its settings, and the row of the batch its settings and end`() throws {
    let slot = try shelf.slotID(0)
    let place = try #require(try shelf.database.read { try $0.slot(slot)?.place })
    let batch = try begin {
      ($0.condition, $0.place, $0.accession, $0.source) = ("VG+", place, .given, "Estate")
    }
    for (number, barcode) in barcodes.enumerated() {
      let added = try shelf.scan(barcode, .ean13)
      #expect(added.code == .addedUnresolved && added.facts.inBatch == number + 1)
      let copy = try copy(added.copy)
      #expect(copy?.mediaCondition == "VG+" && copy?.location?.place == place)
      let facts = try shelf.database.read { try $0.ownFacts(of: try #require(added.copy)) }
      #expect(facts?.accession == .given && facts?.acquiredFrom == "Estate" && facts?.acquiredOn != nil)
    }
    try shelf.order(.lookup)
    let stored = try #require(try shelf.database.read { try $0.additionBatch(batch) })
    #expect(stored.endedAt != nil && stored.settings.accession == .given && stored.settings.source == "Estate")
    #expect(try shelf.database.read { try $0.lines(of: batch).count } == 3)
    let view = try shelf.database.read { try $0.view(of: .hubStation, policies: LibraryPolicies()) }
    #expect(view?.endedBatch?.count == 3)
  }

  @Test func `a copy that was just added goes to the slot that is scanned next`() throws {
    let slot = try shelf.slotID(0)
    let code = shelf.places.slots[0]
    try shelf.order(.add)
    let added = try shelf.scan(barcodes[0], .ean13)
    #expect(try state().hand?.copy == added.copy)
    #expect(try shelf.scan(code).code == .shelved)
    #expect(try copy(added.copy)?.location?.slot == slot)
    #expect(try state().hand == nil)
    // An undone addition leaves no copy in hand.
    let next = try shelf.scan(barcodes[1], .ean13)
    #expect(next.code == .addedUnresolved)
    #expect(try shelf.order(.undo).code == .undone)
    #expect(try shelf.scan(code).code != .shelved)
  }

  @Test func `an undone addition no longer counts, and counts again after its redo`() throws {
    let batch = try begin { $0.condition = "NM" }
    for barcode in barcodes.prefix(2) { try shelf.scan(barcode, .ean13) }
    #expect(try shelf.order(.undo).code == .undone)
    #expect(try shelf.database.read { try $0.copyCount(of: batch) } == 1)
    #expect(try shelf.order(.undo).code == .redone)
    #expect(try shelf.scan(barcodes[2], .ean13).facts.inBatch == 3)
  }

  @Test func `the undo of a batch removes its copies, except those that have changed since`() throws {
    let before = try shelf.count("copy")
    let batch = try begin { $0.condition = "NM" }
    let added = try barcodes.map { try shelf.scan($0, .ean13).copy }
    try shelf.order(.condition)
    try shelf.scan(try #require(try copy(added[1])).code)
    try shelf.order(.gradeGood)
    let preview = try #require(try shelf.undoing.batch(batch))
    #expect(preview.lines.map(\.isKept) == [false, true, false] && preview.count == 3)
    #expect(throws: StaffError.staleVersion(now: 3)) { try shelf.undoing.undo(batch: batch, ifVersion: 2, by: nil) }
    let undone = try shelf.undoing.undo(batch: batch, ifVersion: 3, by: "counter")
    #expect(undone.removed == 2 && undone.batch.lines.map(\.copy.id) == [added[1]])
    #expect(try shelf.count("copy") == before + 1)
    #expect(throws: PolicyRefusal(.nothingToUndo)) { try shelf.undoing.undo(batch: batch, ifVersion: nil, by: nil) }
    // Each removal is a change: its undo brings back that copy, and no other.
    let change = try #require(try shelf.database.read { try $0.changes(limit: 1).first })
    _ = try shelf.undoing.undo(change.id, by: .staff("counter"))
    #expect(try shelf.database.read { try $0.copyCount(of: batch) } == 2)
  }

  @Test func `a copy that waits for a tag is removed by an undo`() throws {
    _ = try begin { $0.wantsTag = true }
    for barcode in barcodes { try shelf.scan(barcode, .ean13) }
    #expect(try shelf.database.read { try $0.tagQueue(.hubStation)?.total } == 3)
    #expect(try state().mode == .add)
    #expect(try shelf.order(.undo).code == .undone)
    let queue = try shelf.database.read { try $0.tagQueue(.hubStation) }
    #expect(queue?.total == 2 && queue?.remaining == 2)
  }

  @Test func `a copy that joins a tag queue changes the version of the queue`() throws {
    _ = try begin { $0.wantsTag = true }
    var versions: Set<Int> = []
    for barcode in barcodes {
      try shelf.scan(barcode, .ean13)
      versions.insert(try #require(try shelf.database.read { try $0.tagQueue(.hubStation)?.version }))
    }
    #expect(versions.count == 3)
  }

  @Test func `batches replay to the same states, outcomes and rows`() throws {
    _ = try begin { ($0.condition, $0.wantsTag, $0.accession, $0.source) = ("VG", true, .bought, "Estate") }
    try shelf.scan(barcodes[0], .ean13)
    try shelf.order(.undo)
    try shelf.act(.setBatch(AdditionBatch.Settings { $0.condition = "NM" }))
    try shelf.scan(barcodes[1], .ean13)
    let middle = shelf.clock.withLock { $0 }
    shelf.advance(.seconds(1))
    try shelf.scan(barcodes[2], .ean13)
    try shelf.act(.endBatch)
    for start in [Timestamp(milliseconds: 0), middle + .milliseconds(1)] {
      let report = try shelf.recording.replay(from: start)
      #expect(report.firstDifference == nil && report.outcomes > 0)
      var lines: [String] = []
      try shelf.recording.export(from: start, until: Timestamp(milliseconds: .max), withNames: true) {
        lines.append($0)
      }
      let elsewhere = try shelf.recording.replay(lines)
      #expect(elsewhere.firstDifference == nil && elsewhere.outcomes > 0)
    }
  }

  @Test func `an addition says that the library has another pressing, and compares without the case of letters`() throws
  {
    let release = try shelf.database.write { transaction in
      let release = Release(
        id: transaction.newID(), status: .manual, medium: .vinyl, title: "TITLE 6", artist: "artist 6",
        barcode: GTIN(key: "0602537154593"))
      try transaction.insert(release)
      try transaction.bind(Code.Key(class: .gtin, value: "0602537154593"), to: .release(release.id))
      try transaction.setWished(true, release.id)
      try transaction.recordChange(.add)
      return release
    }
    try shelf.order(.add)
    let added = try shelf.scan("0602537154593", .ean13)
    #expect(added.release == release.id && added.facts.notes == [.wishArrived, .otherRelease])
    func isWished() throws -> Bool? { try shelf.database.read { try $0.release(release.id)?.isWished } }
    #expect(try isWished() == false)
    #expect(try shelf.order(.undo).code == .undone && isWished() == true)
    #expect(try shelf.order(.undo).code == .redone && isWished() == false)
    let other = try shelf.scan(barcodes[1], .ean13)
    #expect(other.facts.notes.isEmpty)
  }

  @Test func `a look-up says when the copy was last lent and played`() throws {
    try shelf.open(0)
    let lentAt = shelf.clock.withLock { $0 }
    try shelf.scan(shelf.code(0))
    try shelf.order(.end)
    shelf.advance(.seconds(60))
    try shelf.order(.return)
    try shelf.scan(shelf.code(0))
    shelf.advance(.seconds(60))
    try shelf.order(.played)
    try shelf.scan(shelf.code(0))
    let playedAt = shelf.clock.withLock { $0 }
    try shelf.order(.lookup)
    let found = try shelf.scan(shelf.code(0))
    #expect(found.facts.lastLentAt == lentAt && found.facts.lastPlayedAt == playedAt)
    #expect(try shelf.scan(shelf.code(1)).facts.lastLentAt == nil)
  }

  @Test func `an addition says when an earlier copy of the release was last played`() throws {
    let barcode = CasesLibrary.shared
    try shelf.order(.add)
    #expect(try shelf.scan(barcode, .ean13).facts.lastPlayedAt == nil)
    try shelf.order(.no)
    shelf.advance(.seconds(60))
    try shelf.order(.played)
    try shelf.scan(shelf.code(1))
    let playedAt = shelf.clock.withLock { $0 }
    try shelf.order(.add)
    shelf.advance(.seconds(60))
    let prompt = try shelf.scan(barcode, .ean13)
    #expect(prompt.code == .copyExists && prompt.facts.lastPlayedAt == playedAt)
    let added = try shelf.order(.yes)
    #expect(added.code == .added && added.facts.lastPlayedAt == playedAt)
  }
}

extension CasesLibrary {
  /// Returns the id of a slot.
  fileprivate func slotID(_ number: Int) throws -> Slot.ID {
    let key = Code.Key(class: .own, value: places.slots[number].description)
    guard case .slot(let id)? = try database.read({ try $0.binding(of: key)?.target }) else {
      throw StaffError.noSuchSlot
    }
    return id
  }
}
