import Deadwax
import Execution
import Foundation
import Lending
import OfflineStation
import Staff
import StationLogic
import Storage
import TestSupport
import Testing
import Threads

/// Property tests that compare the doors: a station, a self-service station, staff, and the journal of an offline
/// station. Outcomes, effects and resulting rows are the same, except for those of `ChannelDifference`.
///
/// `DEADWAX_CASES` sets the number of cases, `DEADWAX_SEED` their seed.
@Suite(.ownThread, .timeLimit(.minutes(60)))
struct ChannelPropertyTests {
  /// The differences that the cases have led to so far.
  let seenDifferences = Locked<Set<ChannelDifference>>([])

  /// The result at one door.
  struct Result: Equatable {
    /// The reasons before any yes was given.
    var reasons: [Outcome.Code] = []
    var code: Outcome.Code?
    var notes: Set<Outcome.Code> = []
    var dueAt: Timestamp?
    var fee: Int?
    var overdueDays: Int?
    var effects: [String] = []
    var rows: [String] = []
  }

  @Test func `the same case comes to the same at every door`() throws {
    var random = SeededRandom(seed: 1107)
    let cases = ProcessInfo.processInfo.environment["DEADWAX_CASES"].flatMap(Int.init) ?? CaseBudget.cases(of: 600)
    var seen: [String: Int] = [:]
    var done = 0
    while done < cases {
      let isClockRight = Int.random(in: 0..<5, using: &random) != 0
      let library = try ChannelLibrary(ChannelCase.library(&random), isClockRight: isClockRight)
      for _ in 0..<min(50, cases - done) {
        let given = ChannelCase(&random)
        done += 1
        let staff = try staff(given, library)
        seen[
          "\(given.act) \(staff.reasons.isEmpty ? "clear" : "hindered") \(staff.code?.rawValue ?? "-")", default: 0] +=
          1
        // ChannelDifference.parts
        var whole = given
        whole.partsBack = nil
        let all = given.partsBack == nil ? staff : try self.staff(whole, library)
        if given.ago == 0 {
          let counted = library.policy.returns.asksParts ? staff : all
          compare(try station(given, library), counted, given, "station, case \(done)")
        }
        if given.ago == 0, given.partsBack == nil {
          try compareSelfService(given, staff, library, "self-service, case \(done)")
        }
        compare(offline: try offline(given, library), all, given, "offline, case \(done)")
        permit(.time, given.ago > 0)
      }
    }
    print("\(done) cases: \(seen.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))")
    if cases >= 600 {
      for act in ChannelCase.Act.allCases { #expect(seen.keys.contains { $0.hasPrefix("\(act) clear") }) }
      // A difference that never occurs would need no permission.
      let expected = Set(ChannelDifference.allCases).subtracting(ChannelDifference.ofOtherTests)
      #expect(seenDifferences.withLock { $0 } == expected)
    }
  }

  @Test func `the table of the document has exactly the permitted differences`() throws {
    let document = try String(contentsOfFile: Repository.path("docs/lending.md"), encoding: .utf8)
    let start = try #require(document.range(of: "### Differences between the doors")?.upperBound)
    let end = try #require(document[start...].range(of: "\n### ")?.lowerBound)
    let rows = document[start..<end].split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
    let names = rows.compactMap { row in
      row.split(separator: "|").first.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(names == ChannelDifference.allCases.map(\.rawValue))
  }

  /// Records that a difference was needed.
  func permit(_ difference: ChannelDifference, _ isNeeded: Bool) {
    if isNeeded { seenDifferences.withLock { _ = $0.insert(difference) } }
  }

  // MARK: - Comparison

  private func compare(_ station: Result, _ staff: Result, _ given: ChannelCase, _ name: String) {
    var (station, staff) = (station, staff)
    permit(.overdueNote, staff.notes.contains(.overdueNote) != station.notes.contains(.overdueNote))
    permit(.stationNotes, station.notes.contains(.overridden))
    staff.notes.remove(.overdueNote)
    station.notes.subtract([.overdueNote, .overridden])
    #expect(station == staff, "\(name): \(given)")
  }

  private func compare(offline: Result, _ staff: Result, _ given: ChannelCase, _ name: String) {
    var (offline, staff) = (offline, staff)
    permit(.clock, staff.notes.contains(.clock))
    staff.notes.remove(.clock)
    if given.act == .renewal, !staff.reasons.isEmpty {
      permit(.renewal, true)
      #expect(offline.reasons == ReasonOrder.sorted(staff.reasons) && offline.effects.isEmpty, "\(name): \(given)")
      return
    }
    permit(.blockers, staff.reasons.contains(.limit))
    permit(.confirmations, staff.reasons.contains(.holdOther))
    offline.notes.subtract(staff.reasons)
    staff.notes.subtract(staff.reasons)
    staff.reasons = ReasonOrder.sorted(staff.reasons)
    if given.act == .checkin {
      permit(.holdWaiting, offline.reasons.contains(.holdWaiting))
      offline.reasons.removeAll { $0 == .holdWaiting }
      permit(.parts, staff.reasons.contains(.partsCheck))
      staff.reasons.removeAll { $0 == .partsCheck }
      offline.reasons.removeAll { $0 == .partsCheck }
      offline.notes.remove(.partsCheck)
    }
    #expect(offline == staff, "\(name): \(given)")
  }

  // MARK: - Staff

  private func staff(_ given: ChannelCase, _ library: ChannelLibrary) throws -> Result {
    let setting = try library.set(given)
    let before = try library.newestEvent()
    var result = Result()
    do {
      try staff(given, setting, library, &result, yes: nil, why: nil)
    } catch let refusal as PolicyRefusal {
      result.reasons = refusal.reasons
      result.code = refusal.code
      // A yes to the offer would renew the loan, which other cases cover.
      permit(.alreadyHad, refusal.reasons == [.renewOffer])
      if refusal.reasons != [.renewOffer] {
        do {
          try staff(given, setting, library, &result, yes: refusal.confirmation, why: "so")
        } catch let second as PolicyRefusal {
          result.code = second.code
        }
      }
    }
    result.effects = try library.effects(since: before)
    result.rows = try library.rows(setting)
    return result
  }

  private func staff(
    _ given: ChannelCase, _ setting: ChannelLibrary.Setting, _ library: ChannelLibrary, _ result: inout Result,
    yes: String?,
    why: String?
  ) throws {
    switch given.act {
    case .checkout:
      let view = try library.counter.loans.checkOut(
        Loans.CheckOut(
          copy: .id(setting.copy), borrower: .id(setting.rows.people[0]), confirmation: yes, override: why), by: nil)
      (result.code, result.notes, result.dueAt) = (.checkedOut, Set(view.notes), view.loan.dueAt)
    case .renewal:
      guard let loan = setting.loan else { return }
      let view = try library.counter.loans.renew(loan, override: why, by: nil)
      (result.code, result.notes, result.dueAt) = (.renewed, Set(view.notes), view.loan.dueAt)
    case .checkin:
      let prompted = try library.counter.loans.checkIn(
        Loans.CheckIn(
          copy: .id(setting.copy), returnedAt: given.ago == 0 ? nil : library.now + .seconds(-given.ago),
          partsBack: why != nil
            ? given.partsBack ?? given.loan?.parts : library.policy.returns.asksParts ? nil : given.partsBack,
          confirmation: yes), by: nil)
      (result.code, result.notes) = (prompted.code, Set(prompted.notes))
      (result.fee, result.overdueDays) = (prompted.facts.fee, prompted.facts.overdueDays)
    }
  }

  // MARK: - Station

  private func station(_ given: ChannelCase, _ library: ChannelLibrary) throws -> Result {
    let setting = try library.set(given)
    let station = try library.stationName()
    let mode: Mode = given.act == .checkout ? .checkout : given.act == .renewal ? .renew : .return
    _ = try library.act(.choose(mode), at: station)
    // Another borrower's loan is renewed without a session, at an attended station.
    if given.act == .checkout { _ = try library.scan(setting.card, at: station) }
    let before = try library.newestEvent()
    var result = Result()
    var outcome = try library.scan(setting.code, at: station)
    if outcome.facts.isQuestion || outcome.status == .refused {
      result.reasons = outcome.facts.reasons
      if outcome.facts.isQuestion { outcome = try answer(given, outcome, library, at: station) }
    }
    if outcome.facts.isQuestion { result.code = outcome.code }
    (result.code, result.notes) = (outcome.code, Set(outcome.facts.notes))
    if given.act == .checkin { (result.fee, result.overdueDays) = (outcome.facts.fee, outcome.facts.overdueDays) }
    if given.act != .checkin, [.checkedOut, .renewed].contains(outcome.code) { result.dueAt = outcome.dueAt }
    if outcome.code == .alreadyYours { (result.code, result.reasons) = (.renewOffer, [.renewOffer]) }
    result.effects = try library.effects(since: before)
    result.rows = try library.rows(setting)
    return result
  }

  private func answer(
    _ given: ChannelCase, _ outcome: Outcome, _ library: ChannelLibrary, at station: Station.Name
  ) throws -> Outcome {
    // A copy that the borrower already has is not lent again: the station offers a renewal.
    if outcome.facts.reasons == [.renewOffer] {
      var declined = try library.act(.answer(false, reason: nil), at: station)
      (declined.code, declined.facts.reasons) = (.renewOffer, [.renewOffer])
      return declined
    }
    if outcome.facts.reasons.contains(.partsCheck), let back = given.partsBack {
      return try library.act(.pick(back), at: station)
    }
    return try library.act(.answer(true, reason: "so"), at: station)
  }

  // MARK: - Offline

  private func offline(_ given: ChannelCase, _ library: ChannelLibrary) throws -> Result {
    let setting = try library.set(given)
    let before = try library.newestEvent()
    let act: OfflineEntry.Act =
      switch given.act {
      case .checkout: .checkOut
      case .checkin: .checkIn
      case .renewal: .renew
      }
    // The loan itself determines who renews it; an entry contains a card only for a check-out.
    let (verdict, outcome) = try library.report(act, setting, ago: given.ago)
    var result = Result(reasons: verdict.reasons, code: verdict.code, notes: Set(outcome.facts.notes))
    if given.act == .checkin { (result.fee, result.overdueDays) = (outcome.facts.fee, outcome.facts.overdueDays) }
    if given.act != .checkin, [.checkedOut, .renewed].contains(outcome.code) { result.dueAt = outcome.dueAt }
    if verdict.code == .alreadyYours { (result.code, result.reasons) = (.renewOffer, [.renewOffer]) }
    if result.code == .renewOffer { result.notes = [] }
    result.effects = try library.effects(since: before)
    result.rows = try library.rows(setting)
    return result
  }
}
