import Deadwax
import Storage
import TestSupport
import Testing

/// The numbers of statistics: each test runs on every engine.
@Suite(.postgreSQL, .timeLimit(.minutes(10)))
struct StatisticRecordTests {
  @Test(arguments: EngineName.allCases)
  func `loans, holds and plays are counted by release, by minute and by year`(engine: EngineName) throws {
    let library = try EngineLibrary(engine)
    let (copies, borrowers, station) = (library.copies, library.borrowers, library.station)
    let now: Timestamp = try library.write(after: 60) { transaction in
      for (copy, borrower) in [(copies[0], borrowers[0]), (copies[1], borrowers[0]), (copies[0], borrowers[1])] {
        let loan = Loan(
          id: transaction.newID(), copy: copy, borrower: borrower, openedAt: transaction.now, dueAt: transaction.now,
          returnedAt: transaction.now, renewals: 2, parts: 1)
        try transaction.insert(loan, at: station, returnedAt: station)
      }
      try transaction.run("UPDATE copy SET plays = 4, media_condition = 'Poor (P)' WHERE id = ?1", copies[2])
      try transaction.run("UPDATE copy SET status = 'withdrawn' WHERE id = ?1", copies[1])
      return transaction.now
    }
    try library.store.look { reading in
      let lent = try reading.mostReleases(.loans, limit: 5)
      #expect(lent.rows.map(\.number) == [3] && lent.releases == 1 && lent.sum == 3)
      #expect(try reading.mostReleases(.plays, limit: 5).sum == 4)
      #expect(try reading.mostReleases(.wishes, limit: 5).rows.isEmpty)
      #expect(try reading.loanBeginnings().map(\.minute) == [now.milliseconds / 60_000])
      #expect(try reading.copyAdditions().reduce(0) { $0 + $1.number } == 2)
      #expect(try reading.unlentAdditions().reduce(0) { $0 + $1.number } == 1)
      #expect(try reading.unlentReleaseAdditions().reduce(0) { $0 + $1.number } == 1)
      #expect(try reading.lentReleases(after: now + .seconds(-1), upTo: now) == 1)
      #expect(try reading.lentReleases(after: now, upTo: now + .seconds(1)) == 0)
      #expect(try reading.copiesByMedium().values.reduce(0, +) == 2)
      #expect(try reading.copiesByCondition().map(\.name) == ["Poor (P)"])
      let year = try reading.numbers(
        ofYear: 2026, after: now + .seconds(-1), upTo: now + .seconds(1))
      #expect(year.loans == 3 && year.renewals == 6 && year.borrowers == 2 && year.anonymous == 0 && year.returns == 3)
      #expect(year.undated == 1 && year.copiesAtEnd.values.reduce(0, +) == 2)
      #expect(
        try reading.numbers(ofYear: 2020, after: now + .seconds(1), upTo: now + .seconds(2)).loans == 0)
      let rows = try reading.weeding(
        for: WeedingReason.allCases, unusedSince: now + .seconds(10), after: nil, limit: 5)
      // The first copy was lent, and the third one was played and has a bad grade.
      let reasons = Dictionary(uniqueKeysWithValues: rows.map { ($0.copy.id, $0.reasons) })
      #expect(reasons[copies[0]] == [.notLent] && reasons[copies[1]] == nil)
      #expect(reasons[copies[2]]?.contains(.poorCondition) == true)
      #expect(reasons[copies[2]]?.contains(.duplicate) == true)
    }
  }
}
