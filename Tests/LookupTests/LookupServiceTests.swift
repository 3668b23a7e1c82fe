import Catalogue
import Deadwax
import Lookup
import Storage
import TestSupport
import Testing
import VirtualHardware

@Suite(.timeLimit(.minutes(5)))
struct LookupServiceTests {
  @Test func `a scanned barcode becomes a release, with everything below it`() async throws {
    let station = try LookupFixture()
    let service = station.service()
    defer { service.stop() }
    let id = try station.add("074646963524")
    service.wake()
    try await station.wait(for: ["done"])
    let release = try #require(try station.release(id))
    #expect(release.status == .resolved)
    #expect(release.artist == "George Michael")
    #expect(release.medium == .cd)
    #expect(release.catalogNumber == "E2K 69635")
    #expect(release.year == 1998)
    #expect(release.barcode?.key == "0074646963524")
    let detail = try #require(try station.database.read { try $0.detail(of: id) })
    #expect(detail.tracks.first?.kind == .heading)
    #expect(detail.source?.name == "discogs")
    #expect(detail.source?.id == "288308")
    #expect(detail.source?.fetchedAt == station.now)
    #expect(try station.events().map(\.kind).suffix(1) == [.releaseResolved])
    // It follows the commit, which `wait` may see first.
    try await eventually("the announcement") { station.announcements > 0 }
    let stored = try station.database.read { reading in
      try reading.changes(of: .release, id.text, limit: 1).first.map { try reading.rows(of: $0) }
    }
    #expect(stored?.first?.before?.contains(#""status":"unresolved""#) == true)
    #expect(stored?.first?.after?.contains(#""status":"resolved""#) == true)
    #expect(service.status == .init(state: .working, queued: 0, reason: nil))
  }

  @Test func `look-ups run without a wake-up of the queue`() async throws {
    let station = try LookupFixture()
    let service = station.service()
    defer { service.stop() }
    for digits in ["074646963524", "5026535501022", "625978306529"] { try station.add(digits) }
    try await station.wait(for: ["done", "done", "done"])
    #expect(station.standIn.requests.count == 6)
  }

  @Test func `a waiting barcode is not queued twice`() async throws {
    let station = try LookupFixture()
    let id = try station.add("074646963524")
    let gtin = try #require(GTIN(key: "0074646963524"))
    for _ in 0..<4 { try station.database.write { try $0.enqueueLookup(gtin, for: id, scan: nil, target: .any) } }
    #expect(try station.jobs().count == 1)
    let service = station.service()
    defer { service.stop() }
    try await station.wait(for: ["done"])
    #expect(station.standIn.requests.count == 2)
  }

  @Test func `a barcode unknown to Discogs is reported, and looked up again a day later`() async throws {
    let station = try LookupFixture()
    let service = station.service()
    defer { service.stop() }
    let id = try station.add("036000291452")
    try await station.wait(for: ["not-found"])
    #expect(try station.release(id)?.status == .notFound)
    #expect(try station.jobs().first?.delay == .seconds(86_400))
    let event = try #require(try station.events().last)
    #expect(event.kind == .lookupChanged)
    #expect(event.subject == id.text)
    #expect(event.body == .lookupChanged(state: .notFound, reason: nil))
    let prompted = station.standIn.requests.count
    station.advance(.seconds(86_401))
    #expect(station.standIn.wait(forRequests: prompted + 3, atMost: .seconds(60)))
    try await eventually("the second answer") { try station.jobs().first?.attempts == 2 }
    #expect(try station.jobs().first?.delay == .seconds(7 * 86_400))
  }

