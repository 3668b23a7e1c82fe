import Deadwax
import Lending
import Scanning
import StationLogic
import Storage
import Testing

/// Tests of shelving, moving and binding by scans, in a real database.
@Suite(.timeLimit(.minutes(10)))
struct ShelvingScanTests {
  private let library: SmallLibrary
  private let room = OwnCode(.place, number: 1)
  private let changer = OwnCode(.place, number: 2)
  private let box = OwnCode(.place, number: 3)

  init() throws {
    library = try SmallLibrary()
    let codes = [room, changer, box]
    try library.database.write { transaction in
      let kinds: [(String, Place.Kind)] = [("Room", .room), ("Changer", .changer), ("Box", .crate)]
      for ((name, kind), code) in zip(kinds, codes) {
        let place = Place(id: .new(at: transaction.now), kind: kind, name: name)
        try transaction.insert(place)
        try transaction.bind(Code.Key(class: .own, value: code.description), to: .place(place.id))
      }
      _ = try transaction.recordChange(.place)
    }
  }

  /// Returns the number of the slot of each copy, or the name of its place.
  private func places() throws -> [String?] {
    try library.database.read { reading in
      try reading.all(
        """
        SELECT coalesce(CAST(s.number AS TEXT), p.name) FROM copy c LEFT JOIN slot s ON s.id = c.slot_id
          LEFT JOIN place p ON p.id = c.place_id ORDER BY c.number
        """
      ) { try $0.optionalText(0) }
    }
  }

  @Test func `a row of slots is filled, and one undo takes the last copy out`() throws {
    try library.switchTo(.shelve)
    try library.scan(library.slots[0])
    let first = try library.scan(library.copies[0]).outcome
    #expect(first.code == .shelved && first.facts.nextSlot == 2)
    let second = try library.scan(library.copies[1]).outcome
    #expect(second.code == .shelved && second.facts.notes == [.placeFull])
    #expect(try places() == ["1", "2"])
    #expect(try library.scan(Command.undo.code).outcome.code == .undone)
    #expect(try places() == ["1", nil])
    #expect(try library.count("journal", where: "kind = 'copy.shelved'") == 2)
  }

  @Test func `two copies exchange their slots in one change, and its undo and redo bring both back`() throws {
    try library.switchTo(.shelve)
    try library.scan(library.slots[0])
    try library.scan(library.copies[0])
    try library.scan(library.copies[1])
    try library.scan(library.copies[0])
    let prompt = try library.scan(library.slots[1]).outcome
    #expect(prompt.code == .slotOccupied && prompt.status == .needsChoice)
    let changes = try library.count("change")
    let done = try library.scan(Command.choice1.code).outcome
    #expect(done.code == .shelved && done.facts.notes == [.swapped])
    #expect(try places() == ["2", "1"])
    #expect(try library.count("change") == changes + 1)
    #expect(try library.scan(Command.undo.code).outcome.code == .undone)
    #expect(try places() == ["1", "2"])
    #expect(try library.scan(Command.undo.code).outcome.code == .redone)
    #expect(try places() == ["2", "1"])
  }

  @Test func `the copy of a slot gives way to another one, and has no place then`() throws {
    try library.switchTo(.shelve)
    try library.scan(library.copies[0])
    try library.scan(library.slots[0])
    try library.scan(library.copies[1])
    try library.scan(library.slots[0])
    #expect(try library.scan(Command.choice1.code).outcome.facts.notes == [.pushedOut])
    #expect(try places() == [nil, "1"])
    #expect(try library.count("journal", where: "kind = 'copy.changed' AND payload LIKE '%unplaced%'") == 1)
    try library.scan(Command.undo.code)
    #expect(try places() == ["1", nil])
  }

  @Test func `a disabled slot is passed over and takes no copy, and a copy in it stays until it leaves`() throws {
    try library.switchTo(.shelve)
    try library.scan(library.copies[0])
    try library.scan(library.slots[0])
    try library.database.write { transaction in
      let copy = try transaction.copy(number: 1)
      for case var slot? in [try copy?.location?.slot.flatMap { try transaction.slot($0) }] {
        slot.disabledReason = "broken"
        try transaction.update(slot)
      }
      try transaction.recordChange(.place)
    }
    #expect(try library.scan(library.slots[0]).outcome.code == .slotDisabled)
    try library.scan(library.copies[1])
    #expect(try library.scan(library.slots[0]).outcome.code == .slotDisabled)
    #expect(try library.scan(library.slots[1]).outcome.code == .shelved)
    #expect(try places() == ["1", "2"])
    try library.scan(library.copies[0])
    #expect(try library.scan(library.slots[1]).outcome.code == .slotOccupied)
    // The other copy cannot go into the disabled slot, so number 1 leaves it without a place, and this one moves out of its own.
    let pushed = try library.scan(Command.choice1.code).outcome
    #expect(pushed.code == .shelved && pushed.facts.notes == [.movedFrom, .pushedOut])
    #expect(try places() == ["2", nil])
    #expect(try library.scan(Command.undo.code).outcome.code == .undone)
    #expect(try places() == ["1", "2"])
  }

