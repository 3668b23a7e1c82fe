import Deadwax
import HTTPClient
import Log
import Lookup
import Storage
import StorageTestSupport
import TestSupport
import Testing
import Threads

/// Tests of the push to the lists at Discogs, with one on 127.0.0.1 that loses responses.
@Suite(.timeLimit(.minutes(10)))
struct PushWorkTests {
  /// A database, and the lists at Discogs that it is pushed to. Its clock moves only when a test advances it.
  private final class Bench: Sendable {
    let lists: DiscogsLists
    let folder: TemporaryFolder
    private let elapsed = Locked(Duration.zero)
    private let looks = Locked(0)
    private let start = ContinuousClock.now
    private static let epoch = Timestamp(milliseconds: 1_700_000_000_000)

    init() throws {
      lists = try DiscogsLists()
      folder = try TemporaryFolder("deadwax-push", inMemory: true)
      _ = try MigratedDatabase.placed(at: folder.path("test.sqlite"))
    }

    var now: Timestamp { Self.epoch + elapsed.withLock(\.self) }

    func advance(_ time: Duration) { elapsed.withLock { $0 += time } }

    func open() throws -> Database {
      try Database(
        path: folder.path("test.sqlite"), migrations: Migration.all, logger: .silent,
        newestSequence: EventJournal.newestSequence, now: { self.now })
    }

    func service(_ database: Database, token: String = "demo") -> LookupService {
      let clock = PacingClock(now: { self.start + self.elapsed.withLock(\.self) }, skip: { self.advance($0) })
      return LookupService(
        database: database,
        client: DiscogsClient(
          baseURL: lists.url, token: .text(token),
          transport: CatalogueTransport(HTTPClient(userAgent: "Deadwax-test/1", timeout: .seconds(60))),
          gate: RequestGate(clock: clock), cache: nil, now: { self.now }, logger: .silent), logger: .silent,
        surroundings: .init(
          now: {
            self.looks.withLock { $0 += 1 }
            return self.now
          }, schedule: LookupSchedule(jitter: { 0 }), poll: .milliseconds(2),
          recheck: .milliseconds(200))
      ) {}
    }

    /// Stores a confirmed push, and a finished comparison with the present lists.
    func begin(
      _ database: Database, _ list: DiscogsList, _ act: DiscogsAct, _ steps: [(number: Int64, instance: Int64?)]
    ) throws {
      let contents = lists.contents.withLock(\.self)
      try database.write { transaction in
        try transaction.removeDiscogsItems()
        try transaction.removeDiscogsSteps()
        for instance in contents.collection {
          try transaction.store(
            DiscogsItem(
              list: .collection, instance: instance.id, number: instance.number, folder: instance.folder, title: "T",
              artist: "A"))
        }
        var comparison = DiscogsComparison(startedBy: "test", at: transaction.now)
        comparison.state = .done
        try transaction.store(comparison)
        let number = (try transaction.discogsPush()?.number ?? 0) + 1
        var push = DiscogsPush(
          number: number, list: list, act: act, folder: list == .collection && act == .add ? 1 : nil, user: "some one",
          remaining: 0, by: "test", at: transaction.now)
        push.state = .running
        try transaction.store(push)
        for (index, step) in steps.enumerated() {
          try transaction.add(
            DiscogsStep(
              push: number, position: index + 1, number: step.number, title: "T", artist: "A", instance: step.instance,
              folder: list == .collection ? 1 : nil))
        }
      }
    }

    /// Waits until the service has looked at its clock often enough for several whole polls.
    func pollRepeatedly() async throws {
      let before = looks.withLock(\.self)
      try await eventually("more polls") { looks.withLock(\.self) >= before + 50 }
    }

    func add(_ database: Database, _ numbers: [Int64]) throws {
      try begin(database, .collection, .add, numbers.map { ($0, nil) })
    }

    /// Waits until the push has ended, while the clock runs.
    func finish(_ database: Database) async throws {
      try await eventually("the end of the push") {
        advance(.seconds(5))
        return try PushWorkTests.push(database).state == .done
      }
    }
  }

  fileprivate static func push(_ database: Database) throws -> DiscogsPush {
    try #require(try database.read { try $0.discogsPush() })
  }

  private func states(_ database: Database) throws -> [DiscogsStepState] {
    try database.read { try $0.discogsSteps(of: 1, in: nil, after: 0, limit: 1000) }.map(\.state)
  }

