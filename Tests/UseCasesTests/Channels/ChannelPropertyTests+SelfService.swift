import Deadwax
import Lending
import StationLogic
import Testing

/// The self-service door: confirmations that need staff are refused there.
extension ChannelPropertyTests {
  func compareSelfService(_ given: ChannelCase, _ staff: Result, _ library: ChannelLibrary, _ name: String) throws {
    let person = given.people[0]
    let isClosed = person.isBlocked || person.expires.map { $0 <= 0 } ?? false
    // Only staff renew another borrower's loan, and a blocked or expired card opens no session.
    if given.act == .renewal, given.loan?.person != 0 { return }
    let setting = try library.set(given)
    let station = try library.selfServiceStation()
    let mode: Mode = given.act == .checkout ? .checkout : given.act == .renewal ? .renew : .return
    _ = try library.act(.choose(mode), at: station)
    if given.act != .checkin {
      let greeted = try library.scan(setting.card, at: station)
      guard !isClosed else {
        #expect(greeted.status == .refused && [.cardBlocked, .cardExpired].contains(greeted.code), "\(name): \(given)")
        return
      }
    }
    let (before, untouched) = (try library.newestEvent(), try library.rows(setting))
    let outcome = try library.scan(setting.code, at: station)
    var expected = staff
    expected.notes.remove(.overdueNote)
    permit(.selfService, !expected.reasons.isEmpty)
    let isOnlyFound = given.act == .checkout && expected.reasons == [.foundMissing]
    if expected.reasons.isEmpty || isOnlyFound {
      let done = isOnlyFound ? try library.act(.answer(true, reason: nil), at: station) : outcome
      var result = Result(code: done.code, notes: Set(done.facts.notes))
      if isOnlyFound { result.reasons = outcome.facts.reasons }
      result.notes.remove(.overdueNote)
      if given.act == .checkin { (result.fee, result.overdueDays) = (done.facts.fee, done.facts.overdueDays) }
      if given.act != .checkin, [.checkedOut, .renewed].contains(done.code) { result.dueAt = done.dueAt }
      (result.effects, result.rows) = (try library.effects(since: before), try library.rows(setting))
      #expect(result == expected, "\(name): \(given)")
      return
    }
    let reasons = outcome.facts.reasons.filter { $0 != .staffNeeded }
    if expected.reasons == [.renewOffer] {
      #expect(outcome.code == .alreadyYours || reasons == [.renewOffer], "\(name): \(given)")
    } else {
      #expect(outcome.status == .refused && !outcome.facts.isQuestion, "\(name): \(given)")
      #expect(reasons == ReasonOrder.sorted(expected.reasons), "\(name): \(given)")
    }
    #expect(try library.effects(since: before).isEmpty && library.rows(setting) == untouched, "\(name): \(given)")
  }
}
