import Catalogue
import Deadwax
import Execution
import History
import Lending
import Staff
import Storage
import TestSupport
import Testing

/// Tests of the data that staff record about a copy.
@Suite(.timeLimit(.minutes(10)))
struct CopiesTests {
  @Test func `parts, reference and status are updated in one change, which can be undone`() throws {
    let office = try StaffLibrary()
    let changed = try office.change(
      office.copies[0], Copy.Patch { ($0.parts, $0.partsMissing, $0.isReference, $0.status) = (4, 1, true, .withdrawn) }
    ).copy
    #expect(changed.partCount == 4 && changed.partsMissing == 1 && changed.isReference && changed.status == .withdrawn)
    let change = try #require(try office.lastChange())
    #expect(change.kind == .copy && change.by == "test" && change.reason == "withdrawn")
    #expect(try office.events(.copyChanged) == [.copyChanged(change: .withdrawn)])
    try office.undo(change.id)
    let back = try office.copy(office.copies[0])
    #expect(back.partCount == 1 && back.partsMissing == 0 && !back.isReference && back.status == .available)
  }

  @Test func `a shelf mark is stored trimmed, cleared by an empty text, and its change can be undone`() throws {
    let office = try StaffLibrary()
    let id = office.copies[0]
    #expect(try office.change(id, Copy.Patch { $0.shelfMark = .set(" ROCK 12 ") }).copy.shelfMark == "ROCK 12")
    #expect(try office.lastChange()?.reason == "shelf-mark")
    #expect(try office.change(id, Copy.Patch { $0.parts = 2 }).copy.shelfMark == "ROCK 12")
    for empty in [PatchField.cleared, .set("  ")] {
      #expect(try office.change(id, Copy.Patch { $0.shelfMark = empty }).copy.shelfMark == nil)
      try office.undo(try #require(try office.lastChange()).id)
      #expect(try office.copy(id).shelfMark == "ROCK 12")
    }
    #expect(throws: StaffError.self) {
      try office.change(id, Copy.Patch { $0.shelfMark = .set(String(repeating: "x", count: 65)) })
    }
    let longest = String(repeating: "x", count: 64)
    #expect(try office.change(id, Copy.Patch { $0.shelfMark = .set(longest) }).copy.shelfMark == longest)
    #expect(try office.events(.copyChanged).contains(.copyChanged(change: .shelfMark)))
  }

  @Test func `an update to the current value changes nothing`() throws {
    let office = try StaffLibrary()
    let before = try office.lastChange()
    let copy = try office.copy(office.box)
    let same = try office.change(
      office.box, Copy.Patch { ($0.parts, $0.partsMissing, $0.isReference, $0.status) = (3, 0, false, .available) })
    #expect(same.copy.version == copy.version)
    #expect(try office.lastChange()?.id == before?.id)
    #expect(try office.events(.copyChanged).isEmpty)
  }

  @Test func `a stale version and impossible numbers are refused`() throws {
    let office = try StaffLibrary()
    let version = try office.copy(office.box).version
    #expect(throws: StaffError.staleVersion(now: version)) {
      try office.counter.copies.change(office.box, Copy.Patch { $0.partsMissing = 1 }, ifVersion: version + 1, by: nil)
    }
    for (patch, field) in [
      (Copy.Patch { $0.parts = 0 }, "parts"), (Copy.Patch { $0.parts = 1001 }, "parts"),
      (Copy.Patch { $0.partsMissing = 4 }, "partsMissing"), (Copy.Patch { $0.partsMissing = -1 }, "partsMissing"),
      (Copy.Patch { ($0.parts, $0.partsMissing) = (2, 3) }, "partsMissing"),
    ] {
      do {
        _ = try office.change(office.box, patch)
        Issue.record("\(patch) was taken")
      } catch StaffError.badValue(let reported, _) { #expect(reported == field) }
    }
    #expect(throws: StaffError.noSuchCopy) { try office.change(.new(at: office.now), Copy.Patch { $0.parts = 2 }) }
  }

