internal import Deadwax
internal import Execution
internal import Lending
internal import StationLogic
internal import Storage

/// Reads the facts that one event at a station needs, for its current state. Reads no more than the decision uses,
/// because the user waits.
struct FactsLoader {
  let transaction: WriteTransaction
  let library: LibraryPolicy
  let policy: StationPolicy
  let state: StationState
  let station: Station.Name

  /// Returns all facts for the decision.
  ///
  /// - Parameters:
  ///   - input: the event, with the state in memory.
  ///   - read: the resolved reading; nil if there was none.
  /// - Returns: the facts.
  /// - Throws: a `StorageError`.
  func facts(of input: StationInput, named read: StationFacts.Resolution?) throws -> StationFacts {
    var gathered = StationFacts(
      named: try read ?? named(for: input.event), scan: input.reading?.id ?? transaction.newID(),
      newSession: transaction.newID())
    gathered.isClockRight = input.isClockRight ?? true
    gathered.beside = input.beside ?? []
    gathered.code.symbology = input.reading?.symbology ?? .typed
    try addStage(&gathered)
    try addPeople(&gathered, input.pins)
    try addCopies(&gathered)
    try addLoans(&gathered, input.event)
    try addCode(&gathered, text: input.reading?.text, isIssued: input.isIssued ?? false)
    try addAddition(&gathered, input)
    try addCollecting(&gathered)
    gathered.counting = input.counting
    if wantsUndo(gathered.named, input.event) { gathered.lastChange = try lastChange() }
    try addShelving(&gathered)
    try complete(&gathered, with: input.tags ?? StationInput.TagFacts())
    return gathered
  }

  /// Returns the command code that is equivalent to an operation on a screen: the decision treats both in the same way.
  func named(for event: StationEvent) throws -> StationFacts.Resolution {
    switch event {
    case .answer(let yes, _): .command(yes ? .yes : .no)
    case .choose(let mode): .command(Command.allCases.first { $0.mode == mode } ?? .auto)
    case .pick(let number): .command(Command.allCases.first { $0.choice == number } ?? .help)
    case .undo: .command(.undo)
    case .renewAll: .command(.renewAll)
    case .nextSlot: .command(.next)
    case .pin:
      if let borrower = try state.stage.pinOf.flatMap({ try transaction.borrower($0) }) {
        .borrower(borrower)
      } else {
        .command(.end)
      }
    case .reading, .timer, .end, .fault, .setBatch, .endBatch, .lookedUp: .command(.end)
    }
  }

  /// Adds the records that are open at the station, including those under a choice.
  private func addStage(_ gathered: inout StationFacts) throws {
    switch state.stage.half {
    case .copy(let id): gathered.pendingCopy = try transaction.copy(id)
    case .slot(let id): gathered.shelving.slot = try transaction.slot(id)
    case .place(let id): gathered.shelving.place = try transaction.place(id)
    case .release, .borrower, nil: break
    }
    if case .staffPIN(let id, _, _, _) = state.stage { gathered.pin.staff = try transaction.borrower(id) }
    switch state.stage.beneathPIN {
    case .idle, .pendingCode, .pendingCopy, .pendingSlot, .pendingPlace, .staffPIN: break
    case .pin(let id, _, _): gathered.borrower = try transaction.borrower(id)
    case .question(let question, _): gathered.pendingCopy = try transaction.copy(question.copy)
    case .choosing(let choosing, _): try addChoice(&gathered, choosing)
    case .confirming(let confirming, _):
      gathered.prompted.copy = try confirming.copy.flatMap { try transaction.copy($0) }
      gathered.prompted.borrower = try confirming.borrower.flatMap { try transaction.borrower($0) }
      if confirming.act == .add, let release = confirming.release {
        gathered.prompted.candidates = try transaction.copies(of: release)
      }
    }
    if let hand = state.hand {
      let known = gathered.named.copies + [gathered.pendingCopy, gathered.prompted.copy].compactMap(\.self)
      gathered.inHand = try known.first { $0.id == hand.copy } ?? transaction.copy(hand.copy)
    }
    try addConflict(&gathered)
    var atStake = gathered.shelving.slot
    if case .slot(let slot) = gathered.named { atStake = slot }
    if let atStake, atStake.isSingle { gathered.shelving.occupant = try transaction.copy(in: atStake.id)?.id }
  }

