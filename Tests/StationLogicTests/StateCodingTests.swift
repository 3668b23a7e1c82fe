import Deadwax
import Foundation
import Lending
import StationLogic
import Testing

/// Tests of a station's state in its stored form, as part of each scan.
@Suite(.timeLimit(.minutes(5)))
struct StateCodingTests {
  let now = Timestamp(milliseconds: 1_795_165_520_000)
  let key = Code.Key(class: .text, value: "an old label")

  var stages: [StationState.Stage] {
    let until = now + .seconds(20)
    let choosing = PendingChoice(
      .chooseCopy, scan: .absent, candidates: [.copy(.absent), .release(.absent), .borrower(.absent)], key: key,
      acts: PendingChoice.Act.allCases, beneath: .slot(.absent))
    let confirming = PendingConfirmation(
      .checkIn, scan: .absent, copy: .absent, release: .absent, borrower: .absent, reasons: [.partsCheck, .withdrawn],
      needsStaff: true, versions: ["copy:x@1"])
    return [
      .idle, .pendingCopy(.absent, until: until), .pendingSlot(.absent, until: until),
      .pendingPlace(.absent, until: until), .pendingCode(key, until: until), .pin(.absent, tries: 2, until: until),
      .staffPIN(.absent, tries: 1, until: until, over: .confirming(confirming, until: until)),
      .question(TagPrompt(.copyHasTag, key: key, copy: .absent, confirmed: [.tagBound]), until: until),
      .choosing(choosing, until: until), .confirming(confirming, until: until),
    ]
  }

  @Test func `every state is read as it was written`() throws {
    for stage in stages {
      let state = StationState(
        mode: .condition, stage: stage,
        session: StationState.Session(borrower: .absent, until: now, id: .absent, said: [.clock]), revertsAt: now,
        staff: StationState.Staff(borrower: .absent, until: now),
        hand: StationState.LastHandled(copy: .absent, until: now, at: now),
        batch: StationState.Batch(count: 2, copies: [.absent], dropDate: now, until: now),
        fault: StationState.Fault(kind: "readers", since: now), grade: "VG+")
      #expect(try JSONDecoder().decode(StationState.self, from: JSONEncoder().encode(state)) == state)
    }
  }

  @Test func `a session of an earlier version continues, without earlier notes`() throws {
    let id = "01890a5d-ac96-7000-8000-000000000001"
    let text = #"{"mode":"check-out","session":{"borrower":"\#(id)","until":5,"visit":"\#(id)"},"stage":{"idle":{}}}"#
    let state = try JSONDecoder().decode(StationState.self, from: Data(text.utf8))
    #expect(state.session?.borrower.text == id && state.session?.said == [] && state.stage == .idle)
  }

  @Test func `the next end is that of what ends first, and by then something has ended`() {
    for stage in stages {
      for seconds in [5, 30] {
        var state = StationState(mode: .checkout, stage: stage)
        state.session = StationState.Session(borrower: .absent, until: now + .seconds(seconds), id: .absent)
        state.revertsAt = now + .seconds(1)
        let end = state.deadline
        #expect(end == min(stage.deadline ?? now + .seconds(60), now + .seconds(seconds)))
        #expect(state.expired(at: now + .seconds(4)) == state)
        #expect(end.map { state.expired(at: $0) } != state)
        // Repeated steps always come to an end.
        var steps = 0
        while let end = state.deadline, steps < 9 {
          state = state.expired(at: end)
          steps += 1
        }
        #expect(state == StationState(mode: .lookup))
      }
    }
  }

  @Test func `numbers stand for the candidates and then for the acts`() {
    let choosing = PendingChoice(
      .inboxItem, scan: .absent, candidates: [.copy(.absent)], key: key, acts: [.claim, .forget])
    #expect(choosing.count == 3)
    #expect((0...4).map { choosing[$0] } == [nil, .thing(.copy(.absent)), .act(.claim), .act(.forget), nil])
    #expect(PendingChoice(.chooseCopy, scan: .absent, candidates: [])[1] == nil)
  }
}