  @Test func `a place moves into another one with its copies, and never into itself`() throws {
    try library.switchTo(.shelve)
    try library.scan(box)
    try library.scan(library.copies[0])
    try library.switchTo(.move)
    try library.scan(box)
    let moved = try library.scan(room).outcome
    #expect(moved.code == .cartridgeMoved && moved.location?.placeName == "Room")
    let inside = "parent_id = (SELECT id FROM place WHERE name = 'Room')"
    #expect(try library.count("place", where: inside) == 1)
    #expect(try places() == ["Box", nil])
    try library.scan(box)
    #expect(try library.scan(room).outcome.code == .alreadyThere)
    try library.scan(room)
    #expect(try library.scan(box).outcome.code == .placeCycle)
    #expect(try library.scan(room).outcome.code == .placeCycle)
    try library.switchTo(.end)
    #expect(try library.count("journal", where: "kind = 'place.changed'") == 1)
    #expect(try library.scan(Command.undo.code).outcome.code == .undone)
    #expect(try library.count("place", where: inside) == 0)
  }

  @Test func `a vinyl record is not put into a changer, and its place stays`() throws {
    try library.database.write { transaction in
      try transaction.run("UPDATE release SET medium = 'vinyl'")
    }
    try library.switchTo(.shelve)
    try library.scan(library.slots[0])
    try library.scan(library.copies[0])
    try library.switchTo(.shelve)
    try library.scan(library.copies[0])
    #expect(try library.scan(changer).outcome.code == .formatMismatch)
    #expect(try places() == ["1", nil])
    #expect(try library.scan(box).outcome.code == .shelved)
  }

  @Test func `a copy on loan keeps its slot, and is put away after its return`() throws {
    try library.switchTo(.shelve)
    try library.scan(library.slots[0])
    try library.scan(library.copies[0])
    try library.switchTo(.checkout)
    try library.scan(library.cards[0])
    try library.scan(library.copies[0])
    try library.switchTo(.end)
    #expect(try places() == ["1", nil])
    try library.switchTo(.shelve)
    #expect(try library.scan(library.copies[0]).outcome.code == .copyOnLoan)
    try library.switchTo(.return)
    #expect(try library.scan(library.copies[0]).outcome.location?.slotNumber == 1)
    #expect(try library.scan(library.slots[1]).outcome.code == .shelved)
    #expect(try places() == ["2", nil])
    #expect(try library.scan(OwnCode(.place, number: 99)).outcome.code == .unknownPlace)
  }

  @Test func `a copy on loan is checked in at the shelf and put into its slot as one change with one undo`() throws {
    try library.switchTo(.checkout)
    try library.scan(library.cards[0])
    try library.scan(library.copies[0])
    try library.switchTo(.end)
    try library.switchTo(.shelve)
    try library.scan(library.slots[0])
    #expect(try library.scan(library.copies[0]).outcome.status == .needsChoice)
    let changes = try library.count("change")
    let done = try library.scan(Command.choice1.code).outcome
    #expect(done.code == .returned && done.facts.notes == [.shelved] && done.location?.slotNumber == 1)
    #expect(try places() == ["1", nil])
    #expect(try library.count("loan", where: "returned_at IS NULL") == 0)
    #expect(try library.count("change") == changes + 1)
    #expect(try library.scan(Command.undo.code).outcome.code == .undone)
    #expect(try places() == [nil, nil])
    #expect(try library.count("loan", where: "returned_at IS NULL") == 1)
  }

  @Test func `a code of one slot moves to another after a number, as one change with one undo`() throws {
    try library.switchTo(.bind)
    try library.scan("SHELF 7", .code128)
    #expect(try library.scan(library.slots[0]).outcome.code == .bound)
    func owner() throws -> Int? {
      try library.database.read { reading in
        try reading.first(
          """
          SELECT s.number FROM code c JOIN slot s ON s.id = c.slot_id WHERE c.value = 'SHELF 7' AND c.ended_at IS NULL
          """
        ) { Int(try $0.integer(0)) }
      }
    }
    for answer in [Command.choice2, .choice1] {
      try library.scan(library.slots[1])
      #expect(try library.scan("SHELF 7", .code128).outcome.code == .boundElsewhere)
      let outcome = try library.scan(answer.code).outcome
      #expect(outcome.code == (answer == .choice1 ? .bound : .declined))
      #expect(try owner() == (answer == .choice1 ? 2 : 1))
      try library.switchTo(.end)
    }
    try library.scan(Command.undo.code)
    #expect(try owner() == 1)
    // Its own slot or place is no other one, and without a place before it the code is the slot that it belongs to.
    #expect(try library.scan("SHELF 7", .code128).outcome.code == .tagNeeded)
    #expect(try library.scan("SHELF 7", .code128).outcome.code == .alreadyBound)
  }

  @Test func `a free code belongs to a card, a place or a slot after mode Bind, and an undo frees it`() throws {
    try library.switchTo(.bind)
    for (index, target) in [library.cards[0], room, library.slots[0]].enumerated() {
      let code = "SCHOOL \(index)"
      #expect(try library.scan(code, .code128).outcome.code == .copyNeeded)
      #expect(try library.scan(target).outcome.code == .bound)
      #expect(try library.count("code", where: "value = '\(code)' AND ended_at IS NULL AND copy_id IS NULL") == 1)
    }
    try library.scan(Command.undo.code)
    #expect(try library.count("code", where: "value = 'SCHOOL 2' AND ended_at IS NULL") == 0)
    try library.switchTo(.checkout)
    #expect(try library.scan("SCHOOL 0", .code128).outcome.code == .sessionStarted)
  }
}
