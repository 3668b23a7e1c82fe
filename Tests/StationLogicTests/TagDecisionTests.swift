import Deadwax
import Lending
import StationLogic
import Testing

/// Tests of the decisions in write and bind, without a database.
@Suite(.timeLimit(.minutes(5)))
struct TagDecisionTests {
  let machine = StationMachine(library: LibraryPolicy(), station: StationPolicy())
  let now = Timestamp(milliseconds: 1_795_165_520_000)
  let uid = TagID(.nfcA, [0x04, 0xA2, 0xB3, 0xC4, 0xD5, 0xE6, 0x80])
  let copy: Copy
  let other: Copy

  init() {
    func copy(_ number: Int) -> Copy {
      Copy(
        id: .new(at: Timestamp(milliseconds: Int64(number))), release: .new(at: Timestamp(milliseconds: 9)),
        number: number, code: OwnCode(.copy, number: UInt64(number)), addedAt: Timestamp(milliseconds: 9))
    }
    self.copy = copy(1)
    other = copy(2)
  }

  func tag(
    _ change: (inout BindingCandidate) -> Void = { _ in }, about known: (inout Deadwax.Tag) -> Void = { _ in }
  ) throws -> BindingCandidate {
    let uid = try #require(uid)
    var tag = Tag(
      uid: uid, kind: "NTAG213", capacity: 137, access: .writable, content: .empty, firstSeenAt: now,
      lastSeenAt: now)
    known(&tag)
    var code = BindingCandidate(key: Code.Key(uid), tag: tag)
    change(&code)
    return code
  }

  func read(_ state: StationState, _ facts: StationFacts) -> Decision { machine.next(state, .reading, facts, at: now) }

  func named(_ tag: BindingCandidate) -> StationFacts.Resolution {
    tag.bound == .copy(copy.id)
      ? .copy(copy)
      : tag.bound == .copy(other.id)
        ? .copy(other)
        : .nothing(tag.uid.map { .tag($0) } ?? .text(tag.key.value))
  }

  /// Returns the decisions for the copy first and the tag second, and for the reverse order.
  func both(_ mode: Mode, _ tag: BindingCandidate, tags: [Copy.ID: [TagID]] = [:], present: Int = 1) -> [Decision] {
    let first = read(StationState(mode: mode), StationFacts(named: .copy(copy), tags: tags))
    let second = read(
      StationState(mode: mode), StationFacts(named: named(tag), scanned: tag, tags: tags, tagsPresent: present))
    return [
      read(
        first.state,
        StationFacts(named: named(tag), pendingCopy: copy, scanned: tag, tags: tags, tagsPresent: present)),
      read(second.state, StationFacts(named: .copy(copy), waiting: tag, tags: tags, tagsPresent: present)),
    ]
  }

  // MARK: - Pairs