  @Test func `a copy that is out is neither missing nor lost, and has as many parts as went out`() throws {
    let office = try StaffLibrary()
    try office.lend(office.box, to: office.ada)
    for patch in [
      Copy.Patch { $0.status = .missing }, Copy.Patch { $0.status = .lost }, Copy.Patch { $0.parts = 2 },
      Copy.Patch { $0.partsMissing = 1 },
    ] {
      do {
        _ = try office.change(office.box, patch)
        Issue.record("\(patch) was taken")
      } catch let refusal as PolicyRefusal { #expect(refusal.code == .copyOnLoan) }
    }
    #expect(try office.change(office.box, Copy.Patch { ($0.parts, $0.isReference) = (4, true) }).copy.partCount == 4)
    #expect(try office.change(office.box, Copy.Patch { $0.status = .withdrawn }).copy.status == .withdrawn)
    #expect(try office.change(office.box, Copy.Patch { $0.status = .available }).copy.status == .available)
  }

  @Test func `a claimed copy is available after its return, and its next loan has all parts`() throws {
    let office = try StaffLibrary { $0.returns.keepsOpenWithoutParts = false }
    let loan = try office.lend(office.box, to: office.ada).loan
    _ = try office.counter.loans.checkIn(loan.id, returnedAt: nil, partsBack: 2, by: nil)
    #expect(try office.copy(office.box).partsMissing == 1)
    #expect(try office.lend(office.box, to: office.ben).loan.parts == 2)
    _ = try office.counter.loans.checkIn(Loans.CheckIn(copy: .id(office.box), partsBack: 2), by: nil)
    #expect(try office.change(office.box, Copy.Patch { $0.partsMissing = 0 }).copy.partsMissing == 0)
    #expect(try office.lend(office.box, to: office.ada).loan.parts == 3)
  }

  @Test func `a copy that can no longer be lent is not ready for pick-up, and its hold waits again`() throws {
    for patch in [Copy.Patch { $0.isReference = true }, Copy.Patch { $0.status = .missing }] {
      let office = try StaffLibrary()
      try office.lend(office.copies[0], to: office.ada)
      let hold = try office.counter.holds.place(.release(office.release), for: office.ben, notAfter: nil, by: nil).hold
        .id
      try office.recordReturn(office.copies[0])
      #expect(try office.counter.holds.view(hold).hold.state == .ready)
      _ = try office.change(office.copies[0], patch)
      let waiting = try office.counter.holds.view(hold).hold
      #expect(waiting.state == .waiting && waiting.copy == nil)
    }
  }

  @Test func `a missing copy that is set to available counts as found`() throws {
    let office = try StaffLibrary()
    _ = try office.change(office.copies[0], Copy.Patch { $0.status = .missing })
    _ = try office.change(office.copies[0], Copy.Patch { $0.status = .available })
    #expect(try office.events(.copyChanged) == [.copyChanged(change: .missing), .copyChanged(change: .found)])
  }
}

extension StaffLibrary {
  fileprivate func copy(_ id: Copy.ID) throws -> Copy { try #require(try database.read { try $0.copy(id) }) }

  fileprivate func undo(_ id: Change.ID) throws {
    _ = try UndoService(database: database, policies: LibraryPolicies(), published: {}).undo(id, by: .staff("test"))
  }

  /// Returns the bodies of the events of a kind.
  fileprivate func events(_ kind: Event.Kind) throws -> [EventBody] {
    try database.read { try $0.events(after: 0, limit: 1000).filter { $0.kind == kind }.map(\.body) }
  }

  fileprivate func change(_ copy: Copy.ID, _ patch: Copy.Patch) throws -> (copy: Copy, release: Release) {
    let item = try counter.copies.change(copy, patch, ifVersion: nil, by: "test")
    return (item.copy, item.release)
  }
}
