import Deadwax
import Lending
import TestSupport
import Testing

/// Property tests of invariants over random policies, borrowers and records.
@Suite(.timeLimit(.minutes(10)))
struct RulePropertyTests {
  @Test func `no reason is reported twice, and none depends on an order`() {
    var random = SeededRandom(seed: 78)
    for _ in 0..<4000 {
      let (rules, now) = (Self.rules(&random), Self.moment(&random))
      let (copy, borrower, holds) = (Self.copy(now, &random), Self.borrower(now, &random), Self.holds(now, &random))
      let shuffled = holds.shuffled(using: &random)
      let (isStaff, isClockRight) = (Bool.random(using: &random), Bool.random(using: &random))
      let pairs = [
        (
          rules.checkout(
            copy, to: borrower, holds: holds, isStaff: isStaff, isClockRight: isClockRight, isAlone: true, now: now),
          rules.checkout(
            copy, to: borrower, holds: shuffled, isStaff: isStaff, isClockRight: isClockRight, isAlone: true, now: now)
        ),
        (
          rules.renewal(of: copy, by: borrower, holds: holds, isClockRight: isClockRight, now: now),
          rules.renewal(of: copy, by: borrower, holds: shuffled, isClockRight: isClockRight, now: now)
        ),
        (
          rules.checkIn(copy, holds: holds, isStaff: isStaff, isClockRight: isClockRight, now: now),
          rules.checkIn(copy, holds: shuffled, isStaff: isStaff, isClockRight: isClockRight, now: now)
        ),
        (rules.standing(of: borrower, now: now), rules.standing(of: borrower, now: now)),
      ]
      for (one, other) in pairs {
        let codes = one.reasons + one.warnings
        #expect(Set(codes).count == codes.count)
        #expect(codes.allSatisfy(ReasonOrder.all.contains))
        #expect(one.blockers == ReasonOrder.sorted(one.blockers) && one.confirms == ReasonOrder.sorted(one.confirms))
        #expect(one == other)
        #expect(Set(one.versions).count == one.versions.count)
      }
    }
  }

  @Test func `with staff there are never more reasons, and former blockers are confirmations`() {
    var random = SeededRandom(seed: 79)
    for _ in 0..<4000 {
      let (rules, now) = (Self.rules(&random), Self.moment(&random))
      let (copy, borrower, holds) = (Self.copy(now, &random), Self.borrower(now, &random), Self.holds(now, &random))
      let alone = rules.checkout(copy, to: borrower, holds: holds, now: now)
      let staffed = rules.checkout(copy, to: borrower, holds: holds, isStaff: true, now: now)
      #expect(Set(staffed.blockers).isSubset(of: alone.blockers))
      #expect(staffed.reasons.count == alone.reasons.count)
      #expect(alone.isClear == staffed.isClear)
      #expect(alone.warnings == staffed.warnings)
      #expect(alone.versions == staffed.versions)
    }
  }

  @Test func `a loan ends at the end of an open day, if no hard date caps it, and never before today`() {
    var random = SeededRandom(seed: 80)
    for _ in 0..<4000 {
      let (rules, now) = (Self.rules(&random), Self.moment(&random))
      let copy = Self.copy(now, &random)
      let due = rules.due(for: copy, group: Self.group(&random), at: now)
      Self.check(due, rules, now)
      #expect(rules.pickUpBy(at: now) >= rules.zone.endOfDay(rules.zone.day(at: now)))
      #expect(rules.dropDate(at: now) < now)
    }
  }

  @Test func `a renewal shortens no loan, but for a hard date`() {
    var random = SeededRandom(seed: 81)
    var renewals = 0
    for _ in 0..<4000 {
      let (rules, now) = (Self.rules(&random), Self.moment(&random))
      let copy = Self.copy(now, &random)
      guard let loan = copy.loan, loan.isOpen else { continue }
      renewals += 1
      let group = Self.group(&random)
      let due = rules.renewedDue(for: copy, group: group, at: now)
      #expect(due >= loan.dueAt || rules.library.due.hardDate != nil)
      #expect(due >= rules.zone.endOfDay(rules.zone.day(at: now)) || due >= loan.dueAt)
      if due > loan.dueAt { Self.check(due, rules, now) }
    }
    #expect(renewals > 1000)
  }

  @Test func `a fee is never negative, never beyond the most, and grows with time`() {
    var random = SeededRandom(seed: 82)
    for _ in 0..<2000 {
      let (rules, now) = (Self.rules(&random), Self.moment(&random))
      guard let loan = Self.copy(now, &random).loan else { continue }
      let fee = rules.fee(for: loan, until: now)
      let later = rules.fee(for: loan, until: now + .seconds(86_400 * 3))
      #expect(0 <= fee && fee <= later)
      #expect(rules.library.fees.most == 0 || later <= rules.library.fees.most)
      #expect(fee == 0 || rules.overdueDays(loan, at: now) > 0)
    }
  }

