import Catalogue
import Deadwax
import Execution
import History
import Lending
import Staff
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PlacesTests {
  @Test func `a place is made with a row of slots, each with a code, and an undo removes all of it`() throws {
    let office = try StaffLibrary()
    let id = try office.make("A", slots: 40)
    #expect(try office.numbers(of: id) == Array(1...40))
    #expect(try office.count("code", where: "place_id IS NOT NULL OR slot_id IS NOT NULL") == 41)
    try office.undoLast()
    #expect(try office.count("place") == 0)
    #expect(try office.count("slot") == 0)
    #expect(try office.count("code", where: "place_id IS NOT NULL OR slot_id IS NOT NULL") == 0)
    try office.undoLast()
    #expect(try office.numbers(of: id) == Array(1...40))
  }

  @Test func `a new carousel or cartridge has the slots of the settings, unless a number is given`() throws {
    for tracking in LibraryPolicy.Places.Tracking.allCases {
      let office = try StaffLibrary()
      try office.database.write { transaction in
        try transaction.set("places.tracking", to: tracking.rawValue)
        try transaction.set("places.capacity", to: "51")
      }
      for kind in Place.Kind.allCases {
        func slots(_ number: Int?) throws -> Int {
          try office.counter.places.add(
            name: "\(kind) \(number ?? -1)", kind: kind, parent: nil, slots: number, id: nil, by: "test"
          ).slots.count
        }
        let isMeant = tracking == .carousel && kind == .changer || tracking == .cartridge && kind == .cartridge
        #expect(try slots(nil) == (isMeant ? 51 : 0), "\(tracking), \(kind)")
        #expect(try slots(0) == 0)
        #expect(try slots(6) == 6)
      }
    }
  }

  @Test func `each change of a place or its slots is an event, and so is its undo`() throws {
    let office = try StaffLibrary()
    let id = try office.make("A", slots: 2)
    let places = office.counter.places
    try office.change(id) { $0.name = "B" }
    _ = try places.addSlots(to: id, from: nil, count: 1, by: "test")
    try places.removeSlot(3, of: id, ifVersion: nil, by: "test")
    try places.remove(id, ifVersion: nil, by: "test")
    try office.undoLast()
    let events = try office.database.read { try $0.events(after: 0, limit: 1000).filter { $0.kind == .placeChanged } }
    #expect(events.map(\.subject) == Array(repeating: id.text, count: 6))
  }

  @Test func `a repeated request with the same id makes one place`() throws {
    let office = try StaffLibrary()
    let id = Place.ID.new(at: office.now)
    for _ in 1...2 {
      let opened = try office.counter.places.add(name: "A", kind: .shelf, parent: nil, slots: 2, id: id, by: "test")
      #expect(opened.holding.place.id == id)
    }
    #expect(try office.count("slot") == 2)
  }

  @Test func `a name is unique among the places in the same place, ignoring case`() throws {
    let office = try StaffLibrary()
    let room = try office.make("Room")
    _ = try office.make("Shelf 1", in: room)
    #expect(throws: StaffError.nameTaken) { _ = try office.make("SHELF 1", in: room) }
    _ = try office.make("Shelf 1")
    let other = try office.make("Shelf 2", in: room)
    #expect(throws: StaffError.nameTaken) { try office.change(other) { $0.name = "shelf 1" } }
    #expect(try office.change(other) { $0.name = "SHELF 2" }.name == "SHELF 2")
  }

  @Test(arguments: ["", "  ", "a\nb", String(repeating: "x", count: 61)])
  func `an impossible name is refused`(_ name: String) throws {
    let office = try StaffLibrary()
    #expect(office.field { _ = try office.make(name) } == "name")
    #expect(try office.count("place") == 0)
  }

  @Test func `a place is renamed, moved and undone, and a stale version is refused`() throws {
    let office = try StaffLibrary()
    let (room, shelf) = (try office.make("Room"), try office.make("Shelf"))
    #expect(try office.change(shelf) { ($0.name, $0.parent) = ("Jazz", .set(room)) }.parent == room)
    #expect(throws: StaffError.staleVersion(now: 2)) {
      try office.counter.places.change(shelf, Place.Patch { $0.name = "Rock" }, ifVersion: 1, by: nil)
    }
    #expect(throws: StaffError.staleVersion(now: 2)) {
      try office.counter.places.remove(shelf, ifVersion: 1, by: nil)
    }
    #expect(office.field { try office.change(room) { $0.parent = .set(shelf) } } == "parent")
    #expect(office.field { try office.change(room) { $0.parent = .set(room) } } == "parent")
    try office.undoLast()
    let place = try #require(try office.database.read { try $0.place(shelf) })
    #expect(place.name == "Shelf" && place.parent == nil && place.version == 3)
    #expect(try office.change(shelf) { $0.parent = .cleared }.version == 3)
  }

  @Test func `a place or a slot where a copy belongs is not removed, and says how many`() throws {
    let office = try StaffLibrary()
    let id = try office.make("A", slots: 2)
    _ = try office.make("Box", in: id)
    let slot = try #require(try office.database.read { try $0.slots(of: id).first?.slot })
    try office.database.write { transaction in
      try transaction.move(office.copies[0], to: slot.location)
      try transaction.recordChange(.shelve)
    }
    #expect(throws: StaffError.inUse(copies: 1, places: 1)) {
      try office.counter.places.remove(id, ifVersion: nil, by: nil)
    }
    #expect(throws: StaffError.inUse(copies: 1, places: 0)) {
      try office.counter.places.removeSlot(1, of: id, ifVersion: nil, by: nil)
    }
    #expect(throws: StaffError.noSuchSlot) {
      try office.counter.places.removeSlot(3, of: id, ifVersion: nil, by: nil)
    }
    try office.counter.places.removeSlot(2, of: id, ifVersion: nil, by: nil)
    #expect(try office.numbers(of: id) == [1])
    try office.undoLast()
    #expect(try office.numbers(of: id) == [1, 2])
  }

  @Test func `a removed place is restored with its slots and codes by an undo`() throws {
    let office = try StaffLibrary()
    let id = try office.make("A", slots: 3)
    try office.counter.places.remove(id, ifVersion: 1, by: "test")
    #expect(try office.count("place") == 0)
    #expect(throws: StaffError.noSuchPlace) { try office.counter.places.remove(id, ifVersion: nil, by: nil) }
    try office.undoLast()
    #expect(try office.numbers(of: id) == [1, 2, 3])
    #expect(try office.count("code", where: "slot_id IS NOT NULL") == 3)
  }

  @Test func `an undo does not give a place the name that another one has now, and says which place has it`() throws {
    let office = try StaffLibrary()
    let room = try office.make("Room")
    let old = try office.make("Shelf 1", in: room, slots: 2)
    try office.counter.places.remove(old, ifVersion: nil, by: "test")
    let removal = try #require(try office.lastChange())
    let new = try office.make("SHELF 1", in: room)
    let before = try office.count("change")
    #expect(throws: StaffError.nameGiven(to: "SHELF 1", in: "Room")) { try office.undo(removal) }
    #expect(try office.count("change") == before && office.count("place") == 2 && office.numbers(of: old) == [])
    // With another name, or elsewhere, it is no longer in the way.
    try office.change(new) { $0.name = "Shelf 2" }
    try office.undo(removal)
    #expect(try office.numbers(of: old) == [1, 2])
    // The restored place now has the name, so the other way around is refused too.
    try office.counter.places.remove(new, ifVersion: nil, by: "test")
    let second = try #require(try office.lastChange())
    try office.change(old) { $0.name = "Shelf 2" }
    #expect(throws: StaffError.nameGiven(to: "Shelf 2", in: "Room")) { try office.undo(second) }
  }

  @Test func `an undo of a new name or of a move is refused while another place has the name`() throws {
    let office = try StaffLibrary()
    let (room, shelf) = (try office.make("Room"), try office.make("A"))
    try office.change(shelf) { $0.name = "B" }
    let renamed = try #require(try office.lastChange())
    let other = try office.make("a")
    #expect(throws: StaffError.nameGiven(to: "a", in: nil)) { try office.undo(renamed) }
    try office.change(other) { $0.parent = .set(room) }
    try office.undo(renamed)
    #expect(try office.database.read { try $0.place(shelf)?.name } == "A")
    // The other place came from outside the room, where its name is taken again.
    let moved = try #require(try office.database.read { try $0.changes(of: .place, other.text, limit: 1).first })
    #expect(throws: StaffError.nameGiven(to: "A", in: nil)) { try office.undo(moved) }
  }

  @Test func `equal names that are older than a change do not prevent its undo`() throws {
    let office = try StaffLibrary()
    let (first, second) = (Place.ID.new(at: office.now), Place.ID.new(at: office.now))
    try office.database.write { transaction in
      for id in [first, second] { try transaction.insert(Place(id: id, kind: .shelf, name: "A")) }
      try transaction.recordChange(.place)
    }
    try office.change(second) { $0.name = "B" }
    try office.undoLast()
    #expect(try office.database.read { try $0.place(second)?.name } == "A")
  }

  @Test func `a slot is disabled with a reason and put into use, each as one change with its undo`() throws {
    let office = try StaffLibrary()
    let id = try office.make("A", slots: 3)
    let opened = try office.disable(2, of: id, "  broken hinge ")
    #expect(opened.slots.map(\.state) == [.free, .disabled, .free])
    #expect(opened.slots[1].slot.disabledReason == "broken hinge")
    #expect(opened.holding.freeSlots == 2 && opened.holding.disabledSlots == 1 && opened.holding.place.version == 2)
    let changes = try office.count("change")
    #expect(try office.disable(2, of: id, "broken hinge").holding.place.version == 2)
    #expect(try office.count("change") == changes)
    try office.undoLast()
    #expect(try office.states(of: id) == [.free, .free, .free])
    try office.undoLast()
    #expect(try office.states(of: id) == [.free, .disabled, .free])
    #expect(try office.disable(2, of: id, nil).holding.disabledSlots == 0)
    #expect(office.field { try office.disable(1, of: id, " ") } == "disabledReason")
    #expect(office.field { try office.disable(1, of: id, "a\nb") } == "disabledReason")
    #expect(office.field { try office.disable(1, of: id, String(repeating: "x", count: 81)) } == "disabledReason")
    #expect(throws: StaffError.noSuchSlot) { try office.disable(4, of: id, "x") }
    #expect(throws: StaffError.staleVersion(now: 5)) {
      _ = try office.counter.places.changeSlot(1, of: id, Slot.Patch { _ in }, ifVersion: 1, by: nil)
    }
  }

  @Test func `an undo puts no copy into a slot that was disabled since, and gives back one that was disabled before`()
    throws
  {
    let office = try StaffLibrary()
    let id = try office.make("A", slots: 2)
    func shelve(_ slot: Int) throws {
      _ = try office.counter.copies.shelve(office.copies[0], in: id, slot: slot, ifVersion: nil, by: "test")
    }
    func number() throws -> Int? { try office.database.read { try $0.copy(office.copies[0])?.location?.slotNumber } }
    try shelve(1)
    try shelve(2)
    let move = try #require(try office.lastChange())
    try office.disable(1, of: id, "broken")
    #expect(throws: (any Error).self) { try office.undo(move) }
    #expect(try number() == 2)
    try office.disable(1, of: id, nil)
    try shelve(1)
    try office.disable(1, of: id, "broken")
    #expect(throws: PolicyRefusal(.slotDisabled)) {
      try shelve(2)
      try shelve(1)
    }
    #expect(try number() == 2)
    try office.undoLast()
    #expect(try number() == 1, "the copy had left the disabled slot")
  }

  @Test func `slots continue after the highest number, and no number is used twice`() throws {
    let office = try StaffLibrary()
    let id = try office.make("A", slots: 2)
    func add(_ from: Int?, _ count: Int) throws {
      _ = try office.counter.places.addSlots(to: id, from: from, count: count, by: nil)
    }
    try add(nil, 2)
    try add(10, 1)
    try add(nil, 1)
    #expect(try office.numbers(of: id) == [1, 2, 3, 4, 10, 11])
    #expect(office.field { try add(9, 2) } == "from")
    #expect(office.field { try add(9999, 2) } == "from")
    #expect(office.field { try add(0, 1) } == "from")
    #expect(office.field { try add(Int.max, 1) } == "from")
    #expect(office.field { try add(nil, 0) } == "count")
    #expect(office.field { try add(nil, 1001) } == "count")
    #expect(office.field { _ = try office.make("B", slots: 1001) } == "slots")
    #expect(try office.numbers(of: id).count == 6)
  }
}

extension StaffLibrary {
  @discardableResult
  func disable(_ number: Int, of place: Place.ID, _ reason: String?) throws -> Catalogue.OpenedPlace {
    let patch = Slot.Patch { $0.disabledReason = reason.map { .set($0) } ?? .cleared }
    return try counter.places.changeSlot(number, of: place, patch, ifVersion: nil, by: "test")
  }

  func states(of place: Place.ID) throws -> [SlotOccupancy.State] {
    try database.read { try $0.slots(of: place).map(\.state) }
  }

  func make(_ name: String, in parent: Place.ID? = nil, slots: Int = 0) throws -> Place.ID {
    try counter.places.add(name: name, kind: .shelf, parent: parent, slots: slots, id: nil, by: "test").holding.place.id
  }

  @discardableResult
  fileprivate func change(_ id: Place.ID, _ set: (inout Place.Patch) -> Void) throws -> Place {
    try counter.places.change(id, Place.Patch(set), ifVersion: nil, by: "test").holding.place
  }

  func numbers(of place: Place.ID) throws -> [Int] {
    try database.read { try $0.slots(of: place).map(\.slot.number) }
  }
}
