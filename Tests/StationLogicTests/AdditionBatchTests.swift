import Deadwax
import Lending
import StationLogic
import Testing

/// Tests of the batches of additions in mode add.
@Suite(.timeLimit(.minutes(5)))
struct AdditionBatchTests {
  let code = "5099902988023"
  let settings = AdditionBatch.Settings {
    $0.condition = "VG+"
    $0.place = ModelLibrary.shelf.id
    $0.wantsLabel = true
  }

  private func library(_ policy: StationPolicy = StationPolicy(home: .lookup)) -> ModelLibrary {
    var library = ModelLibrary(policy)
    library.addBorrower { $0.isStaff = true }
    for number in 0...2 { library.barcodes["\(number)\(code)"] = [library.draw()] }
    return library
  }

  @Test func `settings change the station to mode add, and apply to each copy until the mode ends`() throws {
    var library = library()
    let set = library.act(.setBatch(settings))
    #expect(set.outcome?.code == .batchSet && set.outcome?.location?.place == ModelLibrary.shelf.id)
    #expect(set.state.mode == .add && set.state.additions?.version == 1)
    let batch = try #require(set.state.additions)
    for number in 0...1 {
      let added = library.scan(.barcode("\(number)\(code)"))
      #expect(added.outcome?.code == .added && added.outcome?.facts.inBatch == 1)
      #expect(added.effects.last == .addToBatch(batch, Location(place: ModelLibrary.shelf.id, placeName: "Shelf 1")))
      #expect(library.copies.last?.mediaCondition == "VG+")
    }
    library.scan(.order(.add))
    #expect(library.states[0].additions == batch)
    library.scan(.order(.lookup))
    #expect(library.states[0].additions == nil)
    library.scan(.order(.add))
    #expect(library.scan(.barcode("2\(code)")).effects.count == 1)
  }

  @Test func `END and the end of the batch report its number of copies, and keep the mode`() {
    var library = library()
    for event in [StationEvent.end, .endBatch] {
      library.act(.setBatch(settings))
      let ended = library.act(event)
      #expect(ended.outcome?.code == .batchEnded && ended.state.additions == nil && ended.state.mode == .add)
    }
    #expect(library.act(.endBatch).outcome?.code == .nothingOpen)
  }

  @Test func `the code of a place begins a batch, and sets the place of the copies that follow`() {
    var library = library(StationPolicy(home: .add))
    let begun = library.scan(.place(ModelLibrary.shelf))
    #expect(begun.outcome?.code == .batchSet && begun.rule == Rule.batchBegan.rawValue)
    #expect(begun.state.additions?.settings.place == ModelLibrary.shelf.id)
    let other = Place(id: library.draw(), kind: .crate, name: "Crate 3")
    let moved = library.scan(.place(other))
    #expect(moved.rule == Rule.batchChanged.rawValue && moved.outcome?.location?.placeName == "Crate 3")
    #expect(moved.state.additions?.version == 2 && moved.state.additions?.id == begun.state.additions?.id)
    // Its place is not among the records of the model: a copy gets none.
    #expect(library.scan(.barcode("0\(code)")).outcome?.location == nil)
  }

  @Test func `without a batch a place takes the copy that was just added, and in one a slot does`() {
    var library = library(StationPolicy(home: .add))
    for batch in [false, true] {
      if batch { library.act(.setBatch(settings)) }
      library.scan(.barcode(batch ? "0\(code)" : "1\(code)"))
      let copy = library.copies[library.copies.count - 1]
      library.states[0] = library.machines[0].taken(copy.id, into: library.states[0], at: library.now)
      let shelved =
        batch ? library.scan(.slot(ModelLibrary.slot(2), occupant: nil)) : library.scan(.place(ModelLibrary.shelf))
      #expect(shelved.outcome?.code == .shelved && shelved.outcome?.copy == copy.id)
      #expect((shelved.state.additions != nil) == batch)
    }
  }

  @Test func `a self-service station needs staff for a batch`() {
    var library = library(StationPolicy(home: .add, isSelfService: true))
    for decision in [
      library.act(.setBatch(settings)), library.act(.endBatch), library.scan(.place(ModelLibrary.shelf)),
    ] {
      #expect(decision.outcome?.code == .staffNeeded && decision.state.additions == nil)
    }
    library.scan(.card(0))
    #expect(library.act(.setBatch(settings)).outcome?.code == .batchSet)
  }

  @Test func `a station that does not allow mode add refuses a batch`() {
    var library = library(StationPolicy(home: .lookup, modes: [.return]))
    #expect(library.act(.setBatch(settings)).outcome?.code == .notAllowed)
    #expect(library.states[0].additions == nil)
  }

  @Test func `a batch has no time of its own, and ends when the station returns to its home mode`() {
    var library = library()
    library.act(.setBatch(settings))
    library.pass(500)
    library.scan(.barcode("0\(code)"))
    library.pass(500)
    #expect(library.states[0].additions != nil)
    library.pass(101)
    #expect(library.states[0].mode == .lookup && library.states[0].additions == nil)
  }

  @Test func `an addition says that the release is on the wish list`() {
    var library = library(StationPolicy(home: .add))
    library.wished = [library.barcodes["0\(code)"]?.first].reduce(into: []) { if let id = $1 { $0.insert(id) } }
    #expect(library.scan(.barcode("0\(code)")).outcome?.facts.notes == [.wishArrived])
    #expect(library.scan(.barcode("1\(code)")).outcome?.facts.notes == [])
  }

  @Test func `an unknown barcode joins the batch too`() throws {
    var library = library()
    let batch = try #require(library.act(.setBatch(settings)).state.additions)
    let gtin = try #require(GTIN(key: "4006381333931"))
    let added = library.scan(.nothing(.gtin(gtin)))
    #expect(added.effects.first == .addUnresolved(gtin) && added.outcome?.facts.inBatch == 1)
    #expect(added.effects.count == 2 && added.state.additions == batch)
  }
}
