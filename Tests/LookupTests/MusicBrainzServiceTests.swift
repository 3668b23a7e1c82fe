import Deadwax
import Lookup
import Storage
import TestSupport
import Testing
import Threads
import VirtualHardware

/// MusicBrainz and the archive as the second source, with a server that imitates them.
@Suite(.timeLimit(.minutes(5)))
struct MusicBrainzServiceTests {
  private let links = [
    ReleaseLink(source: .discogs, number: "1", isOwn: false),
    ReleaseLink(source: .musicbrainz, number: MusicBrainzFixture.number, isOwn: false),
    ReleaseLink(source: .wikidata, number: "Q42", isOwn: false),
  ]

  @Test func `a release gets its links and its cover by its barcode`() async throws {
    let fixture = try MusicBrainzFixture()
    let release = try fixture.database.addResolved(1)
    let service = fixture.service()
    defer { service.stop() }
    try await fixture.settled()
    #expect(try fixture.links(release) == links)
    #expect(fixture.stored == [MusicBrainzFixture.number])
    #expect(fixture.outside.withLock { $0.stored.map(\.bytes) } == [MusicBrainzFixture.picture])
    let number = MusicBrainzFixture.number
    #expect(
      fixture.paths == [
        "/ws/2/release", "/ws/2/release/\(number)", "/release/\(number)/front-1200", "/download/\(number)",
      ])
    #expect(Set(fixture.standIn.requests.map(\.userAgent)) == ["Deadwax/test ( desk@library.example )"])
    #expect(fixture.standIn.requests.first?.target.contains("barcode:\(SimulatedCatalogue.barcode(1))") == true)
    let status = service.status
    #expect(status.state == .working && status.queued == 0 && status.reason == nil)
  }

  @Test func `a release without a barcode is found by its record of Discogs`() async throws {
    let fixture = try MusicBrainzFixture([MusicBrainzFixture.entry(barcode: nil)])
    let release = try fixture.database.addResolved(1)
    let service = fixture.service()
    defer { service.stop() }
    try await fixture.settled()
    #expect(try fixture.links(release) == links)
    #expect(fixture.paths.prefix(2) == ["/ws/2/release", "/ws/2/url"])
  }

  @Test(arguments: [
    // Another barcode, another medium, another record of Discogs.
    MusicBrainzFixture.entry(barcode: SimulatedCatalogue.barcode(2), discogs: 7),
    MusicBrainzFixture.entry(format: "12\" Vinyl", discogs: 7), MusicBrainzFixture.entry(discogs: 7),
  ])
  func `another edition is not linked`(_ entry: MusicBrainzEntry) async throws {
    let fixture = try MusicBrainzFixture([entry])
    let release = try fixture.database.addResolved(1)
    let service = fixture.service()
    defer { service.stop() }
    try await fixture.settled()
    #expect(try fixture.links(release) == [links[0]])
    #expect(fixture.stored.isEmpty)
    #expect(try fixture.delay(release) == MusicBrainzService.interval)
  }

  @Test func `of two releases with one barcode the one with the record of Discogs is linked`() async throws {
    let fixture = try MusicBrainzFixture([
      MusicBrainzFixture.entry(MusicBrainzFixture.other, discogs: 9), MusicBrainzFixture.entry(),
    ])
    let release = try fixture.database.addResolved(1)
    let service = fixture.service()
    defer { service.stop() }
    try await fixture.settled()
    #expect(try fixture.links(release) == links)
  }

  @Test func `a miss is requested for again after 30 days and not before`() async throws {
    let fixture = try MusicBrainzFixture([])
    let release = try fixture.database.addResolved(1)
    let service = fixture.service()
    defer { service.stop() }
    try await fixture.settled()
    let requested = fixture.paths.count
    #expect(requested == 2)
    fixture.advance(.seconds(29 * 86_400))
    fixture.standIn.releases = [MusicBrainzFixture.entry()]
    // A second release shows that the service has looked at what is due.
    try fixture.database.addResolved(2)
    try await fixture.settled(lookups: 2)
    #expect(try fixture.links(release).count == 1)
    fixture.advance(.seconds(2 * 86_400))
    try await eventually("the release to be linked") { try fixture.links(release) == links }
  }

  @Test func `nothing is requested while it is off or has no contact`() async throws {
    let fixture = try MusicBrainzFixture()
    let release = try fixture.database.addResolved(1)
    fixture.outside.withLock { $0.use = .init(isOn: false, contact: "desk@library.example") }
    let service = fixture.service()
    defer { service.stop() }
    #expect(service.status.state == .off)
    fixture.outside.withLock { $0.use = .init(isOn: true, contact: nil) }
    try await eventually("the contact to be missed") { service.status.state == .unnamed }
    #expect(fixture.paths.isEmpty)
    fixture.outside.withLock { $0.use = .init(isOn: true, contact: "https://library.example") }
    try await fixture.settled()
    #expect(try fixture.links(release) == links)
  }

  @Test func `a person's link is kept, and one that was cleared is not requested for`() async throws {
    let fixture = try MusicBrainzFixture([MusicBrainzFixture.entry(MusicBrainzFixture.other, wikidata: "Q7")])
    let (own, cleared) = (try fixture.database.addResolved(1), try fixture.database.addResolved(2))
    let given = [
      links[0], ReleaseLink(source: .musicbrainz, number: MusicBrainzFixture.other, isOwn: true),
      ReleaseLink(source: .wikidata, number: "Q1", isOwn: true),
    ]
    let none = [
      ReleaseLink(source: .discogs, number: "2", isOwn: false),
      ReleaseLink(source: .musicbrainz, number: nil, isOwn: true),
    ]
    try fixture.database.write { transaction in
      try transaction.store(given, of: own)
      try transaction.store(none, of: cleared)
    }
    let service = fixture.service()
    defer { service.stop() }
    try await fixture.settled(lookups: 2)
    #expect(try fixture.links(own) == given)
    #expect(try fixture.links(cleared) == none)
    #expect(fixture.stored == [MusicBrainzFixture.other])
    #expect(!fixture.paths.contains("/ws/2/release"))
  }

  @Test func `a cover that a person has removed is not fetched again, and that of another link is`() async throws {
    let fixture = try MusicBrainzFixture([
      MusicBrainzFixture.entry(), MusicBrainzFixture.entry(MusicBrainzFixture.other, barcode: nil, discogs: nil),
    ])
    let release = try fixture.database.addResolved(1)
    try fixture.database.write { try $0.refuseCover(MusicBrainzFixture.number, of: release) }
    let service = fixture.service()
    defer { service.stop() }
    try await fixture.settled()
    #expect(fixture.stored.isEmpty)
    try fixture.database.write { transaction in
      var links = try transaction.links(of: release)
      links.set(ReleaseLink(source: .musicbrainz, number: MusicBrainzFixture.other, isOwn: true))
      try transaction.store(links, of: release)
      try transaction.hastenMusicBrainzLookup(of: release)
    }
    try await eventually("the other cover") { fixture.stored == [MusicBrainzFixture.other] }
  }

  @Test func `the links of a removed release stay as they were`() async throws {
    let fixture = try MusicBrainzFixture()
    let release = try fixture.database.addResolved(1)
    try fixture.database.write { try $0.planMusicBrainzLookup(of: release, at: $0.now, failures: 0, error: nil) }
    try fixture.database.write { try $0.remove(release, mergedInto: nil) }
    let service = fixture.service()
    defer { service.stop() }
    try await fixture.settled()
    #expect(fixture.paths.isEmpty)
    #expect(try fixture.links(release) == [links[0]])
  }
}
