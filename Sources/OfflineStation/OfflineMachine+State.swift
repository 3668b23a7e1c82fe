package import Deadwax

extension OfflineMachine {
  /// The state of an offline station between two scans.
  package struct State: Hashable, Sendable {
    package private(set) var mode: Mode
    package private(set) var session: Session?
    /// The time at which the station returns to its home mode; nil while it is in that mode.
    package private(set) var revertsAt: Timestamp?
    /// The sequence number of the next journal entry.
    package internal(set) var sequence: Int64
    /// The time of the last scan. No later entry has an earlier time.
    package internal(set) var last: Timestamp
    /// True if the mode or the session differs from the hub's last known state.
    package private(set) var hasDiverged: Bool
    /// True if a mode command was scanned while the station was offline.
    package fileprivate(set) var hasNewMode: Bool
    private var recent: [Recent] = []

    /// The session of a borrower.
    package struct Session: Hashable, Sendable {
      /// The scanned code of the card.
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
    ///   - mode: the current mode.
    ///   - sequence: the sequence number of the next entry, from 1.
    ///   - last: the earliest time of the next entry.
    package init(mode: Mode, sequence: Int64 = 1, last: Timestamp = Timestamp(milliseconds: 0)) {
      self.mode = mode
      self.sequence = sequence
      self.last = last
      hasDiverged = false
      hasNewMode = false
    }
  }
}

extension OfflineMachine {
  /// Returns the state in which a station continues after it was stopped with a waiting journal: in the same mode, and
  /// in the same session if it has not ended since.
  ///
  /// - Parameters:
  ///   - entries: the waiting entries in order.
  ///   - sequence: the sequence number of the next entry.
  /// - Returns: the state; it is marked as unknown to the hub.
  package func resumed(after entries: [OfflineEntry], sequence: Int64) -> State {
    var state = State(mode: home, sequence: sequence)
    guard let last = entries.last else { return state }
    // The last entry that has a card, or that began a session, identifies the session. Earlier sessions are over.
    let begin = entries.lastIndex { $0.card != nil || $0.beginsSession } ?? max(0, entries.count - 1)
    for entry in entries[begin...] {
      let reading = Reading(
        id: entry.id, at: entry.at, symbology: entry.symbology, text: entry.code, written: entry.written)
      let seen = OfflineResolution.Seen(reading)
      state.resume(entry, seen, sessionTime: sessionTime, home: home)
    }
    state.last = last.at
    state.hasNewMode = entries.contains { $0.displayed == .modeChanged }
    return state
  }

  /// Returns the state after the hub has answered a scan. It is the starting point if the hub stops answering now.
  ///
  /// - Parameters:
  ///   - state: the state before the scan.
  ///   - reading: the scanned reading.
  ///   - standing: the replica's information about the code or tag.
  ///   - outcome: the hub's outcome.
  ///   - now: the station's clock.
  /// - Returns: the state, which matches the hub's state.
  package func following(
    _ state: State, _ reading: Reading, standing: Replica.CachedStatus?, outcome: Outcome, at now: Timestamp
  ) -> State {
    let now = max(now, state.last)
    var state = state.expired(at: now, home: home)
    state.last = now
    let seen = OfflineResolution.Seen(reading)
    state.follow(outcome.mode, revertsAt: outcome.mode == home ? nil : now + Self.revertTime)
    let isCard =
      if case .card = OfflineResolution(seen, standing: standing, patterns: cardPatterns) { true } else { false }
    switch outcome.code {
    case .sessionStarted, .switchBorrower: state.begin(seen, until: now + sessionTime)
    case .sessionEnded, .nothingOpen, .cardBlocked, .cardExpired, .pinNeeded, .pinLocked, .unknownCard: state.end()
    // The card was scanned after the copy: the session begins with the loan.
    case _ where isCard && [.checkedOut, .renewed, .alreadyYours].contains(outcome.code):
      state.begin(seen, until: now + sessionTime)
    default: state.renew(at: now, sessionTime)
    }
    state.note(seen.keys, at: now)
    state.agree()
    return state
  }
}

extension OfflineMachine.State {
  /// Returns the state without a session or mode that has expired by that time.
  package func expired(at now: Timestamp, home: Mode) -> OfflineMachine.State {
    var state = self
    if let until = session?.until, until <= now { state.end() }
    if let time = revertsAt, time <= now { state.change(to: home, revertsAt: nil) }
    return state
  }

