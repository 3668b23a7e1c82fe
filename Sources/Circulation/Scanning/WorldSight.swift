internal import Deadwax
internal import Desk
internal import Lending
internal import Storage

/// What the records say to one event at a desk that stands in one state: no more than the desk will ask, for somebody
/// waits.
struct WorldSight {
  let transaction: WriteTransaction
  let house: HousePolicy
  let policy: StationPolicy
  let state: StationState
  let station: Station.Name

  /// Everything the desk is told.
  ///
  /// - Parameters:
  ///   - input: what happened, with what the hub's memory knew.
  ///   - read: what the reading names; nil when there was none.
  /// - Returns: the world.
  /// - Throws: a `StorageError`.
  func world(of input: DeskInput, named read: World.Named?) throws -> World {
    var world = World(
      named: try read ?? named(for: input.event), scan: input.reading?.id ?? transaction.newID(),
      visit: transaction.newID())
    world.isClockRight = input.isClockRight ?? true
    world.beside = input.beside ?? []
    world.symbology = input.reading?.symbology ?? .typed
    try addStage(&world)
    try addPeople(&world, input.pins)
    try addCopies(&world)
    try addLoans(&world, input.event)
    try addCode(&world, text: input.reading?.text, isIssued: input.isIssued ?? false)
    if asksForUndo(world.named, input.event) { world.lastChange = try lastChange() }
    try complete(&world, with: input.tags ?? DeskInput.TagFacts())
    return world
  }

  /// What an act on a screen would have been as a code: the desk understands both in the same way.
  func named(for event: DeskEvent) throws -> World.Named {
    switch event {
    case .answer(let yes, _): .command(yes ? .yes : .no)
    case .choose(let mode): .command(Command.allCases.first { $0.mode == mode } ?? .auto)
    case .pick(let number): .command(Command.allCases.first { $0.choice == number } ?? .help)
    case .undo: .command(.undo)
    case .renewAll: .command(.renewAll)
    case .pin:
      if let borrower = try state.stage.pinOf.flatMap({ try transaction.borrower($0) }) {
        .borrower(borrower)
      } else {
        .command(.end)
      }
    case .reading, .timer, .end, .fault: .command(.end)
    }
  }

  /// What lies open on the desk, also beneath a choice.
  private func addStage(_ world: inout World) throws {
    switch state.stage.half {
    case .copy(let id): world.pendingCopy = try transaction.copy(id)
    case .slot(let id): world.pendingSlot = try transaction.slot(id)
    case .place(let id): world.pendingPlace = try transaction.place(id)
    case .release, .borrower, nil: break
    }
    if case .staffPIN(let id, _, _, _) = state.stage { world.staff = try transaction.borrower(id) }
    switch state.stage.beneathPIN {
    case .idle, .pendingCode, .pendingCopy, .pendingSlot, .pendingPlace, .staffPIN: break
    case .pin(let id, _, _): world.borrower = try transaction.borrower(id)
    case .question(let question, _): world.pendingCopy = try transaction.copy(question.copy)
    case .choosing(let choosing, _): try addChoice(&world, choosing)
    case .confirming(let confirming, _):
      world.confirmed = try confirming.copy.flatMap { try transaction.copy($0) }
      world.confirmedBorrower = try confirming.borrower.flatMap { try transaction.borrower($0) }
      if confirming.act == .add, let release = confirming.release {
        world.candidates = try transaction.copies(of: release)
      }
    }
    if let hand = state.hand {
      let known = world.named.copies + [world.pendingCopy, world.confirmed].compactMap(\.self)
      world.inHand = try known.first { $0.id == hand.copy } ?? transaction.copy(hand.copy)
    }
    var atStake = world.pendingSlot
    if case .slot(let slot) = world.named { atStake = slot }
    if let atStake, atStake.isSingle { world.occupant = try transaction.copy(in: atStake.id)?.id }
  }

