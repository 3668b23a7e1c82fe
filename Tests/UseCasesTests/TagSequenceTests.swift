import Deadwax
import NDEF
import ReaderProtocol
import Scanning
import Storage
import TagJobs
import TestSupport
import Testing
import Threads

/// Random sequences at a station: records, tags, answers, results in any order, crashes of readers and hubs. Invariants
/// are checked after each step.
@Suite(.timeLimit(.minutes(10)))
struct TagSequenceTests {
  /// The actual content of the tags; nil for a tag with an unfinished write.
  private struct StationModel {
    var memory: [String: OwnCode?] = [:]
    var lying: [String] = []
    /// Orders that the reader holds: it loses them when it crashes.
    var held: [TagOrder] = []
    var scans = 0
    /// Tags whose content was verified as a copy's code, each with that code.
    var verified: Set<String> = []
    /// Tags that were bound without writing, in mode bind or by a program.
    var bound: Set<String> = []
  }

  private static let uids = ["04A2B3C4D5E680", "04111111111180", "04222222222280", "08010203"]

  @Test(arguments: [UInt64](1...12))
  func `no sequence of events binds an unverified tag, or binds twice`(seed: UInt64) throws {
    let library = try SmallLibrary()
    var random = SeededRandom(seed: seed)
    var station = StationModel()
    for step in 0..<100 {
      try play(library, &station, &random)
      try check(library, station, "seed \(seed), step \(step)")
    }
    // Every tag is presented once more, alone, to a working reader: torn writes are finished.
    for uid in station.lying { try leave(uid, library, &station) }
    for uid in Self.uids {
      try arrive(uid, library, &station)
      while let order = take(library, &station) { try write(order, library, &station) }
      try leave(uid, library, &station)
    }
    #expect(try library.count("tag_write", where: "state = 'torn'") == 0, "seed \(seed)")
    try check(library, station, "seed \(seed), at the end")
  }

  private func play(_ library: SmallLibrary, _ station: inout StationModel, _ random: inout SeededRandom) throws {
    let uid = Self.uids[Int.random(in: 0..<Self.uids.count, using: &random)]
    switch Int.random(in: 0..<22, using: &random) {
    case 0...5:
      if station.lying.contains(uid) { try leave(uid, library, &station) } else { try arrive(uid, library, &station) }
    case 6...8:
      try library.scan(library.copies[Int.random(in: 0..<2, using: &random)])
      station.scans += 1
    case 9:
      try library.scan([Command.write, .bind, .lookup, .end][Int.random(in: 0..<4, using: &random)].code)
      station.scans += 1
    case 10, 11:
      try library.scan(Bool.random(using: &random) ? Command.yes.code : Command.no.code)
      station.scans += 1
    case 12...15: if let order = take(library, &station) { try write(order, library, &station) }
    case 16: if let order = take(library, &station) { try tear(order, library, &station, &random) }
    case 17:
      // The reader crashes, or the hub with it. Tags on the reader are reported again, which is not a new scan.
      if let order = take(library, &station) { station.memory[order.uid.description] = .some(nil) }
      station.held = []
      library.sent.withLock { $0 = [] }
      if Bool.random(using: &random) { try library.tags.recover() }
      library.tags.reportEnd("nfc")
      for uid in station.lying { library.tags.reportStay(try present(uid, library, station)) }
    case 18:
      if let number = TagID(uid), let target = try? library.copy(Int.random(in: 0..<2, using: &random)).id {
        let isBound =
          (try? library.answer { library.tags.bind(number, to: .copy(target), move: true, ifVersion: nil, then: $0) })
          != nil
        if isBound { station.bound.insert(uid) }
      }
    case 19:
      if let number = TagID(uid) { _ = try? library.answer { library.tags.unbind(number, ifVersion: nil, then: $0) } }
    case 20:
      let copy = try library.copy(Int.random(in: 0..<2, using: &random)).id
      let actions: [TagRequest] = [
        TagRequest(.write, uid: TagID(uid), copy: copy, overwrite: true, move: true, second: .replace),
        TagRequest(.erase, uid: TagID(uid), overwrite: true, move: true), TagRequest(.write, copy: copy),
      ]
      _ = try? library.order(actions[Int.random(in: 0..<actions.count, using: &random)])
    default:
      library.advance(.seconds(Int.random(in: 1...40, using: &random)))
      library.tags.tick(at: library.clock.withLock { $0 })
      library.scans.tick()
    }
    try library.settle()
  }

