import Catalogue
import Deadwax
import Lending
import Lookup
import Queries
import Storage
import TestSupport
import Testing
import Threads

/// Tests of the recheck of the library.
@Suite(.timeLimit(.minutes(5)))
struct RecheckWorkTests {
  /// Stores a recheck of all releases, or of those that a query finds, that begins with the first.
  private func begin(_ database: Database, search: String? = nil) throws {
    let query = try search.map { try Query($0, isTyping: false) }
    try database.write { transaction in
      try transaction.chooseReleasesToCheck(
        query, at: SearchMoment(now: transaction.now, in: try POSIXTimeZone("UTC0")))
      try transaction.store(
        Recheck(
          state: .running, position: "", search: search,
          total: try transaction.releaseCount(source: "discogs", isChosen: search != nil), checked: 0, missing: 0,
          startedBy: "test", startedAt: transaction.now, modifiedAt: transaction.now, version: 0))
    }
  }

  private func recheck(_ database: Database) throws -> Recheck {
    try #require(try database.read { try $0.recheck() })
  }

  private func title(_ id: Release.ID, _ database: Database) throws -> String? {
    try database.read { try $0.release(id) }?.title
  }

  @Test func `every release is fetched again, and one that Discogs no longer has stays`() async throws {
    let catalogue = try SimulatedCatalogue()
    let database = try catalogue.open()
    defer { database.close() }
    let releases = try (1...120).map { try database.addResolved($0) }
    catalogue.outside.withLock { $0.deleted = [50] }
    try begin(database)
    let service = catalogue.service(database)
    defer { service.stop() }
    try await eventually("the end") { try recheck(database).state == .done }
    let end = try recheck(database)
    #expect(end.total == 120 && end.checked == 120 && end.missing == 1)
    for (index, id) in releases.enumerated() {
      #expect(try title(id, database) == (index == 49 ? "Old title" : "Title \(index + 1)"))
    }
    #expect(catalogue.answered.count == 120)
    #expect(catalogue.fullest <= 45)
  }

  @Test func `a recheck of a search fetches the releases that it found at the start, and no others`() async throws {
    let catalogue = try SimulatedCatalogue()
    let database = try catalogue.open()
    defer { database.close() }
    let releases = try (1...30).map { try database.addResolved($0) }
    for id in releases.prefix(7) {
      try database.write { transaction in
        try transaction.setWished(true, id)
      }
    }
    try begin(database, search: "wished")
    // What comes to the search later is not among them.
    try database.write { try $0.setWished(true, releases[20]) }
    let service = catalogue.service(database)
    defer { service.stop() }
    try await eventually("the end") { try recheck(database).state == .done }
    let end = try recheck(database)
    #expect(end.total == 7 && end.checked == 7 && end.search == "wished")
    for (index, id) in releases.enumerated() {
      #expect(try title(id, database) == (index < 7 ? "Title \(index + 1)" : "Old title"))
    }
    #expect(catalogue.answered.count == 7)
    // A later recheck of all releases has all of them.
    try begin(database)
    try await eventually("the end of all") { try recheck(database).state == .done }
    #expect(try recheck(database).checked == 30)
  }

  @Test func `a recheck that finds no difference leaves no change in the history`() async throws {
    let catalogue = try SimulatedCatalogue()
    let database = try catalogue.open()
    defer { database.close() }
    let releases = try (1...10).map { try database.addResolved($0) }
    let service = catalogue.service(database)
    defer { service.stop() }
    try begin(database)
    try await eventually("the end") { try recheck(database).state == .done }
    let changes = try database.read { try $0.counters().change }
    let versions = try releases.map { id in try database.read { try $0.release(id) }?.version }
    try begin(database)
    try await eventually("the second end") { try recheck(database).state == .done }
    #expect(try recheck(database).checked == 10)
    #expect(try database.read { try $0.counters().change } == changes)
    #expect(try releases.map { id in try database.read { try $0.release(id) }?.version } == versions)
  }

  @Test func `a field that a person edited stays, and its mark gets the new value of the source`() async throws {
    let catalogue = try SimulatedCatalogue()
    let database = try catalogue.open()
    defer { database.close() }
    let id = try database.addResolved(3)
    try database.write { transaction in
      var release = try #require(try transaction.release(id))
      var detail = try #require(try transaction.detail(of: id))
      detail.edited[.title] = Release.Edit(source: release.value(of: .title, detail), isSourced: true)
      release.title = "As on the sleeve"
      try transaction.edit(release, detail)
    }
    try begin(database)
    let service = catalogue.service(database)
    defer { service.stop() }
    try await eventually("the end") { try recheck(database).state == .done }
    let release = try #require(try database.read { try $0.release(id) })
    let detail = try #require(try database.read { try $0.detail(of: id) })
    #expect(release.title == "As on the sleeve" && release.country == "Germany")
    var source = release
    source.title = "Title 3"
    #expect(detail.edited[.title] == Release.Edit(source: source.value(of: .title, detail), isSourced: true))
  }

