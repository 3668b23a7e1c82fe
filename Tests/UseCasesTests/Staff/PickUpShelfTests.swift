import Catalogue
import Deadwax
import Execution
import Housekeeping
import Lending
import Staff
import Storage
import TestSupport
import Testing
import Threads

@Suite(.ownThread, .timeLimit(.minutes(5)))
struct PickUpShelfTests {
  /// Gives a copy a place, a slot and a shelf mark.
  private func shelve(
    _ office: StaffLibrary, _ copy: Copy.ID, in place: String, slot: Int? = nil, mark: String? = nil
  ) throws {
    try office.database.write { transaction in
      let known = try transaction.places(named: place).first
      let shelf = known ?? Place(id: transaction.newID(), kind: .shelf, name: place)
      if known == nil { try transaction.insert(shelf) }
      var location = Location(place: shelf.id, placeName: place)
      if let slot {
        let made = Slot(id: transaction.newID(), place: shelf.id, placeName: place, number: slot)
        try transaction.insert(made)
        location = Location(place: shelf.id, placeName: place, slot: made.id, slotNumber: slot)
      }
      try transaction.move(copy, to: location)
      if let mark, var stored = try transaction.copy(copy) {
        stored.shelfMark = mark
        try transaction.update(stored)
      }
    }
  }

  private func enrol(_ office: StaffLibrary, _ name: String) throws -> Borrower.ID {
    try office.counter.borrowers.enrol(Borrowers.Enrolment(name: name), by: nil).borrower.id
  }

  @Test func `the pull list is in shelf order, page by page, and a check-in takes a copy off it`() throws {
    let office = try StaffLibrary()
    let holds = office.counter.holds
    try shelve(office, office.copies[0], in: "Shelf 10", slot: 1)
    try shelve(office, office.copies[1], in: "Shelf 9", mark: "CD 10")
    try shelve(office, office.box, in: "Shelf 9", mark: "CD 9")
    let carl = try enrol(office, "Carl Sagan")
    for borrower in [office.ada, carl] {
      _ = try holds.place(.release(office.release), for: borrower, notAfter: nil, by: nil)
      office.clock.withLock { $0 = $0 + .seconds(1) }
    }
    _ = try holds.place(.copy(office.box), for: office.ben, notAfter: nil, by: nil)
    let all = try holds.pullList(cursor: nil, limit: 9)
    #expect(all.items.map(\.copy.id) == [office.box, office.copies[1], office.copies[0]])
    #expect(all.items.map(\.borrower?.id) == [office.ben, office.ada, carl])
    #expect(all.total == 3 && all.next == nil)
    let first = try holds.pullList(cursor: nil, limit: 1)
    #expect(first.items.map(\.copy.id) == [office.box] && first.total == 3)
    // The copy at the end of the page is fetched before the next page is read.
    #expect(try office.recordReturn(office.box).hold?.hold.borrower == office.ben)
    let second = try holds.pullList(cursor: first.next, limit: 1)
    #expect(second.items.map(\.copy.id) == [office.copies[1]] && second.total == nil)
    let third = try holds.pullList(cursor: second.next, limit: 1)
    #expect(third.items.map(\.copy.id) == [office.copies[0]] && third.next == nil)
    #expect(throws: StaffError.badCursor) { try holds.pullList(cursor: "x", limit: 1) }
    // The second in the queue takes a copy with the consent of staff.
    var order = Loans.CheckOut(copy: .id(office.copies[0]), borrower: .id(carl))
    let refusal = #expect(throws: PolicyRefusal.self) { try office.counter.loans.checkOut(order, by: nil) }
    order.confirmation = refusal?.confirmation
    _ = try office.counter.loans.checkOut(order, by: nil)
    #expect(try holds.pullList(cursor: nil, limit: 9).items.map(\.copy.id) == [office.copies[1]])
    _ = try office.counter.borrowers.block(office.ada, reason: "owes a book", ifVersion: nil, by: nil)
    #expect(try holds.pullList(cursor: nil, limit: 9).items.isEmpty)
  }

