internal import Deadwax
internal import Execution
internal import Storage

/// Writes what a plan says, inside one transaction, and publishes it.
struct ImportWriter {
  let transaction: WriteTransaction
  /// True once a look-up was queued.
  private(set) var wantsLookup = false

  init(_ transaction: WriteTransaction) { self.transaction = transaction }

  mutating func write(_ writes: [ImportWrite]) throws {
    for write in writes { try self.write(write) }
  }

  private mutating func write(_ write: ImportWrite) throws {
    switch write {
    case .place(let place):
      try transaction.insert(place)
      try transaction.bind(ownKey(.place), to: .place(place.id))
      try transaction.publish(.placeChanged, subject: place.id.text)
    case .slot(let slot):
      try transaction.insert(slot)
      try transaction.bind(ownKey(.slot), to: .slot(slot.id))
      try transaction.publish(.placeChanged, subject: slot.place.text)
    case .release(let release, let detail, let isLookedUp): try add(release, detail, isLookedUp: isLookedUp)
    case .edit(let release, let detail, let areLinksChanged, let isBarcodeNew):
      try transaction.edit(release, detail)
      if areLinksChanged {
        try transaction.store(detail.links, of: release.id)
        try transaction.hastenMusicBrainzLookup(of: release.id)
      }
      if try transaction.releaseTags(of: release.id) != detail.tags {
        try transaction.storeReleaseTags(detail.tags, of: release.id)
      }
      if isBarcodeNew { try bindBarcode(of: release) }
      try transaction.publish(.releaseChanged, subject: release.id.text)
    case .copy(let copy): try add(copy)
    case .change(let changed): try change(changed)
    case .tag(let tag, let copy):
      try transaction.bind(Code.Key(tag), to: .copy(copy))
      try transaction.publish(.copyChanged(change: .ownFacts), subject: copy.text)
    case .cover(let cover, let release):
      // A picture is stored before its line comes, if the preview had it.
      guard let stored = cover.stored else { throw MovingError.planChanged }
      let attachment = Attachment(
        id: transaction.newID(), subject: .release(release), kind: .picture, content: stored.content,
        bytes: stored.bytes, size: stored.size, name: "cover.jpg", isCover: true, source: .own, sourceNumber: nil,
        createdAt: transaction.now)
      try transaction.insert(attachment)
      try transaction.publish(.attachmentChanged, subject: attachment.id.text)
    case .borrower(let borrower, let cards):
      try transaction.enrol(borrower, createdAt: borrower.createdAt)
      for keys in cards { try transaction.bindCard(keys: keys, to: borrower.id) }
      if cards.isEmpty { try transaction.bindCard(keys: nil, to: borrower.id) }
      try transaction.publish(.borrowerChanged(change: .enrolled), subject: borrower.id.text)
    case .editBorrower(let borrower):
      _ = try transaction.update(borrower)
      try transaction.publish(.borrowerChanged(change: .changed), subject: borrower.id.text)
    case .card(let keys, let borrower):
      try transaction.bindCard(keys: keys, to: borrower)
      try transaction.publish(.borrowerChanged(change: .cardAdded), subject: borrower.text)
    case .loan(let loan, let station, let returnedStation):
      try transaction.insert(loan, at: station, returnedAt: returnedStation)
      try transaction.publish(
        loan.isOpen
          ? .loanOpened(copy: loan.copy, dueAt: RFC3339Time(loan.dueAt)) : .loanClosed(copy: loan.copy),
        subject: loan.id.text)
    }
  }

  private mutating func add(_ release: Release, _ detail: ReleaseDetail, isLookedUp: Bool) throws {
    try transaction.insert(release, detail)
    if release.barcode != nil { try bindBarcode(of: release) }
    try transaction.publish(.releaseAdded, subject: release.id.text)
    guard isLookedUp else { return }
    if let number = detail.links[.discogs]?.number, let address = DiscogsAddress("discogs.com/release/\(number)") {
      try transaction.enqueueLookup(address, for: release.id, scan: nil)
      wantsLookup = true
    } else if let barcode = release.barcode, barcode.isWorthLookingUp {
      try transaction.enqueueLookup(barcode, for: release.id, scan: nil, target: .any)
      wantsLookup = true
    }
  }

  private func bindBarcode(of release: Release) throws {
    guard let key = release.barcode.map({ Code.Key(class: .gtin, value: $0.key) }),
      try !transaction.targets(of: key).contains(.release(release.id))
    else { return }
    try transaction.bind(key, to: .release(release.id))
  }

  private func add(_ new: ImportWrite.NewCopy) throws {
    let line = new.line
    let copy = Copy(
      id: new.id, release: new.release, number: new.number, code: new.code ?? transaction.newOwnCode(.copy),
      location: new.location, mediaCondition: line.mediaCondition, sleeveCondition: line.sleeveCondition,
      shelfMark: line.shelfMark, status: line.status ?? .available, isReference: line.isReference ?? false,
      partCount: line.parts ?? max(1, line.partsMissing ?? 1), partsMissing: line.partsMissing ?? 0,
      plays: line.plays ?? 0, lastPlayedAt: line.lastPlayedAt, addedAt: line.addedAt ?? transaction.now)
    var facts = line.facts
    facts.isSold = line.isSold ?? false
    try transaction.insert(copy, facts, slotIsSingle: new.isSlotSingle)
    // What the library owns is wished for no longer.
    if ![.lost, .withdrawn].contains(copy.status), try transaction.wishedAt(new.release) != nil {
      try transaction.setWished(false, new.release)
    }
    try transaction.publish(.copyAdded, subject: copy.id.text)
  }

  private func change(_ changed: ImportWrite.ChangedCopy) throws {
    let copy = changed.copy
    if changed.isShelfMarkChanged { try transaction.update(copy) }
    if changed.areFactsChanged { try transaction.store(changed.facts, of: copy.id) }
    if changed.areConditionsChanged {
      try transaction.grade(copy.id, media: copy.mediaCondition, sleeve: copy.sleeveCondition)
    }
    if changed.isShelfMarkChanged || changed.areFactsChanged || changed.areConditionsChanged {
      try transaction.publish(
        .copyChanged(
          change: changed.areFactsChanged ? .ownFacts : changed.areConditionsChanged ? .condition : .shelfMark),
        subject: copy.id.text)
    }
    if let location = changed.location {
      try transaction.move(copy.id, to: location)
      try transaction.publish(.copyShelved(place: location.place), subject: copy.id.text)
    }
  }

  private func ownKey(_ kind: OwnCode.Kind) -> Code.Key {
    Code.Key(class: .own, value: transaction.newOwnCode(kind).description)
  }
}
