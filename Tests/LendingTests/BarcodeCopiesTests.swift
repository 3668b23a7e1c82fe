import Deadwax
import Lending
import Testing

/// Tests of the copies that a barcode of several copies can mean. Borrower 1 takes, returns or renews.
@Suite(.timeLimit(.minutes(5)))
struct BarcodeCopiesTests {
  private static let ada: Borrower.ID = Sample.id(1)

  /// Returns the numbers of the copies that borrower 1, or no borrower, can take.
  private func taken(_ copies: [Copy], byAda: Bool = true, ready: [Int: UInt64] = [:]) -> [Int] {
    BarcodeCopies.toCheckOut(
      copies, by: byAda ? Self.ada : nil, isOut: { $0.loan != nil },
      readyFor: { ready[$0.number].map { Sample.id($0) } }
    ).map(\.number)
  }

  @Test func `a check-out means the available copies, and without any the others that are not on loan`() {
    let (out, missing) = (Sample.copy(1, loan: Sample.loan(of: 2)), Sample.copy(2, status: .missing))
    #expect(taken([out, missing, Sample.copy(3), Sample.copy(4)]) == [3, 4])
    #expect(taken([out, missing, Sample.copy(5, status: .lost)]) == [2, 5])
  }

  @Test func `of several copies the one that is ready for the borrower is meant`() {
    let copies = [Sample.copy(1), Sample.copy(2), Sample.copy(3)]
    #expect(taken(copies, ready: [2: 1, 3: 2]) == [2])
    #expect(taken(copies, ready: [3: 2]) == [1, 2, 3])
    #expect(taken(copies, byAda: false, ready: [2: 1]) == [1, 2, 3])
  }

  @Test func `if all are on loan, the borrower's own are meant, and no copy of another borrower`() {
    let (own, other) = (Sample.loan(of: 1), Sample.loan(of: 2))
    #expect(taken([Sample.copy(1, loan: other), Sample.copy(2, loan: own)]) == [2])
    #expect(taken([Sample.copy(1, loan: own), Sample.copy(2, loan: own)]) == [1, 2])
    #expect(taken([Sample.copy(1, loan: other), Sample.copy(2, loan: other)]) == [])
    #expect(taken([Sample.copy(1, loan: own)], byAda: false) == [])
  }

  @Test func `a return means the copies on loan, the borrower's own first`() {
    let copies = [Sample.copy(1, loan: Sample.loan(of: 2)), Sample.copy(2), Sample.copy(3, loan: Sample.loan(of: 1))]
    let isOut = { (copy: Copy) in copy.loan != nil }
    let known = BarcodeCopies.toCheckIn(copies, by: Self.ada, isOut: isOut)
    #expect(known.own.map(\.number) == [3] && known.others.map(\.number) == [1])
    let unknown = BarcodeCopies.toCheckIn(copies, by: nil, isOut: isOut)
    #expect(unknown.own.isEmpty && unknown.others.map(\.number) == [1, 3])
  }

  @Test func `a renewal means the borrower's own copies, and without a borrower all that are on loan`() {
    let copies = [
      Sample.copy(1, loan: Sample.loan(of: 2)), Sample.copy(2), Sample.copy(3, loan: Sample.loan(of: 1)),
      Sample.copy(4, loan: Sample.loan(of: 1, returnedAt: Sample.now)),
    ]
    #expect(BarcodeCopies.toRenew(copies, by: Self.ada).map(\.number) == [3])
    #expect(BarcodeCopies.toRenew(copies, by: nil).map(\.number) == [1, 3])
    let reasons = copies.map { RenewalPlan.missingLoan(of: $0, by: Self.ada) }
    #expect(reasons == [.onLoanElsewhere, .notOnLoan, nil, .notOnLoan])
    #expect(copies.map { RenewalPlan.missingLoan(of: $0, by: nil) } == [nil, .notOnLoan, nil, .notOnLoan])
  }
}