  @Test func `numbers in places and shelf marks are compared as numbers, and missing ones come last`() throws {
    let release = Release(id: .absent, status: .manual, medium: .cd, title: "T", artist: "A")
    func order(_ path: [String], slot: Int? = nil, mark: String? = nil, number: Int = 1) -> ShelfOrder {
      let location = path.last.map { Location(place: .absent, placeName: $0, slotNumber: slot) }
      return ShelfOrder(
        Copy(
          id: .absent, release: .absent, number: number, code: OwnCode(.copy, number: 1), location: location,
          shelfMark: mark, addedAt: Timestamp(milliseconds: 0)), release, path: path)
    }
    let inOrder = [
      order(["Room 2", "Shelf 1"], slot: 2), order(["Room 2", "Shelf 1"], slot: 10),
      order(["Room 2", "Shelf 1"], mark: "cd 2"), order(["Room 2", "Shelf 1"], mark: "CD 10"),
      order(["Room 2", "Shelf 1"]), order(["Room 2", "Shelf 1"], number: 2), order(["Room 2", "Shelf 1", "Box"]),
      order(["Room 2", "Shelf 11"]), order(["Room 10"]), order([]),
    ]
    for (left, right) in zip(inOrder, inOrder.dropFirst()) {
      #expect(left < right && !(right < left), "\(left) \(right)")
    }
    #expect(inOrder.shuffled().sorted().map { "\($0)" } == inOrder.map { "\($0)" })
  }

  @Test func `the pick-up shelf lists holds that are over first, until their copies are scanned or lent`() throws {
    let office = try StaffLibrary()
    let holds = office.counter.holds
    let ids = try [office.copies[0], office.copies[1], office.box].map { copy in
      let id = try holds.place(.copy(copy), for: office.ada, notAfter: nil, by: nil).hold.id
      try office.recordReturn(copy)
      office.advance(days: 1)
      return id
    }
    #expect(try holds.shelf(cursor: nil, limit: 9).items.map(\.hold.id) == ids)
    _ = try holds.cancel(ids[2], by: nil)
    let cancelled = try holds.shelf(cursor: nil, limit: 9)
    #expect(cancelled.items.map(\.hold.id) == [ids[2], ids[0], ids[1]] && cancelled.total == 3)
    #expect(cancelled.items[0].copy?.id == office.box)
    // The first of them is over, and no job has run yet.
    office.advance(days: 5)
    let over = try holds.shelf(cursor: nil, limit: 2)
    #expect(over.items.map(\.hold.id) == [ids[0], ids[2]])
    let rest = try holds.shelf(cursor: over.next, limit: 2)
    #expect(rest.items.map(\.hold.id) == [ids[1]] && rest.next == nil)
    #expect(throws: StaffError.badCursor) { try holds.shelf(cursor: "2.x", limit: 2) }
    #expect(try office.counter.expireHolds() == 1)
    #expect(try holds.shelf(cursor: nil, limit: 9).items.map(\.hold.state) == [.expired, .cancelled, .ready])
    try office.lend(office.copies[0], to: office.ben)
    #expect(try holds.shelf(cursor: nil, limit: 9).items.map(\.hold.state) == [.cancelled, .ready])
    // A copy that no station ever scans leaves the list by itself.
    office.advance(days: 40)
    #expect(try holds.shelf(cursor: nil, limit: 9).items.map(\.hold.state) == [.ready])
  }

  @Test func `the next in the queue has the copy of an expired hold, and it is not to be taken away`() throws {
    let office = try StaffLibrary()
    let holds = office.counter.holds
    for borrower in [office.ada, office.ben] {
      _ = try holds.place(.copy(office.box), for: borrower, notAfter: nil, by: nil)
      office.clock.withLock { $0 = $0 + .seconds(1) }
    }
    try office.recordReturn(office.box)
    office.advance(days: 9)
    #expect(try office.counter.expireHolds() == 1)
    let shelf = try holds.shelf(cursor: nil, limit: 9).items
    #expect(shelf.map(\.hold.borrower) == [office.ben] && shelf.map(\.hold.state) == [.ready])
  }
}
