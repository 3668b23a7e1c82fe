import Deadwax
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TagValueTests {
  @Test func `the numbers on command labels that are out in the world never change`() {
    let numbers: [Command: UInt64] = [
      .lookup: 1, .add: 2, .checkout: 3, .return: 4, .shelve: 5, .write: 6, .bind: 7, .auto: 8, .renew: 9,
      .move: 10, .stocktake: 11, .wishlist: 12, .played: 13, .label: 14, .inbox: 15, .end: 16, .yes: 17, .no: 18,
      .undo: 19, .help: 20, .quiet: 21, .loud: 22, .renewAll: 23, .english: 24, .german: 25, .french: 26,
      .bookDrop: 27, .condition: 28, .collect: 29, .next: 30, .choice1: 32, .choice2: 33, .choice3: 34, .choice4: 35,
      .choice5: 36,
      .choice6: 37, .choice7: 38, .choice8: 39, .choice9: 40, .gradeMint: 48, .gradeNearMint: 49,
      .gradeVeryGoodPlus: 50, .gradeVeryGood: 51, .gradeGoodPlus: 52, .gradeGood: 53, .gradeFair: 54, .gradePoor: 55,
    ]
    for command in Command.allCases { #expect(numbers[command] == command.rawValue, "\(command)") }
    for mode in Mode.allCases { #expect(Command.allCases.count { $0.mode == mode } == 1, "\(mode)") }
  }

  @Test func `a tag is suspect after three failures in a row`() throws {
    let uid = try #require(TagID("04A2B3C4D5E680"))
    let now = Timestamp(milliseconds: 1)
    let suspect = (0...4).map { failures in
      Deadwax.Tag(uid: uid, firstSeenAt: now, lastSeenAt: now, failures: failures).isSuspect
    }
    #expect(suspect == [false, false, false, true, true])
  }

  @Test func `only what is waiting, writing or torn is still to be done`() {
    #expect(TagJob.State.allCases.filter(\.isOpen) == [.waiting, .writing, .torn])
  }

  @Test func `a key knows its tag, and only tags have one`() throws {
    let uid = try #require(TagID("04:a2:b3:c4:d5:e6:80"))
    #expect(Code.Key(uid) == Code.tag(uid).key)
    #expect(Code.Key(uid).uid == uid)
    #expect(Code.Key(class: .text, value: uid.description).uid == nil)
  }

  @Test func `a question of a station ends by itself`() throws {
    let question = TagPrompt(
      .tagBound, key: Code.Key(class: .text, value: "x"), copy: .new(at: Timestamp(milliseconds: 1)))
    let state = StationState(mode: .bind, stage: .question(question, until: Timestamp(milliseconds: 9)))
    #expect(state.expired(at: Timestamp(milliseconds: 8)) == state)
    #expect(state.expired(at: Timestamp(milliseconds: 9)) == StationState(mode: .bind))
  }
}