  private static func check(_ due: Timestamp, _ rules: LendingPolicy, _ now: Timestamp) {
    let (zone, library) = (rules.zone, rules.library.due)
    let day = zone.day(at: due)
    #expect(due >= zone.endOfDay(zone.day(at: now)))
    if let hardDate = library.hardDate, due >= hardDate || due == zone.endOfDay(zone.day(at: now)) { return }
    #expect(due == zone.endOfDay(day))
    if library.calendar.openDay(from: day) != nil { #expect(library.calendar.isOpen(day), "\(day)") }
  }

  private static func rules(_ random: inout SeededRandom) -> LendingPolicy {
    var library = LibraryPolicy()
    library.due.calendar.timeZone = Sample.zone(POSIXTimeZoneTests.zones.randomElement(using: &random) ?? "UTC0")
    library.due.calendar.closedWeekdays = Set((1...7).filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
    library.due.calendar.closedDays = Set(
      (0..<Int.random(in: 0...20, using: &random)).map { _ in
        let day = CivilDate(daysSince1970: Int.random(in: 20_400...20_900, using: &random)).description
        return Bool.random(using: &random) ? day : String(day.suffix(5))
      })
    library.due.days = Int.random(in: 0...40, using: &random)
    library.due.daysByGroup = ["students": Int.random(in: 0...40, using: &random)]
    if Int.random(in: 0..<3, using: &random) == 0 { library.due.hardDate = moment(&random) }
    library.limits.overdueLoans = Int.random(in: 0...3, using: &random)
    library.limits.feesDue = Int.random(in: 0...3, using: &random)
    library.limits.leastCondition = Bool.random(using: &random) ? "VG" : nil
    library.renewal.countsFromDue = .random(using: &random)
    library.renewal.opensDaysBefore = Bool.random(using: &random) ? Int.random(in: 0...10, using: &random) : nil
    library.renewal.overdue = LibraryPolicy.Renewal.Overdue.allCases.randomElement(using: &random) ?? .item
    library.returns.blocksWithdrawn = .random(using: &random)
    library.returns.countsInHouse = .random(using: &random)
    library.fees.isOn = .random(using: &random)
    library.fees.most = Int.random(in: 0...200, using: &random)
    library.fees.graceDays = Int.random(in: 0...3, using: &random)
    library.fees.closedDaysCount = .random(using: &random)
    return LendingPolicy(library: library, station: StationPolicy(isSelfService: .random(using: &random)))
  }

  private static func copy(_ now: Timestamp, _ random: inout SeededRandom) -> Copy {
    var loan: Loan?
    if Int.random(in: 0..<3, using: &random) > 0 {
      loan = Sample.loan(
        of: .random(in: 1...3, using: &random),
        openedAt: now + .seconds(-Int64.random(in: 0...5_000_000, using: &random)),
        dueAt: now + .seconds(Int64.random(in: -4_000_000...4_000_000, using: &random)),
        renewals: Int.random(in: 0...4, using: &random), parts: Int.random(in: 1...3, using: &random))
    }
    return Sample.copy(
      loan: loan, condition: ["M", "VG", "P", nil, "?"].randomElement(using: &random) ?? nil,
      status: Copy.Status.allCases.randomElement(using: &random) ?? .available, isReference: .random(using: &random),
      parts: Int.random(in: 1...3, using: &random), missing: Int.random(in: 0...1, using: &random),
      medium: Medium.allCases.randomElement(using: &random) ?? .cd)
  }

  private static func borrower(_ now: Timestamp, _ random: inout SeededRandom) -> Borrower {
    Sample.borrower(
      .random(in: 1...3, using: &random), group: group(&random),
      expiresAt: Bool.random(using: &random) ? now + .seconds(Int64.random(in: -9...9, using: &random)) : nil,
      isBlocked: .random(using: &random), open: Int.random(in: 0...12, using: &random),
      overdue: Int.random(in: 0...3, using: &random), fees: Int.random(in: 0...4, using: &random))
  }

  private static func holds(_ now: Timestamp, _ random: inout SeededRandom) -> [Hold] {
    (0..<UInt64.random(in: 0...5, using: &random)).map { number in
      let state = Hold.State.allCases.randomElement(using: &random) ?? .waiting
      return Sample.hold(
        number, of: .random(in: 1...3, using: &random),
        on: Bool.random(using: &random) ? .copy(Sample.id(1)) : .release(Sample.id(.random(in: 1...2, using: &random))),
        state: state, copy: state == .ready ? .random(in: 1...2, using: &random) : nil,
        pickUpBy: now + .seconds(Int64.random(in: -9...9, using: &random)),
        notAfter: Bool.random(using: &random) ? now + .seconds(Int64.random(in: -9...9, using: &random)) : nil,
        createdAt: now + .seconds(Int64.random(in: -3...0, using: &random)))
    }
  }

  private static func group(_ random: inout SeededRandom) -> String {
    Bool.random(using: &random) ? "students" : "standard"
  }

  private static func moment(_ random: inout SeededRandom) -> Timestamp {
    Sample.now + .milliseconds(Int64.random(in: -20_000_000_000...20_000_000_000, using: &random))
  }
}
