import Deadwax
import Lending
import Scanning
import StationLogic
import Storage
import TestSupport
import Testing

/// Tests of the addresses of Discogs at a station with a real database.
@Suite(.timeLimit(.minutes(5)), .ownThread)
struct DiscogsAddressScanTests {
  private let shelf: CasesLibrary
  private let address = DiscogsAddress(release: 249_504)

  init() throws { shelf = try CasesLibrary() }

  private func jobs() throws -> Int {
    try shelf.count("lookup_job", where: "kind = 'release' AND source_id = '249504' AND state = 'pending'")
  }

  @Test func `an address adds a release with a copy, and one look-up that fills it in`() throws {
    let copies = try shelf.count("copy")
    try shelf.order(.add)
    let added = try shelf.scan(address.text + "-Some-Title", .qr)
    #expect(added.code == .addedUnresolved)
    #expect(try shelf.count("copy") == copies + 1)
    #expect(try shelf.count("release", where: "title = 'Discogs 249504' AND status = 'unresolved'") == 1)
    #expect(try jobs() == 1)
    let job = try #require(try shelf.database.read { try $0.nextLookup(at: $0.now) })
    #expect(job.kind == .release && job.sourceID == "249504" && job.gtin == nil)
    // The address now names the release, so that a second scan asks about a second copy.
    #expect(try shelf.scan(address.text, .qr).code != .addedUnresolved)
    #expect(try jobs() == 1)
  }

  @Test func `an undone addition by an address leaves no release`() throws {
    let releases = try shelf.count("release")
    try shelf.order(.add)
    #expect(try shelf.scan(address.text, .qr).code == .addedUnresolved)
    #expect(try shelf.order(.undo).code == .undone)
    #expect(try shelf.count("release") == releases)
  }

  @Test func `in another mode an address is stored as an unknown code`() throws {
    try shelf.order(.return)
    #expect(try shelf.scan(address.text, .qr).code == .unknownCode)
    #expect(try shelf.count("inbox", where: "state = 'open'") == 1)
    #expect(try jobs() == 0)
  }
}
