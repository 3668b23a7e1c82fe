import Deadwax
import Lending
import StationLogic

extension ModelLibrary {
  func named(_ thing: Thing) -> StationFacts.Resolution {
    switch thing {
    case .copy(let index): .copy(copies[index])
    case .card(let index): borrower(borrowers[index].id).map { .borrower($0) } ?? .disagreement
    case .barcode(let text): named(by: text)
    case .slot(let slot, _): .slot(slot)
    case .place(let place): .place(place)
    case .order(let command): .command(command)
    case .nothing(let code): .nothing(code)
    case .tag(let code):
      code.bound?.copy.flatMap { copy($0) }.map { .copy($0) } ?? .nothing(code.uid.map { .tag($0) } ?? .unusable)
    case .both(let card, let other): borrower(borrowers[card].id).map { .cardAnd($0, named(other)) } ?? .disagreement
    }
  }

  private func named(by barcode: String) -> StationFacts.Resolution {
    let releases = (barcodes[barcode] ?? []).map { release in
      StationFacts.ReleaseCopies(release, copies: copies.filter { $0.release == release })
    }
    switch releases.count {
    case 0: return .nothing(GTIN(key: barcode).map { .gtin($0) } ?? .text(barcode))
    case 1: return .release(releases[0].release, copies: releases[0].copies)
    default: return .releases(releases)
    }
  }

  /// Returns the facts that the records would give a station in this state, and no more.
  func facts(_ thing: Thing, _ state: StationState, _ event: StationEvent, at station: Int) -> StationFacts {
    var facts = StationFacts(named: named(thing))
    facts.scan = Identifier(digest: 1 << 20, events)
    facts.newSession = Identifier(digest: 1 << 21, events)
    facts.isClockRight = isClockRight
    facts.beside = beside
    facts.lending.pickUpShelf = pickUpShelf
    facts.borrower = borrower(state.session?.borrower)
    if case .pin(let id, _, _) = state.stage { facts.borrower = borrower(id) }
    if case .staffPIN(let id, _, _, _) = state.stage { facts.pin.staff = borrower(id) }
    switch state.stage.half {
    case .copy(let id): facts.pendingCopy = copy(id)
    case .slot(let id):
      facts.shelving.slot = slots.first { $0.id == id }
      facts.shelving.occupant = copies.first { $0.location?.slot == id }?.id
      facts.shelving.row = row(after: id)
    case .place: facts.shelving.place = Self.shelf
    case .release, .borrower, nil: break
    }
    if let conflict = state.stage.choosing?.conflict {
      facts.shelving.slot = slots.first { $0.id == conflict.slot }
      facts.shelving.displaced = copies.first { $0.location?.slot == conflict.slot }
      facts.shelving.occupant = facts.shelving.displaced?.id
      facts.shelving.row = row(after: conflict.slot)
    }
    if let choosing = state.stage.choosing {
      facts.prompted.copy = copy(choosing.copy)
      if let offered = choosing.offered { facts.shelving.slot = slots.first { $0.id == offered } }
    }
    if case .question(let question, _) = state.stage {
      facts.pendingCopy = copy(question.copy)
      facts.tagging.waiting = BindingCandidate(key: question.key)
    }
    if let key = state.stage.code {
      facts.tagging.waiting = BindingCandidate(key: key, bound: state.stage.choosing?.bound)
    }
    if case .slot(_, let occupant) = thing { facts.shelving.occupant = occupant }
    if case .tag(let code) = thing { (facts.tagging.scanned, facts.tagging.present) = (code, 1) }
    if case .nothing(.own(let own)) = facts.named, own.kind == .blank { facts.tagging.isNewLabel = true }
    if case .nothing(.text(let text)) = facts.named { facts.code.looksLikeCard = text.hasPrefix("CARD") }
    // No commercial number begins with this prefix.
    if case .nothing(.gtin(let gtin)) = facts.named { facts.code.looksLikeCard = gtin.key.hasPrefix("299") }
    if case .nothing(let code) = facts.named { facts.code.inbox = code.key.flatMap { item($0) } }
    facts.inHand = copy(state.hand?.copy)
    if [state.additions?.settings.place, event.batchPlace].contains(Self.shelf.id) { facts.adding.place = Self.shelf }
    facts.adding.isWished = state.mode == .add && wished.contains { isIntended($0, facts.named) }
    if let prompted = state.stage.beneathPIN.confirming {
      facts.prompted.copy = copy(prompted.copy)
      facts.prompted.borrower = borrower(prompted.borrower)
      if let release = prompted.release { facts.prompted.candidates = copies.filter { $0.release == release } }
    }
    for candidate in state.stage.choosing?.candidates ?? [] {
      switch candidate {
      case .copy(let id): facts.prompted.candidates += [copy(id)].compactMap(\.self)
      case .release(let id): facts.prompted.candidates += copies.filter { $0.release == id }
      case .borrower(let id): facts.prompted.card = borrower(id)
      case .place, .slot: break
      }
    }
    var displayed = state.stage.pinOf
    switch facts.named {
    case .borrower(let card), .cardAnd(let card, _): displayed = card.id
    default: break
    }
    if let displayed, let pin = pins[displayed] {
      (facts.pin.failures, facts.pin.lockedUntil) = (pin.failures, pin.lockedUntil)
    }
    facts.code.isWished = wished.contains { isIntended($0, facts.named) }
    if state.mode == .collect {
      let open = state.collecting.flatMap { crates[$0] == nil ? nil : $0 }
      facts.collecting.crate = open ?? Identifier(digest: UInt64(crates.count + 1), UInt64(now.milliseconds))
      facts.collecting.present = Set(open.flatMap { crates[$0] } ?? [])
      facts.collecting.count = open.flatMap { crates[$0]?.count } ?? 0
    }
    facts.lending.loans = copies.filter { $0.loan != nil && $0.loan?.borrower == state.session?.borrower }
    if state.mode == .renew, state.session == nil {
      for borrower in borrowers { facts.lending.borrowers[borrower.id] = self.borrower(borrower.id) }
    }
    for hold in holds where hold.state.isOpen {
      for copy in copies where hold.subject == .copy(copy.id) || hold.subject == .release(copy.release) {
        facts.lending.holds[copy.id, default: []].append(hold)
        if policy.holds.skipsBlocked, borrower(hold.borrower)?.block != nil {
          facts.lending.ineligible.insert(hold.borrower)
        }
      }
    }
    facts.lastChange = lastChange(at: station)
    if let slot = copy(facts.lastChange?.copy)?.location?.slot {
      facts.shelving.lastSlot = slots.first { $0.id == slot }
    }
    facts.shelving.disabled = Set(disabled.keys)
    if machines[station].station.offersPutAway {
      for copy in copies {
        guard let slot = copy.location?.slot, disabled[slot] != nil, let number = copy.location?.slotNumber else {
          continue
        }
        facts.shelving.nearest[copy.id] = positions.nearestFree(to: number)
      }
    }
    return facts
  }

