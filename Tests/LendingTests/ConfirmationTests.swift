import Deadwax
import Lending
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ConfirmationTests {
  private static let displayed = PendingConfirmation(
    .checkout, scan: Sample.id(5), copy: Sample.id(1), borrower: Sample.id(2), reasons: [.onLoanElsewhere, .holdOther],
    needsStaff: true, versions: ["copy:1@7", "loan:1@1"])
  private let until = Sample.now + .seconds(60)

  @Test func `a yes holds for what was shown, until its time is over`() {
    let confirmation = Confirmation(Self.displayed, until: until)
    #expect(confirmation.worth(against: Self.displayed, at: Sample.now) == .good)
    #expect(confirmation.worth(against: Self.displayed, at: until + .milliseconds(-1)) == .good)
    #expect(confirmation.worth(against: Self.displayed, at: until) == .expired)
  }

  @Test func `the order of reasons and versions does not count`() {
    var fresh = Self.displayed
    fresh.reasons.reverse()
    fresh.versions.reverse()
    #expect(Confirmation(Self.displayed, until: until).worth(against: fresh, at: Sample.now) == .good)
  }

  static let changes: [(String, @Sendable (inout PendingConfirmation) -> Void)] = [
    ("act", { $0.act = .renew }), ("scan", { $0.scan = Sample.id(6) }), ("copy", { $0.copy = Sample.id(3) }),
    ("release", { $0.release = Sample.id(3) }), ("borrower", { $0.borrower = Sample.id(3) }),
    ("no borrower", { $0.borrower = nil }), ("one reason more", { $0.reasons.append(.limit) }),
    ("one reason less", { $0.reasons.removeLast() }), ("staff", { $0.needsStaff = false }),
    ("version", { $0.versions[0] = "copy:1@8" }), ("one row more", { $0.versions.append("hold:1@1") }),
  ]

  @Test(arguments: changes.map(\.0))
  func `a yes to something else is worth nothing`(change: String) throws {
    var fresh = Self.displayed
    try #require(Self.changes.first { $0.0 == change }).1(&fresh)
    #expect(fresh != Self.displayed)
    #expect(Confirmation(Self.displayed, until: until).worth(against: fresh, at: Sample.now) == .stale)
  }

  @Test func `it goes through a token and comes back as it was`() {
    let confirmation = Confirmation(Self.displayed, until: until)
    #expect(Confirmation(payload: confirmation.payload) == confirmation)
    #expect(confirmation.payload == Confirmation(Self.displayed, until: until).payload)
    #expect(Confirmation(payload: []) == nil)
    #expect(Confirmation(payload: Array("{}".utf8)) == nil)
    #expect(Confirmation(payload: Array(confirmation.payload.dropLast())) == nil)
  }
}
