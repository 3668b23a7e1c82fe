package import Deadwax
internal import Lending

/// The state machine of a station whose hub does not answer: pure, without clock and without records of its own.
///
/// It decides no more than what can be decided without the records: whose session is open, what a scan is for, and
/// whether somebody's card is closed. All else is written down and told as recorded; the hub decides it later, at the
/// time at which it happened.
package struct AwayDesk: Sendable {
  /// The mode in which the station stands by itself.
  package let home: Mode
  package let sessionTime: Duration
  package let returnsInAuto: Bool
  let cardPatterns: [CardPattern]

  /// The same code in the same mode and session within so long is the same movement of the hand.
  package static let againTime = Duration.seconds(3)
  /// How long a mode lasts that is not the station's own, without a scan.
  package static let revertTime = Duration.seconds(600)
  /// Every code that a person may be told while the hub is away. A replica has words for all of them.
  package static let codes: [Outcome.Code] = [
    .recordedAway, .hubAway, .sessionStarted, .switchBorrower, .sessionEnded, .nothingOpen, .modeChanged, .cardNeeded,
    .cardBlocked, .cardExpired, .notForLoan, .wrongKind, .duplicate, .damagedCode, .wrongCheckDigit, .tagRandomUID,
    .unusableCode, .unknownCommand, .notSaved,
  ]

  /// - Parameter meta: what the house last said about the station; nil where it never did. Then a session lasts as long
  ///   as in a house that has set nothing.
  package init(_ meta: Replica.Meta? = nil) {
    home = meta?.home ?? .auto
    sessionTime = .seconds(meta?.sessionSeconds ?? 90)
    returnsInAuto = meta?.returnsInAuto ?? true
    cardPatterns = meta?.cardPatterns.compactMap { try? CardPattern($0) } ?? []
  }

  /// What follows from a reading.
  package struct Step: Hashable, Sendable {
    package var state: State
    /// What the person is told. It names nobody and nothing.
    package var told: Outcome
    /// What is to be kept before it is told; nil for what was kept already, and for what is no code at all. While it is not on
    /// the disk the old state holds.
    package var entry: AwayEntry?
  }

  /// What follows from a reading while the hub is away.
  ///
  /// - Parameters:
  ///   - state: where the station stands.
  ///   - reading: what was scanned.
  ///   - reader: which reader saw it.
  ///   - standing: how things stood with what it names; nil for what nobody knew, or without a replica.
  ///   - now: by the station's clock. A clock that was put back does not put back what is written down.
  /// - Returns: exactly one entry with what is told, or a duplicate without one.
  package func next(
    _ state: State, _ reading: Reading, reader: String? = nil, standing: Replica.Standing?, at now: Timestamp
  ) -> Step {
    let now = max(now, state.last)
    var state = state.expired(at: now, home: home)
    state.last = now
    let seen = Thing.Seen(reading)
    guard !state.isAgain(seen.keys, at: now) else {
      state.prolong(at: now, sessionTime)
      return Step(state: state, told: Outcome(.duplicate, mode: state.mode))
    }
    let thing = Thing(seen, standing: standing, patterns: cardPatterns)
    let before = state
    let (act, told) = decide(&state, thing, seen, now)
    guard seen.isWritable else { return Step(state: before, told: Outcome(told, mode: before.mode)) }
    // What is done belongs to the session in which it began, but for a card, which begins its own.
    let session = act == .giveBack || act == .refused || act == .other ? nil : before.session
    let entry = AwayEntry(
      sequence: state.sequence, id: reading.id, at: now, mode: before.mode, act: act, code: seen.text,
      symbology: reading.plain.symbology, written: seen.written, card: session?.code, cardSymbology: session?.symbology,
      reader: reader, told: told)
    state.sequence += 1
    state.prolong(at: now, sessionTime)
    state.note(seen.keys, at: now)
    return Step(state: state, told: Outcome(told, mode: state.mode), entry: entry)
  }

  // MARK: what is decided

  private typealias Decided = (act: AwayEntry.Act, told: Outcome.Code)

  private func decide(_ state: inout State, _ thing: Thing, _ seen: Thing.Seen, _ now: Timestamp) -> Decided {
    switch thing {
    case .order(let command): return order(command, &state, now)
    case .useless(let why): return (.refused, why)
    case .card, .copy, .place, .unknown: break
    }
    switch state.mode {
    case .checkout, .auto, .renew, .return: break
    default: return (.other, .hubAway)
    }
    switch thing {
    case .card(let standing): return card(standing, seen, &state, now)
    case .copy(let standing): return copy(standing, &state)
    case .unknown(let mayBeCard):
      // Whoever borrows shows a card first; one that is not known yet may be as new as its owner.
      if mayBeCard, state.mode == .checkout, state.session == nil { return card(nil, seen, &state, now) }
      return copy(nil, &state)
    case .place, .order, .useless: return (.other, .hubAway)
    }
  }

  private func card(
    _ standing: Replica.Standing?, _ seen: Thing.Seen, _ state: inout State, _ now: Timestamp
  ) -> Decided {
    let open = state.session
    if let open, !open.keys.isDisjoint(with: seen.keys) {
      if state.mode == .return { return (.refused, .wrongKind) }
      state.end()
      return (.card, .sessionEnded)
    }
    // Whatever comes of it: nothing that follows is for whoever stood there before.
    if open != nil { state.end() }
    switch standing {
    case .cardBlocked?: return (.refused, .cardBlocked)
    case .cardExpired?: return (.refused, .cardExpired)
    default: break
    }
    guard state.mode != .return else { return (.refused, .wrongKind) }
    state.begin(seen, until: now + sessionTime)
    guard standing == .card else { return (.card, .recordedAway) }
    return (.card, open == nil ? .sessionStarted : .switchBorrower)
  }

  private func copy(_ standing: Replica.Standing?, _ state: inout State) -> Decided {
    switch state.mode {
    case .return: return (.giveBack, .recordedAway)
    case .renew: return (.renew, .recordedAway)
    case .checkout where state.session == nil: return (.refused, .cardNeeded)
    case .auto where state.session == nil:
      return standing == .copyOut && returnsInAuto ? (.giveBack, .recordedAway) : (.other, .hubAway)
    default:
      return standing == .copyNotForLoan ? (.refused, .notForLoan) : (.checkOut, .recordedAway)
    }
  }

  private func order(_ command: Command, _ state: inout State, _ now: Timestamp) -> Decided {
    if let mode = command.mode {
      state.change(to: mode, revertsAt: mode == home ? nil : now + Self.revertTime, isOrder: true)
      return (.card, .modeChanged)
    }
    switch command {
    case .end:
      guard state.session != nil else { return (.card, .nothingOpen) }
      state.end()
      return (.card, .sessionEnded)
    case .undo, .renewAll, .bookDrop: return (.other, .hubAway)
    default: return (.refused, .hubAway)
    }
  }
}
