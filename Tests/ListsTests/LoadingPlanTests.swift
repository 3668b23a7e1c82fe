import Deadwax
import Execution
import Lists
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LoadingPlanTests {
  @Test func `the steps of generated plans can be done one after another, and lead to the plan`() {
    var random = SeededRandom(seed: 99)
    for _ in 0..<CaseBudget.cases(of: 500) {
      let cartridges = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Self.slots(Int.random(in: 1...6, using: &random))
      }
      var free = cartridges.flatMap { $0.map(\.id) }.shuffled(using: &random)
      let releases = (0..<6).map { _ in Release.ID.new(at: Timestamp(milliseconds: 0)) }
      let discs = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        LoadingPlan.Disc(
          copy: .new(at: Timestamp(milliseconds: 0)), release: releases[Int.random(in: 0..<6, using: &random)],
          plays: Int.random(in: 0...5, using: &random), slot: Bool.random(using: &random) ? free.popLast() : nil)
      }
      let plan = LoadingPlan(discs, cartridges: cartridges)
      var places = Dictionary(uniqueKeysWithValues: discs.compactMap { disc in disc.slot.map { (disc.copy, $0) } })
      for step in plan.steps {
        #expect(places[step.copy] == step.from)
        if let to = step.to {
          #expect(!places.values.contains(to.id), "the slot is free")
          places[step.copy] = to.id
        } else {
          places[step.copy] = nil
        }
      }
      #expect(places.count == plan.discs)
      // The discs of a release are in one cartridge, or outside.
      for set in Dictionary(grouping: discs, by: \.release).values {
        let homes = Set(set.map { disc in cartridges.firstIndex { $0.contains { $0.id == places[disc.copy] } } })
        #expect(homes.count == 1)
      }
      #expect(
        LoadingPlan(after(discs, places), cartridges: cartridges).steps.isEmpty, "a plan that is done has no step")
    }
  }

  private func after(_ discs: [LoadingPlan.Disc], _ places: [Copy.ID: Slot.ID]) -> [LoadingPlan.Disc] {
    discs.map { LoadingPlan.Disc(copy: $0.copy, release: $0.release, plays: $0.plays, slot: places[$0.copy]) }
  }

  @Test func `the discs of a set get slots beside each other, if there is such a row`() {
    let slots = Self.slots(6)
    let (single, set) = (Release.ID.new(at: Timestamp(milliseconds: 0)), Release.ID.new(at: Timestamp(milliseconds: 0)))
    let there = LoadingPlan.Disc(
      copy: .new(at: Timestamp(milliseconds: 0)), release: single, plays: 1, slot: slots[2].id)
    let coming = (0..<3).map { _ in
      LoadingPlan.Disc(copy: .new(at: Timestamp(milliseconds: 0)), release: set, plays: 1, slot: nil)
    }
    let plan = LoadingPlan([there] + coming, cartridges: [slots])
    #expect(plan.steps.compactMap(\.to?.number) == [4, 5, 6] && plan.isBest && plan.plays == 4 && plan.discs == 4)
  }

  @Test func `the plan of a library takes played discs in, and leaves alone what is on loan or no compact disc`() throws
  {
    let shelf = try ListShelf(releases: 5)
    let loading = ChangerLoading(database: shelf.database)
    let changer = try shelf.database.write { [copies = shelf.copies] transaction in
      let changer = Place(id: transaction.newID(), kind: .changer, name: "Changer 1")
      try transaction.insert(changer)
      var inside: [Slot] = []
      for name in ["Cartridge 10", "Cartridge 2"] {
        let cartridge = Place(id: transaction.newID(), parent: changer.id, kind: .cartridge, name: name)
        try transaction.insert(cartridge)
        let slot = Slot(id: transaction.newID(), place: cartridge.id, placeName: name, number: 1)
        try transaction.insert(slot)
        inside.append(slot)
      }
      // Copy 1 was never played and is in the changer; copy 2 is missing, and its slot is not used.
      try transaction.move(copies[0], to: inside[1].location)
      try transaction.move(copies[1], to: inside[0].location)
      try transaction.run("UPDATE copy SET status = 'missing' WHERE id = ?1", copies[1])
      try transaction.run("UPDATE copy SET plays = 7 WHERE id = ?1", copies[3])
      try transaction.run("UPDATE copy SET plays = 3 WHERE id = ?1", copies[2])
      try transaction.recordChange(.shelve)
      return changer.id
    }
    let view = try loading.plan(of: changer)
    #expect(view.plan.capacity == 1 && view.plan.plays == 7 && view.plan.isBest)
    #expect(view.plan.steps.map(\.copy) == [shelf.copies[0], shelf.copies[3]])
    #expect(view.plan.steps.map { $0.to?.placeName } == [nil, "Cartridge 2"])
    // A disabled slot is not used, and its disc may leave it.
    for reason in ["broken", nil] {
      try shelf.database.write { transaction in
        for var slot in view.slots.values {
          slot.disabledReason = reason
          try transaction.update(slot)
        }
        try transaction.recordChange(.place)
      }
      #expect(try loading.plan(of: changer).plan.capacity == (reason == nil ? 1 : 0))
    }
    #expect(throws: StaffError.noSuchPlace) { _ = try loading.plan(of: .new(at: Timestamp(milliseconds: 0))) }
    let room = try shelf.database.write { transaction in
      let room = Place(id: transaction.newID(), kind: .room, name: "Room")
      try transaction.insert(room)
      return room.id
    }
    let empty = try loading.plan(of: room).plan
    #expect(empty.capacity == 0 && empty.steps.isEmpty && empty.isBest)
  }

  private static func slots(_ count: Int) -> [Slot] {
    let place = Place.ID.new(at: Timestamp(milliseconds: 0))
    return (1...count).map {
      Slot(id: .new(at: Timestamp(milliseconds: 0)), place: place, placeName: "Changer", number: $0)
    }
  }
}
