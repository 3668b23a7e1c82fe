import Deadwax
import Lending
import StationLogic

extension ModelLibrary {
  /// Applies the decision's effects as one change.
  mutating func perform(_ decision: Decision, at station: Int) {
    guard !decision.effects.isEmpty else { return }
    var entry = Entry(
      id: draw(), station: station, kind: .copy, at: now, session: decision.state.session?.id)
    for effect in decision.effects { perform(effect, &entry, at: station) }
    if !entry.copies.isEmpty || !entry.holds.isEmpty { changes.append(entry) }
  }

  private mutating func perform(_ effect: Effect, _ entry: inout Entry, at station: Int) {
    switch effect {
    case .addCopy(let release): add(release, &entry)
    case .addUnresolved(let gtin):
      let release: Release.ID = draw()
      barcodes[gtin.key, default: []].append(release)
      add(release, &entry)
    case .addToBatch(let additions, let location):
      guard let index = copies.indices.last else { return }
      copies[index].mediaCondition = additions.settings.condition ?? copies[index].mediaCondition
      copies[index].location = location ?? copies[index].location
      if !entry.copies.isEmpty { entry.copies[entry.copies.count - 1].after = copies[index] }
    case .addFromDiscogs: add(draw(), &entry)
    case .lending(let effect): perform(effect, &entry)
    case .countPlay(let copy):
      entry.kind = .played
      change(copy.id, &entry) { copy, _ in copy.plays += 1 }
    case .grade(let copy, let grade):
      entry.kind = .condition
      change(copy.id, &entry) { copy, _ in copy.mediaCondition = grade }
    case .wish(let release): wished.insert(release)
    case .collect(let subject, let crate): crates[crate, default: []].append(subject)
    case .shelve(let copy, let location):
      entry.kind = .shelve
      if let slot = location.slot, copies.contains(where: { $0.location?.slot == slot && $0.id != copy.id }) {
        breaches.append("two copies in one slot")
      }
      if let slot = location.slot, disabled[slot] != nil { breaches.append("a copy went into a disabled slot") }
      change(copy.id, &entry) { copy, _ in copy.location = location }
    case .unshelve(let copy):
      entry.kind = .shelve
      change(copy.id, &entry) { copy, _ in copy.location = nil }
    case .movePlace(let place, let target): places[place.id] = target
    case .label: labels += 1
    case .storeUnknown(let key, _): inbox.insert(key)
    case .claim(let key, let copy): claimed[key] = copy.id
    case .forget(let key): inbox.remove(key)
    case .undo(let id): undo(id, &entry)
    case .countPIN(let borrower, let isRight):
      let failures = isRight ? 0 : pins[borrower, default: (0, nil)].failures + 1
      let isLocked = failures >= policy.stations.pinTries
      let lockedUntil = isLocked ? now + policy.stations.pinLockTime : isRight ? nil : pins[borrower]?.lockedUntil
      pins[borrower] = (isLocked ? 0 : failures, lockedUntil)
    case .chooseSource, .writeTag, .bind, .bindFree, .endQueue, .lookUpAgain, .setQuiet, .setLanguage, .override,
      .count:
      break
    }
  }

  private mutating func add(_ release: Release.ID, _ entry: inout Entry) {
    let index = addCopy(of: release)
    entry.kind = .add
    entry.copies.append(Entry.Row(before: nil, after: copies[index]))
  }

  private mutating func perform(_ effect: LendingEffect, _ entry: inout Entry) {
    switch effect {
    case .lend(let copy, let borrower, let due, let fulfils, _): lend(copy, to: borrower, due, fulfils, &entry)
    case .checkIn(let loan, let at, _, _):
      entry.kind = .checkIn
      if at < loan.openedAt { breaches.append("returned before it was lent") }
      change(loan.copy, &entry) { copy, breaches in
        if copy.loan?.id != loan.id { breaches.append("a loan was closed that is not open") }
        copy.loan = nil
      }
    case .notePartsBack(let loan, let back):
      entry.kind = .checkIn
      change(loan.copy, &entry) { copy, breaches in
        if copy.loan?.id != loan.id || back >= loan.parts { breaches.append("parts of a loan that is over, or all") }
        copy.loan?.partsBack = back
        copy.loan?.version += 1
      }
    case .renew(let loan, let due, _, _):
      entry.kind = .renew
      change(loan.copy, &entry) { copy, breaches in
        if copy.loan?.id != loan.id { breaches.append("a loan was renewed that is not open") }
        copy.loan?.dueAt = due
        copy.loan?.renewals += 1
        copy.loan?.version += 1
      }
    case .trap(let copy, let hold, let until):
      change(hold, &entry) { ($0.state, $0.copy, $0.pickUpBy) = (.ready, copy.id, until) }
    case .waitAgain(let hold): change(hold.id, &entry) { ($0.state, $0.copy, $0.pickUpBy) = (.waiting, nil, nil) }
    case .end(let hold, let state, _): change(hold.id, &entry) { $0.state = state }
    case .find(let copy): change(copy.id, &entry) { copy, _ in copy.status = .available }
    case .countInHouse(let copy): change(copy.id, &entry) { _, _ in }
    case .lose: breaches.append("a station gave a copy up")
    case .cancel, .refund: break
    }
  }

  private mutating func lend(
    _ copy: Copy, to borrower: Borrower.ID, _ due: Timestamp, _ fulfils: [Hold.ID], _ entry: inout Entry
  ) {
    let loan = Loan(
      id: draw(), copy: copy.id, borrower: borrower, openedAt: now, dueAt: due, parts: max(1, copy.partCount))
    entry.kind = .lend
    change(copy.id, &entry) { copy, breaches in
      if copy.loan != nil { breaches.append("two open loans of one copy") }
      copy.loan = loan
    }
    for hold in fulfils { change(hold, &entry) { $0.state = .fulfilled } }
  }

