import Deadwax
import Execution
import History
import Housekeeping
import Lending
import Log
import Staff
import Storage
import TestSupport
import Testing
import Threads

/// Tests of a wrong clock: every irreversible job waits until the clock is trusted.
@Suite(.ownThread, .timeLimit(.minutes(10)))
struct ClockWatchTests {
  static let day = Duration.seconds(86_400)
  static let built = Timestamp(milliseconds: 1_795_000_000_000)
  static let start = built + day * 10

  private func trust(_ office: StaffLibrary, acceptedDay: String? = nil, isSet: Bool = true) throws -> ClockWatch {
    try ClockWatch(
      database: office.database, builtAt: Self.built, isSet: { isSet }, acceptedDay: acceptedDay,
      now: { office.now }, logger: .silent)
  }

  /// Waits until the writer has processed all earlier submissions.
  private func settle(_ office: StaffLibrary) throws { try office.database.write { _ in } }

  @Test func `records written under a wrong clock are no evidence for it`() throws {
    let office = try StaffLibrary()
    let right = office.now
    #expect(try trust(office).doubt == nil)
    try settle(office)
    office.advance(days: 400)
    let wrong = try trust(office)
    #expect(wrong.doubt == .ahead(of: right))
    // A day's work under the wrong clock, with a check each time.
    try office.lend(office.copies[0], to: office.ada)
    try office.database.write {
      try $0.publish(.tagChanged(change: .seen, copy: nil, place: nil, slot: nil), subject: "x")
    }
    wrong.look()
    try settle(office)
    office.advance(days: 1)
    #expect(try trust(office).doubt == .ahead(of: right))
    // Set back to the right time, it is trusted at once.
    office.clock.withLock { $0 = right + Self.day }
    #expect(try trust(office).doubt == nil)
  }

  @Test func `a hub of before this version is judged by its newest event`() throws {
    let office = try StaffLibrary()
    try office.database.write {
      try $0.publish(.tagChanged(change: .seen, copy: nil, place: nil, slot: nil), subject: "x")
    }
    office.advance(days: 15)
    #expect(try trust(office).doubt != nil)
  }

  @Test func `a step of the clock under a running hub is seen`() throws {
    let office = try StaffLibrary()
    let trust = try trust(office)
    for _ in 0..<30 {
      office.advance(days: 1)
      trust.look()
      #expect(trust.doubt == nil)
    }
    let right = office.now
    office.advance(days: 60)
    trust.look()
    #expect(trust.doubt == .ahead(of: right))
    // The doubt does not wear off.
    for _ in 0..<30 {
      office.advance(days: 1)
      trust.look()
      #expect(trust.doubt != nil)
    }
  }

  @Test func `the operator confirms the date, which is accepted on that day only`() throws {
    let office = try StaffLibrary()
    #expect(try trust(office).doubt == nil)
    try settle(office)
    office.advance(days: 100)
    let day = String(office.now.description.prefix(10))
    #expect(try trust(office, acceptedDay: "2026-11-20").doubt != nil)
    #expect(try trust(office, acceptedDay: day).doubt == nil)
    try settle(office)
    // An accepted day that stays in a configuration has no effect when the clock goes wrong later.
    office.advance(days: 300)
    #expect(try trust(office, acceptedDay: day).doubt != nil)
  }

  /// Creates a recent closed loan, a recent recording and a recent ready hold, with the jobs that act on them.
  private func facts(
    settlingTime: Duration = .zero
  ) throws -> (office: StaffLibrary, trust: ClockWatch, jobs: Jobs, ran: Monitor<[String]>) {
    let office = try StaffLibrary { $0.privacy.anonymiseAfterDays = 90 }
    try office.lend(office.copies[0], to: office.ada)
    try office.recordReturn(office.copies[0])
    _ = try trust(office)
    try settle(office)
    office.advance(days: 400)
    let trust = try trust(office)
    let ran = Monitor<[String]>([])
    func job(_ name: String, _ care: Job.Care, _ body: @escaping @Sendable () throws -> Int) -> Job {
      return Job(name, every: .seconds(3600), care: care) {
        let count = try body()
        ran.update { $0.append(name) }
        return count
      }
    }
    let jobs = Jobs(
      database: office.database,
      jobs: [
        job("hold-expiry", .byClock) { try office.counter.expireHolds() },
        job("anonymise", .byClock) { try office.counter.anonymise() },
        job("erasure", .ordered) { try office.counter.finishErasures() },
      ], permission: Jobs.Permission(settlingTime: settlingTime, doubt: { trust.doubt }), logger: .silent)
    return (office, trust, jobs, ran)
  }

