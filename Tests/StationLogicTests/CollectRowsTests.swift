import Deadwax
import Lending
import StationLogic
import Testing

/// Tests of the mode collect: a pile that becomes a crate.
@Suite(.timeLimit(.minutes(5)))
struct CollectRowsTests {
  let code = "5099902988023"

  func library(_ mode: Mode) -> ModelLibrary {
    var library = ModelLibrary(StationPolicy(home: mode))
    library.addCopy(barcode: code)
    library.addCopy()
    library.addBorrower()
    return library
  }

  @Test func `a pile has one crate, which has each record once`() {
    var library = library(.collect)
    let first = library.scan(.copy(0))
    #expect(first.outcome?.code == .collected && first.outcome?.facts.count == 1)
    #expect(library.scan(.copy(0)).outcome?.code == .alreadyCollected)
    #expect(library.scan(.copy(1)).outcome?.facts.count == 2)
    let crate = library.states[0].collecting
    #expect(library.crates.count == 1)
    #expect(crate.flatMap { library.crates[$0] } == [.copy(library.copies[0].id), .copy(library.copies[1].id)])
    #expect(library.breaches.isEmpty)
  }

  @Test func `a barcode stands for its only copy, for the copy in hand, and else for the release`() {
    var library = library(.collect)
    #expect(library.scan(.barcode(code)).outcome?.copy == library.copies[0].id)
    library.addCopy(of: library.copies[0].release)
    #expect(library.scan(.barcode(code)).outcome?.code == .alreadyCollected)
    library.pass(60)
    let other = library.scan(.barcode(code))
    #expect(other.outcome?.code == .collected && other.outcome?.copy == nil)
    #expect(other.outcome?.release == library.copies[0].release)
    let release: Release.ID = library.draw()
    library.barcodes["4988029033147"] = [release]
    #expect(library.scan(.barcode("4988029033147")).outcome?.release == release)
  }

  @Test func `the pile ends with the mode and with End, and the next scan begins another crate`() {
    var library = library(.lookup)
    library.scan(.order(.collect))
    library.scan(.copy(0))
    let first = library.states[0].collecting
    #expect(first != nil)
    #expect(library.scan(.order(.collect)).state.collecting == first)
    #expect(library.scan(.order(.end)).outcome?.code == .sessionEnded)
    #expect(library.states[0].mode == .collect && library.states[0].collecting == nil)
    library.scan(.copy(0))
    let second = library.states[0].collecting
    #expect(second != nil && second != first)
    #expect(library.scan(.order(.lookup)).state.collecting == nil)
    library.scan(.order(.collect))
    library.scan(.copy(0))
    #expect(library.crates.count == 3)
    library.pass(3600)
    #expect(library.scan(.copy(0)).outcome?.code == .found && library.states[0].collecting == nil)
  }

  @Test func `a copy on loan is collected with a note, and a card or a place is refused`() {
    var library = library(.collect)
    library.lend(0, to: 0)
    #expect(library.scan(.copy(0)).outcome?.facts.notes == [.copyOnLoan])
    #expect(library.scan(.place(ModelLibrary.shelf)).effects.isEmpty)
    #expect(library.scan(.card(0)).effects.isEmpty)
    #expect(library.crates.values.map(\.count) == [1])
  }

  @Test func `a crate that is full takes no more, and a removed one is replaced`() throws {
    var library = library(.collect)
    library.scan(.copy(0))
    let crate = try #require(library.states[0].collecting)
    library.crates[crate] = (0..<CrateItem.most).map { _ in .release(library.draw()) }
    let full = library.scan(.copy(1))
    #expect(full.outcome?.code == .crateFull && full.outcome?.status == .refused && full.effects.isEmpty)
    library.crates[crate] = nil
    library.pass(1)
    #expect(library.scan(.copy(1)).outcome?.facts.count == 1)
    #expect(library.states[0].collecting != crate)
  }
}
