import Deadwax
import Lending
import StationLogic
import Testing

/// Tests of codes that mode Bind binds to cards, places and slots.
@Suite(.timeLimit(.minutes(5)))
struct BindingTests {
  private let now = Timestamp(milliseconds: 1_795_165_520_000)
  private let code = BindingCandidate(key: Code.Key(class: .text, value: "SCHOOL 12"))

  private func library(isAttended: Bool = true) -> ModelLibrary {
    var policy = StationPolicy(home: .bind)
    policy.isSelfService = !isAttended
    var library = ModelLibrary(policy)
    library.addBorrower()
    return library
  }

  private let things: [(ModelLibrary.Thing, CodeTarget)] = [
    (.slot(ModelLibrary.slot(1), occupant: nil), .slot(ModelLibrary.slot(1).id)),
    (.place(ModelLibrary.shelf), .place(ModelLibrary.shelf.id)),
  ]

  @Test func `a code comes first, then the card, the place or the slot`() {
    var library = library()
    let card = CodeTarget.borrower(library.borrowers[0].id)
    for (thing, target) in things + [(.card(0), card)] {
      #expect(library.scan(.tag(code)).outcome?.code == .copyNeeded)
      let decision = library.scan(thing)
      #expect(decision.outcome?.code == .bound && decision.outcome?.facts.word == target.kind)
      #expect(decision.effects == [.bindFree(target, code)] && decision.state.stage == .idle)
    }
  }

  @Test func `a place or a slot may come first, and a card may not`() {
    var library = library()
    for (thing, target) in things {
      #expect(library.scan(thing).outcome?.code == .tagNeeded)
      #expect(library.scan(.tag(code)).effects == [.bindFree(target, code)])
    }
    #expect(library.scan(.card(0)).outcome?.code == .wrongKind)
    #expect(library.states[0].stage == .idle)
  }

  @Test func `a code that belongs to another record stays there, and the same one is no change`() {
    for (bound, outcome) in [
      (CodeTarget.copy(Identifier(digest: 5, 5)), Outcome.Code.boundElsewhere),
      (.place(ModelLibrary.shelf.id), .alreadyBound),
    ] {
      var library = library()
      library.scan(.place(ModelLibrary.shelf))
      let decision = library.scan(.tag(BindingCandidate(key: code.key, bound: bound, binding: 1)))
      #expect(decision.outcome?.code == outcome && decision.effects.isEmpty)
    }
  }

  @Test func `a code of another place or slot moves after a number, and NO leaves it there`() {
    let old = CodeTarget.slot(ModelLibrary.slot(7).id)
    let bound = BindingCandidate(key: code.key, bound: old)
    for (thing, target) in things {
      for answer in [Command.choice1, .choice2, .no] {
        var library = library()
        library.scan(thing)
        let prompt = library.scan(.tag(bound))
        #expect(prompt.outcome?.code == .boundElsewhere && prompt.outcome?.status == .needsChoice)
        #expect(prompt.effects.isEmpty && prompt.state.stage.choosing?.acts == [.rebind, .leave])
        let decision = library.scan(.order(answer))
        #expect(decision.outcome?.code == (answer == .choice1 ? .bound : .declined))
        #expect(decision.effects == (answer == .choice1 ? [.bindFree(target, bound)] : []))
      }
    }
  }

  @Test func `a code that waits may be given to another place instead`() {
    var library = library()
    library.scan(.place(ModelLibrary.shelf))
    library.scan(.tag(BindingCandidate(key: code.key, bound: .slot(ModelLibrary.slot(7).id))))
    let other = library.scan(.slot(ModelLibrary.slot(2), occupant: nil))
    #expect(other.outcome?.code == .boundElsewhere && other.outcome?.location == ModelLibrary.slot(2).location)
    #expect(other.state.stage.choosing?.beneath == .slot(ModelLibrary.slot(2).id))
  }

  @Test func `two tags, a phone and a tag that a job writes are refused`() throws {
    let uid = try #require(TagID("04A2B3C4D5E680"))
    var library = library()
    library.scan(.place(ModelLibrary.shelf))
    let written = BindingCandidate(key: Code.Key(uid), written: .copy(Identifier(digest: 5, 5)))
    #expect(library.scan(.tag(written)).outcome?.code == .tagContentMismatch)
    library.scan(.place(ModelLibrary.shelf))
    let phone = BindingCandidate(key: Code.Key(try #require(TagID("08A2B3C4"))))
    #expect(library.scan(.tag(phone)).outcome?.code == .tagRandomUID)
  }

  @Test func `only staff bind codes to cards, places and slots`() {
    var library = library(isAttended: false)
    library.scan(.place(ModelLibrary.shelf))
    let decision = library.scan(.tag(code))
    #expect(decision.outcome?.code == .staffNeeded && decision.effects.isEmpty)
  }
}
