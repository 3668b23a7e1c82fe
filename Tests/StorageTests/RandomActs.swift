import Deadwax
import Storage
import TestSupport

/// A generator of random actions of a station or of staff. Each is one change, or none if the schema refuses it.
struct RandomActs {
  let shelf: StorageLibrary
  var random: SeededRandom

  enum Act: CaseIterable, Sendable {
    case lend, checkIn, relend, renew, claim, shelve, swap, grade, status, play, add, bind, rebind, unbind, enrol, edit
    case hold, ready, over, charge, settle, set, policy, unknown, decide, wish, fill, many
  }

  /// A drawn action; the numbers select its rows.
  struct Draw: Sendable {
    var act: Act
    var numbers: [Int]

    func pick<Element>(_ elements: [Element], _ which: Int = 0) -> Element? {
      elements.isEmpty ? nil : elements[numbers[which] % elements.count]
    }
  }

  mutating func draw() -> Draw {
    Draw(
      act: Act.allCases.randomElement(using: &random) ?? .lend,
      numbers: (0..<4).map { _ in Int.random(in: 0..<1_000_000, using: &random) })
  }

  /// Performs the action and returns its change; nil if there is none.
  static func perform(_ draw: Draw, on shelf: StorageLibrary, in transaction: WriteTransaction) throws -> Change? {
    try transaction.run("SAVEPOINT act")
    do {
      let kind = try act(draw, shelf, transaction)
      try transaction.run("RELEASE act")
      return try transaction.recordChange(kind, station: shelf.station)
    } catch let error as StorageError where error.kind.isOfSchema {
      try transaction.run("ROLLBACK TO act")
      try transaction.run("RELEASE act")
      _ = try transaction.recordChange(.copy)
      return nil
    }
  }

