package import Deadwax

extension AwayDesk {
  /// Where a station stands between two scans while its hub is away.
  package struct State: Hashable, Sendable {
    package private(set) var mode: Mode
    package private(set) var session: Session?
    /// When it goes back to its own mode; nil while it stands in it.
    package private(set) var revertsAt: Timestamp?
    /// The place of the next entry in the journal.
    package internal(set) var sequence: Int64
    /// The time of the last scan: none is written down as earlier.
    package internal(set) var last: Timestamp
    /// Whether the mode or the session is no longer what the hub last knew of.
    package private(set) var hasDiverged: Bool
    /// Whether another mode was scanned while the hub was away.
    package fileprivate(set) var hasNewMode: Bool
    private var recent: [Recent] = []

    /// Somebody's session.
    package struct Session: Hashable, Sendable {
      /// The card as it was scanned.
      package let code: String
      package let symbology: Symbology
      package internal(set) var until: Timestamp
      let keys: Set<Code.Key>
    }

    private struct Recent: Hashable {
      let keys: Set<Code.Key>
      let mode: Mode
      let card: String?
      var at: Timestamp
    }

    /// - Parameters:
    ///   - mode: in which it stands.
    ///   - sequence: the place of the next entry, from 1.
    ///   - last: no entry is earlier.
    package init(mode: Mode, sequence: Int64 = 1, last: Timestamp = Timestamp(milliseconds: 0)) {
      self.mode = mode
      self.sequence = sequence
      self.last = last
      hasDiverged = false
      hasNewMode = false
    }
  }
}

extension AwayDesk {
  /// The state in which a station goes on that ended while its journal waited: in the same mode, and in the same session
  /// if that is not over by now.
  ///
  /// - Parameters:
  ///   - entries: what waits, in its order.
  ///   - sequence: the place of the next one.
  /// - Returns: the state; the hub is taken to know nothing of it.
  package func resumed(after entries: [AwayEntry], sequence: Int64) -> State {
    var state = State(mode: home, sequence: sequence)
    guard let last = entries.last else { return state }
    // Whose session it is stands in the last entry that tells a card, or began with it; what came before is over.
    let begin = entries.lastIndex { $0.card != nil || $0.beginsSession } ?? max(0, entries.count - 1)
    for entry in entries[begin...] {
      let reading = Reading(
        id: entry.id, at: entry.at, symbology: entry.symbology, text: entry.code, written: entry.written)
      let seen = Thing.Seen(reading)
      state.resume(entry, seen, sessionTime: sessionTime, home: home)
    }
    state.last = last.at
    state.hasNewMode = entries.contains { $0.told == .modeChanged }
    return state
  }

  /// The state after the hub has answered a scan: what is known of its session and its mode, should it go away now.
  ///
  /// - Parameters:
  ///   - state: where the station stood.
  ///   - reading: what was scanned.
  ///   - standing: how things stood with what it names.
  ///   - outcome: what the hub made of it.
  ///   - now: by the station's clock.
  /// - Returns: the state, which the hub knows as well.
  package func following(
    _ state: State, _ reading: Reading, standing: Replica.Standing?, outcome: Outcome, at now: Timestamp
  ) -> State {
    let now = max(now, state.last)
    var state = state.expired(at: now, home: home)
    state.last = now
    let seen = Thing.Seen(reading)
    state.follow(outcome.mode, revertsAt: outcome.mode == home ? nil : now + Self.revertTime)
    let isCard = if case .card = Thing(seen, standing: standing, patterns: cardPatterns) { true } else { false }
    switch outcome.code {
    case .sessionStarted, .switchBorrower: state.begin(seen, until: now + sessionTime)
    case .sessionEnded, .nothingOpen, .cardBlocked, .cardExpired, .pinNeeded, .pinLocked, .unknownCard: state.end()
    // A card that was shown behind its record: the session begins with the loan.
    case _ where isCard && [.checkedOut, .renewed, .alreadyYours].contains(outcome.code):
      state.begin(seen, until: now + sessionTime)
    default: state.prolong(at: now, sessionTime)
    }
    state.note(seen.keys, at: now)
    state.agree()
    return state
  }
}

