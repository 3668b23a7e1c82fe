import Deadwax
import Lending
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HoldQueueTests {
  private let now = Sample.now
  private let copy = Sample.copy()

  @Test func `the first who waits is served, for this copy or for any of the release`() {
    let holds = [
      Sample.hold(3, of: 3), Sample.hold(2, of: 2, on: .copy(copy.id)), Sample.hold(4, of: 4),
      Sample.hold(1, of: 1, on: .release(Sample.id(2))), Sample.hold(5, of: 5, on: .copy(Sample.id(2))),
    ]
    #expect(HoldQueue.next(for: copy, among: holds, now: now)?.id == Sample.id(2))
    #expect(HoldQueue.waiting(for: copy, among: holds, now: now).map(\.id) == [2, 3, 4].map { Sample.id($0) })
    #expect(HoldQueue.next(for: copy, among: [], now: now) == nil)
  }

  @Test func `of two at the same moment the smaller id comes first`() {
    let holds = [Sample.hold(8, of: 1, createdAt: now), Sample.hold(7, of: 2, createdAt: now)]
    #expect(HoldQueue.next(for: copy, among: holds, now: now)?.id == Sample.id(7))
    #expect(HoldQueue.next(for: copy, among: holds.reversed(), now: now)?.id == Sample.id(7))
  }

  @Test(arguments: [Hold.State.ready, .fulfilled, .cancelled, .expired])
  func `who waits no more is not served`(state: Hold.State) {
    #expect(HoldQueue.next(for: copy, among: [Sample.hold(1, of: 1, state: state)], now: now) == nil)
  }

  @Test func `what is no longer wanted is passed over`() {
    let old = Sample.hold(1, of: 1, notAfter: now + .milliseconds(-1))
    let last = Sample.hold(2, of: 2, notAfter: now)
    #expect(HoldQueue.next(for: copy, among: [old, last], now: now)?.id == last.id)
    #expect(HoldQueue.isOver(old, at: now))
    #expect(!HoldQueue.isOver(last, at: now))
  }

  @Test func `borrowers are passed over only if that is asked for`() {
    let holds = [Sample.hold(1, of: 1), Sample.hold(2, of: 2)]
    #expect(HoldQueue.next(for: copy, among: holds, now: now)?.id == Sample.id(1))
    #expect(HoldQueue.next(for: copy, among: holds, skipping: [Sample.id(1)], now: now)?.id == Sample.id(2))
    #expect(HoldQueue.next(for: copy, among: holds, skipping: [Sample.id(1), Sample.id(2)], now: now) == nil)
  }

  @Test func `what lies ready for one is not laid ready for another, nor is what cannot be lent`() {
    let ready = Sample.hold(1, of: 1, state: .ready, copy: 1, pickUpBy: now + .seconds(-60))
    let waiting = Sample.hold(2, of: 2)
    #expect(HoldQueue.next(for: copy, among: [ready, waiting], now: now) == nil)
    #expect(HoldQueue.next(for: Sample.copy(2), among: [ready, waiting], now: now)?.id == waiting.id)
    #expect(HoldQueue.next(for: Sample.copy(isReference: true), among: [waiting], now: now) == nil)
    #expect(HoldQueue.next(for: Sample.copy(status: .withdrawn), among: [waiting], now: now) == nil)
    #expect(HoldQueue.next(for: Sample.copy(status: .missing), among: [waiting], now: now)?.id == waiting.id)
  }

  @Test func `a copy lies ready for one, until the time is over`() {
    let hold = Sample.hold(1, of: 1, state: .ready, copy: 1, pickUpBy: now)
    #expect(HoldQueue.ready(copy, among: [Sample.hold(2, of: 2), hold], now: now)?.id == hold.id)
    #expect(HoldQueue.ready(copy, among: [hold], now: now + .milliseconds(1)) == nil)
    #expect(HoldQueue.ready(Sample.copy(2), among: [hold], now: now) == nil)
    #expect(HoldQueue.isOver(hold, at: now + .milliseconds(1)))
    #expect(!HoldQueue.isOver(Sample.hold(1, of: 1, state: .expired, pickUpBy: now), at: now + .seconds(1)))
  }

  @Test func `a copy that is taken ends the hold of whoever takes it`() {
    let ready = Sample.hold(1, of: 1, state: .ready, copy: 1, pickUpBy: now + .seconds(-1))
    let waiting = Sample.hold(2, of: 2)
    // It lies there for the borrower still, though the time is over.
    #expect(HoldQueue.claim(on: copy, of: Sample.id(1), among: [waiting, ready], now: now).own?.id == ready.id)
    #expect(HoldQueue.claim(on: copy, of: Sample.id(1), among: [waiting, ready], now: now).other == nil)
    // For everybody else it lies there no more.
    let second = HoldQueue.claim(on: copy, of: Sample.id(2), among: [waiting, ready], now: now)
    #expect(second.own?.id == waiting.id)
    #expect(second.other == nil)
    let stranger = HoldQueue.claim(on: copy, of: Sample.id(3), among: [waiting, ready], now: now)
    #expect(stranger.own == nil)
    #expect(stranger.other?.id == waiting.id)
  }

  @Test func `a copy that lies ready for another is not for the first in the queue`() {
    let ready = Sample.hold(2, of: 2, state: .ready, copy: 1, pickUpBy: now + .seconds(60))
    let claim = HoldQueue.claim(on: copy, of: Sample.id(1), among: [Sample.hold(1, of: 1), ready], now: now)
    #expect(claim.own?.id == Sample.id(1))
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

  @Test func `whoever is served next does not depend on the order in which holds were read`() {
    var random = SeededRandom(seed: 71)
    for _ in 0..<300 {
      let holds = (0..<UInt64.random(in: 1...8, using: &random)).map { number in
        Sample.hold(
          number, of: UInt64.random(in: 1...3, using: &random),
          on: Bool.random(using: &random) ? .copy(copy.id) : .release(copy.release),
          createdAt: now + .seconds(Int64.random(in: -3...0, using: &random)))
      }
      let next = HoldQueue.next(for: copy, among: holds, now: now)
      #expect(HoldQueue.next(for: copy, among: holds.shuffled(using: &random), now: now) == next)
      #expect(next == HoldQueue.waiting(for: copy, among: holds.shuffled(using: &random), now: now).first)
      #expect(holds.allSatisfy { hold in (next?.createdAt).map { $0 <= hold.createdAt } ?? false })
    }
  }
}