  private func addChoice(_ gathered: inout StationFacts, _ choosing: PendingChoice) throws {
    for candidate in choosing.candidates {
      switch candidate {
      case .copy(let id): if let copy = try transaction.copy(id) { gathered.prompted.candidates.append(copy) }
      case .release(let id): gathered.prompted.candidates += try transaction.copies(of: id)
      case .borrower(let id): gathered.prompted.card = try transaction.borrower(id)
      case .place, .slot: break
      }
    }
    if let copy = choosing.copy { gathered.prompted.copy = try transaction.copy(copy) }
    if let key = choosing.key { gathered.code.inbox = try transaction.openInboxItem(key) }
  }

  /// Adds the borrower of the session, and the facts about PINs where they are required.
  private func addPeople(_ gathered: inout StationFacts, _ pins: StationInput.PINFacts?) throws {
    if let session = state.session { gathered.borrower = try transaction.borrower(session.borrower) }
    gathered.pin.lockedUntil = pins?.lockedUntil
    gathered.pin.failures = pins?.failures ?? 0
    let known = { (borrower: Borrower) -> Borrower in
      var borrower = borrower
      borrower.hasPIN = pins?.with.contains(borrower.id) ?? false
      return borrower
    }
    gathered.borrower = gathered.borrower.map(known)
    gathered.prompted.borrower = gathered.prompted.borrower.map(known)
    gathered.prompted.card = gathered.prompted.card.map(known)
    gathered.pin.staff = gathered.pin.staff.map(known)
    gathered.named = gathered.named.mapCard(known)
  }

  /// True if a choice is open that includes a card which may be a staff card.
  private var mayChooseStaff: Bool {
    library.stations.asksStaffPIN && state.stage.choosing?.candidates.contains { $0.kind == "borrower" } ?? false
  }

  /// Returns the facts about the PINs of the borrowers concerned: the borrowers with a PIN, and the lock of the scanned
  /// card.
  func pins(_ named: StationFacts.Resolution) throws -> StationInput.PINFacts? {
    let isStaffAtStake = library.stations.asksStaffPIN && (state.stage.isStaffPIN || named.card?.isStaff ?? false)
    guard policy.asksPIN || isStaffAtStake || mayChooseStaff else { return nil }
    var facts = StationInput.PINFacts()
    var presented = state.stage.pinOf
    if let card = named.card { presented = card.id }
    var chosen: Borrower.ID?
    for case .borrower(let id) in state.stage.choosing?.candidates ?? [] { chosen = id }
    let session = policy.asksPIN ? state.session?.borrower : nil
    for id in [presented, chosen, session].compactMap(\.self)
    where try transaction.borrower(id)?.hasPIN ?? false {
      facts.with.append(id)
    }
    if let pin = try (presented ?? chosen).flatMap({ try transaction.pin(of: $0) }) {
      facts.lockedUntil = pin.lockedUntil
      facts.failures = pin.failures > 0 ? pin.failures : nil
    }
    return facts == StationInput.PINFacts() ? nil : facts
  }

  /// Adds the holds on the copies that may be lent, renewed or returned.
  private func addCopies(_ gathered: inout StationFacts) throws {
    guard [.auto, .checkout, .return, .renew, .lookup].contains(state.mode) || gathered.prompted.copy != nil else {
      return
    }
    let copies =
      gathered.named.copies + gathered.prompted.candidates
      + [gathered.pendingCopy, gathered.prompted.copy, gathered.inHand].compactMap(\.self)
    for release in Set(copies.map(\.release)).sorted() {
      try addHolds(&gathered, on: copies.filter { $0.release == release }, of: release)
    }
    for copy in copies where gathered.lending.lostFees[copy.id] == nil {
      gathered.lending.lostFees[copy.id] = try transaction.lostFees(ofFound: copy)
    }
    guard state.mode == .renew, state.session == nil else { return }
    for borrower in copies.compactMap(\.loan?.borrower) where gathered.lending.borrowers[borrower] == nil {
      gathered.lending.borrowers[borrower] = try transaction.borrower(borrower)
    }
  }