  /// The slots as they are now.
  private var slots: [Slot] {
    (0...9).map { number in
      var slot = Self.slot(number)
      slot.disabledReason = disabled[slot.id].map { _ in "broken" }
      return slot
    }
  }

  private func row(after id: Slot.ID) -> [SlotOccupancy] {
    Array(positions.drop { $0.slot.id != id }.dropFirst())
  }

  private var positions: [SlotOccupancy] {
    slots.map { slot in SlotOccupancy(slot: slot, copy: copies.first { $0.location?.slot == slot.id }?.id) }
  }

  private func item(_ key: Code.Key) -> InboxItem? {
    guard inbox.contains(key) else { return nil }
    return InboxItem(
      id: .absent, key: key, symbology: .typed, scan: .absent, station: .hubStation, firstAt: now, lastAt: now)
  }

  private func isIntended(_ release: Release.ID, _ named: StationFacts.Resolution) -> Bool {
    switch named {
    case .copy(let copy): copy.release == release
    case .release(let id, _): id == release
    default: false
    }
  }

  static let shelf = Place(id: Identifier(digest: 77, 7), kind: .shelf, name: "Shelf 1")

  static func slot(_ number: Int) -> Slot {
    Slot(id: Identifier(digest: 88, UInt64(number)), place: shelf.id, placeName: shelf.name, number: number)
  }
}

extension StationEvent {
  /// The place in the settings of a batch of additions, if the event sets them.
  fileprivate var batchPlace: Place.ID? {
    guard case .setBatch(let settings) = self else { return nil }
    return settings.place
  }
}
