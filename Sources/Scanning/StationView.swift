package import Deadwax
package import Execution
package import Lending
internal import StationLogic
package import Storage

/// A station as its own screen displays it.
package struct StationView: Hashable, Sendable {
  package var name: Station.Name
  package var state: StationState
  package var version: Int
  /// The time of the view.
  package var now: Timestamp
  package var policy: StationPolicy
  /// The open session. The screen shows only the borrower's short name.
  package var session: OpenSession?
  /// The title of the first half of a pair that waits for the other half.
  package var pendingTitle: String?
  /// The tag that waits for its copy.
  package var pendingTag: TagID?
  /// The question that the station waits on, with its copy.
  package var question: Prompt?
  /// The id of the open prompt, for `Precondition`.
  package var prompt: String?
  /// The choices that the station waits on.
  package var choosing: Choices?
  /// The confirmation that the station waits on.
  package var confirming: Confirmation?
  /// The copy in the hand.
  package var hand: Held?
  /// The progress of the station's tag queue, with the next copy.
  package var tagQueue: Queued?
  /// The copy that was checked in last and is ready for pick-up, with the text for its hold slip.
  package var ready: Ready?
  /// The open batch of additions.
  package var additions: OpenBatch?
  /// The last batch of additions, for some minutes after its end, unless it has no copies.
  package var endedBatch: EndedBatch?
  /// The crate that receives the scanned records, in mode collect.
  package var collecting: CrateSummary?
  /// The change that the station would undo now.
  package var undo: Recent?
  /// The last changes of the station, the newest first, at most three: the ones to check after a power failure.
  package var recent: [Recent]

  /// The borrower of the session.
  package var borrower: Borrower? { session?.borrower }
  /// The language of the station, as an ISO 639 code.
  package var language: String? { policy.language }

  package struct OpenSession: Hashable, Sendable {
    package var borrower: Borrower
    package var limit: Int
    /// The blockers that apply to every copy, reported before the first one: blocked, expired, overdue.
    package var notes: [Outcome.Code]
    package var endsAt: Timestamp
    package var warnAt: Timestamp
    package var id: StoredSession.ID
    package var beganAt: Timestamp?
    /// The open loans, ordered by due time, at most `loanLimit`.
    package var loans: [Out]
    /// The holds that are ready for pick-up.
    package var holds: [PickUp]

    /// The largest number of loans for the screen.
    package static let loanLimit = 100

    /// A copy that the borrower has on loan.
    package struct Out: Hashable, Sendable {
      package var loan: Loan
      package var copy: Copy
      package var release: Release
      package var overdueDays: Int
    }

    /// A hold of the borrower that is ready for pick-up.
    package struct PickUp: Hashable, Sendable {
      package var hold: Hold
      package var copy: Copy
      package var release: Release
    }
  }

  package struct Prompt: Hashable, Sendable {
    package var question: TagPrompt
    package var copy: Copy?
    package var release: Release?
    /// The record that the tag is bound to now, for `tagBound`.
    package var bound: CodeTarget?
    package var boundTitle: String?
    package var until: Timestamp
    /// True if the code is or ever was a card: then its number is not displayed.
    package var isCard: Bool
  }

  package struct Choices: Hashable, Sendable {
    package struct Line: Hashable, Sendable {
      /// The number of the choice, from 1.
      package var number: Int
      package var choice: PendingChoice.Choice
      package var copy: Copy?
      package var release: Release?
      /// The short name of the copy's current borrower, for stations of staff; nil at self-service stations.
      package var holder: String?
      package var title: String
      /// The text that distinguishes it from the others: number, condition and place, or label and year.
      package var text: String
    }

    package var choosing: PendingChoice
    package var lines: [Line]
    /// The release that a question is about.
    package var release: Release?
    package var until: Timestamp
  }

  package struct Confirmation: Hashable, Sendable {
    package var confirming: PendingConfirmation
    package var copy: Copy?
    package var release: Release?
    package var until: Timestamp
  }

  package struct Held: Hashable, Sendable {
    package var copy: Copy
    package var release: Release?
    package var until: Timestamp
  }

  package struct Queued: Hashable, Sendable {
    package var queue: TagQueue
    package var next: Copy?
    package var nextRelease: Release?
  }

  package struct Ready: Hashable, Sendable {
    package var copy: Copy
    /// The last four characters of the card of the borrower who waits.
    package var card: String?
    package var until: Timestamp?
  }

  /// The open batch of additions, with the name of its place and the number of its copies.
  package struct OpenBatch: Hashable, Sendable {
    package var additions: StationState.Additions
    package var place: String?
    package var count: Int
  }

  /// A batch of additions that ended a short time ago.
  package struct EndedBatch: Hashable, Sendable {
    package var batch: AdditionBatch
    package var count: Int

    /// The time after its end in which the screen offers its labels and its undo.
    package static let offerTime = Duration.seconds(600)
  }

  package struct Recent: Hashable, Sendable {
    package var change: Change
    package var copy: Copy?
    package var release: Release?
  }
}