  private func addLoans(_ gathered: inout StationFacts, _ event: StationEvent) throws {
    let renewsAll = event == .renewAll || gathered.named == .command(.renewAll)
    guard renewsAll, let session = state.session else { return }
    gathered.lending.loans = try transaction.copiesLent(to: session.borrower)
    for release in Set(gathered.lending.loans.map(\.release)).sorted() {
      try addHolds(&gathered, on: gathered.lending.loans.filter { $0.release == release }, of: release)
    }
  }

  private func addHolds(_ gathered: inout StationFacts, on copies: [Copy], of release: Release.ID) throws {
    let waiting = try transaction.holds(on: release)
    guard !waiting.isEmpty else { return }
    for copy in copies {
      gathered.lending.holds[copy.id] = waiting.filter {
        $0.subject == .copy(copy.id) || $0.subject == .release(release)
      }
    }
    gathered.lending.ineligible.formUnion(try transaction.ineligible(waiting, library))
    gathered.lending.pickUpShelf = try transaction.pickUpShelf(library)
  }

  /// Adds the facts about an unresolved code, and the wish list entry of a barcode.
  private func addCode(_ gathered: inout StationFacts, text: String?, isIssued: Bool) throws {
    switch gathered.named {
    case .nothing(let code):
      gathered.tagging.isNewLabel = isIssued
      // The key of a GTIN is padded with zeros; the patterns for cards apply to the number as printed on the card.
      let rules = LendingPolicy(library: library, station: policy)
      gathered.code.looksLikeCard = [code.key?.value, text?.trimmed].contains { $0.map(rules.looksLikeCard) ?? false }
      if let key = code.key { gathered.code.inbox = try transaction.openInboxItem(key) }
    case .release(let release, _) where [.wishlist, .lookup, .auto].contains(state.mode):
      gathered.code.isWished = try transaction.wishedAt(release) != nil
    case .copy(let copy) where [.wishlist, .lookup, .auto].contains(state.mode):
      gathered.code.isWished = try transaction.wishedAt(copy.release) != nil
    case .command(let command) where state.mode == .wishlist:
      if let number = command.choice, case .thing(.release(let release))? = state.stage.choosing?[number] {
        gathered.code.isWished = try transaction.wishedAt(release) != nil
      }
    default: break
    }
  }

  private func wantsUndo(_ named: StationFacts.Resolution, _ event: StationEvent) -> Bool {
    event == .undo || named == .command(.undo)
  }

  /// Returns the last change of this station that is not undone, and whether its rows have changed since.
  private func lastChange() throws -> StationFacts.LastChange? {
    guard let change = try transaction.lastUndoable(at: station) else { return nil }
    let origin = try transaction.origin(of: change)
    var last = StationFacts.LastChange(id: change.id, kind: origin.change.kind, at: change.at)
    last.isUndo = origin.isUndone
    (last.copy, last.release) = try transaction.subject(of: change)
    last.since = try transaction.refusal(toUndo: change).map { $0.since ?? .copy }
    last.session = try transaction.session(of: origin.change.sequence)
    return last
  }

  /// Adds the facts from the tag records and the readers, and the tags of the copies concerned.
  private func complete(_ gathered: inout StationFacts, with facts: StationInput.TagFacts) throws {
    gathered.tagging.scanned = facts.scanned
    gathered.tagging.waiting = facts.waiting
    gathered.tagging.hasQueue = facts.hasQueue
    gathered.tagging.present = facts.present
    gathered.tagging.queueNext = try facts.queueNext.flatMap { try transaction.copy($0) }
    guard [.write, .bind, .auto].contains(state.mode),
      gathered.tagging.scanned != nil || gathered.tagging.waiting != nil || state.mode != .auto
    else { return }
    var atStake = [gathered.pendingCopy?.id, gathered.tagging.queueNext?.id]
    let named = gathered.named.copies
    if named.count == 1 { atStake.append(named.first?.id) }
    atStake += gathered.prompted.candidates.map(\.id)
    for copy in atStake { if let copy { gathered.tagging.tags[copy] = try transaction.tags(of: copy) } }
  }
}