  @Test func `each planned copy is added once, and the comparison knows it`() async throws {
    let bench = try Bench()
    bench.lists.own([7])
    let database = try bench.open()
    defer { database.close() }
    try bench.add(database, [7, 8, 8])
    let service = bench.service(database)
    defer { service.stop() }
    try await bench.finish(database)
    #expect(bench.lists.owned == [7: 2, 8: 2] && bench.lists.changeCount == 3)
    #expect(try database.read { try $0.discogsItems() }.count == 4)
    #expect(try states(database) == [.done, .done, .done])
  }

  @Test func `an addition whose response is lost is not sent twice`() async throws {
    let bench = try Bench()
    let database = try bench.open()
    defer { database.close() }
    bench.lists.contents.withLock { $0.faults = [.cutAfterActing, .cutBeforeActing, .cutAfterActing] }
    try bench.add(database, [7, 7, 9])
    let service = bench.service(database)
    defer { service.stop() }
    try await eventually("the reason") { try Self.push(database).problem != nil }
    // The request may still be on its way, so no request follows yet.
    let count = bench.lists.contents.withLock { $0.requests.count }
    bench.advance(.seconds(30))
    try await bench.pollRepeatedly()
    #expect(bench.lists.contents.withLock { $0.requests.count } == count)
    try await bench.finish(database)
    #expect(bench.lists.owned == [7: 2, 9: 1] && bench.lists.changeCount == 3)
    #expect(try Self.push(database).problem == nil)
  }

  @Test func `a push that is interrupted anywhere goes on without doing anything twice`() async throws {
    var random = SeededRandom(seed: 20_261_128)
    for _ in 0..<CaseBudget.cases(of: 20) {
      let bench = try Bench()
      let owned = (0..<Int.random(in: 0...4, using: &random)).map { _ in Int64.random(in: 1...3, using: &random) }
      bench.lists.own(owned)
      let numbers = (0..<Int.random(in: 1...6, using: &random)).map { _ in Int64.random(in: 1...4, using: &random) }
      let faults: [DiscogsLists.Fault] = [.cutAfterActing, .cutBeforeActing, .status(503), .status(429), .status(500)]
      bench.lists.contents.withLock { contents in
        contents.faults = (0..<8).map { _ in faults.randomElement(using: &random) ?? .status(503) }
      }
      var database = try bench.open()
      try bench.add(database, numbers)
      var isDone = false
      while !isDone {
        let service = bench.service(database)
        let steps = Int.random(in: 1...4, using: &random)
        let before = bench.lists.contents.withLock { $0.requests.count }
        try await eventually("some requests") {
          bench.advance(.seconds(5))
          isDone = try Self.push(database).state == .done
          return isDone || bench.lists.contents.withLock { $0.requests.count } >= before + steps
        }
        service.stop()
        database.close()
        database = try bench.open()
      }
      let expected = Dictionary((owned + numbers).map { ($0, 1) }, uniquingKeysWith: +)
      #expect(bench.lists.owned == expected && bench.lists.changeCount == numbers.count)
      database.close()
    }
  }

  @Test func `a copy that a person has added at Discogs meanwhile is not added again`() async throws {
    let bench = try Bench()
    let database = try bench.open()
    defer { database.close() }
    try bench.add(database, [7])
    bench.lists.own([7])
    let service = bench.service(database)
    defer { service.stop() }
    try await bench.finish(database)
    #expect(bench.lists.owned == [7: 1] && bench.lists.changeCount == 0)
    #expect(try states(database) == [.already])
  }

  @Test func `only the named instances are removed, also from another folder`() async throws {
    let bench = try Bench()
    bench.lists.own([7, 7, 8, 9])
    let database = try bench.open()
    defer { database.close() }
    try bench.begin(database, .collection, .remove, [(7, 9001), (8, 9002), (9, 9003)])
    bench.lists.contents.withLock { contents in
      contents.folders.insert(5)
      contents.collection[2].folder = 5
      contents.collection.remove(at: 3)
      contents.faults = [.cutAfterActing]
    }
    let service = bench.service(database)
    defer { service.stop() }
    try await bench.finish(database)
    #expect(bench.lists.contents.withLock { $0.collection.map(\.id) } == [9000])
    #expect(bench.lists.changeCount == 2)
    #expect(try states(database) == [.already, .done, .already])
    #expect(try database.read { try $0.discogsItems() }.map(\.instance) == [9000])
  }

