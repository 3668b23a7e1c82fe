import Deadwax
import Lending
import LendingTestSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PullListTests {
  private let now = Sample.now

  private func lines(_ copies: [Copy], _ holds: [Hold], ineligible: Set<Borrower.ID> = []) -> [LendingPolicy.PullLine] {
    LendingPolicy().pullList(copies, holds: holds, ineligible: ineligible, now: now)
  }

  @Test func `one copy is fetched for each waiting hold, the first on the way for the first in the queue`() {
    let copies = [Sample.copy(1), Sample.copy(2), Sample.copy(3)]
    let lines = lines(copies, [Sample.hold(2, of: 2), Sample.hold(1, of: 1)])
    #expect(lines.map(\.copy.id) == [copies[0].id, copies[1].id])
    #expect(lines.map(\.hold.id) == [Sample.id(1), Sample.id(2)])
    #expect(self.lines(copies, []).isEmpty)
  }

  @Test func `a hold on one copy is on the list for that copy alone`() {
    let lines = lines([Sample.copy(1), Sample.copy(2)], [Sample.hold(1, of: 1, on: .copy(Sample.id(2)))])
    #expect(lines.map(\.copy.id) == [Sample.id(2)])
  }

  @Test func `copies that are not at their places or cannot be lent are not fetched`() {
    let hold = [Sample.hold(1, of: 1)]
    let ready = Sample.hold(2, of: 2, state: .ready, copy: 1, pickUpBy: now + .seconds(60))
    #expect(lines([Sample.copy(1, loan: Sample.loan())], hold).isEmpty)
    for status in [Copy.Status.missing, .lost, .withdrawn] {
      #expect(lines([Sample.copy(1, status: status)], hold).isEmpty, "\(status)")
    }
    #expect(lines([Sample.copy(1, isReference: true)], hold).isEmpty)
    #expect(lines([Sample.copy(1, parts: 2, missing: 2)], hold).isEmpty)
    #expect(lines([Sample.copy(1)], hold + [ready]).isEmpty, "it is on the pick-up shelf")
    #expect(lines([Sample.copy(1)], hold, ineligible: [Sample.id(1)]).isEmpty)
    #expect(lines([Sample.copy(1)], [Sample.hold(1, of: 1, notAfter: now + .milliseconds(-1))]).isEmpty)
  }

  @Test func `check-ins in the order of the list trap each copy for its line, and then nothing is left to fetch`() {
    var random = SeededRandom(seed: 20_261_125)
    var fetched = 0
    for round in 0..<300 {
      let copies = (1...UInt64.random(in: 1...7, using: &random)).map { number in
        Sample.copy(
          number, release: UInt64.random(in: 1...2, using: &random),
          loan: Int.random(in: 0..<6, using: &random) == 0 ? Sample.loan() : nil,
          status: [.available, .available, .available, .missing].randomElement(using: &random) ?? .available,
          isReference: Int.random(in: 0..<8, using: &random) == 0)
      }
      var holds = (0..<UInt64.random(in: 0...8, using: &random)).map { number in
        Sample.hold(
          number, of: UInt64.random(in: 1...5, using: &random),
          on: Bool.random(using: &random)
            ? .copy(copies.randomElement(using: &random)?.id ?? .absent)
            : .release(Sample.id(UInt64.random(in: 1...2, using: &random))),
          notAfter: Int.random(in: 0..<6, using: &random) == 0 ? now + .seconds(-1) : nil)
      }
      let ineligible: Set<Borrower.ID> = Bool.random(using: &random) ? [] : [Sample.id(3)]
      let list = lines(copies, holds, ineligible: ineligible)
      for line in list {
        let fulfilled = holds.filter { $0.subject == .copy(line.copy.id) || $0.subject == .release(line.copy.release) }
        let plan = LendingPolicy().checkin(line.copy, holds: fulfilled, skipping: ineligible, now: now)
        #expect(plan.hold?.id == line.hold.id, "round \(round)")
        guard let index = holds.firstIndex(where: { $0.id == plan.hold?.id }) else { continue }
        holds[index].state = .ready
        holds[index].copy = line.copy.id
        holds[index].pickUpBy = now + .seconds(3600)
      }
      fetched += list.count
      #expect(lines(copies, holds, ineligible: ineligible).isEmpty, "round \(round)")
    }
    #expect(fetched > 300)
  }
}
