import Deadwax
import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct UndoTests {
  let shelf: StorageLibrary

  init() throws { shelf = try StorageLibrary() }

  @Test func `undo and redo restore the same rows, any number of times`() throws {
    let before = try shelf.dump(marks: false)
    var change = try shelf.lend(0)
    let after = try shelf.dump(marks: false)
    let lent = change
    for turn in 0..<6 {
      let result = try shelf.undo(change, after: Int64(10 + turn))
      change = try #require(result.change, "\(result)")
      #expect(change.kind == .undo && change.by == "me")
      #expect(try shelf.dump(marks: false) == (turn.isMultiple(of: 2) ? before : after))
      let now = try #require(try shelf.database.read { try $0.change(lent.id) })
      #expect((now.undoneBy == nil) == !turn.isMultiple(of: 2))
      let last = try shelf.database.read { try $0.lastUndoable(at: .hubStation) }
      #expect(last?.id == change.id)
    }
  }

  @Test func `a row that comes back is a new version, changed now`() throws {
    let copy = shelf.copies[0]
    let change = try #require(
      try shelf.write { transaction in
        try transaction.grade(copy, media: "VG")
        try transaction.grade(copy, media: "G")
        return try transaction.recordChange(.condition)
      })
    #expect(try shelf.database.read { try $0.copy(copy)?.version } == 3)
    #expect(try shelf.undo(change, after: 50).change != nil)
    let restored = try #require(try shelf.database.read { try $0.copy(copy) })
    #expect(restored.version == 4 && restored.mediaCondition == nil)
    let modified = try shelf.database.read {
      try $0.first("SELECT modified_at FROM copy WHERE id = ?1", copy) { try $0.time(0) }
    }
    #expect(modified == StorageLibrary.start + .seconds(50))
  }

  @Test func `a later change prevents the undo, and is reported`() throws {
    let lent = try shelf.lend(0)
    let back = try shelf.checkIn(0)
    #expect(try shelf.undo(lent).obstacle == .checkIn)
    // The last change first, then the one before it.
    let undone = try #require(try shelf.undo(back).change)
    #expect(try shelf.undo(back) == .refused(.alreadyUndone(by: undone.id)))
    #expect(try shelf.undo(lent, after: 4).change != nil)
    // A redo of the return is refused, because the check-out no longer exists.
    #expect(try shelf.undo(undone, after: 5).obstacle == .undo)
    #expect(
      try shelf.undo(Change(id: .new(at: StorageLibrary.start), kind: .lend, sequence: 0, at: StorageLibrary.start))
        == .refused(.noSuchChange))
  }

  @Test func `the same value again is still another change`() throws {
    let copy = shelf.copies[0]
    let grades = try ["VG", "G", "VG"].enumerated().map { number, grade in
      try #require(
        try shelf.write(after: Int64(number)) { transaction in
          try transaction.grade(copy, media: grade)
          return try transaction.recordChange(.condition)
        })
    }
    #expect(try shelf.undo(grades[0]).obstacle == .condition)
    for (number, grade) in grades.reversed().enumerated() {
      #expect(try shelf.undo(grade, after: Int64(9 + number)).change != nil)
    }
    #expect(try shelf.database.read { try $0.copy(copy)?.mediaCondition } == nil)
  }

  @Test func `a copy that is lent again cannot be taken for not returned`() throws {
    _ = try shelf.lend(0, to: 0)
    let back = try shelf.checkIn(0)
    _ = try shelf.lend(0, to: 1, after: 5)
    let before = try shelf.dump()
    #expect(try shelf.undo(back).obstacle == .lend)
    #expect(try shelf.dump() == before)
    #expect(try shelf.database.read { try $0.changes(limit: 9).count } == 3)
  }

  @Test func `returned here and lent again in one change goes back in one`() throws {
    _ = try shelf.lend(0, to: 0)
    let before = try shelf.dump(marks: false)
    let (copy, other, station) = (shelf.copies[0], shelf.borrowers[1], shelf.station)
    let change = try #require(
      try shelf.write(after: 4) { transaction in
        let open = try given(try transaction.openLoan(of: copy))
        try check(transaction.close(open.id, at: station))
        try transaction.open(
          Loan(
            id: transaction.newID(), copy: copy, borrower: other, openedAt: transaction.now, dueAt: transaction.now),
          at: station)
        return try transaction.recordChange(.lend)
      })
    let after = try shelf.dump(marks: false)
    let undo = try #require(try shelf.undo(change, after: 5).change)
    #expect(try shelf.dump(marks: false) == before)
    #expect(try shelf.undo(undo, after: 6).change != nil)
    #expect(try shelf.dump(marks: false) == after)
  }

  @Test func `copies that changed places change back`() throws {
    let (shelf, copies, slots) = (shelf, shelf.copies, shelf.slots)
    let locations = slots.enumerated().map { number, slot in
      Location(place: shelf.places[0], placeName: "Shelf", slot: slot, slotNumber: number + 1)
    }
    try shelf.write { transaction in
      for number in 0..<3 { try transaction.move(copies[number], to: locations[number]) }
      try transaction.recordChange(.shelve)
    }
    let before = try shelf.dump(marks: false)
    let change = try #require(
      try shelf.write(after: 2) { transaction in
        // Around in a circle, by way of a free slot.
        try transaction.move(copies[0], to: locations[3])
        try transaction.move(copies[2], to: locations[0])
        try transaction.move(copies[1], to: locations[2])
        try transaction.move(copies[0], to: locations[1])
        return try transaction.recordChange(.shelve)
      })
    #expect(try shelf.undo(change).change != nil)
    #expect(try shelf.dump(marks: false) == before)
  }

  @Test func `a referenced row stays, and the change that refers to it is reported`() throws {
    let (release, borrower, station) = (shelf.releases[0], shelf.borrowers[0], shelf.station)
    let (copy, added) = try shelf.write { transaction in
      let copy = Copy(
        id: transaction.newID(), release: release, number: 99, code: transaction.newOwnCode(.copy),
        addedAt: transaction.now)
      try transaction.insert(copy)
      return (copy, try transaction.recordChange(.add))
    }
    let change = try #require(added)
    let lent = try #require(
      try shelf.write(after: 2) { transaction in
        try transaction.open(
          Loan(
            id: transaction.newID(), copy: copy.id, borrower: borrower, openedAt: transaction.now,
            dueAt: transaction.now), at: station)
        return try transaction.recordChange(.lend)
      })
    #expect(try shelf.undo(change).obstacle == .lend)
    #expect(try shelf.undo(lent).change != nil)
    #expect(try shelf.undo(change, after: 5).change != nil)
    #expect(try shelf.database.read { try $0.copy(copy.id) } == nil)
    #expect(try shelf.database.read { try $0.target(of: Code.Key(class: .own, value: copy.code.description)) } == nil)
  }

  @Test func `an addition is undone though a look-up has filled it in, and its look-up with it`() throws {
    let gtin = try #require(GTIN(key: "5099902988023"))
    let before = try shelf.dump(marks: false)
    let (release, added) = try shelf.write { transaction in
      let release = Release(
        id: transaction.newID(), status: .unresolved, medium: .cd, title: "Barcode", artist: "", barcode: gtin)
      try transaction.insert(release)
      try transaction.bind(Code.Key(class: .gtin, value: gtin.key), to: .release(release.id))
      try transaction.enqueueLookup(gtin, for: release.id, scan: nil, target: .any)
      return (release, try transaction.recordChange(.add))
    }
    let change = try #require(added)
    // The addition is undone and redone before the look-up has answered: the look-up is requested again.
    let undo = try #require(try shelf.undo(change).change)
    #expect(try shelf.dump(marks: false) == before)
    #expect(try shelf.database.read { try $0.lookupCounts() } == [:])
    #expect(try shelf.undo(undo, after: 4).change != nil)
    #expect(try shelf.database.read { try $0.lookupCounts() } == [.pending: 1])
    var filled = release
    (filled.status, filled.title) = (.resolved, "Found")
    try shelf.write(after: 5) { [filled] transaction in
      try transaction.resolve(release, as: filled, with: ReleaseDetail(artists: [ArtistCredit(name: "A")]), scan: nil)
    }
    let resolved = try shelf.dump(marks: false)
    let second = try #require(try shelf.undo(change, after: 6).change)
    #expect(try shelf.dump(marks: false) == before)
    #expect(try shelf.undo(second, after: 7).change != nil)
    #expect(try shelf.dump(marks: false) == resolved)
  }

  @Test func `a change of hundreds of rows goes back whole`() throws {
    let shelf = try StorageLibrary(copies: 600)
    let before = try shelf.dump(marks: false)
    let (copies, borrower, station) = (shelf.copies, shelf.borrowers[0], shelf.station)
    let change = try #require(
      try shelf.write { transaction in
        for copy in copies {
          try transaction.grade(copy, media: "VG")
          try transaction.open(
            Loan(
              id: transaction.newID(), copy: copy, borrower: borrower, openedAt: transaction.now,
              dueAt: transaction.now), at: station)
        }
        return try transaction.recordChange(.lend)
      })
    #expect(try shelf.undo(change).change != nil)
    #expect(try shelf.dump(marks: false) == before)
  }

  @Test func `other work of the same transaction remains a separate change`() throws {
    let lent = try shelf.lend(0)
    let copy = shelf.copies[1]
    let changes = try shelf.write(after: 2) { transaction in
      try transaction.countPlay(of: copy)
      let undo = try transaction.undo(lent.id)
      return (undo, try transaction.recordChange(.played))
    }
    let undo = try #require(changes.0.change)
    let played = try #require(changes.1)
    #expect(try shelf.database.read { try $0.rows(of: undo).map(\.table) } == [.loan])
    #expect(try shelf.database.read { try $0.rows(of: played).map(\.table) } == [.copy, .play])
  }

  @Test func `changes from before the row history, and of erased people, stay`() throws {
    let old = try shelf.write { transaction -> Change.ID in
      let id: Change.ID = transaction.newID()
      try transaction.run(
        "INSERT INTO change (id, kind, at, steps) VALUES (?1, 'lend', ?2, '[{}]')", id, transaction.now)
      return id
    }
    #expect(try shelf.write(after: 2) { try $0.undo(old) } == .refused(.notKept))
    let lent = try shelf.lend(0)
    let back = try shelf.checkIn(0)
    _ = try shelf.database.anonymise(before: StorageLibrary.start + .seconds(60))
    #expect(try shelf.undo(back, after: 9) == .refused(.forgotten))
    #expect(try shelf.undo(lent, after: 9) == .refused(.forgotten))
  }
}
