import Deadwax
import Desk
import Lending

extension LittleHouse {
  /// Carries out what was decided, as one change.
  mutating func perform(_ decision: Decision, at station: Int) {
    guard !decision.effects.isEmpty else { return }
    var entry = Entry(
      id: draw(), station: station, kind: .copy, at: now, visit: decision.state.session?.visit, copies: [], holds: [])
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
    case .lend(let copy, let borrower, let due, let fulfils, let found, _):
      lend(copy, to: borrower, due, fulfils, found, &entry)
    case .giveBack(let loan, let at, _, _):
      entry.kind = .giveBack
      if let at, at < loan.openedAt { breaches.append("returned before it was lent") }
      change(loan.copy, &entry) { copy, breaches in
        if copy.loan?.id != loan.id { breaches.append("a loan was closed that is not open") }
        copy.loan = nil
      }
    case .notePartsBack(let loan, let back):
      entry.kind = .giveBack
      change(loan.copy, &entry) { copy, breaches in
        if copy.loan?.id != loan.id || back >= loan.parts { breaches.append("parts of a loan that is over, or all") }
        copy.loan?.partsBack = back
        copy.loan?.version += 1
      }
    case .renew(let loan, let due):
      entry.kind = .renew
      change(loan.copy, &entry) { copy, breaches in
        if copy.loan?.id != loan.id { breaches.append("a loan was renewed that is not open") }
        copy.loan?.dueAt = due
        copy.loan?.renewals += 1
        copy.loan?.version += 1
      }
    case .setAside(let copy, let hold, let until):
      change(hold, &entry) {
        ($0.state, $0.copy, $0.pickUpBy) = (.ready, copy.id, until)
      }
    case .find(let copy): change(copy.id, &entry) { copy, _ in copy.status = .available }
    case .countInHouse(let copy): change(copy.id, &entry) { _, _ in }
    case .countPlay(let copy):
      entry.kind = .played
      change(copy.id, &entry) { copy, _ in copy.plays += 1 }
    case .grade(let copy, let grade):
      entry.kind = .condition
      change(copy.id, &entry) { copy, _ in copy.mediaCondition = grade }
    case .wish(let release): wished.insert(release)
    case .shelve(let copy, let location):
      entry.kind = .shelve
      change(copy.id, &entry) { copy, _ in copy.location = location }
    case .label: labels += 1
    case .keepUnknown(let key, _): inbox.insert(key)
    case .claim(let key, let copy): claimed[key] = copy.id
    case .forget(let key): inbox.remove(key)
    case .undo(let id): undo(id, &entry)
    case .countPIN(let borrower, let isRight):
      let failures = isRight ? 0 : pins[borrower, default: (0, nil)].failures + 1
      let isLocked = failures >= policy.desk.pinTries
      let lockedUntil = isLocked ? now + policy.desk.pinLockTime : isRight ? nil : pins[borrower]?.lockedUntil
      pins[borrower] = (isLocked ? 0 : failures, lockedUntil)
    case .writeTag, .bind, .endQueue, .lookUpAgain, .setQuiet, .setLanguage, .override: break
    }
  }

  private mutating func add(_ release: Release.ID, _ entry: inout Entry) {
    let index = addCopy(of: release)
    entry.kind = .add
    entry.copies.append((nil, copies[index]))
  }

  private mutating func lend(
    _ copy: Copy, to borrower: Borrower.ID, _ due: Timestamp, _ fulfils: Hold.ID?, _ found: Bool, _ entry: inout Entry
  ) {
    let loan = Loan(
      id: draw(), copy: copy.id, borrower: borrower, openedAt: now, dueAt: due, parts: max(1, copy.partCount))
    entry.kind = .lend
    change(copy.id, &entry) { copy, breaches in
      if copy.loan != nil { breaches.append("two open loans of one copy") }
      copy.loan = loan
      if found { copy.status = .available }
    }
    for hold in holds where hold.state == .ready && hold.copy == copy.id && hold.id != fulfils {
      change(hold.id, &entry) { ($0.state, $0.copy, $0.pickUpBy) = (.waiting, nil, nil) }
    }
    if let fulfils { change(fulfils, &entry) { $0.state = .fulfilled } }
  }

  private mutating func change(_ id: Copy.ID, _ entry: inout Entry, _ edit: (inout Copy, inout [String]) -> Void) {
    guard let index = copies.firstIndex(where: { $0.id == id }) else { return breaches.append("no such copy") }
    let before = copies[index]
    edit(&copies[index], &breaches)
    copies[index].version += 1
    if let row = entry.copies.firstIndex(where: { $0.after.id == id }) {
      entry.copies[row].after = copies[index]
    } else {
      entry.copies.append((before, copies[index]))
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

  // MARK: undo

  /// What this desk changed last and has not taken back.
  func lastChange(at station: Int) -> World.LastChange? {
    guard
      let index = changes.lastIndex(where: { $0.station == station && !$0.isUndone && !$0.isUndo })
    else { return nil }
    let entry = changes[index]
    let later = changes[(index + 1)...].last { later in
      !later.isUndone && entry.copies.contains { row in later.copies.contains { $0.after.id == row.after.id } }
    }
    let isUntouched =
      entry.copies.allSatisfy { row in copy(row.after.id).map { isAsLeft($0, row.after) } ?? false }
      && entry.holds.allSatisfy { row in holds.contains { $0.id == row.after.id && $0.state == row.after.state } }
    return World.LastChange(
      id: entry.id, kind: entry.kind, at: entry.at, copy: entry.copies.first?.after.id,
      release: entry.copies.first?.after.release, since: isUntouched ? nil : later?.kind ?? .undo, visit: entry.visit)
  }

  /// Whether a copy is as a change left it; what was undone meanwhile has only counted its version on.
  private func isAsLeft(_ copy: Copy, _ after: Copy) -> Bool {
    var same = copy
    same.version = after.version
    if let version = after.loan?.version { same.loan?.version = version }
    return same == after
  }

  private mutating func undo(_ id: Change.ID, _ entry: inout Entry) {
    entry.kind = .undo
    entry.isUndo = true
    guard let index = changes.firstIndex(where: { $0.id == id }) else { return breaches.append("no such change") }
    if changes[index].isUndone { breaches.append("a change was undone twice") }
    changes[index].isUndone = true
    for row in changes[index].copies {
      guard let place = copies.firstIndex(where: { $0.id == row.after.id }) else { continue }
      if !isAsLeft(copies[place], row.after) { breaches.append("what has changed since was undone") }
      guard var before = row.before else {
        copies.remove(at: place)
        continue
      }
      before.version = copies[place].version + 1
      before.loan?.version += 1
      entry.copies.append((copies[place], before))
      copies[place] = before
    }
    for row in changes[index].holds {
      guard let place = holds.firstIndex(where: { $0.id == row.after.id }) else { continue }
      var before = row.before
      before.version = holds[place].version + 1
      holds[place] = before
    }
  }
}
