import Deadwax
import Lending
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct HoldQueueTests {
  private let now = Sample.now
  private let copy = Sample.copy()

  @Test func `the first who waits is served, for this copy or for any of the release`() {
    let holds = [
      Sample.hold(3, of: 3), Sample.hold(2, of: 2, on: .copy(copy.id)), Sample.hold(4, of: 4),
      Sample.hold(1, of: 1, on: .release(Sample.id(2))), Sample.hold(5, of: 5, on: .copy(Sample.id(2))),
    ]
    #expect(HoldQueue.next(for: copy, among: holds, skipping: [], now: now)?.id == Sample.id(2))
    #expect(HoldQueue.waiting(for: copy, among: holds, now: now).map(\.id) == [2, 3, 4].map { Sample.id($0) })
    #expect(HoldQueue.next(for: copy, among: [], skipping: [], now: now) == nil)
  }

  @Test func `of two at the same moment the smaller id comes first`() {
    let holds = [Sample.hold(8, of: 1, createdAt: now), Sample.hold(7, of: 2, createdAt: now)]
    #expect(HoldQueue.next(for: copy, among: holds, skipping: [], now: now)?.id == Sample.id(7))
    #expect(HoldQueue.next(for: copy, among: holds.reversed(), skipping: [], now: now)?.id == Sample.id(7))
  }

  @Test(arguments: [Hold.State.ready, .fulfilled, .cancelled, .expired])
  func `a borrower who no longer waits is not served`(state: Hold.State) {
    #expect(HoldQueue.next(for: copy, among: [Sample.hold(1, of: 1, state: state)], skipping: [], now: now) == nil)
  }

  @Test func `a hold that is no longer wanted is skipped`() {
    let old = Sample.hold(1, of: 1, notAfter: now + .milliseconds(-1))
    let last = Sample.hold(2, of: 2, notAfter: now)
    #expect(HoldQueue.next(for: copy, among: [old, last], skipping: [], now: now)?.id == last.id)
    #expect(HoldExpiry.isOver(old, at: now))
    #expect(!HoldExpiry.isOver(last, at: now))
  }

  @Test func `borrowers are skipped only by setting`() {
    let holds = [Sample.hold(1, of: 1), Sample.hold(2, of: 2)]
    #expect(HoldQueue.next(for: copy, among: holds, skipping: [], now: now)?.id == Sample.id(1))
    #expect(HoldQueue.next(for: copy, among: holds, skipping: [Sample.id(1)], now: now)?.id == Sample.id(2))
    #expect(HoldQueue.next(for: copy, among: holds, skipping: [Sample.id(1), Sample.id(2)], now: now) == nil)
  }

  @Test func `a copy trapped for one hold is not trapped for another, nor is one that cannot be lent`() {
    let ready = Sample.hold(1, of: 1, state: .ready, copy: 1, pickUpBy: now + .seconds(-60))
    let waiting = Sample.hold(2, of: 2)
    #expect(trap(copy, [ready, waiting]).effects.isEmpty && trap(copy, [ready, waiting]).hold == nil)
    #expect(trap(Sample.copy(2), [ready, waiting]).hold?.id == waiting.id)
    #expect(trap(Sample.copy(isReference: true), [waiting]).hold == nil)
    #expect(trap(Sample.copy(status: .withdrawn), [waiting]).hold == nil)
    #expect(trap(Sample.copy(status: .missing), [waiting]).hold?.id == waiting.id)
    #expect(trap(Sample.copy(parts: 3, missing: 2), [waiting]).hold?.id == waiting.id)
    #expect(trap(Sample.copy(parts: 3, missing: 3), [waiting]).hold == nil)
  }

  @Test func `a copy that was trapped for an ineligible borrower is trapped for the next`() {
    let ready = Sample.hold(1, of: 1, state: .ready, copy: 1, pickUpBy: now + .seconds(60))
    let waiting = Sample.hold(2, of: 2)
    let trap = trap(copy, [waiting, ready], ineligible: [Sample.id(1)])
    #expect(trap.hold?.id == waiting.id)
    let until = LendingPolicy().pickUpBy(at: now)
    #expect(trap.effects == [.waitAgain(ready), .trap(copy, for: waiting.id, until: until)])
    #expect(self.trap(copy, [ready], ineligible: [Sample.id(1)]).effects == [.waitAgain(ready)])
  }

  @Test func `a copy is ready for one hold, until its time is over`() {
    let hold = Sample.hold(1, of: 1, state: .ready, copy: 1, pickUpBy: now)
    let other = Sample.hold(2, of: 2)
    #expect(claim(of: 3, [other, hold], at: now).other?.id == hold.id)
    #expect(claim(of: 3, [hold], at: now + .milliseconds(1)).other == nil)
    #expect(HoldQueue.occupant(of: copy, among: [other, hold])?.id == hold.id)
    #expect(HoldQueue.occupant(of: Sample.copy(2), among: [hold]) == nil)
    #expect(HoldExpiry.isOver(hold, at: now + .milliseconds(1)))
    #expect(!HoldExpiry.isOver(Sample.hold(1, of: 1, state: .expired, pickUpBy: now), at: now + .seconds(1)))
  }

  @Test func `a loan ends every hold of its borrower that the copy can fulfil`() {
    let holds = [
      Sample.hold(1, of: 1), Sample.hold(2, of: 1, on: .copy(copy.id), state: .ready, copy: 1),
      Sample.hold(3, of: 1, on: .copy(Sample.id(2))), Sample.hold(4, of: 1, state: .ready, copy: 2),
    ]
    #expect(claim(of: 1, holds, at: now).own.map(\.id) == [Sample.id(1), Sample.id(2)])
  }

  private func trap(_ copy: Copy, _ holds: [Hold], ineligible: Set<Borrower.ID> = []) -> Trap {
    LendingPolicy().trap(Sample.facts(copy, holds, ineligible), skipping: [], now: now)
  }

  private func claim(of borrower: UInt64, _ holds: [Hold], at now: Timestamp) -> HoldQueue.Claim {
    HoldQueue.claim(on: copy, of: Sample.id(borrower), among: holds, ineligible: [], now: now)
  }

  @Test func `a copy that is checked out ends its borrower's hold`() {
    let ready = Sample.hold(1, of: 1, state: .ready, copy: 1, pickUpBy: now + .seconds(-1))
    let waiting = Sample.hold(2, of: 2)
    // It is still ready for this borrower, although the pick-up time is over.
    #expect(claim(of: 1, [waiting, ready], at: now) == HoldQueue.Claim(own: [ready], other: nil))
    // For all other borrowers it is no longer ready.
    #expect(claim(of: 2, [waiting, ready], at: now) == HoldQueue.Claim(own: [waiting], other: nil))
    #expect(claim(of: 3, [waiting, ready], at: now) == HoldQueue.Claim(own: [], other: waiting))
  }

  @Test func `a copy that is ready for another hold is not for the first in the queue`() {
    let ready = Sample.hold(2, of: 2, state: .ready, copy: 1, pickUpBy: now + .seconds(60))
    let claim = claim(of: 1, [Sample.hold(1, of: 1), ready], at: now)
    #expect(claim.own.map(\.id) == [Sample.id(1)])
    #expect(claim.other?.id == ready.id)
  }

  @Test func `places are counted from 1 among those who wait for the same`() {
    let holds = [
      Sample.hold(4, of: 4), Sample.hold(1, of: 1), Sample.hold(2, of: 2, state: .cancelled),
      Sample.hold(3, of: 3, on: .copy(copy.id)), Sample.hold(5, of: 5, notAfter: now + .seconds(-1)),
    ]
    let positions = HoldQueue.positions(of: holds, now: now)
    #expect(positions == [Sample.id(1): 1, Sample.id(4): 2, Sample.id(3): 1])
  }

  @Test func `the next hold does not depend on the order in which holds were read`() {
    var random = SeededRandom(seed: 71)
    for _ in 0..<300 {
      let holds = (0..<UInt64.random(in: 1...8, using: &random)).map { number in
        Sample.hold(
          number, of: UInt64.random(in: 1...3, using: &random),
          on: Bool.random(using: &random) ? .copy(copy.id) : .release(copy.release),
          createdAt: now + .seconds(Int64.random(in: -3...0, using: &random)))
      }
      let next = HoldQueue.next(for: copy, among: holds, skipping: [], now: now)
      #expect(HoldQueue.next(for: copy, among: holds.shuffled(using: &random), skipping: [], now: now) == next)
      #expect(next == HoldQueue.waiting(for: copy, among: holds.shuffled(using: &random), now: now).first)
      #expect(holds.allSatisfy { hold in (next?.createdAt).map { $0 <= hold.createdAt } ?? false })
    }
  }
}
