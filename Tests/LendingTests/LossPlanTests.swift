import Deadwax
import Lending
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LossPlanTests {
  private let now = Sample.now

  private func rules(feesAreOn: Bool) -> LendingPolicy {
    var library = LibraryPolicy()
    library.fees.isOn = feesAreOn
    return LendingPolicy(library: library, station: StationPolicy())
  }

  @Test func `a price is charged within bounds, and only where fees are on`() {
    let rules = rules(feesAreOn: true)
    #expect(rules.refusal(ofPrice: nil) == nil)
    #expect(rules.refusal(ofPrice: 1) == nil && rules.refusal(ofPrice: 10_000_000) == nil)
    #expect(rules.refusal(ofPrice: 0) == .outOfRange && rules.refusal(ofPrice: 10_000_001) == .outOfRange)
    let off = self.rules(feesAreOn: false)
    #expect(off.refusal(ofPrice: 1500) == .feesAreOff)
    #expect(off.refusal(ofPrice: nil) == nil && off.refusal(ofPrice: 0) == .outOfRange)
  }

  @Test func `a loss ends the loan and charges the price, if there is one`() {
    let loan = Loan(
      id: Sample.id(7), copy: Sample.id(1), borrower: Sample.id(2), openedAt: now, dueAt: now + .seconds(60), parts: 1)
    let rules = rules(feesAreOn: true)
    #expect(rules.losing(loan, price: 1500, now: now) == [.lose(loan, fee: 0, price: 1500)])
    #expect(rules.losing(loan, price: nil, now: now) == [.lose(loan, fee: 0, price: 0)])
  }
}