  private func addChoice(_ world: inout World, _ choosing: Choosing) throws {
    for candidate in choosing.candidates {
      switch candidate {
      case .copy(let id): if let copy = try transaction.copy(id) { world.candidates.append(copy) }
      case .release(let id): world.candidates += try transaction.copies(of: id)
      case .borrower(let id): world.card = try transaction.borrower(id)
      case .place, .slot: break
      }
    }
    if let key = choosing.key { world.inbox = try transaction.openInboxItem(key) }
  }

  /// Who has the session, and what is known of PINs where they are asked for.
  private func addPeople(_ world: inout World, _ pins: DeskInput.PINFacts?) throws {
    if let session = state.session { world.borrower = try transaction.borrower(session.borrower) }
    world.pinLockedUntil = pins?.lockedUntil
    world.pinFailures = pins?.failures ?? 0
    let known = { (borrower: Borrower) -> Borrower in
      var borrower = borrower
      borrower.hasPIN = pins?.with.contains(borrower.id) ?? false
      return borrower
    }
    world.borrower = world.borrower.map(known)
    world.confirmedBorrower = world.confirmedBorrower.map(known)
    world.card = world.card.map(known)
    world.staff = world.staff.map(known)
    world.named = world.named.mapCard(known)
  }

  /// Whether a choice is open in which a card can be chosen that may be one of staff.
  private var mayChooseStaff: Bool {
    house.desk.asksStaffPIN && state.stage.choosing?.candidates.contains { $0.kind == "borrower" } ?? false
  }

  /// What is known of the PINs of whoever is at stake: which have one, and until when the card that was shown is locked.
  func pins(_ named: World.Named) throws -> DeskInput.PINFacts? {
    let isStaffAtStake = house.desk.asksStaffPIN && (state.stage.isStaffPIN || named.card?.isStaff ?? false)
    guard policy.asksPIN || isStaffAtStake || mayChooseStaff else { return nil }
    var facts = DeskInput.PINFacts()
    var shown = state.stage.pinOf
    if let card = named.card { shown = card.id }
    var chosen: Borrower.ID?
    for case .borrower(let id) in state.stage.choosing?.candidates ?? [] { chosen = id }
    let session = policy.asksPIN ? state.session?.borrower : nil
    for id in [shown, chosen, session].compactMap(\.self)
    where try transaction.borrower(id)?.hasPIN ?? false {
      facts.with.append(id)
    }
    if let pin = try (shown ?? chosen).flatMap({ try transaction.pin(of: $0) }) {
      facts.lockedUntil = pin.lockedUntil
      facts.failures = pin.failures > 0 ? pin.failures : nil
    }
    return facts == DeskInput.PINFacts() ? nil : facts
  }

  /// The holds on what may be lent, renewed or given back.
  private func addCopies(_ world: inout World) throws {
    guard [.auto, .checkout, .return, .renew, .lookup].contains(state.mode) || world.confirmed != nil else { return }
    let copies =
      world.named.copies + world.candidates + [world.pendingCopy, world.confirmed, world.inHand].compactMap(\.self)
    for release in Set(copies.map(\.release)).sorted() {
      try addHolds(&world, on: copies.filter { $0.release == release }, of: release)
    }
    guard state.mode == .renew, state.session == nil else { return }
    for borrower in copies.compactMap(\.loan?.borrower) where world.borrowers[borrower] == nil {
      world.borrowers[borrower] = try transaction.borrower(borrower)
    }
  }

  private func addLoans(_ world: inout World, _ event: DeskEvent) throws {
    let renewsAll = event == .renewAll || world.named == .command(.renewAll)
    guard renewsAll, let session = state.session else { return }
    world.loans = try transaction.copiesLent(to: session.borrower)
    for release in Set(world.loans.map(\.release)).sorted() {
      try addHolds(&world, on: world.loans.filter { $0.release == release }, of: release)
    }
  }