  @Test func `a record that a person chose is not replaced by the one before it`() async throws {
    let catalogue = try SimulatedCatalogue()
    let database = try catalogue.open()
    defer { database.close() }
    let (waiting, other) = (try database.addResolved(4), try database.addResolved(5))
    let gtin = try #require(try database.read { try $0.release(waiting) }?.barcode)
    // The choice was made, and the look-up of the chosen record is not done.
    try database.write { try $0.setSourceChoice(of: gtin, to: "104") }
    try begin(database)
    let service = catalogue.service(database)
    defer { service.stop() }
    try await eventually("the end") { try recheck(database).state == .done }
    #expect(try title(waiting, database) == "Old title")
    #expect(try title(other, database) == "Title 5")
    #expect(try database.read { try $0.sourceChoice(of: gtin) } == "104")
    // The chosen record is in use: it alone is fetched again.
    try database.write { transaction in
      let before = try #require(try transaction.release(waiting))
      try transaction.resolve(
        before, as: before,
        with: ReleaseDetail(
          source: ReleaseDetail.Source(
            name: "discogs", id: "104", url: "https://www.discogs.com/release/104", fetchedAt: transaction.now)),
        scan: nil)
    }
    try begin(database)
    try await eventually("the second end") { try recheck(database).state == .done }
    #expect(try title(waiting, database) == "Title 104")
    #expect(try database.read { try $0.detail(of: waiting) }?.source?.id == "104")
    #expect(try database.read { try $0.sourceChoice(of: gtin) } == "104")
  }

  @Test func `a recheck continues after the end of the program where it was`() async throws {
    let catalogue = try SimulatedCatalogue()
    let first = try catalogue.open()
    for number in 1...40 { try first.addResolved(number) }
    try begin(first)
    catalogue.outside.withLock { $0.responsesLeft = 15 }
    let service = catalogue.service(first)
    try await eventually("15 checks") { try recheck(first).checked == 15 }
    await onLane { service.stop() }
    first.close()
    catalogue.outside.withLock { outside in
      outside.responsesLeft = nil
      outside.isOffline = false
    }
    let database = try catalogue.open()
    defer { database.close() }
    #expect(try recheck(database).state == .running && recheck(database).checked == 15)
    let next = catalogue.service(database)
    defer { next.stop() }
    try await eventually("the end") { try recheck(database).state == .done }
    #expect(try recheck(database).checked == 40)
    #expect(catalogue.answered.count == 40 && Set(catalogue.answered).count == 40)
  }

  @Test func `a paused recheck requests nothing, and a look-up comes before a running one`() async throws {
    let catalogue = try SimulatedCatalogue()
    let database = try catalogue.open()
    defer { database.close() }
    for number in 1...5 { try database.addResolved(number) }
    try begin(database)
    try database.write { transaction in
      var paused = try #require(try transaction.recheck())
      paused.state = .paused
      try transaction.store(paused)
    }
    let service = catalogue.service(database)
    defer { service.stop() }
    try database.scan(9)
    service.wake()
    try await eventually("the look-up") { try database.jobs(.pending) == 0 && database.jobs(.running) == 0 }
    #expect(catalogue.answered.last == "/releases/9" && catalogue.answered.count == 2)
    #expect(try recheck(database).checked == 0)
    #expect(service.recheckPace == nil)
  }

  @Test func `progress leaves the version as it is, and is not stored after a change of the state`() throws {
    let catalogue = try SimulatedCatalogue()
    let database = try catalogue.open()
    defer { database.close() }
    try begin(database)
    var seen = try recheck(database)
    seen.checked = 7
    try database.write { [seen] in try $0.storeProgress(of: seen) }
    #expect(try recheck(database).checked == 7 && recheck(database).version == seen.version)
    try database.write { transaction in
      var stopped = try #require(try transaction.recheck())
      stopped.state = .stopped
      try transaction.store(stopped)
    }
    seen.checked = 8
    try database.write { [seen] in try $0.storeProgress(of: seen) }
    #expect(try recheck(database).checked == 7 && recheck(database).state == .stopped)
    #expect(try recheck(database).version == seen.version + 1)
  }
}