  @Test func `the wantlist gets and loses what was named`() async throws {
    let bench = try Bench()
    bench.lists.contents.withLock { ($0.wants, $0.faults) = ([1, 2, 3], [.cutAfterActing]) }
    let database = try bench.open()
    defer { database.close() }
    try bench.begin(database, .wishlist, .add, [(4, nil), (5, nil)])
    let service = bench.service(database)
    defer { service.stop() }
    try await bench.finish(database)
    #expect(bench.lists.contents.withLock { $0.wants } == [1, 2, 3, 4, 5])
    try bench.begin(database, .wishlist, .remove, [(1, nil), (9, nil)])
    try await bench.finish(database)
    #expect(bench.lists.contents.withLock { $0.wants } == [2, 3, 4, 5])
  }

  @Test func `a refused token pauses the push, and it is continued with the right one`() async throws {
    let bench = try Bench()
    let database = try bench.open()
    defer { database.close() }
    try bench.add(database, [7, 8])
    let refused = bench.service(database, token: "wrong")
    try await eventually("the pause") { try Self.push(database).state == .paused }
    refused.stop()
    #expect(try Self.push(database).problem == "Discogs refuses the token" && bench.lists.changeCount == 0)
    let service = bench.service(database)
    defer { service.stop() }
    try resume(database)
    try await bench.finish(database)
    #expect(bench.lists.owned == [7: 1, 8: 1])
  }

  @Test func `the token of another user, and a folder that is not there, pause it before anything is written`()
    async throws
  {
    let bench = try Bench()
    let database = try bench.open()
    defer { database.close() }
    try bench.add(database, [7])
    bench.lists.contents.withLock { ($0.user, $0.folders) = ("other", [0]) }
    let service = bench.service(database)
    defer { service.stop() }
    try await eventually("the pause") { try Self.push(database).state == .paused }
    #expect(try Self.push(database).problem == "the token belongs to another user at Discogs")
    bench.lists.contents.withLock { $0.user = "some one" }
    try resume(database)
    try await eventually("the second pause") { try Self.push(database).state == .paused }
    #expect(try Self.push(database).problem == "the collection at Discogs has no folder 1")
    #expect(bench.lists.changeCount == 0)
  }

  @Test func `a step that Discogs refuses for good fails alone`() async throws {
    let bench = try Bench()
    bench.lists.contents.withLock { ($0.missing, $0.faults) = ([8], [.status(422)]) }
    let database = try bench.open()
    defer { database.close() }
    try bench.add(database, [6, 7, 8, 9])
    let service = bench.service(database)
    defer { service.stop() }
    try await bench.finish(database)
    #expect(try states(database) == [.failed, .done, .failed, .done])
    #expect(bench.lists.owned == [7: 1, 9: 1])
  }

  @Test func `a push that a person ends changes nothing more`() async throws {
    let bench = try Bench()
    let database = try bench.open()
    defer { database.close() }
    bench.lists.contents.withLock { $0.faults = [.cutAfterActing] }
    try bench.add(database, [7, 8])
    let service = bench.service(database)
    defer { service.stop() }
    try await eventually("the reason") { try Self.push(database).problem != nil }
    try set(.stopped, database)
    bench.advance(.seconds(3600))
    try await bench.pollRepeatedly()
    #expect(bench.lists.owned == [7: 1] && bench.lists.changeCount == 1)
    // The next plan finds the addition whose response was lost.
    try database.write { transaction in
      var push = try #require(try transaction.discogsPush())
      (push.number, push.state) = (2, .running)
      try transaction.removeDiscogsSteps()
      for (index, number) in [Int64(7), 8].enumerated() {
        try transaction.add(
          DiscogsStep(
            push: 2, position: index + 1, number: number, title: "T", artist: "A", instance: nil, folder: 1))
      }
      try transaction.store(push)
    }
    try await bench.finish(database)
    #expect(bench.lists.owned == [7: 1, 8: 1] && bench.lists.changeCount == 2)
  }

  private func resume(_ database: Database) throws { try set(.running, database) }

  private func set(_ state: DiscogsPushState, _ database: Database) throws {
    try database.write { transaction in
      var push = try #require(try transaction.discogsPush())
      push.state = state
      push.problem = nil
      try transaction.store(push)
    }
  }
}
