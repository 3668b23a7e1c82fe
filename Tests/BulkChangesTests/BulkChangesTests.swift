import BulkChanges
import Deadwax
import Execution
import Lending
import Log
import Staff
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct BulkChangesTests {
  private func edit(_ scope: BulkOrder.Scope, mark: String, in library: BulkLibrary) throws -> BulkOrder {
    try BulkOrder(
      edit: BulkOrder.Fields(
        copy: Copy.Patch { $0.shelfMark = .set(mark) }, facts: nil, mediaCondition: nil, sleeveCondition: nil),
      of: scope, today: library.bulk.today())
  }

  @Test func `a preview that the library has outrun is refused, and nothing is changed`() throws {
    let library = try BulkLibrary(seed: 1, copies: 12)
    defer { library.end() }
    let view = try library.preview(try edit(.query("title"), mark: "A 1", in: library))
    #expect(view.phase == .ready && view.counts[.change] == 12)
    #expect(throws: BulkError.planChanged) {
      _ = try library.bulk.apply(view.id, plan: String(repeating: "0", count: 64), skipsRefused: false, by: nil)
    }
    _ = try library.counter.copies.change(
      library.copies[3], Copy.Patch { $0.shelfMark = .set("A 1") }, ifVersion: nil, by: "Ada")
    let before = try library.dump()
    let failed = try library.apply(view)
    #expect(failed.phase == .failed && failed.fault == BulkError.planChanged.description && failed.change == nil)
    #expect(try library.dump() == before)
    #expect(throws: BulkError.wrongPhase(.failed)) {
      _ = try library.bulk.apply(view.id, plan: view.plan ?? "", skipsRefused: false, by: nil)
    }
  }

  @Test func `conditions of a query about copies choose the copies, not all of the release`() throws {
    let library = try BulkLibrary(seed: 2, copies: 40)
    defer { library.end() }
    let view = try library.preview(try edit(.query("place:North"), mark: "A 1", in: library))
    let there = try library.database.read { reading in
      try library.copies.filter { try reading.copy($0)?.location?.place == library.places[0] }
    }
    #expect(try library.lines(view).map(\.copy) == there && !there.isEmpty && there.count < 40)
    for query in ["place:North OR artist:nina", "code:1"] {
      let mixed = try library.preview(try edit(.query(query), mark: "A 1", in: library))
      #expect(mixed.phase == .failed && mixed.fault?.contains("chooses no copies") == true, "\(query)")
    }
    let wrong = try library.preview(try edit(.query("year:abc"), mark: "A 1", in: library))
    #expect(wrong.phase == .failed && wrong.plan == nil)
  }

  @Test func `copies fill the free slots of a place in order, and the rest is refused`() throws {
    let library = try BulkLibrary(seed: 3, copies: 9)
    defer { library.end() }
    let free = try library.database.read { reading in
      try library.copies.filter { try reading.copy($0)?.loan == nil }
    }
    _ = try library.counter.copies.shelve(free[0], in: library.places[1], slot: 2, ifVersion: nil, by: "Ada")
    let broken = Slot.Patch { $0.disabledReason = .set("broken") }
    _ = try library.counter.places.changeSlot(3, of: library.places[1], broken, ifVersion: nil, by: "Ada")
    let before = try library.dump()
    let view = try library.preview(
      try BulkOrder(moveTo: library.places[1], fillsSlots: true, of: .copies(library.copies)))
    let lines = try library.lines(view)
    #expect(lines.first { $0.copy == free[0] }?.fate == .same)
    let moved = lines.filter { $0.fate == .change }
    #expect(moved.compactMap { $0.differences.first?.after } == [1, 4, 5].map { "South, slot \($0)" })
    #expect(lines.contains { $0.refusal?.code == .noFreeSlot })
    #expect(throws: BulkError.copiesRefused(lines.count { $0.fate == .refused })) {
      _ = try library.bulk.apply(view.id, plan: view.plan ?? "", skipsRefused: false, by: nil)
    }
    let done = try library.apply(view)
    #expect(done.phase == .applied)
    // It fills no slot twice, and a repeated request changes nothing more.
    #expect(try library.apply(view).change == done.change)
    try library.undo(try #require(done.change))
    #expect(try library.dump().differences(from: before) == [])
    let none = try library.preview(
      try BulkOrder(moveTo: library.places[0], fillsSlots: true, of: .copies(library.copies)))
    #expect(none.phase == .failed && none.fault == "The place has no slots.")
  }

  @Test func `orders that fit no copy are refused with their field`() throws {
    let library = try BulkLibrary(seed: 4, copies: 3)
    defer { library.end() }
    func field(_ body: () throws -> BulkOrder) -> String? {
      do {
        _ = try body()
        return nil
      } catch StaffError.badValue(let field, _) { return field } catch { return "\(error)" }
    }
    func order(_ fields: BulkOrder.Fields, _ scope: BulkOrder.Scope = .query("title")) throws -> BulkOrder {
      try BulkOrder(edit: fields, of: scope, today: library.bulk.today())
    }
    func fields(
      _ copy: Copy.Patch? = nil, _ facts: OwnFacts.Patch? = nil, media: String? = nil
    ) -> BulkOrder.Fields {
      BulkOrder.Fields(copy: copy, facts: facts, mediaCondition: media, sleeveCondition: nil)
    }
    #expect(field { try order(fields()) } == "copy")
    #expect(field { try order(fields(media: "shiny")) } == "mediaCondition")
    #expect(field { try order(fields(Copy.Patch { $0.parts = 0 })) } == "parts")
    #expect(field { try order(fields(Copy.Patch { $0.release = library.releases[0] })) } == "copy.release")
    #expect(field { try order(fields(nil, OwnFacts.Patch { $0.acquiredOn = .set("2027-01-01") })) } == "acquiredOn")
    #expect(field { try order(fields(media: "VG"), .copies([])) } == "copies")
    #expect(field { try order(fields(media: "VG"), .query("  ")) } == "query")
    let nothing = try library.preview(try order(fields(media: "VG"), .query("artist:unknown")))
    #expect(nothing.phase == .ready && nothing.counts.isEmpty)
    #expect(throws: BulkError.nothingToChange) {
      _ = try library.bulk.apply(nothing.id, plan: nothing.plan ?? "", skipsRefused: true, by: nil)
    }
  }

  @Test func `a cancelled bulk change changes nothing, and one that was applied is found after a restart`() throws {
    let library = try BulkLibrary(seed: 5, copies: 12)
    defer { library.end() }
    let before = try library.dump()
    let view = try library.preview(try edit(.query("title"), mark: "A 1", in: library))
    #expect(try library.bulk.cancel(view.id).phase == .cancelled)
    #expect(throws: BulkError.wrongPhase(.cancelled)) {
      _ = try library.bulk.apply(view.id, plan: view.plan ?? "", skipsRefused: true, by: nil)
    }
    #expect(try library.dump() == before)
    let done = try library.apply(try library.preview(try edit(.query("title"), mark: "A 1", in: library)))
    #expect(throws: BulkError.wrongPhase(.applied)) { _ = try library.bulk.cancel(done.id) }
    let next = BulkChanges(
      database: library.database, policies: LibraryPolicies(defaults: LibraryPolicy()), published: {}, logger: .silent)
    defer { next.stop() }
    let found = try next.view(done.id)
    #expect(found.phase == .applied && found.change == done.change && found.counts[.change] == 12)
    #expect(throws: BulkError.noSuchBulkChange) { _ = try next.view(view.id) }
    // The change of another kind is no bulk change.
    let other = try library.database.read { try #require(try $0.changes(limit: 50).last) }
    #expect(throws: BulkError.noSuchBulkChange) { _ = try next.view(other.id) }
  }

  @Test func `the search index is that of single changes after a bulk change and its undo`() throws {
    let library = try BulkLibrary(seed: 6, copies: 30)
    defer { library.end() }
    func found(_ note: String) throws -> Int {
      try library.preview(try edit(.query(note), mark: "B", in: library)).counts.values.reduce(0, +)
    }
    let order = try BulkOrder(
      edit: BulkOrder.Fields(
        copy: nil, facts: OwnFacts.Patch { $0.notes = .set("waterdamage") }, mediaCondition: "P", sleeveCondition: nil),
      of: .query("artist:nina"), today: library.bulk.today())
    let count = try library.preview(order).counts[.change] ?? 0
    #expect(try count > 0 && found("note:waterdamage") == 0)
    let done = try library.apply(try library.preview(order))
    #expect(try found("condition:P") == count && found("note:waterdamage") >= count)
    try library.undo(try #require(done.change))
    #expect(try found("note:waterdamage") == 0 && found("condition:P") == 0)
  }
}
