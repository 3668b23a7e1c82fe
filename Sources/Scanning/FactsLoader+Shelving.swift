internal import Deadwax
internal import Execution
internal import Lending
internal import StationLogic
internal import Storage

extension FactsLoader {
  /// Adds the slot of an open choice about an occupied slot, with the copy that belongs there.
  func addConflict(_ gathered: inout StationFacts) throws {
    if let conflict = state.stage.choosing?.conflict {
      gathered.shelving.slot = try transaction.slot(conflict.slot)
      gathered.shelving.displaced = try transaction.copy(in: conflict.slot)
    }
    if let offered = state.stage.choosing?.offered { gathered.shelving.slot = try transaction.slot(offered) }
    guard [.shelve, .move].contains(state.mode), let slot = gathered.shelving.slot else { return }
    gathered.shelving.row = try transaction.slots(after: slot)
  }

  /// Adds the facts about places: what fits into them, what is around them, and the slot that an undo makes free.
  func addShelving(_ gathered: inout StationFacts) throws {
    if case .pendingSlot = state.stage, let last = gathered.lastChange?.copy, let copy = try transaction.copy(last) {
      gathered.shelving.lastSlot = try copy.location?.slot.flatMap { try transaction.slot($0) }
    }
    switch gathered.named {
    case .place(let place): gathered.shelving.target = place
    case .slot(let slot): gathered.shelving.target = try transaction.place(slot.place)
    default:
      gathered.shelving.target =
        try gathered.shelving.place ?? gathered.shelving.slot.flatMap { try transaction.place($0.place) }
    }
    try addDisabled(&gathered)
    try addNearest(&gathered)
    try addMedia(&gathered)
    try addTree(&gathered)
  }

  /// Adds the disabled slots. In modes that shelve, those of copies count too, because a slot may be given in exchange.
  private func addDisabled(_ gathered: inout StationFacts) throws {
    var slots = [gathered.shelving.slot].compactMap(\.self)
    if case .slot(let slot) = gathered.named { slots.append(slot) }
    if [.shelve, .move].contains(state.mode) {
      let copies = gathered.named.copies + [gathered.pendingCopy, gathered.prompted.copy].compactMap(\.self)
      slots += try copies.compactMap { try $0.location?.slot.flatMap { try transaction.slot($0) } }
    }
    gathered.shelving.disabled = Set(slots.filter(\.isDisabled).map(\.id))
  }

  /// Adds the free slots that are nearest to the disabled ones of copies that may be returned.
  private func addNearest(_ gathered: inout StationFacts) throws {
    guard policy.offersPutAway, library.places.areTracked, [.return, .auto].contains(state.mode) else { return }
    for copy in gathered.named.copies + [gathered.prompted.copy].compactMap(\.self) {
      guard let slot = try copy.location?.slot.flatMap({ try transaction.slot($0) }), slot.isDisabled else { continue }
      gathered.shelving.nearest[copy.id] = try transaction.slots(of: slot.place).nearestFree(to: slot.number)
    }
  }

  /// Adds the media of the copies that may go to a place which holds only some.
  private func addMedia(_ gathered: inout StationFacts) throws {
    guard let kind = gathered.shelving.target?.kind, [.changer, .cartridge].contains(kind) else { return }
    let copies = [gathered.pendingCopy, gathered.inHand, gathered.prompted.copy].compactMap(\.self)
    for copy in gathered.named.copies + copies {
      gathered.shelving.media[copy.id] = try transaction.release(copy.release)?.medium
    }
  }

  /// Adds the places around the scanned one, for a place that is to be moved into it.
  private func addTree(_ gathered: inout StationFacts) throws {
    guard state.mode == .move, let moved = gathered.shelving.place, case .place(let target) = gathered.named else {
      return
    }
    var (above, seen) = (target.parent, Set([target.id]))
    while let id = above, seen.insert(id).inserted, let place = try transaction.place(id) {
      gathered.shelving.above.append(id)
      above = place.parent
    }
    var inside = moved
    inside.parent = target.id
    gathered.shelving.hasNamesake = try !transaction.namesakes(of: inside).isEmpty
    gathered.shelving.parent = try moved.parent.flatMap { try transaction.place($0) }
  }
}
