import Deadwax
import Execution
import Lending
import Log
import Scanning
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

/// Plays by presence over a real database: the tags of readers in, plays out.
@Suite(.timeLimit(.minutes(5)))
struct PresencePlayServiceTests {
  private static let wall = Timestamp(milliseconds: 1_795_165_520_000)
  private let small: SmallLibrary
  /// The milliseconds since the start of the machine.
  private let uptime = Locked<Int64>(1_000_000)
  private let uid: TagID
  private let copy: Copy.ID
  private let station = Station.Name.hubStation

  init() throws {
    let small = try SmallLibrary()
    let uid = try #require(TagID("04A2B3C4D5E680"))
    let code = Code.Key(class: .own, value: small.copies[0].description)
    let found = try small.database.read { try $0.target(of: code) }
    guard case .copy(let copy)? = found else { throw TestFailure("no copy") }
    try small.database.write { transaction in
      try transaction.bind(Code.Key(uid), to: .copy(copy))
      try transaction.recordChange(.bind)
    }
    (self.small, self.uid, self.copy) = (small, uid, copy)
  }

  private func service(machine: String = "one") -> PresencePlayService {
    PresencePlayService(
      database: small.database, policies: LibraryPolicies(defaults: LibraryPolicy()),
      clock: PresencePlayService.Clock(machine: machine) { [uptime] in
        let time = uptime.withLock { $0 }
        return PresencePlays.Moment(uptime: .milliseconds(time), wall: Self.wall + .milliseconds(time - 1_000_000))
      }, logger: .silent, published: {})
  }

  private func setPolicy(_ isOn: Bool) throws {
    let text = StationPolicy(playsByPresence: isOn).json
    let station = station
    try small.database.write { transaction in
      try transaction.setStationPolicy(text, of: station)
      try transaction.recordChange(.setting)
    }
  }

  private func wait(_ seconds: Int64) { uptime.withLock { $0 += seconds * 1000 } }

  private var tag: PresentTag { PresentTag(uid: uid, reader: "deck", station: station, since: Self.wall) }

  /// Waits until what was reported is handled on the writer's lane, with what follows its commit: that is over before the
  /// second of two further writes.
  private func settle() throws {
    for _ in 0..<2 { try small.database.write { _ in } }
  }

  private func tick(_ service: PresencePlayService) throws {
    try settle()
    service.tick()
  }

  private func plays() throws -> [Play] {
    try settle()
    return try small.database.read { try $0.plays(PlayFilter(), after: nil, limit: 99) }
  }

  @Test func `a copy on the reader is one play with its length, and its undo takes the play back`() throws {
    try setPolicy(true)
    let service = service()
    service.arrived(tag)
    wait(200)
    try tick(service)
    #expect(try plays().isEmpty)
    service.left(uid, from: "deck", at: station)
    wait(5)
    // The reader lost the tag for a moment.
    service.arrived(tag)
    wait(100)
    service.left(uid, from: "deck", at: station)
    wait(11)
    try tick(service)
    let play = try #require(try plays().first)
    #expect(play.source == .presence && play.station == station && play.copy == copy)
    #expect(play.startedAt == Self.wall && play.endedAt == Self.wall + .seconds(305))
    #expect(try small.database.read { try $0.copy(copy) }?.plays == 1)
    #expect(try small.database.read { try $0.stationsPlaying() }.isEmpty)
    let change = try #require(try small.database.read { try $0.changes(limit: 1) }.first)
    #expect(change.kind == .played && change.station == nil)
    _ = try small.database.write { try $0.undo(change.id) }
    #expect(try plays().isEmpty && small.database.read { try $0.copy(copy) }?.plays == 0)
    wait(100)
    try tick(service)
    #expect(try plays().isEmpty)
  }

  @Test func `without the policy, and for a tag of no copy, nothing plays`() throws {
    let service = service()
    service.arrived(tag)
    wait(100)
    service.left(uid, from: "deck", at: station)
    wait(100)
    try tick(service)
    #expect(try plays().isEmpty && small.database.read { try $0.stationsPlaying() }.isEmpty)
    try setPolicy(true)
    var other = tag
    other.uid = try #require(TagID("04A2B3C4D5E681"))
    service.arrived(other)
    wait(100)
    service.left(other.uid, from: "deck", at: station)
    wait(100)
    try tick(service)
    #expect(try plays().isEmpty)
  }

  @Test func `a hub that starts again goes on with the same play, and counts one that ended meanwhile`() throws {
    try setPolicy(true)
    let first = service()
    first.arrived(tag)
    wait(100)
    try tick(first)
    #expect(try plays().isEmpty)
    let second = service()
    second.resume()
    wait(5)
    second.arrived(tag)
    wait(60)
    try tick(second)
    #expect(try plays().isEmpty)
    let third = service(machine: "another")
    third.resume()
    #expect(try plays().isEmpty)
    // No reader reports the tag now.
    wait(61)
    try tick(third)
    #expect(try plays().count == 1 && small.database.read { try $0.stationsPlaying() }.isEmpty)
  }

  @Test func `switching it off ends what plays`() throws {
    try setPolicy(true)
    let service = service()
    service.arrived(tag)
    #expect(try plays().isEmpty)
    wait(100)
    try setPolicy(false)
    service.readerIsGone("deck", at: station)
    #expect(try plays().count == 1)
    #expect(try small.database.read { try $0.stationsPlaying() }.isEmpty)
    service.left(uid, from: "deck", at: station)
    #expect(try plays().count == 1)
  }
}