  @Test func `a copy and its tag meet in either order, and a job follows`() throws {
    let tag = try tag()
    #expect(read(StationState(mode: .write), StationFacts(named: .copy(copy))).outcome?.code == .tagNeeded)
    #expect(
      read(StationState(mode: .write), StationFacts(named: named(tag), scanned: tag)).outcome?.code == .copyNeeded)
    for decision in both(.write, tag) {
      #expect(decision.outcome?.code == .tagWriting)
      #expect(decision.effects == [.writeTag(copy, tag, confirmed: [])])
      #expect(decision.state == StationState(mode: .write))
    }
  }

  @Test func `in bind a copy meets any tag and any new label in either order, and nothing is written`() throws {
    let label = BindingCandidate(key: Code.Key(class: .own, value: OwnCode(.blank, number: 5).description))
    let text = BindingCandidate(key: Code.Key(class: .text, value: "an old label"))
    let locked = try tag(about: {
      $0.access = .locked; $0.content = .foreign
    })
    for code in [label, text, locked] {
      for decision in both(.bind, code) {
        #expect(decision.outcome?.code == .bound)
        #expect(decision.effects == [.bind(copy, code)])
        #expect(decision.state == StationState(mode: .bind))
      }
    }
  }

  @Test func `an expired pair is dropped, and nothing is written`() throws {
    let tag = try tag()
    let waiting = read(StationState(mode: .write), StationFacts(named: .copy(copy))).state
    let late = machine.next(
      waiting, .reading, StationFacts(named: named(tag), pendingCopy: copy, scanned: tag),
      at: now + machine.policy.pairTime)
    #expect(late.outcome?.code == .copyNeeded)
    #expect(late.effects.isEmpty)
  }

  // MARK: - Guards

  @Test func `each obstacle has its own outcome, and the copy still waits for another tag`() throws {
    let phone = try #require(TagID(.nfcA, [0x08, 1, 2, 3]))
    let job = TagJob(
      id: .new(at: now), action: .erase, uid: try #require(uid), station: .hubStation, deadline: now, createdAt: now)
    let cases: [(BindingCandidate, Outcome.Code)] = [
      (BindingCandidate(key: Code.Key(phone)), .tagRandomUID),
      (try tag(about: { $0.access = .unsupported }), .tagType),
      (try tag(about: { $0.access = .locked }), .tagLocked),
      (try tag(about: { $0.access = .sealed }), .tagPassword),
      (try tag({ $0.isTooSmall = true }), .tagTooSmall),
      (try tag(about: { $0.failures = 3 }), .tagSuspect),
      (try tag({ $0.openJob = job }), .tagBusy),
    ]
    for (tag, code) in cases {
      let state = StationState(mode: .write, stage: .pendingCopy(copy.id, until: now + .seconds(9)))
      let decision = read(state, StationFacts(named: named(tag), pendingCopy: copy, scanned: tag, tagsPresent: 1))
      #expect(decision.outcome?.code == code)
      #expect(decision.outcome?.status == .refused)
      #expect(decision.effects.isEmpty)
      #expect(decision.state.stage == .pendingCopy(copy.id, until: now + machine.policy.pairTime))
    }
    let ours = try tag({ $0.canBeOpened = true }, about: { $0.access = .sealed })
    #expect(both(.write, ours).allSatisfy { $0.outcome?.code == .tagWriting })
  }

  @Test(arguments: [Mode.write, .bind])
  func `two tags on the reader are refused, whichever came first`(mode: Mode) throws {
    for decision in both(mode, try tag(), present: 2) {
      #expect(decision.outcome?.code == .twoTags)
      #expect(decision.effects.isEmpty)
    }
  }

  @Test func `a phone is never bound`() throws {
    let phone = BindingCandidate(key: Code.Key(try #require(TagID(.nfcA, [0x08, 1, 2, 3]))))
    for stage in [StationState.Stage.idle, .pendingCopy(copy.id, until: now + .seconds(9))] {
      let decision = read(
        StationState(mode: .bind, stage: stage), StationFacts(named: named(phone), pendingCopy: copy, scanned: phone))
      #expect(decision.outcome?.code == .tagRandomUID)
      #expect(decision.effects.isEmpty)
    }
  }

  @Test func `a tag with another code than its binding is never bound without writing`() throws {
    let tag = try tag({ $0.written = .copy(other.id) })
    for decision in both(.bind, tag) {
      #expect(decision.outcome?.code == .tagContentMismatch)
      #expect(decision.effects.isEmpty)
    }
  }

  // MARK: - Prompts

  @Test func `possible losses prompt first; yes continues, no and expiry change nothing`() throws {
    let own = try #require(TagID(.nfcA, [0x04, 9, 9, 9, 9, 9, 9]))
    let cases: [(BindingCandidate, [Copy.ID: [TagID]], Outcome.Code)] = [
      (try tag({ $0.bound = .copy(other.id) }), [:], .tagBound),
      (try tag({ $0.written = .copy(other.id) }), [:], .tagBound),
      (try tag(about: { $0.content = .foreign }), [:], .tagForeignContent),
      (
        try tag(about: {
          $0.content = .own; $0.code = OwnCode(.copy, number: 99)
        }), [:], .tagForeignContent
      ),
      (try tag(), [copy.id: [own]], .copyHasTag),
    ]
    for (tag, tags, question) in cases {
      for prompted in both(.write, tag, tags: tags) {
        #expect(prompted.outcome?.code == question)
        #expect(prompted.outcome?.status == .needsConfirmation)
        #expect(prompted.effects.isEmpty)
        guard case .question(let stored, let until) = prompted.state.stage else {
          Issue.record("no question is open")
          continue
        }
        #expect(stored == TagPrompt(question, key: tag.key, copy: copy.id))
        let facts = StationFacts(named: .command(.yes), pendingCopy: copy, waiting: tag, tags: tags, tagsPresent: 1)
        for event in [StationEvent.reading, .answer(true, reason: nil)] {
          let yes = machine.next(prompted.state, event, facts, at: now)
          #expect(yes.outcome?.code == .tagWriting)
          #expect(yes.effects == [.writeTag(copy, tag, confirmed: [question])])
        }
        let no = machine.next(prompted.state, .answer(false, reason: nil), facts, at: now)
        #expect(no.outcome?.code == .declined)
        #expect(no.effects.isEmpty)
        #expect(no.state.stage == .pendingCopy(copy.id, until: now + machine.policy.pairTime))
        let late = machine.next(prompted.state, .answer(true, reason: nil), facts, at: until)
        #expect(late.outcome?.code == .nothingToConfirm)
        #expect(late.effects.isEmpty)
      }
    }
  }

  @Test func `three prompts follow one another, each once`() throws {
    let tag = try tag({ $0.bound = .copy(other.id) }, about: { $0.content = .foreign })
    let tags = [copy.id: [try #require(TagID(.nfcA, [0x04, 9, 9, 9, 9, 9, 9]))]]
    var decision = both(.write, tag, tags: tags)[0]
    var prompted: [Outcome.Code] = []
    while let code = decision.outcome?.code, code != .tagWriting, prompted.count < 9 {
      prompted.append(code)
      let facts = StationFacts(named: .command(.yes), pendingCopy: copy, waiting: tag, tags: tags, tagsPresent: 1)
      decision = read(decision.state, facts)
    }
    #expect(prompted == [.tagBound, .tagForeignContent, .copyHasTag])
    #expect(decision.effects == [.writeTag(copy, tag, confirmed: prompted)])
  }

  @Test func `a reason that arose after the prompt refuses even after a yes`() throws {
    let tag = try tag({ $0.bound = .copy(other.id) })
    let prompted = both(.write, tag)[0]
    let yes = read(prompted.state, StationFacts(named: .command(.yes), pendingCopy: copy, waiting: tag, tagsPresent: 2))
    #expect(yes.outcome?.code == .twoTags)
    #expect(yes.effects.isEmpty)
  }

  @Test func `a library may forbid that tags are moved at the station`() throws {
    let strict = StationMachine.keepingTags
    let tag = try tag({ $0.bound = .copy(other.id) })
    for mode in [Mode.write, .bind] {
      let decision = strict.next(
        StationState(mode: mode, stage: .pendingCopy(copy.id, until: now + .seconds(9))), .reading,
        StationFacts(named: named(tag), pendingCopy: copy, scanned: tag, tagsPresent: 1), at: now)
      #expect(decision.outcome?.code == .boundElsewhere)
      #expect(decision.effects.isEmpty)
    }
  }

  @Test func `the same tag for the same copy needs no question and is bound once`() throws {
    let tag = try tag({ $0.bound = .copy(copy.id) })
    let tags = [copy.id: [try #require(uid?.reversed)]]
    #expect(both(.write, tag, tags: tags).allSatisfy { $0.outcome?.code == .tagWriting })
    for decision in both(.bind, tag, tags: tags) {
      #expect(decision.outcome?.code == .alreadyBound)
      #expect(decision.effects.isEmpty)
    }
  }

  // MARK: - The queue, and torn tags

  @Test func `in a queue the tag alone is enough, and end ends it`() throws {
    let tag = try tag()
    let facts = StationFacts(named: named(tag), scanned: tag, tagsPresent: 1, queueNext: copy, hasQueue: true)
    let decision = read(StationState(mode: .write), facts)
    #expect(decision.effects == [.writeTag(copy, tag, confirmed: [])])
    let foreign = try self.tag(about: { $0.content = .foreign })
    let prompted = read(
      StationState(mode: .write),
      StationFacts(named: named(foreign), scanned: foreign, tagsPresent: 1, queueNext: copy, hasQueue: true))
    #expect(prompted.outcome?.code == .tagForeignContent)
    let no = read(
      prompted.state,
      StationFacts(named: .command(.no), pendingCopy: copy, waiting: foreign, queueNext: copy, hasQueue: true))
    #expect(no.state == StationState(mode: .write))
    let ended = read(StationState(mode: .write), StationFacts(named: .command(.end), queueNext: copy, hasQueue: true))
    #expect(ended.outcome?.code == .sessionEnded)
    #expect(ended.effects == [.endQueue])
    #expect(machine.next(StationState(mode: .write), .end, nil, at: now).effects == [.endQueue])
    #expect(machine.next(StationState(mode: .shelve), .end, nil, at: now).effects.isEmpty)
  }

  @Test(arguments: Mode.allCases)
  func `a torn tag without a code is reported as being finished in every mode`(mode: Mode) throws {
    let job = TagJob(
      id: .new(at: now), action: .write, uid: try #require(uid), copy: copy.id, code: copy.code, state: .torn,
      station: .hubStation, deadline: now, createdAt: now)
    let tag = try tag({ $0.openJob = job })
    let decision = read(StationState(mode: mode), StationFacts(named: named(tag), scanned: tag, tagsPresent: 1))
    #expect(decision.outcome?.code == .tagWriting)
    #expect(decision.outcome?.copy == copy.id)
    #expect(decision.state == StationState(mode: mode))
    #expect(decision.effects.isEmpty)
  }
}

extension StationMachine {
  /// A station of a library that does not move tags between records.
  fileprivate static var keepingTags: StationMachine {
    var library = LibraryPolicy()
    library.stations.movesTags = false
    return StationMachine(library: library, station: StationPolicy())
  }
}
