import Deadwax
import History
import Lending
import StationLogic
import Storage
import TestSupport
import Testing

@testable import Scanning

/// Tests of PINs at real stations on a real database.
@Suite(.timeLimit(.minutes(5)))
struct PINTests {
  let shelf: CasesLibrary
  let other: Station.Name

  init() throws {
    shelf = try CasesLibrary()
    other = try #require(Station.Name("other"))
    let holder = shelf.places.borrowers[1].id
    try shelf.database.write { try $0.setPIN("a hash", of: holder) }
    for station in [.hubStation, other] {
      var policy = StationPolicy(home: .checkout, isSelfService: true)
      policy.asksPIN = true
      try shelf.set(policy, of: station)
      try shelf.order(.checkout, at: station)
    }
  }

  private func tries(_ isRight: Bool, at station: Station.Name = .hubStation) throws -> Outcome.Code? {
    #expect(try shelf.scan(shelf.places.cards[1], at: station).code == .pinNeeded)
    defer { _ = try? shelf.act(.end, at: station) }
    return try shelf.act(.pin(isRight: isRight), at: station).outcome?.code
  }

  @Test func `wrong tries count for the card at all stations, and the card is refused for the time that is set`() throws
  {
    #expect(try tries(false) == .pinWrong)
    #expect(try tries(false, at: other) == .pinWrong)
    #expect(try tries(false) == .pinLocked)
    // The lock is stored in the records: a restarted hub refuses the card too.
    for station in [.hubStation, other] {
      #expect(try shelf.scan(shelf.places.cards[1], at: station).code == .pinLocked)
      #expect(try shelf.state(station).session == nil)
    }
    shelf.advance(LibraryPolicy().stations.pinLockTime)
    #expect(try tries(true) == .sessionStarted)
  }

  @Test func `a right PIN makes the wrong ones before it good`() throws {
    for _ in 0..<3 {
      #expect(try tries(false) == .pinWrong)
      #expect(try tries(false) == .pinWrong)
      #expect(try tries(true) == .sessionStarted)
    }
  }

  @Test func `a PIN typed as a code is refused, and is in no record`() throws {
    #expect(try shelf.scan(shelf.places.cards[1]).code == .pinNeeded)
    let scans = try shelf.count("scan")
    for typed in ["4711", "47 11", "4711x"] {
      #expect(throws: ScanError.pinPrompted) { try shelf.scan(typed) }
    }
    #expect(try shelf.count("scan") == scans)
    #expect(try shelf.state(.hubStation).stage.pinOf != nil, "the station goes on asking")
    #expect(try shelf.act(.pin(isRight: true)).outcome?.code == .sessionStarted)
    #expect(try shelf.scan("4711").code == .unknownCode, "a PIN is no longer requested")
  }

  @Test func `an evening with wrong PINs is replayed to the same`() throws {
    for _ in 0..<3 { _ = try tries(false) }
    _ = try shelf.scan(shelf.places.cards[1])
    let report = try shelf.recording.replay(from: Timestamp(milliseconds: 0))
    #expect(report.isEqual && report.outcomes >= 7, "\(report)")
  }
}