  @Test func `without Discogs releases wait, and all continue when it is back`() async throws {
    let station = try LookupFixture()
    station.standIn.fault = .unavailable
    let service = station.service()
    defer { service.stop() }
    let first = try station.add("074646963524")
    try station.add("5026535501022")
    try await eventually("both to have failed") { try station.jobs().map(\.attempts) == [1, 1] }
    #expect(
      try station.jobs().first
        == LookupFixture.Job(
          state: "pending", attempts: 1, delay: .seconds(15), error: "Discogs is unavailable (status 503)"))
    #expect(try station.release(first)?.status == .unresolved)
    #expect(service.status == .init(state: .waiting, queued: 2, reason: "Discogs is unavailable (status 503)"))
    // Much later, still without success; the second then waits for another minute.
    station.advance(.seconds(16))
    try await eventually("both to have failed again") { try station.jobs().map(\.attempts) == [2, 2] }
    #expect(try station.jobs().map(\.delay) == [.seconds(60), .seconds(60)])
    station.standIn.fault = nil
    // A new scan is looked up at once, and its success releases the others before their minute ends.
    try station.add("625978306529")
    try await station.wait(for: ["done", "done", "done"])
    #expect(try station.release(first)?.status == .resolved)
    #expect(service.status == .init(state: .working, queued: 0, reason: nil))
    let states = try station.events().filter { $0.kind == .lookupChanged }.map(\.body)
    #expect(
      states == [
        .lookupChanged(state: .waiting, reason: "Discogs is unavailable (status 503)"),
        .lookupChanged(state: .working, reason: nil),
      ])
  }

  @Test func `a question that Discogs cannot digest does not hold up the others`() async throws {
    let station = try LookupFixture()
    station.standIn.fail(next: 3, with: .queryTime)
    let service = station.service()
    defer { service.stop() }
    try station.add("074646963524")
    try await eventually("the first to have failed") { try station.jobs().map(\.attempts) == [1] }
    try station.add("5026535501022")
    try await station.wait(for: ["pending", "done"])
    #expect(service.status.state == .working)
    #expect(try station.jobs().first?.delay == .seconds(15))
  }

  @Test func `too many requests cost no attempt`() async throws {
    let station = try LookupFixture()
    station.standIn.fault = .tooManyRequests(retryAfter: 1)
    let service = station.service()
    defer { service.stop() }
    try station.add("074646963524")
    try await eventually("the refusal") { try station.jobs().first?.error != nil }
    #expect(
      try station.jobs()
        == [LookupFixture.Job(state: "pending", attempts: 0, delay: .seconds(1), error: "too many requests; wait 1 s")])
    try await eventually("the service to wait") { service.status.state == .waiting }
    station.standIn.fault = nil
    station.advance(.seconds(2))
    try await station.wait(for: ["done"])
  }

  @Test func `a refused token pauses the whole queue until there is another`() async throws {
    let station = try LookupFixture(token: "withdrawn")
    let first = try station.add("074646963524")
    try station.add("5026535501022")
    let service = station.service()
    defer { service.stop() }
    try await station.wait(for: ["blocked", "pending"])
    try await eventually("the pause") { service.status.state == .paused }
    #expect(service.status.reason == "Discogs refuses the token")
    #expect(service.status.queued == 2)
    #expect(try station.jobs().map(\.attempts) == [0, 0])
    #expect(try station.release(first)?.status == .unresolved)
    // While it is paused, it only checks whether the token is accepted again.
    try await eventually("a re-check") { station.standIn.requests.contains { $0.target == "/oauth/identity" } }
    #expect(station.standIn.requests.filter { $0.target != "/oauth/identity" }.count == 1)
    try station.folder.write("alsowrong", to: "token")
    try await eventually("the other token") { station.standIn.requests.contains { $0.token == "alsowrong" } }
    #expect(service.status.state == .paused)
    try station.folder.write("demo", to: "token")
    try await station.wait(for: ["done", "done"])
    #expect(service.status == .init(state: .working, queued: 0, reason: nil))
  }

  @Test func `without a token nothing is looked up, and a token is enough to begin`() async throws {
    let station = try LookupFixture(token: nil)
    try station.add("074646963524")
    let service = station.service()
    defer { service.stop() }
    try await eventually("the pause") { service.status.state == .paused }
    #expect(service.status.reason == "there is no Discogs token")
    #expect(try station.jobs().map(\.state) == ["blocked"])
    #expect(station.standIn.requests.isEmpty)
    try station.folder.write("demo", to: "token")
    try await station.wait(for: ["done"])
  }

  @Test func `a look-up that the end of the program interrupted is repeated`() async throws {
    let station = try LookupFixture()
    let id = try station.add("074646963524")
    try station.database.write { transaction in
      let job = try #require(try transaction.nextLookup(at: transaction.now))
      #expect(try transaction.claim(job))
      #expect(try !transaction.claim(job))
    }
    #expect(try station.jobs().map(\.state) == ["running"])
    let service = station.service()
    defer { service.stop() }
    try await station.wait(for: ["done"])
    #expect(try station.release(id)?.status == .resolved)
  }

  @Test func `stopping ends a look-up without an error and leaves it in the queue`() async throws {
    let station = try LookupFixture()
    station.standIn.fault = .silence
    // Longer than the time limit of this suite.
    let service = station.service(timeout: .seconds(3600))
    try station.add("074646963524")
    #expect(station.standIn.wait(forRequests: 1, atMost: .seconds(60)))
    // While Discogs is silent, scans are stored as usual.
    try station.add("5026535501022")
    await onLane { service.stop() }
    #expect(try station.jobs().map(\.state) == ["pending", "pending"])
    #expect(try station.jobs().map(\.attempts) == [0, 0])
    station.standIn.fault = nil
    let next = station.service()
    defer { next.stop() }
    try await station.wait(for: ["done", "done"])
  }

  @Test func `data that a person has entered meanwhile is not overwritten`() async throws {
    let station = try LookupFixture()
    let id = try station.add("074646963524")
    try station.database.write { try $0.set(.manual, of: id) }
    let service = station.service()
    defer { service.stop() }
    try await station.wait(for: ["done"])
    #expect(try station.release(id)?.status == .manual)
    #expect(try station.release(id)?.title == "Barcode 0074646963524")
    #expect(try !station.events().contains { $0.kind == .releaseResolved })
  }

  @Test func `the job keeps the target of the station that scanned, and other media are offered`() async throws {
    let station = try LookupFixture()
    let service = station.service()
    defer { service.stop() }
    let id = try station.add("074646963524", target: .vinyl)
    try await station.wait(for: ["not-found"])
    #expect(
      try station.database.read { try $0.lookupCandidates(of: id) } == [
        LookupCandidate(
          sourceID: "288308", title: "George Michael - Ladies & Gentlemen - The Best Of George Michael", country: "US",
          year: 1998, catalogNumber: "E2K 69635", formats: "CD, Compilation", note: nil, matrix: ["LC 00000", "B"],
          reason: "scan-target")
      ])
  }

  @Test func `a release is requested by its number`() async throws {
    let station = try LookupFixture()
    let id = try station.add("036000291452")
    try station.database.write { transaction in
      try transaction.run("UPDATE lookup_job SET kind = 'release', source_id = '513904'")
    }
    let service = station.service()
    defer { service.stop() }
    try await station.wait(for: ["done"])
    #expect(try station.release(id)?.artist == "Robbie Williams")
    #expect(station.standIn.requests.map(\.target) == ["/releases/513904"])
  }

  @Test func `candidates are stored with every character of their titles`() throws {
    let station = try LookupFixture()
    let id = try station.add("036000291452")
    let candidates = [
      LookupCandidate(
        sourceID: "2", title: #"A "quoted" \ title – Łódź 全集 💿"#, country: "UK & Europe", year: 1991,
        catalogNumber: "X'1", formats: #"Vinyl, 12""#, note: "Blau „Ł“", matrix: [#"A-1 \"#, "B"], reason: "country"),
      LookupCandidate(
        sourceID: "1", title: "", country: nil, year: nil, catalogNumber: nil, formats: "", note: nil, matrix: [],
        reason: nil),
    ]
    try station.database.write { try $0.store([candidates[1]], of: id) }
    try station.database.write { try $0.store(candidates, of: id) }
    #expect(try station.database.read { try $0.lookupCandidates(of: id) } == candidates)
  }

  @Test func `a record that a person chose for a barcode comes before every rule of a later search`() async throws {
    let station = try LookupFixture()
    let gtin = try #require(GTIN(key: "0074646963524"))
    try station.database.write { transaction in
      try transaction.setSourceChoice(of: gtin, to: "513904")
      try transaction.recordChange(.source)
    }
    let service = station.service()
    defer { service.stop() }
    let id = try station.add("074646963524")
    try await station.wait(for: ["done"])
    #expect(try station.release(id)?.artist == "Robbie Williams")
    // The hits of the search are still there to choose from.
    #expect(try station.database.read { try $0.lookupCandidates(of: id).map(\.sourceID) } == ["288308"])
  }

  /// Returns the chosen one of four pressings with one barcode: UK or Japan, of 1991 or 1994. The first one has most owners.
  private func chosen(_ countries: [String], catalogNumber: String? = nil) async throws -> Release? {
    let station = try LookupFixture()
    let id = try station.add("9520000123451")
    if let catalogNumber {
      try station.database.write { transaction in
        guard var release = try transaction.release(id), var detail = try transaction.detail(of: id) else { return }
        release.catalogNumber = catalogNumber
        detail.edited[.catalogNumber] = .ofOwn
        try transaction.edit(release, detail)
        try transaction.recordChange(.release)
      }
    }
    let service = station.service(preference: LookupPreference(countries: countries))
    defer { service.stop() }
    try await station.wait(for: ["done"])
    return try station.release(id)
  }

  @Test func `the countries of the library decide between releases with one barcode`() async throws {
    #expect(try await chosen([])?.country == "UK")
    #expect(try await chosen(["Sweden", "japan", "UK"])?.country == "Japan")
    #expect(try await chosen(["Sweden"])?.country == "UK")
  }

  @Test func `a catalogue number that a person entered comes before the countries`() async throws {
    let release = try await chosen(["UK"], catalogNumber: "exj-1")
    #expect(release?.country == "Japan" && release?.year == 1991 && release?.catalogNumber == "exj-1")
  }
}
