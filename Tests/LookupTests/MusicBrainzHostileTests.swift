import Deadwax
import Lookup
import ServerTestSupport
import Storage
import TestSupport
import Testing

/// The second source with a server that breaks its protocol on 127.0.0.1. The requests are counted there.
@Suite(.timeLimit(.minutes(10)))
struct MusicBrainzHostileTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `no second holds two requests, and nothing is lost, whatever the server answers`(_ seed: UInt64) async throws {
    var random = SeededRandom(seed: 20_261_127 + seed)
    let plan = (0..<60).compactMap { _ in HostileArchive.Answer.allCases.randomElement(using: &random) }
    let fixture = try MusicBrainzFixture([])
    let archive = try HostileArchive(plan, clock: fixture.clock)
    let releases = try (1...5).map { try fixture.database.addResolved($0) }
    // The program may end at any time, also within an answer.
    for _ in 1...3 {
      let service = fixture.service(at: archive.url, timeout: .milliseconds(500))
      let before = archive.arrivals.count
      try await eventually("more requests") {
        fixture.advance(.seconds(3600))
        return archive.arrivals.count >= before + 6
      }
      service.stop()
    }
    let service = fixture.service(at: archive.url, timeout: .milliseconds(500))
    defer { service.stop() }
    try await eventually("all links and covers") {
      // A request that was refused is sent again after 30 days.
      if try fixture.due == 0 { fixture.advance(.seconds(86_400)) }
      return try releases.allSatisfy { try fixture.links($0).count == 3 } && Set(fixture.stored).count == 5
    }
    for (number, release) in zip(1..., releases) {
      let links = try fixture.links(release)
      #expect(links[.musicbrainz]?.number == HostileArchive.number(number))
      #expect(links[.wikidata]?.number == "Q\(number)")
    }
    #expect(Set(fixture.stored) == Set((1...5).map(HostileArchive.number)))
    let times = archive.arrivals.map(\.at)
    for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier >= .seconds(1)) }
    #expect(archive.stranger.accepted == 0)
  }

  @Test(arguments: [HostileArchive.Answer.tooMany, .busy], [0, 1, 2, 3])
  func `a pause that is asked for holds for all requests`(_ answer: HostileArchive.Answer, _ place: Int) async throws {
    let plan = [HostileArchive.Answer](repeating: .right, count: place) + [answer]
    let fixture = try MusicBrainzFixture([])
    let archive = try HostileArchive(plan, clock: fixture.clock)
    for number in 1...2 { try fixture.database.addResolved(number) }
    let service = fixture.service(at: archive.url, timeout: .milliseconds(500))
    defer { service.stop() }
    try await eventually("both covers") { Set(fixture.stored).count == 2 }
    let arrivals = archive.arrivals
    let refused = try #require(arrivals.firstIndex { $0.answer == answer })
    #expect(refused == place)
    #expect(arrivals[refused + 1].at - arrivals[refused].at >= .seconds(HostileArchive.wait))
  }

  @Test(arguments: [HostileArchive.Answer.closed, .half, .halfHeader, .noise, .silence])
  func `a connection that ends or says nothing is one request`(_ answer: HostileArchive.Answer) async throws {
    let fixture = try MusicBrainzFixture([])
    let archive = try HostileArchive([.right, answer], clock: fixture.clock)
    try fixture.database.addResolved(1)
    let service = fixture.service(at: archive.url, timeout: .milliseconds(500))
    defer { service.stop() }
    try await eventually("the cover") { fixture.stored == [HostileArchive.number(1)] }
    let arrivals = archive.arrivals
    #expect(arrivals.prefix(2).map(\.answer) == [.right, answer])
    // The next one comes after the first pause for an outage.
    #expect(arrivals[2].at - arrivals[1].at >= .seconds(15))
  }

  @Test func `the end of the program cancels a request without an answer, and its release stays due`() async throws {
    let fixture = try MusicBrainzFixture([])
    let archive = try HostileArchive([.silence], clock: fixture.clock)
    let release = try fixture.database.addResolved(1)
    let first = fixture.service(at: archive.url, timeout: .seconds(3600))
    try await eventually("a request") { archive.arrivals.count == 1 }
    first.stop()
    #expect(try fixture.delay(release).map { $0 <= .zero } == true)
    let second = fixture.service(at: archive.url, timeout: .milliseconds(500))
    defer { second.stop() }
    try await eventually("the cover") { fixture.stored == [HostileArchive.number(1)] }
    #expect(try fixture.links(release).count == 3)
  }
}
