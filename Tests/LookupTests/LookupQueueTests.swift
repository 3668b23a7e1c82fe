import Catalogue
import Deadwax
import HTTPClient
import Lookup
import Storage
import TestSupport
import Testing
import Threads

/// Tests of the queue of look-ups with thousands of jobs, a lost network, and a wrong clock.
@Suite(.timeLimit(.minutes(20)))
struct LookupQueueTests {
  @Test func `2,000 scans offline are all filled in with one request each, those of people first`() async throws {
    let catalogue = try SimulatedCatalogue()
    let database = try catalogue.open()
    defer { database.close() }
    catalogue.outside.withLock { $0.isOffline = true }
    let service = catalogue.service(database)
    defer { service.stop() }
    var releases: [Release.ID] = []
    for number in 1...2000 { releases.append(try database.scan(number)) }
    try await eventually("a failed attempt") {
      try database.read { reading in
        try reading.first("SELECT count(*) FROM lookup_job WHERE attempts > 0") { try $0.integer(0) } ?? 0
      } > 0
    }
    #expect(try database.jobs(.done) == 0)
    // Five people wait for the last discs.
    let people = Array(1996...2000)
    try database.write { [releases] transaction in
      for number in people { try transaction.hastenLookup(of: releases[number - 1]) }
    }
    catalogue.outside.withLock { $0.isOffline = false }
    service.wake()
    try await eventually(pause: .milliseconds(50), "all releases to be filled in") {
      try database.jobs(.done) == 2000
    }
    let answered = catalogue.answered
    #expect(answered.count == 4000)
    #expect(Set(answered).count == 4000, "a request was sent twice")
    // One look-up of the background may have been under way.
    let order = answered.filter { $0.hasPrefix("/releases/") }.compactMap { path in
      path.split(separator: "/").last.flatMap { Int($0) }
    }
    #expect(order.prefix(6).filter { people.contains($0) }.count == 5, "\(order.prefix(10))")
    for (index, id) in releases.enumerated() {
      let release = try #require(try database.read { try $0.release(id) })
      #expect(release.status == .resolved && release.title == "Title \(index + 1)", "\(release)")
    }
    #expect(catalogue.fullest <= 55)
  }

  @Test func `a clock that is set back keeps no waiting look-up from being repeated`() async throws {
    let catalogue = try SimulatedCatalogue()
    let database = try catalogue.open()
    defer { database.close() }
    catalogue.outside.withLock { $0.isOffline = true }
    let service = catalogue.service(database)
    defer { service.stop() }
    let id = try database.scan(7)
    try await eventually("the wait") {
      try database.read { try $0.nextLookupTime() }.map { $0 > catalogue.now } ?? false
    }
    catalogue.outside.withLock { outside in
      outside.isOffline = false
      outside.shift = .seconds(-365 * 86_400)
    }
    service.wake()
    try await eventually("the answer") { try database.jobs(.done) == 1 }
    #expect(try database.read { try $0.release(id) }?.title == "Title 7")
  }

  @Test func `a person's look-up is taken before older ones of the background`() throws {
    let catalogue = try SimulatedCatalogue()
    let database = try catalogue.open()
    defer { database.close() }
    try database.scan(1)
    let person = try database.scan(2)
    #expect(try database.read { try $0.nextLookup(at: $0.now, lanes: .person) } == nil)
    #expect(try database.write { try $0.hastenLookup(of: person) })
    let first = try #require(try database.read { try $0.nextLookup(at: $0.now, lanes: .background) })
    #expect(first.release == person && first.lane == .person)
    #expect(try database.read { try $0.nextLookup(at: $0.now, lanes: .person) }?.release == person)
  }

  @Test func `the address of a release fills it in with one request`() async throws {
    let catalogue = try SimulatedCatalogue()
    let database = try catalogue.open()
    defer { database.close() }
    let service = catalogue.service(database)
    defer { service.stop() }
    let id = try database.write { try Accession.addUnresolved(DiscogsAddress(release: 42), scan: nil, in: $0).id }
    service.wake()
    try await eventually("the answer") { try database.jobs(.done) == 1 }
    let release = try #require(try database.read { try $0.release(id) })
    #expect(release.status == .resolved && release.title == "Title 42" && release.medium == .cd)
    #expect(catalogue.answered == ["/releases/42"])
    // The same address names the same release, and nothing is requested again.
    let again = try database.write { try Accession.addUnresolved(DiscogsAddress(release: 42), scan: nil, in: $0).id }
    #expect(again == id)
    #expect(try database.read { try $0.lookupCounts() } == [.done: 1])
  }

  @Test func `a look-up that Discogs refuses for good ends, and its release waits for a person`() async throws {
    let catalogue = try SimulatedCatalogue()
    let database = try catalogue.open()
    defer { database.close() }
    catalogue.outside.withLock { outside in
      outside.fault = { path in
        guard path.contains(SimulatedCatalogue.barcode(7)) else { return nil }
        let body = Array(#"{"message":"Invalid."}"#.utf8)
        return (.success(HTTPClientResponse(status: 422, headers: [:], body: body)), .zero)
      }
    }
    let service = catalogue.service(database)
    defer { service.stop() }
    let (refused, other) = (try database.scan(7), try database.scan(8))
    service.wake()
    try await eventually("both answers") { try database.read { try $0.lookupCounts() } == [.failed: 1, .done: 1] }
    #expect(try database.read { try $0.release(refused) }?.status == .notFound)
    #expect(try database.read { try $0.release(other) }?.status == .resolved)
    // Staff may repeat it.
    catalogue.outside.withLock { $0.fault = nil }
    let gtin = try #require(GTIN(key: SimulatedCatalogue.barcode(7)))
    try database.write { try $0.enqueueLookup(gtin, for: refused, scan: nil, target: .any) }
    service.wake()
    try await eventually("the answer") { try database.jobs(.done) == 2 }
    #expect(try database.read { try $0.release(refused) }?.title == "Title 7")
  }

  @Test(arguments: ["2012345678903", "9783161484100", "0212345678909"])
  func `a barcode that no catalogue has waits for a person at once`(digits: String) throws {
    let catalogue = try SimulatedCatalogue()
    let database = try catalogue.open()
    defer { database.close() }
    let gtin = try #require(GTIN(key: digits))
    let release = try database.write { try Accession.addUnresolved(gtin, scan: nil, target: .any, in: $0) }
    #expect(release.status == .notFound)
    #expect(try database.read { try $0.release(release.id) }?.status == .notFound)
    #expect(try database.read { try $0.lookupCounts() }.isEmpty)
  }
}