  @Test func `a start with a clock 400 days ahead erases nothing, until an operator accepts the clock`() throws {
    let (office, trust, jobs, ran) = try facts()
    defer { jobs.stop() }
    #expect(trust.doubt != nil)
    for _ in 0..<5 { jobs.tick() }
    // A job that a person requested runs, and is queued behind those that would have run before it.
    #expect(ran.wait(atMost: .seconds(60)) { $0.isEmpty ? nil : $0 } == ["erasure"])
    #expect(try office.count("loan", where: "borrower_id IS NULL") == 0)
    let waits = try jobs.reports().map(\.waitsFor)
    #expect(waits[0] == waits[1] && waits[2] == nil)
    guard case .clock(.ahead)? = waits[0] else {
      Issue.record("\(waits)")
      return
    }
    // The same jobs run when the clock is trusted: nothing else stopped them.
    let accepted = try self.trust(office, acceptedDay: String(office.now.description.prefix(10)))
    let later = Jobs(
      database: office.database,
      jobs: [Job("anonymise", every: .seconds(3600), care: .byClock) { try office.counter.anonymise() }],
      permission: Jobs.Permission(settlingTime: .zero, doubt: { accepted.doubt }), logger: .silent)
    defer { later.stop() }
    later.tick()
    let end = ContinuousClock.now + .seconds(60)
    while try office.count("loan", where: "borrower_id IS NULL") == 0, ContinuousClock.now < end {}
    #expect(try office.count("loan", where: "borrower_id IS NULL") == 1)
  }

  @Test func `in the first minutes no job runs by itself`() throws {
    let (_, _, jobs, ran) = try facts(settlingTime: .seconds(600))
    defer { jobs.stop() }
    jobs.tick()
    #expect(try jobs.reports()[2].waitsFor == .start)
    // A job requested now does not wait.
    jobs.hasten("erasure")
    jobs.tick()
    #expect(ran.wait(atMost: .seconds(60)) { $0.isEmpty ? nil : $0 } == ["erasure"])
    #expect(ran.read { $0 } == ["erasure"])
  }

  @Test func `fewer days that were set by mistake forget nothing while the hub has just started, and can be undone`()
    throws
  {
    let office = try StaffLibrary { $0.privacy.anonymiseAfterDays = 90 }
    try office.lend(office.copies[0], to: office.ada)
    try office.recordReturn(office.copies[0])
    office.advance(days: 10)
    func jobs(settlingTime: Duration) -> Jobs {
      Jobs(
        database: office.database,
        jobs: [Job("anonymise", every: .seconds(3600), care: .byClock) { try office.counter.anonymise() }],
        permission: Jobs.Permission(settlingTime: settlingTime, doubt: { nil }), logger: .silent)
    }
    _ = try office.counter.settings.set("privacy.anonymise-after-days", to: "1", by: "test")
    let mistake = try #require(try office.lastChange())
    let early = jobs(settlingTime: .seconds(600))
    defer { early.stop() }
    early.tick()
    #expect(try early.reports()[0].waitsFor == .start)
    _ = try UndoService(database: office.database, policies: LibraryPolicies(), published: {})
      .undo(mistake.id, by: .staff("test"))
    let late = jobs(settlingTime: .zero)
    defer { late.stop() }
    #expect(late.run("anonymise"))
    #expect(try office.count("loan", where: "borrower_id IS NULL") == 0)
    // With the setting unchanged, it would have been.
    _ = try office.counter.settings.set("privacy.anonymise-after-days", to: "1", by: "test")
    #expect(late.run("anonymise"))
    #expect(try office.count("loan", where: "borrower_id IS NULL") == 1)
  }
}
