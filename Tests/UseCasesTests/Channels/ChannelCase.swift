import Deadwax
import Lending
import TestSupport

/// A test case for all doors: a copy with its related records, and the request. Times are seconds from now.
struct ChannelCase: Sendable {
  enum Act: String, CaseIterable, Sendable { case checkout, checkin, renewal }

  struct Person: Sendable {
    var isBlocked = false
    var expires: Int64?
    var limit: Int?
    var fees: [String: Int] = [:]
    var hasOverdue = false
  }

  struct Loan: Sendable {
    var person: Int
    var opened: Int64
    var due: Int64
    var renewals: Int
    var parts: Int
    var partsBack: Int?
    var isClaimed: Bool
    /// The overdue fees charged so far.
    var charged: Int?
  }

  struct Hold: Sendable {
    var person: Int
    /// True for a hold on the copy; false for one on its release.
    var isOnCopy: Bool
    var made: Int64
    var notAfter: Int64?
    /// The copy that is ready for pick-up, 0 or 1, and the end of its pick-up time.
    var ready: (copy: Int, until: Int64)?
  }

  var act: Act
  /// The borrowers; the first is the requester.
  var people: [Person]
  var status: Copy.Status
  var isReference: Bool
  var partCount: Int
  var partsMissing: Int
  var condition: String?
  var loan: Loan?
  var holds: [Hold]
  /// Fees for its loss: true for each that was paid.
  var lostFees: [Bool]
  var partsBack: Int?
  /// The number of seconds since the return; 0 for now.
  var ago: Int64

  init(_ random: inout SeededRandom) {
    func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }
    act = Act.allCases.randomElement(using: &random) ?? .checkout
    people = (0..<3).map { number in
      var person = Person()
      person.isBlocked = chance(5)
      person.expires = chance(4) ? (chance(2) ? -60 : 86_400) : nil
      if number == 0 {
        person.limit = chance(5) ? Int.random(in: 0...2, using: &random) : nil
        if chance(4) { person.fees = [["EUR", "JPY"].randomElement(using: &random) ?? "EUR": 200] }
        person.hasOverdue = chance(5)
      }
      return person
    }
    status = chance(3) ? Copy.Status.allCases.randomElement(using: &random) ?? .available : .available
    isReference = chance(10)
    partCount = chance(2) ? 1 : Int.random(in: 2...4, using: &random)
    partsMissing = chance(4) ? Int.random(in: 0...partCount, using: &random) : 0
    condition = chance(3) ? ["M", "VG", "P", "?"].randomElement(using: &random) : nil
    if act == .renewal || chance(2) {
      let opened = Int64.random(in: -3_000_000 ... -200_000, using: &random)
      loan = Loan(
        person: chance(2) ? 0 : 1, opened: opened, due: Int64.random(in: -1_500_000...1_500_000, using: &random),
        renewals: Int.random(in: 0...3, using: &random),
        parts: max(1, partCount - partsMissing), partsBack: nil, isClaimed: chance(6), charged: chance(6) ? 50 : nil)
      if let parts = loan?.parts, parts > 1, chance(5) { loan?.partsBack = 1 }
      if status == .missing || status == .lost { status = .available }
    }
    lostFees =
      status == .lost || status == .missing ? (0..<Int.random(in: 0...2, using: &random)).map { _ in chance(2) } : []
    var taken: Set<String> = []
    var isReady = [false, false]
    let canLieReady = loan == nil && status == .available && !isReference
    holds = (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
      var hold = Hold(
        person: Int.random(in: 0...2, using: &random), isOnCopy: chance(2),
        made: Int64.random(in: -900_000 ... -1000, using: &random),
        notAfter: chance(4) ? (chance(2) ? -60 : 86_400) : nil)
      guard taken.insert("\(hold.person) \(hold.isOnCopy)").inserted else { return nil }
      let copy = hold.isOnCopy || chance(2) ? 0 : 1
      if chance(3), copy == 1 || canLieReady, !isReady[copy] {
        isReady[copy] = true
        hold.ready = (copy, chance(4) ? -60 : 86_400)
      }
      return hold
    }
    let out = loan?.parts ?? 1
    partsBack = act == .checkin && loan != nil && chance(2) ? Int.random(in: 1...out, using: &random) : nil
    ago = act == .checkin && chance(3) ? Int64.random(in: 1...100_000, using: &random) : 0
  }

  /// Returns a random library policy, with the settings that matter here.
  static func library(_ random: inout SeededRandom) -> LibraryPolicy {
    var library = LibraryPolicy()
    let zones = ["UTC=UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "Pacific/Auckland=NZST-12NZDT,M9.5.0,M4.1.0/3"]
    library.due.calendar.timeZone =
      zones.randomElement(using: &random).flatMap { try? LibraryTimeZone(stored: $0) } ?? .utc
    library.due.calendar.closedWeekdays = Set((1...7).filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
    library.due.days = Int.random(in: 0...30, using: &random)
    library.limits.overdueLoans = Int.random(in: 0...2, using: &random)
    library.limits.feesDue = Bool.random(using: &random) ? 100 : 0
    library.limits.leastCondition = Bool.random(using: &random) ? "VG" : nil
    library.renewal.limit = Int.random(in: 0...3, using: &random)
    library.renewal.countsFromDue = .random(using: &random)
    library.renewal.opensDaysBefore = Bool.random(using: &random) ? 5 : nil
    library.renewal.overdue = LibraryPolicy.Renewal.Overdue.allCases.randomElement(using: &random) ?? .item
    library.returns.keepsOpenWithoutParts = .random(using: &random)
    library.returns.countsInHouse = .random(using: &random)
    library.returns.blocksWithdrawn = .random(using: &random)
    library.returns.asksParts = .random(using: &random)
    library.holds.skipsBlocked = Int.random(in: 0..<4, using: &random) != 0
    library.fees.isOn = .random(using: &random)
    library.fees.most = Bool.random(using: &random) ? 100 : 0
    library.fees.graceDays = Int.random(in: 0...2, using: &random)
    library.fees.closedDaysCount = .random(using: &random)
    return library
  }
}
