import Deadwax
import Lending
import StationLogic
import Testing

/// An exhaustive test of two stations, two copies and two borrowers: all sequences of events up to a depth.
@Suite(.timeLimit(.minutes(10)))
struct SmallModelTests {
  /// An event: at one station, or time for both.
  enum Step: CustomStringConvertible {
    case card(Int, at: Int), copy(Int, at: Int), order(Command, at: Int)
    case time(Int)

    var description: String {
      switch self {
      case .card(let card, let station): "card \(card) at \(station)"
      case .copy(let copy, let station): "copy \(copy) at \(station)"
      case .order(let command, let station): "\(command) at \(station)"
      case .time(let seconds): "\(seconds) s"
      }
    }
  }

  static let alphabet: [Step] =
    (0...1).flatMap { station in
      (0...1).flatMap { [Step.card($0, at: station), .copy($0, at: station)] }
        + [Command.yes, .no, .end, .undo].map { Step.order($0, at: station) }
    } + [.time(11), .time(100)]

  /// The state that matters for later events, without the clock and the drawn ids.
  struct Moment: Hashable {
    var stations: [String]
    var copies: [String]
    var undo: [String]
  }

  func library() -> ModelLibrary {
    // One station is in mode auto, the other is for self-service; one copy is recorded as missing.
    var library = ModelLibrary(StationPolicy(home: .auto), StationPolicy(home: .checkout, isSelfService: true))
    library.addCopy()
    library.addCopy { $0.status = .missing }
    library.addBorrower()
    library.addBorrower()
    return library
  }

  @Test func `no order of events at two stations leads to a forbidden state`() {
    var seen: Set<Moment> = []
    var frontier = [(library(), [Step]())]
    seen.insert(moment(frontier[0].0))
    var steps = 0
    var depth = 0
    let clock = ContinuousClock()
    let start = clock.now
    while depth < 7, !frontier.isEmpty {
      depth += 1
      var next: [(ModelLibrary, [Step])] = []
      for (library, way) in frontier {
        for step in Self.alphabet {
          var after = library
          take(step, &after)
          steps += 1
          let path = way + [step]
          if let wrong = wrong(library, step, after) {
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

  private func take(_ step: Step, _ library: inout ModelLibrary) {
    switch step {
    case .card(let card, let station): library.scan(.card(card), at: station)
    case .copy(let copy, let station): library.scan(.copy(copy), at: station)
    case .order(let command, let station): library.scan(.order(command), at: station)
    case .time(let seconds): library.pass(seconds)
    }
  }

  /// Returns the error of a step; nil if there is none.
  private func wrong(_ before: ModelLibrary, _ step: Step, _ after: ModelLibrary) -> String? {
    if let breach = after.breaches.first { return breach }
    if case .time = step, before.copies != after.copies { return "time changed a record" }
    for state in after.states {
      if state.session == nil, state.stage.confirming?.borrower != nil { return "a prompt without a borrower" }
      if let prompted = state.stage.confirming?.borrower, prompted != state.session?.borrower {
        return "a question about another borrower"
      }
    }
    for (old, new) in zip(before.copies, after.copies) where old.loan?.borrower != new.loan?.borrower {
      // A borrower who gets a loan has a session at that station. A loan that disappears was returned or undone.
      guard let borrower = new.loan?.borrower else { continue }
      let isUndo: Bool = if case .order(.undo, _) = step { true } else { false }
      if !isUndo, !after.states.contains(where: { $0.session?.borrower == borrower }) {
        return "a loan without a session"
      }
      if case .copy(let copy, _) = step, before.copies[copy].id != new.id { return "another copy was lent" }
    }
    if case .copy(_, let station) = step, before.states[1 - station] != after.states[1 - station] {
      return "one station moved another"
    }
    if case .order(.end, let station) = step, after.states[station] != StationState(mode: after.states[station].mode) {
      return "something was left after the end"
    }
    if case .time(100) = step, after.states.contains(where: { !$0.isResting || $0.hand != nil }) {
      return "something was left after its time"
    }
    return nil
  }

  // MARK: - Equal states

  private func moment(_ library: ModelLibrary) -> Moment {
    Moment(
      stations: library.states.map { name($0, library) },
      copies: library.copies.map { copy in
        let loan = copy.loan.map {
          "\(name($0.borrower, library)) \(left($0.openedAt + library.policy.stations.againTime, library)) \($0.renewals)"
        }
        return "\(copy.status) \(loan ?? "in")"
      },
      undo: library.states.indices.map { station in
        // Older changes cannot be undone and redone.
        guard let entry = library.changes.last(where: { $0.station == station }), !entry.isUndone,
          left(entry.at + library.policy.stations.undoTime, library) > 0, let last = library.lastChange(at: station)
        else { return "" }
        let rows = entry.copies.map { row in
          let owner = "\(name(row.before?.loan?.borrower, library))>\(name(row.after?.loan?.borrower, library))"
          return "\(library.copies.firstIndex { $0.id == row.copy } ?? 9)\(owner)\(row.before?.status ?? .lost)"
        }
        let isOwn = last.session == library.states[station].session?.id
        return "\(rows) \(isOwn) \(last.isUndo) \(last.since?.rawValue ?? "-")"
      })
  }

  private func name(_ state: StationState, _ library: ModelLibrary) -> String {
    var line =
      "\(name(state.session?.borrower, library)) \(left(state.session?.until, library)) \(state.batch?.count ?? 0)"
    line += state.batch?.copies.map { "\(library.copies.firstIndex(of: $0))" }.joined() ?? ""
    if let hand = state.hand {
      line +=
        " hand \(library.copies.firstIndex(of: hand.copy)) \(left(hand.at + library.policy.stations.againTime, library))"
      line += " \(left(hand.until, library))"
    }
    switch state.stage {
    case .idle: break
    case .pendingCopy(let copy, let until):
      line += " pending \(library.copies.firstIndex(of: copy)) \(left(until, library))"
    case .confirming(let prompted, let until):
      line +=
        " \(prompted.act) \(library.copies.firstIndex(of: prompted.copy)) \(prompted.reasons) \(left(until, library))"
      // The only relevant fact is whether the displayed versions are still current.
      let current = library.copy(prompted.copy).map { ["copy:\($0.id)@\($0.version)"] } ?? []
      line += " \(prompted.versions.starts(with: current))"
    default: line += " \(state.stage)"
    }
    return line
  }

  private func name(_ borrower: Borrower.ID?, _ library: ModelLibrary) -> Int {
    library.borrowers.firstIndex { $0.id == borrower } ?? -1
  }

  /// Returns the seconds from now; 0 for a time in the past.
  private func left(_ time: Timestamp?, _ library: ModelLibrary) -> Int64 {
    max(0, ((time ?? library.now).milliseconds - library.now.milliseconds) / 1000)
  }
}

extension [Copy] {
  fileprivate func firstIndex(of id: Copy.ID?) -> Int { firstIndex { $0.id == id } ?? -1 }
}