  private func addHolds(_ world: inout World, on copies: [Copy], of release: Release.ID) throws {
    let waiting = try transaction.holds(on: release)
    guard !waiting.isEmpty else { return }
    for copy in copies {
      world.holds[copy.id] = waiting.filter { $0.subject == .copy(copy.id) || $0.subject == .release(release) }
    }
    world.passedOver.formUnion(try transaction.passedOver(waiting, house))
    guard let shelf = try house.holds.shelf.flatMap({ try transaction.place($0) }) else { return }
    world.pickUpShelf = Location(place: shelf.id, placeName: shelf.name)
  }

  /// What is known of a code that names nothing, and of a barcode in the wish-list.
  private func addCode(_ world: inout World, text: String?, isIssued: Bool) throws {
    switch world.named {
    case .nothing(let code):
      world.isNewLabel = isIssued
      // A number of the trade is kept with noughts before it; the card's form is that of what stands on the card.
      let rules = LoanRules(house: house, station: policy)
      world.looksLikeCard = [code.key?.value, text?.trimmed].contains { $0.map(rules.looksLikeCard) ?? false }
      if let key = code.key { world.inbox = try transaction.openInboxItem(key) }
    case .release(let release, _) where [.wishlist, .lookup, .auto].contains(state.mode):
      world.isWished = try transaction.wishedAt(release) != nil
    case .copy(let copy) where [.wishlist, .lookup, .auto].contains(state.mode):
      world.isWished = try transaction.wishedAt(copy.release) != nil
    case .command(let command) where state.mode == .wishlist:
      if let number = command.choice, case .thing(.release(let release))? = state.stage.choosing?[number] {
        world.isWished = try transaction.wishedAt(release) != nil
      }
    default: break
    }
  }

  private func asksForUndo(_ named: World.Named, _ event: DeskEvent) -> Bool {
    event == .undo || named == .command(.undo)
  }

  /// What this desk changed last and nobody has taken back, and what has become of its rows.
  private func lastChange() throws -> World.LastChange? {
    guard let change = try transaction.lastUndoable(at: station) else { return nil }
    var last = World.LastChange(id: change.id, kind: change.kind, at: change.at)
    (last.copy, last.release) = try transaction.subject(of: change)
    last.since = try transaction.refusal(toUndo: change).map { $0.since ?? .copy }
    last.visit = try transaction.visit(of: change.sequence)
    return last
  }

  /// What the records of tags and the readers know, and the tags of the copies at stake.
  private func complete(_ world: inout World, with facts: DeskInput.TagFacts) throws {
    world.scanned = facts.scanned
    world.waiting = facts.waiting
    world.hasQueue = facts.hasQueue
    world.tagsPresent = facts.present
    world.queueNext = try facts.queueNext.flatMap { try transaction.copy($0) }
    guard [.write, .bind, .auto].contains(state.mode),
      world.scanned != nil || world.waiting != nil || state.mode != .auto
    else { return }
    var atStake = [world.pendingCopy?.id, world.queueNext?.id]
    let named = world.named.copies
    if named.count == 1 { atStake.append(named.first?.id) }
    atStake += world.candidates.map(\.id)
    for copy in atStake { if let copy { world.tags[copy] = try transaction.tags(of: copy) } }
  }
}

extension World.Named {
  /// Whose card it is, or could be.
  var card: Borrower? {
    switch self {
    case .borrower(let card), .cardAnd(let card, _): card
    default: nil
    }
  }

  func mapCard(_ change: (Borrower) -> Borrower) -> World.Named {
    switch self {
    case .borrower(let card): .borrower(change(card))
    case .cardAnd(let card, let other): .cardAnd(change(card), other)
    default: self
    }
  }

  /// The copies that it can mean.
  var copies: [Copy] {
    switch self {
    case .copy(let copy): [copy]
    case .release(_, let copies): copies
    case .releases(let shelved): shelved.flatMap(\.copies)
    case .cardAnd(_, let other): other.copies
    case .borrower, .place, .slot, .command, .nothing, .disagreement, .ambiguous: []
    }
  }
}
