import Deadwax
import Desk
import Lending
import Testing

/// Two desks, two copies, two borrowers, and everything that can happen there in any order, up to a depth.
@Suite(.timeLimit(.minutes(2)))
struct SmallModelTests {
  /// One thing that happens: at a desk, or time passes for both.
  enum Step: CustomStringConvertible {
    case card(Int, at: Int), copy(Int, at: Int), order(Command, at: Int)
    case time(Int)

    var description: String {
      switch self {
      case .card(let card, let desk): "card \(card) at \(desk)"
      case .copy(let copy, let desk): "copy \(copy) at \(desk)"
      case .order(let command, let desk): "\(command) at \(desk)"
      case .time(let seconds): "\(seconds) s"
      }
    }
  }

  static let alphabet: [Step] =
    (0...1).flatMap { desk in
      (0...1).flatMap { [Step.card($0, at: desk), .copy($0, at: desk)] }
        + [Command.yes, .no, .end, .undo].map { Step.order($0, at: desk) }
    } + [.time(11), .time(100)]

  /// What tells two moments apart for all that comes after: not the clock, not which ids were drawn.
  struct Moment: Hashable {
    var desks: [String]
    var copies: [String]
    var undo: [String]
  }

  func house() -> LittleHouse {
    // One works out by itself what is meant, the other is for the public; one copy is thought missing.
    var house = LittleHouse(StationPolicy(home: .auto), StationPolicy(home: .checkout, isSelfService: true))
    house.addCopy()
    house.addCopy { $0.status = .missing }
    house.addBorrower()
    house.addBorrower()
    return house
  }

  @Test func `no order of events at two desks leads to what must not be`() {
    var seen: Set<Moment> = []
    var frontier = [(house(), [Step]())]
    seen.insert(moment(frontier[0].0))
    var steps = 0
    var depth = 0
    let clock = ContinuousClock()
    let start = clock.now
    while depth < 7, !frontier.isEmpty {
      depth += 1
      var next: [(LittleHouse, [Step])] = []
      for (house, way) in frontier {
        for step in Self.alphabet {
          var after = house
          take(step, &after)
          steps += 1
          let path = way + [step]
          if let wrong = wrong(house, step, after) {
            Issue.record("\(wrong) after \(path)")
            return
          }
          if seen.insert(moment(after)).inserted { next.append((after, path)) }
        }
      }
      frontier = next
      print("depth \(depth): \(seen.count) states, \(steps) steps, \(clock.now - start)")
    }
    #expect(seen.count > 10_000)
  }

  private func take(_ step: Step, _ house: inout LittleHouse) {
    switch step {
    case .card(let card, let desk): house.scan(.card(card), at: desk)
    case .copy(let copy, let desk): house.scan(.copy(copy), at: desk)
    case .order(let command, let desk): house.scan(.order(command), at: desk)
    case .time(let seconds): house.pass(seconds)
    }
  }

  /// What is wrong with a step; nil when nothing is.
  private func wrong(_ before: LittleHouse, _ step: Step, _ after: LittleHouse) -> String? {
    if let breach = after.breaches.first { return breach }
    if case .time = step, before.copies != after.copies { return "time changed a record" }
    for state in after.states {
      if state.session == nil, state.stage.confirming?.borrower != nil { return "a question about nobody's borrower" }
      if let asked = state.stage.confirming?.borrower, asked != state.session?.borrower {
        return "a question about another borrower"
      }
    }
    for (old, new) in zip(before.copies, after.copies) where old.loan?.borrower != new.loan?.borrower {
      // Who gets a loan has a session at that desk; who loses one has it back or has taken it back.
      guard let borrower = new.loan?.borrower else { continue }
      let isUndo: Bool = if case .order(.undo, _) = step { true } else { false }
      if !isUndo, !after.states.contains(where: { $0.session?.borrower == borrower }) {
        return "a loan without a session"
      }
      if case .copy(let copy, _) = step, before.copies[copy].id != new.id { return "another copy was lent" }
    }
    if case .copy(_, let desk) = step, before.states[1 - desk] != after.states[1 - desk] {
      return "one desk moved another"
    }
    if case .order(.end, let desk) = step, after.states[desk] != StationState(mode: after.states[desk].mode) {
      return "something was left after the end"
    }
    if case .time(100) = step, after.states.contains(where: { !$0.isResting || $0.hand != nil }) {
      return "something was left after its time"
    }
    return nil
  }

  // MARK: what is the same

  private func moment(_ house: LittleHouse) -> Moment {
    Moment(
      desks: house.states.map { name($0, house) },
      copies: house.copies.map { copy in
        let loan = copy.loan.map {
          "\(name($0.borrower, house)) \(left($0.openedAt + house.policy.desk.againTime, house)) \($0.renewals)"
        }
        return "\(copy.status) \(loan ?? "in")"
      },
      undo: house.states.indices.map { station in
        var line = ""
        for entry in house.changes.reversed() where entry.station == station && !entry.isUndone && !entry.isUndo {
          // As far back as this can be taken back, one after the other.
          guard left(entry.at + house.policy.desk.undoTime, house) > 0 else { break }
          let rows = entry.copies.map { row in
            let owner = "\(name(row.before?.loan?.borrower, house))>\(name(row.after.loan?.borrower, house))"
            return "\(house.copies.firstIndex { $0.id == row.after.id } ?? 9)\(owner)\(row.before?.status ?? .lost)"
          }
          let isOwn = entry.visit == house.states[station].session?.visit
          line += "\(rows) \(isOwn) \(house.lastChange(at: station)?.since?.rawValue ?? "-");"
        }
        return line
      })
  }

  private func name(_ state: StationState, _ house: LittleHouse) -> String {
    var line = "\(name(state.session?.borrower, house)) \(left(state.session?.until, house)) \(state.batch?.count ?? 0)"
    line += state.batch?.copies.map { "\(house.copies.firstIndex(of: $0))" }.joined() ?? ""
    if let hand = state.hand {
      line += " hand \(house.copies.firstIndex(of: hand.copy)) \(left(hand.at + house.policy.desk.againTime, house))"
      line += " \(left(hand.until, house))"
    }
    switch state.stage {
    case .idle: break
    case .pendingCopy(let copy, let until):
      line += " pending \(house.copies.firstIndex(of: copy)) \(left(until, house))"
    case .confirming(let asked, let until):
      line += " \(asked.act) \(house.copies.firstIndex(of: asked.copy)) \(asked.reasons) \(left(until, house))"
      // Only whether the rows are still as they were shown counts.
      let current = house.copy(asked.copy).map { ["copy:\($0.id)@\($0.version)"] } ?? []
      line += " \(asked.versions.starts(with: current))"
    default: line += " \(state.stage)"
    }
    return line
  }

  private func name(_ borrower: Borrower.ID?, _ house: LittleHouse) -> Int {
    house.borrowers.firstIndex { $0.id == borrower } ?? -1
  }

  /// Seconds from now; 0 for what is over.
  private func left(_ time: Timestamp?, _ house: LittleHouse) -> Int64 {
    max(0, ((time ?? house.now).milliseconds - house.now.milliseconds) / 1000)
  }
}

extension [Copy] {
  fileprivate func firstIndex(of id: Copy.ID?) -> Int { firstIndex { $0.id == id } ?? -1 }
}