extension AwayDesk.State {
  /// The same, without what is over by now.
  package func expired(at now: Timestamp, home: Mode) -> AwayDesk.State {
    var state = self
    if let until = session?.until, until <= now { state.end() }
    if let time = revertsAt, time <= now { state.change(to: home, revertsAt: nil) }
    return state
  }

  /// Takes note that the hub knows of the mode and the session again.
  package mutating func agree() {
    hasDiverged = false
    hasNewMode = false
  }

  /// Takes note that the hub knows of no session any more.
  package mutating func forgetSession() {
    session = nil
    agree()
  }

  mutating func begin(_ seen: Thing.Seen, until: Timestamp) {
    session = Session(code: seen.card.code, symbology: seen.card.symbology, until: until, keys: seen.keys)
    hasDiverged = true
  }

  mutating func end() {
    session = nil
    hasDiverged = true
  }

  mutating func change(to mode: Mode, revertsAt time: Timestamp?, isOrder: Bool = false) {
    if !(self.mode.keepsSession && mode.keepsSession) { session = nil }
    self.mode = mode
    revertsAt = time
    hasDiverged = true
    // What goes back by itself does so on the hub, too.
    hasNewMode = isOrder
  }

  mutating func follow(_ mode: Mode, revertsAt time: Timestamp?) {
    guard mode != self.mode else { return }
    change(to: mode, revertsAt: time)
  }

  /// A scan keeps open what is open.
  mutating func prolong(at now: Timestamp, _ time: Duration) {
    session?.until = now + time
    if revertsAt != nil { revertsAt = now + AwayDesk.revertTime }
  }

  /// Whether the same was scanned just now, for the same.
  mutating func isAgain(_ keys: Set<Code.Key>, at now: Timestamp) -> Bool {
    recent.removeAll { $0.at + AwayDesk.againTime <= now }
    guard
      let index = recent.firstIndex(where: {
        $0.mode == mode && $0.card == session?.code && !$0.keys.isDisjoint(with: keys)
      })
    else { return false }
    // What lies before a reader that reports it again and again is still the same.
    recent[index].at = now
    return true
  }

  mutating func note(_ keys: Set<Code.Key>, at now: Timestamp) {
    recent.append(Recent(keys: keys, mode: mode, card: session?.code, at: now))
  }

  fileprivate mutating func resume(_ entry: AwayEntry, _ seen: Thing.Seen, sessionTime: Duration, home: Mode) {
    let entered = seen.own.flatMap { $0.kind == .command ? Command(rawValue: $0.number)?.mode : nil }
    mode = entry.told == .modeChanged ? entered ?? entry.mode : entry.mode
    revertsAt = mode == home ? nil : entry.at + AwayDesk.revertTime
    if entry.beginsSession {
      begin(seen, until: entry.at + sessionTime)
    } else if entry.ends(session?.keys, seen.keys) || !mode.keepsSession {
      end()
    } else if let code = entry.card, session?.code != code {
      let reading = Reading(id: entry.id, at: entry.at, symbology: entry.cardSymbology ?? .unknown, text: code)
      begin(Thing.Seen(reading), until: entry.at + sessionTime)
    } else {
      session?.until = entry.at + sessionTime
    }
    hasDiverged = true
    note(seen.keys, at: entry.at)
  }
}

extension AwayEntry {
  /// Whether it is a card with which somebody's session began.
  fileprivate var beginsSession: Bool {
    act == .card && [.sessionStarted, .switchBorrower, .recordedAway].contains(told)
  }

  /// Whether it ends the session of a card, as every other card does.
  fileprivate func ends(_ session: Set<Code.Key>?, _ keys: Set<Code.Key>) -> Bool {
    switch told {
    case .sessionEnded, .cardBlocked, .cardExpired: true
    case .wrongKind: session?.isDisjoint(with: keys) ?? true
    default: false
    }
  }
}

extension Mode {
  /// Whether a borrower's session stays open in it.
  fileprivate var keepsSession: Bool { [.auto, .checkout, .renew, .return].contains(self) }
}