  private static func act(_ draw: Draw, _ shelf: StorageLibrary, _ transaction: WriteTransaction) throws -> Change.Kind
  {
    let now = transaction.now
    guard let copy = draw.pick(shelf.copies), let release = draw.pick(shelf.releases, 1),
      let borrower = draw.pick(shelf.borrowers, 2), let slot = draw.pick(shelf.slots, 3)
    else { return .copy }
    let location = Location(place: shelf.places[0], placeName: "Shelf", slot: slot, slotNumber: 1)
    let text = Code.Key(class: .text, value: "label \(draw.numbers[1] % 5)")
    func lend(to borrower: Borrower.ID) throws {
      try transaction.open(
        Loan(id: transaction.newID(), copy: copy, borrower: borrower, openedAt: now, dueAt: now), at: shelf.station)
    }
    switch draw.act {
    case .lend:
      try lend(to: borrower)
      if let hold = try transaction.holds(borrower: borrower, limit: 1).first {
        _ = try transaction.close(hold.id, as: .fulfilled)
      }
      return .lend
    case .checkIn, .relend:
      guard let loan = try transaction.openLoan(of: copy) else { return .checkIn }
      _ = try transaction.close(loan.id, at: shelf.station, partsBack: draw.numbers[1] % 2)
      if draw.act == .relend { try lend(to: borrower) }
      return .checkIn
    case .renew:
      guard let loan = try transaction.openLoan(of: copy) else { return .renew }
      _ = try transaction.renew(loan.id, dueAt: now, at: now)
      return .renew
    case .claim:
      guard let loan = try transaction.openLoan(of: copy) else { return .claim }
      _ = try transaction.setClaim(loan.claimedReturnedAt == nil ? now : nil, on: loan.id)
      return .claim
    case .shelve:
      try transaction.move(copy, to: location)
      return .shelve
    case .swap:
      let placed = try shelf.copies.compactMap { try transaction.copy($0) }.filter { $0.location?.slot != nil }
      guard placed.count > 1, let one = placed[0].location, let other = placed[1].location else { return .shelve }
      let aside = Location(place: shelf.places[0], placeName: "Shelf")
      try transaction.move(placed[0].id, to: aside)
      try transaction.move(placed[1].id, to: one)
      try transaction.move(placed[0].id, to: other)
      return .shelve
    case .grade:
      try transaction.grade(copy, media: ["VG", "G", "P"][draw.numbers[1] % 3])
      return .condition
    case .status:
      try transaction.set(Copy.Status.allCases[draw.numbers[1] % 4], of: copy)
      return .copy
    case .play:
      try transaction.countPlay(of: copy)
      return .played
    case .add:
      let copy = Copy(
        id: transaction.newID(), release: release, number: try transaction.nextCopyNumber(),
        code: transaction.newOwnCode(.copy), addedAt: now)
      try transaction.insert(copy)
      return .add
    case .bind:
      try transaction.bind(text, to: .copy(copy))
      return .bind
    case .rebind, .unbind:
      guard let old = try transaction.binding(of: text) else { return .unbind }
      _ = try transaction.end(old)
      if draw.act == .rebind { try transaction.bind(text, to: .copy(copy)) }
      return .bind
    case .enrol:
      let person = Borrower(id: transaction.newID(), name: "N \(draw.numbers[0] % 9)", shortName: "N")
      try transaction.insert(person)
      try transaction.bind(Code.Key(class: .text, value: "card \(draw.numbers[1] % 9)"), to: .borrower(person.id))
      return .borrower
    case .edit:
      guard var person = try transaction.borrower(borrower) else { return .borrower }
      person.block = person.block == nil ? Borrower.Block(reason: "r\u{0}r", at: now) : nil
      person.loanLimit = draw.numbers[1] % 3
      _ = try transaction.update(person)
      return .borrower
    case .hold:
      let subject = draw.numbers[0].isMultiple(of: 2) ? Hold.Subject.release(release) : .copy(copy)
      try transaction.insert(Hold(id: transaction.newID(), subject: subject, borrower: borrower, createdAt: now))
      return .hold
    case .ready:
      guard let hold = draw.pick(try transaction.holds(state: .waiting, limit: 9)) else { return .holdReady }
      _ = try transaction.setReady(hold.id, copy: copy, until: now)
      return .holdReady
    case .over:
      guard let hold = draw.pick(try transaction.holds(state: .ready, limit: 9)) else { return .holdOver }
      if draw.numbers[1].isMultiple(of: 2) {
        _ = try transaction.setWaiting(hold.id)
      } else {
        _ = try transaction.close(hold.id, as: .expired)
      }
      return .holdOver
    case .charge:
      let loan = try transaction.loans(of: copy, limit: 1).first
      try transaction.insert(
        Fee(
          id: transaction.newID(), borrower: borrower, loan: loan?.id, kind: .overdue, amount: 5, currency: "EUR",
          at: now)
      )
      return .fee
    case .settle:
      guard let fee = draw.pick(try transaction.fees(isOpen: true, limit: 9)) else { return .fee }
      _ = try transaction.settle(fee.id, waived: draw.numbers[1].isMultiple(of: 2))
      return .fee
    case .set:
      try transaction.set("key\(draw.numbers[0] % 3)", to: [nil, "1", "2"][draw.numbers[1] % 3])
      return .setting
    case .policy:
      try transaction.setStationPolicy([nil, "{}", "{\"a\":1}"][draw.numbers[1] % 3], of: shelf.station)
      return .setting
    case .unknown:
      try transaction.storeUnknown(text, .qr, scan: transaction.newID(), at: shelf.station)
      return .inbox
    case .decide:
      guard let item = draw.pick(try transaction.inbox(.open, limit: 9)) else { return .inbox }
      _ = try transaction.decide(item.id, as: .claimed, target: .copy(copy))
      return .inbox
    case .wish:
      try transaction.setWished(draw.numbers[0].isMultiple(of: 2), release)
      return .wish
    case .fill:
      guard var filled = try transaction.release(release) else { return .resolve }
      filled.title = "Title \(draw.numbers[0] % 9)"
      try transaction.fill(
        filled, with: ReleaseDetail(tracks: [Track(position: "1", title: "\(draw.numbers[1] % 9)", seconds: 1)]))
      // A look-up never prevents the undo of an addition. This test checks the rule for all other changes.
      return .copy
    case .many:
      for copy in shelf.copies { try transaction.grade(copy, sleeve: ["VG", "G"][draw.numbers[1] % 2]) }
      for key in ["key1", "key2"] { try transaction.set(key, to: "\(draw.numbers[2] % 2)") }
      return .condition
    }
  }
}