  private mutating func change(_ id: Copy.ID, _ entry: inout Entry, _ edit: (inout Copy, inout [String]) -> Void) {
    guard let index = copies.firstIndex(where: { $0.id == id }) else { return breaches.append("no such copy") }
    let before = copies[index]
    edit(&copies[index], &breaches)
    copies[index].version += 1
    if let row = entry.copies.firstIndex(where: { $0.copy == id }) {
      entry.copies[row].after = copies[index]
    } else {
      entry.copies.append(Entry.Row(before: before, after: copies[index]))
    }
  }

  private mutating func change(_ id: Hold.ID, _ entry: inout Entry, _ edit: (inout Hold) -> Void) {
    guard let index = holds.firstIndex(where: { $0.id == id }) else { return breaches.append("no such hold") }
    let before = holds[index]
    if !before.state.isOpen { breaches.append("a hold was changed that is over") }
    edit(&holds[index])
    holds[index].version += 1
    entry.holds.append((before, holds[index]))
  }

  // MARK: - Undo

  /// Returns this station's last change, which may be an undo; nil if another station has undone it.
  func lastChange(at station: Int) -> StationFacts.LastChange? {
    guard let index = changes.lastIndex(where: { $0.station == station }), !changes[index].isUndone else { return nil }
    let entry = changes[index]
    let (origin, isUndo) = origin(of: entry)
    let later = changes[(index + 1)...].last { later in
      !later.isUndone && entry.copies.contains { row in later.copies.contains { $0.copy == row.copy } }
    }
    let isUntouched =
      entry.copies.allSatisfy { isLeft($0) && !hasRival($0, of: entry) && !isDisabled(since: index, $0) }
      && entry.holds.allSatisfy { row in holds.contains { $0.id == row.after.id && $0.state == row.after.state } }
    let copy = entry.copies.first.flatMap { $0.after ?? $0.before }
    return StationFacts.LastChange(
      id: entry.id, kind: origin.kind, at: entry.at, copy: copy?.id, release: copy?.release,
      since: isUntouched ? nil : later?.kind ?? .undo, session: origin.session, isUndo: isUndo)
  }

  /// Returns the change at the end of a chain of undos; true if the chain undoes it.
  private func origin(of entry: Entry) -> (Entry, Bool) {
    var (origin, isUndone) = (entry, false)
    while let id = origin.undoes, let earlier = changes.first(where: { $0.id == id }) {
      (origin, isUndone) = (earlier, !isUndone)
    }
    return (origin, isUndone)
  }

  private func isLeft(_ row: Entry.Row) -> Bool {
    guard let after = row.after else { return row.copy.map { copy($0) == nil } ?? true }
    return copy(after.id).map { isAsLeft($0, after) } ?? false
  }

  /// True if another copy has come into the slot that an undo would give back.
  private func hasRival(_ row: Entry.Row, of entry: Entry) -> Bool {
    guard let slot = row.before?.location?.slot else { return false }
    return copies.contains { copy in
      copy.location?.slot == slot && !entry.copies.contains { $0.copy == copy.id }
    }
  }

  /// True if the slot that an undo would give back was disabled since a change.
  private func isDisabled(since index: Int, _ row: Entry.Row) -> Bool {
    guard let slot = row.before?.location?.slot, slot != row.after?.location?.slot else { return false }
    return disabled[slot].map { $0 > index } ?? false
  }

  /// Returns true if a copy is as a change left it. Changes that were undone meanwhile have only increased its version.
  private func isAsLeft(_ copy: Copy, _ after: Copy) -> Bool {
    var same = copy
    same.version = after.version
    if let version = after.loan?.version { same.loan?.version = version }
    return same == after
  }

  private mutating func undo(_ id: Change.ID, _ entry: inout Entry) {
    entry.kind = .undo
    entry.undoes = id
    guard let index = changes.firstIndex(where: { $0.id == id }) else { return breaches.append("no such change") }
    if changes[index].isUndone { breaches.append("a change was undone twice") }
    mark(index, isUndone: true)
    for row in changes[index].copies { restore(row, &entry) }
    for row in changes[index].holds {
      guard let place = holds.firstIndex(where: { $0.id == row.after.id }) else { continue }
      var before = row.before
      before.version = holds[place].version + 1
      entry.holds.append((holds[place], before))
      holds[place] = before
    }
  }

  /// Updates the marks down the chain: undoing an undo makes the original change effective again.
  private mutating func mark(_ index: Int, isUndone: Bool) {
    changes[index].isUndone = isUndone
    guard let next = changes[index].undoes.flatMap({ id in changes.firstIndex { $0.id == id } }) else { return }
    mark(next, isUndone: !isUndone)
  }

  private mutating func restore(_ row: Entry.Row, _ entry: inout Entry) {
    if !isLeft(row) { breaches.append("what has changed since was undone") }
    let place = copies.firstIndex { $0.id == row.copy }
    let current = place.map { copies[$0] }
    guard var before = row.before else {
      if let place { copies.remove(at: place) }
      entry.copies.append(Entry.Row(before: current, after: nil))
      return
    }
    before.version = max(before.version, current?.version ?? 0) + 1
    before.loan?.version += 1
    if let place { copies[place] = before } else { copies.append(before) }
    entry.copies.append(Entry.Row(before: current, after: before))
  }
}
