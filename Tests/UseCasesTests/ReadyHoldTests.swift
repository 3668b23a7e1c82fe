import Deadwax
import Lending
import Scanning
import StationLogic
import Storage
import TestSupport
import Testing

/// Tests of a copy that is ready for pick-up and gets into other hands.
@Suite(.timeLimit(.minutes(5)), .ownThread)
struct ReadyHoldTests {
  let shelf: CasesLibrary
  /// Two holds for the copy; it is ready for the first of them.
  let holds: [Hold]

  init() throws {
    let shelf = try CasesLibrary()
    self.shelf = shelf
    let copy = shelf.places.copies[CasesLibrary.alone]
    holds = try shelf.database.write { transaction in
      var holds: [Hold] = []
      for (number, borrower) in [1, CasesLibrary.small].enumerated() {
        let hold = Hold(
          id: transaction.newID(), subject: .release(copy.release), borrower: shelf.places.borrowers[borrower].id,
          createdAt: transaction.now + .seconds(number))
        try transaction.insert(hold)
        try transaction.recordChange(.hold)
        holds.append(hold)
      }
      return holds
    }
    shelf.advance(.seconds(60))
    try shelf.order(.return)
    #expect(try shelf.scan(copy.code).facts.notes.contains(.holdWaiting))
    #expect(try state(0).state == .ready)
    shelf.advance(.seconds(300))
  }

  @Test func `the screen names the place of the pick-up shelf, and the station the end of the card`() throws {
    let place = try shelf.database.write { transaction in
      let place = Place(id: transaction.newID(), kind: .shelf, name: "Behind the counter")
      try transaction.insert(place)
      try transaction.set("holds.shelf", to: place.id.text)
      try transaction.recordChange(.setting)
      return place
    }
    let reported = try shelf.scan(shelf.code(CasesLibrary.alone))
    #expect(reported.facts.notes.contains(.holdWaiting) && reported.location?.text == place.name)
    #expect(try shelf.view().ready?.card == String(shelf.places.cards[1].suffix(4)))
  }

  private func state(_ number: Int) throws -> Hold {
    try #require(try shelf.database.read { try $0.hold(holds[number].id) })
  }

  @Test func `lent to another anyway, its hold waits at its old place, and undo traps it again`() throws {
    let code = shelf.code(CasesLibrary.alone)
    try shelf.open(0)
    let before = try shelf.database.read { try $0.dump(marks: false) }
    #expect(try shelf.scan(code).code == .holdOther)
    #expect(try shelf.order(.yes).code == .checkedOut)
    let waiting = try state(0)
    #expect(waiting.state == .waiting && waiting.copy == nil && waiting.pickUpBy == nil && waiting.position == 1)
    #expect(try state(1).position == 2)
    #expect(
      try shelf.count("journal", where: #"kind = 'hold.changed' AND payload LIKE '%"state":"waiting"%'"#) == 1)
    #expect(try shelf.order(.undo).code == .undone)
    #expect(try shelf.database.read { try $0.dump(marks: false) } == before)
    // Checked out again, it is trapped for the same hold when it is returned.
    try shelf.scan(code)
    try shelf.order(.yes)
    try shelf.order(.return)
    shelf.advance(.seconds(60))
    #expect(try shelf.scan(code).facts.notes.contains(.holdWaiting))
    let ready = try state(0)
    #expect(ready.state == .ready && ready.copy == shelf.places.copies[CasesLibrary.alone].id)
  }

  @Test func `a hold whose time on the shelf was over ends when another takes its copy`() throws {
    shelf.advance(.seconds(30 * 86_400))
    try shelf.open(0)
    #expect(try shelf.scan(shelf.code(CasesLibrary.alone)).code == .holdOther)
    #expect(try shelf.order(.yes).code == .checkedOut)
    #expect(try state(0).state == .expired)
    #expect(try state(1).state == .waiting)
  }
}