  // MARK: - The reader and its tags

  private func present(_ uid: String, _ library: SmallLibrary, _ station: StationModel) throws -> PresentTag {
    let code = station.memory[uid] ?? nil
    return try library.present(uid, content: code == nil ? .empty : .own, code: code)
  }

  private func arrive(_ uid: String, _ library: SmallLibrary, _ station: inout StationModel) throws {
    station.lying.append(uid)
    try library.lay(try present(uid, library, station))
    station.scans += 1
  }

  private func leave(_ uid: String, _ library: SmallLibrary, _ station: inout StationModel) throws {
    station.lying.removeAll { $0 == uid }
    try library.take(try present(uid, library, station))
  }

  /// Takes the next order that the reader can carry out: one whose tag is present.
  private func take(_ library: SmallLibrary, _ station: inout StationModel) -> TagOrder? {
    station.held += library.orders
    library.sent.withLock { $0 = [] }
    guard let index = station.held.firstIndex(where: { station.lying.contains($0.uid.description) }) else { return nil }
    return station.held.remove(at: index)
  }

  /// Carries out an order on the tag with its UID, and on no other.
  private func write(_ order: TagOrder, _ library: SmallLibrary, _ station: inout StationModel) throws {
    let uid = order.uid.description
    guard let message = order.message else {
      station.memory[uid] = .some(nil)
      return try library.report(.tagErased, of: order)
    }
    guard case .code(let code) = PseudoBarcode.read(message) else {
      Issue.record("an order with a message that is not ours")
      return
    }
    let isEqual = station.memory[uid] == .some(code)
    station.memory[uid] = code
    station.verified.insert("\(uid) \(code)")
    try library.report(isEqual ? .tagUnchanged : .tagWritten, of: order)
  }

  private func tear(
    _ order: TagOrder, _ library: SmallLibrary, _ station: inout StationModel, _ random: inout SeededRandom
  ) throws {
    let outcomes: [Outcome.Code] = [.tagLost, .verifyFailed, .readerFault, .tagForeignContent, .expired, .cancelled]
    let outcome = outcomes[Int.random(in: 0..<outcomes.count, using: &random)]
    let begun = [.tagLost, .verifyFailed, .readerFault].contains(outcome) && Bool.random(using: &random)
    if begun { station.memory[order.uid.description] = .some(nil) }
    try library.report(outcome, of: order, begun: begun)
  }

  // MARK: - Invariants

  private func check(_ library: SmallLibrary, _ station: StationModel, _ place: Comment) throws {
    let bindings: [(uid: String, copy: Copy)] = try library.database.read { reading in
      try reading.all("SELECT value, copy_id FROM code WHERE class = 'tag' AND ended_at IS NULL") { row in
        let copy: Copy.ID = try row.id(1)
        return (try row.text(0), copy)
      }.map { ($0.0, try #require(try reading.copy($0.1))) }
    }
    // One live binding per tag, each of them verified or requested.
    #expect(Set(bindings.map(\.uid)).count == bindings.count, place)
    for (uid, copy) in bindings {
      #expect(!(TagID(uid)?.isRandom ?? true), place)
      let wasScanned =
        try library.count(
          "change JOIN change_row ON change = sequence", where: "kind = 'bind' AND copy_id = '\(copy.id)'") > 0
      #expect(wasScanned, place)
      let isWritten = station.verified.contains("\(uid) \(copy.code)")
      let isBoundAtStation =
        try library.count("scan", where: "outcome = 'bound' AND copy_id = '\(copy.id)'") > 0
        || station.bound.contains(uid)
      #expect(isWritten || isBoundAtStation, place)
    }
    // A completed job was verified; one open job per tag; one outcome per scan.
    for job in try jobs(library) where job.state == .done && job.action == .write {
      #expect(station.verified.contains("\(job.uid) \(try #require(job.code))"), place)
    }
    #expect(
      try library.count("tag_write", where: "finished_at IS NULL")
        == library.count("(SELECT DISTINCT uid FROM tag_write WHERE finished_at IS NULL)"), place)
    #expect(try library.count("scan") == station.scans, place)
  }

  private func jobs(_ library: SmallLibrary) throws -> [TagJob] {
    try library.database.read { reading in
      try reading.all("\(tagWorkSelect)") { try reading.tagWork(from: $0).job }
    }
  }
}
