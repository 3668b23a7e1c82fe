import Catalogue
import Deadwax
import Housekeeping
import Lending
import Log
import Storage
import TestSupport
import Testing
import Threads

@Suite(.ownThread, .timeLimit(.minutes(5)))
struct JobsTests {
  private struct Broken: Error {}

  @Test func `a loan is anonymised after the days of the setting, and the job reports its time`() throws {
    let office = try StaffLibrary { $0.privacy.anonymiseAfterDays = 30 }
    let jobs = Jobs(
      database: office.database,
      jobs: [Job("anonymise", every: .seconds(60), care: .byClock) { try office.counter.anonymise() }],
      permission: .always, logger: .silent)
    defer { jobs.stop() }
    try office.lend(office.copies[0], to: office.ada)
    try office.recordReturn(office.copies[0])
    try office.lend(office.copies[1], to: office.ada)
    #expect(try jobs.reports()[0].stored?.succeededAt == nil)
    office.advance(days: 29)
    #expect(jobs.run("anonymise"))
    #expect(try jobs.reports()[0].stored?.succeededAt == office.now)
    #expect(try jobs.reports()[0].stored?.done == 0)
    #expect(try office.count("loan", where: "borrower_id IS NULL") == 0)
    office.advance(days: 2)
    #expect(jobs.run("anonymise"))
    #expect(try jobs.reports()[0].stored?.succeededAt == office.now)
    #expect(try jobs.reports()[0].stored?.done ?? 0 > 0)
    // The borrower of an open loan is retained.
    #expect(try office.count("loan", where: "borrower_id IS NULL AND returned_at IS NOT NULL") == 1)
    #expect(try office.count("loan", where: "borrower_id IS NOT NULL AND returned_at IS NULL") == 1)
  }

  @Test func `a library that never anonymises is still checked, and the job has run`() throws {
    let office = try StaffLibrary { $0.privacy.anonymiseAfterDays = nil }
    try office.lend(office.copies[0], to: office.ada)
    try office.recordReturn(office.copies[0])
    office.advance(days: 5000)
    #expect(try office.counter.anonymise() == 0)
    #expect(try office.count("loan", where: "borrower_id IS NULL") == 0)
  }

  @Test func `a failed job is reported as failed, and not as successful`() throws {
    let office = try StaffLibrary()
    let isBroken = Locked(false)
    let jobs = Jobs(
      database: office.database,
      jobs: [
        Job("odd", every: .seconds(60), care: .ordered) {
          if isBroken.withLock({ $0 }) { throw Broken() }
          return 3
        }
      ], permission: .always, logger: .silent)
    defer { jobs.stop() }
    #expect(jobs.run("odd"))
    let worked = office.now
    isBroken.withLock { $0 = true }
    office.advance(days: 1)
    #expect(!jobs.run("odd"))
    #expect(!jobs.run("odd"))
    let report = try jobs.reports()[0]
    #expect(report.failures == 2)
    #expect(report.stored?.succeededAt == worked && report.stored?.failedAt == office.now)
    #expect(report.stored?.error?.contains("Broken") == true)
    isBroken.withLock { $0 = false }
    #expect(jobs.run("odd"))
    #expect(try jobs.reports()[0].stored?.error == nil)
    #expect(!jobs.run("no such job"))
  }

  @Test func `jobs run by themselves, one after the other, and again when they are hastened`() throws {
    let office = try StaffLibrary()
    let runs = Monitor<[String]>([])
    let jobs = Jobs(
      database: office.database,
      jobs: ["one", "two"].map { name in
        Job(name, every: .seconds(3600), care: .ordered) {
          runs.update { $0.append(name) }
          return 1
        }
      }, permission: .always, logger: .silent)
    defer { jobs.stop() }
    jobs.tick()
    jobs.tick()
    #expect(runs.wait(atMost: .seconds(60)) { $0.count == 2 ? $0 : nil } == ["one", "two"])
    jobs.tick()
    jobs.hasten("two")
    // The lane may still be at its last write; the job is due again as soon as that ends.
    let end = ContinuousClock.now + .seconds(60)
    while runs.read({ $0.count }) < 3, ContinuousClock.now < end {
      jobs.tick()
      _ = runs.wait(atMost: .milliseconds(20)) { $0.count == 3 ? true : nil }
    }
    #expect(runs.read { $0 } == ["one", "two", "two"])
  }
}

extension Jobs.Permission {
  /// A permission without any waiting.
  fileprivate static var always: Self { Self(settlingTime: .zero, doubt: { nil }) }
}