extension Queryable {
  /// Returns a station as its own screen displays it; nil if there is no station of that name. Omits prompts and
  /// sessions whose timeout has passed, even before the timer has ended them.
  package func view(
    of station: Station.Name, policies: LibraryPolicies, at time: Timestamp? = nil
  ) throws -> StationView? {
    let now = time ?? now
    guard let (stored, version) = try self.station(station) else { return nil }
    let policy = try policies.station(try stationPolicy(station))
    let library = try policies.library(in: self)
    let state = stored.clamped(to: now, library.stations).expired(at: now, home: policy.home)
    var view = StationView(name: station, state: state, version: version, now: now, policy: policy, recent: [])
    view.session = try state.session.flatMap { try session($0, library, policy, now) }
    // The id is derived from the stored state: after a clock was set back, clamped deadlines would change it at every
    // read.
    if state.stage != .idle { view.prompt = try stored.prompt() }
    try addStage(&view)
    if let hand = state.hand, let copy = try copy(hand.copy) {
      view.hand = StationView.Held(copy: copy, release: try release(copy.release), until: hand.until)
    }
    if let queue = try tagQueue(station) {
      let next = try queue.next.flatMap { try copy($0) }
      view.tagQueue = StationView.Queued(
        queue: queue, next: next, nextRelease: try next.flatMap { try release($0.release) })
    }
    if let additions = state.additions {
      view.additions = StationView.OpenBatch(
        additions: additions, place: try additions.settings.place.flatMap { try place($0) }?.name,
        count: try copyCount(of: additions.id))
    } else if !policy.isSelfService {
      view.endedBatch = try endedBatch(at: station, now)
    }
    if !policy.isSelfService { view.ready = try ready(at: station) }
    view.collecting = try state.collecting.flatMap { try summary(of: $0) }
    // At a self-service station a borrower must not see the changes of another one.
    let isAttended = LendingPolicy(library: library, station: policy).isAttended(isStaff: state.staff != nil)
    let isShown = { (change: Change) in
      if isAttended { return true }
      guard let session = state.session else { return false }
      return try self.session(of: change.sequence) == session.id
    }
    view.recent = try recentChanges(at: station, limit: 3).filter(isShown).map { try recent($0) }
    if let last = try lastUndoable(at: station), now - last.at <= library.stations.undoTime, try isShown(last) {
      view.undo = try view.recent.first { $0.change.id == last.id } ?? recent(last)
    }
    return view
  }

  private func session(
    _ session: StationState.Session, _ library: LibraryPolicy, _ policy: StationPolicy, _ now: Timestamp
  ) throws -> StationView.OpenSession? {
    guard let borrower = try borrower(session.borrower) else { return nil }
    let rules = LendingPolicy(library: library, station: policy)
    return StationView.OpenSession(
      borrower: borrower, limit: rules.loanLimit(of: borrower),
      notes: rules.standing(of: borrower, now: now).blockers, endsAt: session.until,
      warnAt: session.until + (.zero - library.stations.sessionWarning), id: session.id,
      beganAt: try self.session(session.id)?.beganAt, loans: try loans(of: borrower.id, rules, now),
      holds: try pickUps(of: borrower.id))
  }

  private func loans(
    of borrower: Borrower.ID, _ rules: LendingPolicy, _ now: Timestamp
  ) throws -> [StationView.OpenSession.Out] {
    try openLoans(of: borrower).prefix(StationView.OpenSession.loanLimit).compactMap { loan in
      guard let copy = try copy(loan.copy), let release = try release(copy.release) else { return nil }
      return StationView.OpenSession.Out(
        loan: loan, copy: copy, release: release, overdueDays: rules.overdueDays(loan, at: now))
    }
  }

  private func pickUps(of borrower: Borrower.ID) throws -> [StationView.OpenSession.PickUp] {
    try holds(state: .ready, borrower: borrower, limit: StationView.OpenSession.loanLimit).compactMap { hold in
      guard let copy = try hold.copy.flatMap({ try copy($0) }), let release = try release(copy.release) else {
        return nil
      }
      return StationView.OpenSession.PickUp(hold: hold, copy: copy, release: release)
    }
  }