  /// Marks the mode and the session as known to the hub.
  package mutating func agree() {
    hasDiverged = false
    hasNewMode = false
  }

  /// Ends the session, after the hub has none.
  package mutating func forgetSession() {
    session = nil
    agree()
  }

  mutating func begin(_ seen: OfflineResolution.Seen, until: Timestamp) {
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
    // A mode that reverts by itself does so on the hub too.
    hasNewMode = isOrder
  }

  mutating func follow(_ mode: Mode, revertsAt time: Timestamp?) {
    guard mode != self.mode else { return }
    change(to: mode, revertsAt: time)
  }

  /// Extends the session and a temporary mode after a scan.
  mutating func renew(at now: Timestamp, _ time: Duration) {
    session?.until = now + time
    if revertsAt != nil { revertsAt = now + OfflineMachine.revertTime }
  }

  /// Returns true if the same code was scanned within `againTime` in the same mode and session.
  mutating func isAgain(_ keys: Set<Code.Key>, at now: Timestamp) -> Bool {
    recent.removeAll { $0.at + OfflineMachine.againTime <= now }
    guard
      let index = recent.firstIndex(where: {
        $0.mode == mode && $0.card == session?.code && !$0.keys.isDisjoint(with: keys)
      })
    else { return false }
    // An object in front of a reader that reports it repeatedly stays the same reading.
    recent[index].at = now
    return true
  }

  mutating func note(_ keys: Set<Code.Key>, at now: Timestamp) {
    recent.append(Recent(keys: keys, mode: mode, card: session?.code, at: now))
  }

  fileprivate mutating func resume(
    _ entry: OfflineEntry, _ seen: OfflineResolution.Seen, sessionTime: Duration, home: Mode
  ) {
    let entered = seen.own.flatMap { $0.kind == .command ? Command(rawValue: $0.number)?.mode : nil }
    mode = entry.displayed == .modeChanged ? entered ?? entry.mode : entry.mode
    revertsAt = mode == home ? nil : entry.at + OfflineMachine.revertTime
    if entry.beginsSession {
      begin(seen, until: entry.at + sessionTime)
    } else if entry.ends(session?.keys, seen.keys) || !mode.keepsSession {
      end()
    } else if let code = entry.card, session?.code != code {
      let reading = Reading(id: entry.id, at: entry.at, symbology: entry.cardSymbology ?? .unknown, text: code)
      begin(OfflineResolution.Seen(reading), until: entry.at + sessionTime)
    } else {
      session?.until = entry.at + sessionTime
    }
    hasDiverged = true
    note(seen.keys, at: entry.at)
  }
}

extension OfflineEntry {
  /// True if the entry is a card that began a session.
  fileprivate var beginsSession: Bool {
    act == .card && [.sessionStarted, .switchBorrower, .recordedOffline].contains(displayed)
  }

  /// Returns true if the entry ends the session of a card, as every other card does.
  fileprivate func ends(_ session: Set<Code.Key>?, _ keys: Set<Code.Key>) -> Bool {
    switch displayed {
    case .sessionEnded, .cardBlocked, .cardExpired: true
    case .wrongKind: session?.isDisjoint(with: keys) ?? true
    default: false
    }
  }
}

extension Mode {
  /// True if a borrower's session stays open in this mode.
  fileprivate var keepsSession: Bool { [.auto, .checkout, .renew, .return].contains(self) }
}
