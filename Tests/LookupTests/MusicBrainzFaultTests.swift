import Deadwax
import Lookup
import Storage
import TestSupport
import Testing
import Threads
import VirtualHardware

/// A second source that misbehaves, and the pause between the requests to it, as the server sees it.
@Suite(.timeLimit(.minutes(5)))
struct MusicBrainzFaultTests {
  @Test func `a second passes between two requests, also across a restart`() async throws {
    let fixture = try MusicBrainzFixture([])
    for number in 1...6 { try fixture.database.addResolved(number) }
    for _ in 1...3 {
      let service = fixture.service()
      let before = fixture.paths.count
      try await eventually("more requests") { fixture.paths.count >= min(before + 3, 12) }
      service.stop()
    }
    let last = fixture.service()
    defer { last.stop() }
    try await fixture.settled(lookups: 6)
    let times = fixture.standIn.requests.map(\.at)
    #expect(times.count >= 12)
    for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier >= .seconds(1)) }
  }

  @Test func `a pause that MusicBrainz asks for is stored, and holds after a restart`() async throws {
    let fixture = try MusicBrainzFixture()
    try fixture.database.addResolved(1)
    let begin = fixture.now
    fixture.standIn.fail(next: 1, at: .musicBrainz, with: .tooManyRequests(retryAfter: 120))
    let first = fixture.service()
    let pause = try await eventually("the pause") { try fixture.database.read { try $0.musicBrainzPause() } }
    first.stop()
    #expect(pause - begin >= .seconds(121))
    let second = fixture.service()
    defer { second.stop() }
    try await eventually("the cover") { fixture.stored == [MusicBrainzFixture.number] }
    let times = fixture.standIn.requests.map(\.at)
    #expect(times[1] - times[0] >= .seconds(120))
  }

  @Test func `a stored pause holds before the first request of a new run`() async throws {
    let fixture = try MusicBrainzFixture()
    try fixture.database.addResolved(1)
    let begin = fixture.clock()
    try fixture.database.write { try $0.pauseMusicBrainz(until: $0.now + .seconds(120)) }
    let service = fixture.service()
    defer { service.stop() }
    try await eventually("a request") { !fixture.paths.isEmpty }
    #expect(fixture.standIn.requests[0].at - begin >= .seconds(120))
  }

  @Test(arguments: [
    MusicBrainzStandIn.Fault.tooManyRequests(retryAfter: nil), .maintenance, .blocked, .page, .brokenJSON,
    .bytes(2 << 20),
  ])
  func `an answer that cannot be used is no miss, and is requested for again`(
    _ fault: MusicBrainzStandIn.Fault
  ) async throws {
    let fixture = try MusicBrainzFixture()
    let release = try fixture.database.addResolved(1)
    fixture.standIn.fail(next: 2, at: .musicBrainz, with: fault)
    let service = fixture.service()
    defer { service.stop() }
    try await eventually("the links") { try fixture.links(release).count == 3 }
    try await fixture.settled()
    #expect(fixture.stored == [MusicBrainzFixture.number])
    let times = fixture.standIn.requests.map(\.at)
    #expect(times[1] - times[0] >= .seconds(15))
    #expect(fixture.now - Timestamp(milliseconds: 1_700_000_000_000) < .seconds(86_400))
  }

  @Test(arguments: [
    "https://elsewhere.example/ws/2/release", "http://127.0.0.1:1/ws/2/release", "//elsewhere.example/x", "ftp://x/",
  ])
  func `a redirect of MusicBrainz to another place is not followed`(_ address: String) async throws {
    let fixture = try MusicBrainzFixture()
    let release = try fixture.database.addResolved(1)
    fixture.standIn.fail(next: 9, at: .musicBrainz, with: .redirect(address))
    let service = fixture.service()
    defer { service.stop() }
    try await fixture.settled()
    #expect(try fixture.links(release).count == 1)
    #expect(fixture.paths.count == 1)
    #expect(try fixture.delay(release) == MusicBrainzService.interval)
  }

  @Test(arguments: [
    MusicBrainzStandIn.Fault.missing, .redirect("https://elsewhere.example/picture.jpg"),
    .redirect("https://archive.org.elsewhere.example/picture.jpg"), .bytes(2 << 20),
  ])
  func `a cover that is missing, too large or elsewhere is normal`(_ fault: MusicBrainzStandIn.Fault) async throws {
    let fixture = try MusicBrainzFixture()
    let release = try fixture.database.addResolved(1)
    fixture.standIn.fail(next: 9, at: .archive, with: fault)
    let service = fixture.service()
    defer { service.stop() }
    try await fixture.settled()
    #expect(fixture.stored.isEmpty)
    #expect(try fixture.links(release).count == 3)
    #expect(fixture.paths.count == 3)
    #expect(try fixture.delay(release) == MusicBrainzService.interval)
    #expect(service.status.state == .working)
  }

  @Test func `a busy archive is requested again, and the links stay without it`() async throws {
    let fixture = try MusicBrainzFixture()
    let release = try fixture.database.addResolved(1)
    fixture.standIn.fail(next: 1, at: .archive, with: .tooManyRequests(retryAfter: 30))
    let service = fixture.service()
    defer { service.stop() }
    try await eventually("the cover") { fixture.stored == [MusicBrainzFixture.number] }
    try await fixture.settled()
    #expect(try fixture.links(release).count == 3)
  }

  @Test(arguments: [
    (MusicBrainzService.Storing.refused, 30 * 86_400), (.postponed("The disk is full."), 86_400),
  ])
  func `a picture that is not stored is requested for again later`(
    _ answer: MusicBrainzService.Storing, _ seconds: Int
  ) async throws {
    let fixture = try MusicBrainzFixture()
    let release = try fixture.database.addResolved(1)
    fixture.outside.withLock { $0.answer = answer }
    let service = fixture.service()
    defer { service.stop() }
    try await fixture.settled()
    #expect(fixture.stored.count == 1)
    #expect(try fixture.delay(release) == .seconds(seconds))
  }
}