  private func isCard(_ key: Code.Key) throws -> Bool { try key.uid.map { try wasCard($0) } ?? wasCard(key) }

  private func addStage(_ view: inout StationView) throws {
    switch view.state.stage {
    case .idle, .pin, .staffPIN: break
    case .pendingCopy(let id, _):
      view.pendingTitle = try copy(id).flatMap { try release($0.release) }?.title
    case .pendingSlot(let id, _): view.pendingTitle = try slot(id)?.location.text
    case .pendingPlace(let id, _): view.pendingTitle = try place(id)?.name
    case .pendingCode(let key, _):
      // The number of a card is never displayed, even if it is to be bound to something else.
      let isCard = try isCard(key)
      view.pendingTag = isCard ? nil : key.uid
      view.pendingTitle = isCard ? nil : key.value
    case .question(let question, let until):
      let about = try copy(question.copy)
      let bound = try binding(of: question.key)?.target
      view.question = StationView.Prompt(
        question: question, copy: about, release: try about.flatMap { try release($0.release) }, bound: bound,
        boundTitle: try bound.flatMap { try title(of: $0) }, until: until,
        isCard: try isCard(question.key))
    case .choosing(let choosing, let until):
      let lines = try (1...max(1, choosing.count)).compactMap { number in
        try choosing[number].map { try line(number, $0, of: choosing, isAttended: !view.policy.isSelfService) }
      }
      view.choosing = StationView.Choices(
        choosing: choosing, lines: lines, release: try choosing.source.flatMap { try release($0.release) },
        until: until)
    case .confirming(let confirming, let until):
      let copy = try confirming.copy.flatMap { try self.copy($0) }
      view.confirming = StationView.Confirmation(
        confirming: confirming, copy: copy,
        release: try (copy?.release ?? confirming.release).flatMap { try release($0) },
        until: until)
    }
  }

  private func line(
    _ number: Int, _ choice: PendingChoice.Choice, of choosing: PendingChoice, isAttended: Bool
  ) throws -> StationView.Choices.Line {
    var line = StationView.Choices.Line(number: number, choice: choice, title: "", text: "")
    switch choice {
    case .act(let act):
      line.title = act.rawValue
      if act == .putAway, let slot = choosing.offered { line.text = try self.slot(slot)?.location.text ?? "" }
    case .answer(let position): line.title = choosing.source?.choices[position].text ?? ""
    case .thing(let target):
      line.title = try title(of: target) ?? ""
      line.copy = try target.copy.flatMap { try copy($0) }
      if case .release(let id) = target { line.release = try release(id) }
      if let copy = line.copy {
        line.release = try release(copy.release)
        if isAttended { line.holder = try copy.loan?.borrower.flatMap { try borrower($0) }?.shortName }
        line.text = ["#\(copy.number)", copy.mediaCondition, copy.location?.text].compactMap(\.self)
          .joined(separator: " · ")
      } else if let release = line.release {
        line.text = [release.label, release.catalogNumber, release.country, release.year.map { "\($0)" }]
          .compactMap(\.self).joined(separator: " · ")
      }
    }
    return line
  }

  /// Returns the copy that the newest scan of a station sent to the pick-up shelf. It is looked up each time and not
  /// stored: neither the history nor an event reveals whose card it was.
  private func ready(at station: Station.Name) throws -> StationView.Ready? {
    guard let outcome = try scans(before: nil, station: station, outcome: nil, limit: 1).first?.outcome,
      outcome.code == .holdWaiting || outcome.facts.notes.contains(.holdWaiting),
      let copy = try outcome.copy.flatMap({ try copy($0) }), let hold = try readyHold(of: copy.id)
    else { return nil }
    return StationView.Ready(copy: copy, card: try endOfCard(of: hold.borrower), until: hold.pickUpBy)
  }

  private func endedBatch(at station: Station.Name, _ now: Timestamp) throws -> StationView.EndedBatch? {
    guard let batch = try newestAdditionBatch(of: station), let end = batch.endedAt,
      now - end < StationView.EndedBatch.offerTime, case let count = try copyCount(of: batch.id), count > 0
    else { return nil }
    return StationView.EndedBatch(batch: batch, count: count)
  }

  private func recent(_ change: Change) throws -> StationView.Recent {
    let (copy, release) = try subject(of: change)
    return StationView.Recent(
      change: change, copy: try copy.flatMap { try self.copy($0) },
      release: try release.flatMap { try self.release($0) })
  }
}
