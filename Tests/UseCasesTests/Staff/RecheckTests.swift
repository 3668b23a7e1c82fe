import Catalogue
import Deadwax
import Execution
import Lending
import Log
import Queries
import Staff
import Storage
import TestSupport
import Testing
import Threads

/// Tests of the control of the recheck.
@Suite(.timeLimit(.minutes(5)))
struct RecheckTests {
  /// Returns the operations with a measured pace, and with a count of the wake-ups of the queue.
  private func counter(_ office: StaffLibrary, pace: Duration?, wakes: Locked<Int> = Locked(0)) -> StaffOperations {
    StaffOperations(
      database: office.database, logger: .silent, defaults: LibraryPolicy(), zones: office.zones,
      isClockRight: { true }, published: {}, lookupWanted: { wakes.withLock { $0 += 1 } }, recheckPace: { pace })
  }

  /// Gives the library a number of releases from Discogs.
  private func fill(_ office: StaffLibrary, _ count: Int) throws {
    try office.database.write { transaction in
      for number in 1...count {
        let release = Release(
          id: transaction.newID(), status: .resolved, medium: .cd, title: "Title \(number)", artist: "Artist")
        try transaction.insert(release)
        try transaction.fill(
          release,
          with: ReleaseDetail(
            source: ReleaseDetail.Source(
              name: "discogs", id: String(number), url: "https://www.discogs.com/release/\(number)",
              fetchedAt: transaction.now)))
      }
    }
  }

  private func check(_ office: StaffLibrary, _ count: Int) throws {
    try office.database.write { transaction in
      var recheck = try #require(try transaction.recheck())
      recheck.checked = count
      try transaction.storeProgress(of: recheck)
    }
  }

  @Test func `a recheck is started, paused, continued and ended, and each wakes the queue`() throws {
    let office = try StaffLibrary()
    let wakes = Locked(0)
    let rechecks = counter(office, pace: nil, wakes: wakes).rechecks
    try fill(office, 8)
    let none = try rechecks.view()
    #expect(none.state == .none && none.version == 0 && none.startedAt == nil)
    let started = try rechecks.start(search: nil, by: "Ada")
    // The releases that were entered by hand have no source.
    #expect(started.state == .running && started.total == 8 && started.checked == 0 && started.percent == 0)
    #expect(started.startedBy == "Ada" && started.startedAt == office.now)
    #expect(throws: StaffError.isUnderWay) { _ = try rechecks.start(search: nil, by: "Ben") }
    let paused = try rechecks.set(.paused, ifVersion: started.version)
    #expect(paused.state == .paused && paused.version == started.version + 1)
    #expect(throws: StaffError.isUnderWay) { _ = try rechecks.start(search: nil, by: "Ben") }
    #expect(throws: StaffError.staleVersion(now: paused.version)) {
      _ = try rechecks.set(.stopped, ifVersion: started.version)
    }
    #expect(try rechecks.set(.paused, ifVersion: nil).version == paused.version)
    #expect(try rechecks.set(.running, ifVersion: paused.version).state == .running)
    #expect(try rechecks.set(.stopped, ifVersion: nil).state == .stopped)
    #expect(throws: StaffError.isOver) { _ = try rechecks.set(.running, ifVersion: nil) }
    #expect(wakes.withLock { $0 } == 4)
    let again = try rechecks.start(search: nil, by: "Ben")
    #expect(again.state == .running && again.startedBy == "Ben" && again.version > paused.version)
  }

  @Test func `a recheck of a search has its releases, and a wrong search starts none`() throws {
    let office = try StaffLibrary()
    try fill(office, 8)
    let rechecks = counter(office, pace: nil).rechecks
    #expect(throws: QueryError.self) { _ = try rechecks.start(search: "year:abc", by: "Ada") }
    #expect(throws: StaffError.badValue(field: "search", sentence: "There is nothing to search for.")) {
      _ = try rechecks.start(search: " ", by: "Ada")
    }
    #expect(try rechecks.view().state == .none)
    let started = try rechecks.start(search: "title:3  OR title:5", by: "Ada")
    #expect(started.total == 2 && started.search == "title:3 OR title:5")
    _ = try rechecks.set(.stopped, ifVersion: nil)
    let all = try rechecks.start(search: nil, by: "Ada")
    #expect(all.total == 8 && all.search == nil)
  }

  @Test func `the time left follows from the measured pace, and is unknown without one`() throws {
    let office = try StaffLibrary()
    try fill(office, 8)
    let rechecks = counter(office, pace: .seconds(90)).rechecks
    _ = try rechecks.start(search: nil, by: nil)
    try check(office, 2)
    let view = try rechecks.view()
    #expect(view.percent == 25 && view.timeLeft == .seconds(540))
    #expect(try counter(office, pace: nil).rechecks.view().timeLeft == nil)
    // More than at the start: releases were added meanwhile.
    try check(office, 9)
    #expect(try rechecks.view().percent == 99 && rechecks.view().timeLeft == .zero)
    #expect(try rechecks.set(.paused, ifVersion: nil).timeLeft == nil)
  }

  @Test func `a change that the state does not allow is refused`() throws {
    let office = try StaffLibrary()
    let rechecks = counter(office, pace: nil).rechecks
    #expect(throws: StaffError.isOver) { _ = try rechecks.set(.paused, ifVersion: nil) }
    #expect(throws: StaffError.staleVersion(now: 0)) { _ = try rechecks.set(.paused, ifVersion: 3) }
    for state in [RecheckView.State.none, .done] {
      #expect(office.field { _ = try rechecks.set(state, ifVersion: nil) } == "state")
    }
    #expect(try office.count("recheck") == 0)
  }

  @Test func `releases that were removed are not counted`() throws {
    let office = try StaffLibrary()
    try fill(office, 3)
    let id = try #require(
      try office.database.read { reading in
        try reading.first("SELECT id FROM release WHERE source_id = '2'") { try $0.id(0) as Release.ID }
      })
    try office.database.write { try $0.remove(id, mergedInto: nil) }
    #expect(try counter(office, pace: nil).rechecks.start(search: nil, by: nil).total == 2)
    let next = try office.database.read { try $0.release(after: "", source: "discogs", isChosen: false) }
    #expect(next != nil && next?.id != id)
  }
}
