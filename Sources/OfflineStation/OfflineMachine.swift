package import Deadwax
internal import Lending

/// The state machine of an offline station. It is pure: it has no clock and no records of its own.
///
/// It decides only what can be decided without the records: the borrower of the open session, the purpose of a scan,
/// and whether a card is blocked or has expired. Everything else is written to the journal and reported as recorded.
/// The hub decides it later, as of the time at which it happened.
package struct OfflineMachine: Sendable {
  /// The home mode of the station.
  package let home: Mode
  package let sessionTime: Duration
  package let returnsInAuto: Bool
  let cardPatterns: [CardPattern]

  /// The time in which the same code in the same mode and session counts as a repeated reading.
  package static let againTime = Duration.seconds(3)
  /// The time after which a mode other than the home mode ends without a scan.
  package static let revertTime = Duration.seconds(600)
  /// Every code that the station may display while it is offline. A replica has texts for all of them.
  package static let codes: [Outcome.Code] = [
    .recordedOffline, .hubOffline, .sessionStarted, .switchBorrower, .sessionEnded, .nothingOpen, .modeChanged,
    .cardNeeded,
    .cardBlocked, .cardExpired, .notForLoan, .wrongKind, .duplicate, .damagedCode, .wrongCheckDigit, .tagRandomUID,
    .unusableCode, .unknownCommand, .notSaved,
  ]

  /// - Parameter meta: the library's settings of the station as last received; nil if there are none. Then a session
  ///   lasts as long as the default.
  package init(_ meta: Replica.Meta? = nil) {
    home = meta?.home ?? .auto
    sessionTime = .seconds(meta?.sessionSeconds ?? 90)
    returnsInAuto = meta?.returnsInAuto ?? true
    cardPatterns = meta?.cardPatterns.compactMap { try? CardPattern($0) } ?? []
  }

  /// The result of a reading.
  package struct Step: Hashable, Sendable {
    package var state: State
    /// The outcome that is displayed. It contains no names or other personal data.
    package var displayed: Outcome
    /// The entry to store before the outcome is displayed; nil for a repeated reading, and for a reading without a
    /// code. Until the entry is on the disk the previous state applies.
    package var entry: OfflineEntry?
  }

  /// Computes the next step from a reading while the station is offline.
  ///
  /// - Parameters:
  ///   - state: the current state of the station.
  ///   - reading: the scanned reading.
  ///   - reader: the name of the reader that sent it.
  ///   - standing: the replica's information about the code or tag; nil if it is unknown or there is no replica.
  ///   - now: the station's clock. If the clock was set back, recorded times do not go back.
  /// - Returns: one entry and an outcome, or a duplicate without an entry.
  package func next(
    _ state: State, _ reading: Reading, reader: String? = nil, standing: Replica.CachedStatus?, at now: Timestamp
  ) -> Step {
    let now = max(now, state.last)
    var state = state.expired(at: now, home: home)
    state.last = now
    let seen = OfflineResolution.Seen(reading)
    guard !state.isAgain(seen.keys, at: now) else {
      state.renew(at: now, sessionTime)
      return Step(state: state, displayed: Outcome(.duplicate, mode: state.mode))
    }
    let thing = OfflineResolution(seen, standing: standing, patterns: cardPatterns)
    let before = state
    let (act, displayed) = decide(&state, thing, seen, now)
    guard seen.isWritable else { return Step(state: before, displayed: Outcome(displayed, mode: before.mode)) }
    // An action belongs to the session in which it began. A card is an exception: it begins its own session.
    let session = act == .checkIn || act == .refused || act == .other ? nil : before.session
    let entry = OfflineEntry(
      sequence: state.sequence, id: reading.id, at: now, mode: before.mode, act: act, code: seen.text,
      symbology: reading.plain.symbology, written: seen.written, card: session?.code, cardSymbology: session?.symbology,
      reader: reader, displayed: displayed)
    state.sequence += 1
    state.renew(at: now, sessionTime)
    state.note(seen.keys, at: now)
    return Step(state: state, displayed: Outcome(displayed, mode: state.mode), entry: entry)
  }

  // MARK: - Decisions

  private typealias Decided = (act: OfflineEntry.Act, displayed: Outcome.Code)

  private func decide(
    _ state: inout State, _ thing: OfflineResolution, _ seen: OfflineResolution.Seen, _ now: Timestamp
  ) -> Decided {
    switch thing {
    case .order(let command): return order(command, &state, now)
    case .useless(let why): return (.refused, why)
    case .card, .copy, .place, .unknown: break
    }
    switch state.mode {
    case .checkout, .auto, .renew, .return: break
    case .stocktake:
      // The hub resolves it. A card is never counted.
      if case .card = thing { return (.refused, .wrongKind) }
      return (.other, .recordedOffline)
    default: return (.other, .hubOffline)
    }
    switch thing {
    case .card(let standing): return card(standing, seen, &state, now)
    case .copy(let standing): return copy(standing, &state)
    case .unknown(let mayBeCard):
      // A borrower presents a card before a copy. An unknown card may belong to a new borrower.
      if mayBeCard, state.mode == .checkout, state.session == nil { return card(nil, seen, &state, now) }
      return copy(nil, &state)
    case .place, .order, .useless: return (.other, .hubOffline)
    }
  }

  private func card(
    _ standing: Replica.CachedStatus?, _ seen: OfflineResolution.Seen, _ state: inout State, _ now: Timestamp
  ) -> Decided {
    let open = state.session
    if let open, !open.keys.isDisjoint(with: seen.keys) {
      if state.mode == .return { return (.refused, .wrongKind) }
      state.end()
      return (.card, .sessionEnded)
    }
    // The open session ends in any case: the following scans must not be assigned to the previous borrower.
    if open != nil { state.end() }
    switch standing {
    case .cardBlocked?: return (.refused, .cardBlocked)
    case .cardExpired?: return (.refused, .cardExpired)
    default: break
    }
    guard state.mode != .return else { return (.refused, .wrongKind) }
    state.begin(seen, until: now + sessionTime)
    guard standing == .card else { return (.card, .recordedOffline) }
    return (.card, open == nil ? .sessionStarted : .switchBorrower)
  }

  private func copy(_ standing: Replica.CachedStatus?, _ state: inout State) -> Decided {
    switch state.mode {
    case .return: return (.checkIn, .recordedOffline)
    case .renew: return (.renew, .recordedOffline)
    case .checkout where state.session == nil: return (.refused, .cardNeeded)
    case .auto where state.session == nil:
      return standing == .copyOut && returnsInAuto ? (.checkIn, .recordedOffline) : (.other, .hubOffline)
    default:
      return standing == .copyNotForLoan ? (.refused, .notForLoan) : (.checkOut, .recordedOffline)
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
    case .undo, .renewAll, .bookDrop, .next: return (.other, .hubOffline)
    default: return (.refused, .hubOffline)
    }
  }
}
