import BulkChanges
import Deadwax
import Execution
import Staff
import Storage
import TestSupport
import Testing

/// Random bulk changes beside the single changes that they stand for.
@Suite(.timeLimit(.minutes(15)))
struct BulkPropertyTests {
  @Test func `a bulk change gives the rows of the single changes, refuses what they refuse, and is undone`() throws {
    var random = SeededRandom(seed: 4711)
    var (changed, refused) = (0, 0)
    for _ in 0..<CaseBudget.cases(of: 300) {
      let library = try BulkLibrary(seed: random.next(), copies: Int.random(in: 1...14, using: &random))
      defer { library.end() }
      let (order, single) = try Self.order(library, &random)
      let before = try library.dump()
      let view = try library.preview(order)
      #expect(view.phase == .ready, "\(view.fault ?? "")")
      let lines = try library.lines(view)
      #expect(try library.dump() == before)
      var after = before
      if lines.contains(where: { $0.fate == .change }) {
        let done = try library.apply(view)
        #expect(done.phase == .applied && done.change == view.id, "\(done.fault ?? "")")
        after = try library.dump()
        #expect(after != before)
        try library.undo(view.id)
        #expect(try library.dump().differences(from: before) == [])
      }
      for line in lines {
        var wasRefused = false
        do {
          try single(line.copy)
        } catch is PolicyRefusal {
          wasRefused = true
        } catch is StaffError {
          wasRefused = true
        }
        #expect(wasRefused == (line.fate == .refused), "\(line)")
        changed += line.fate == .change ? 1 : 0
        refused += line.fate == .refused ? 1 : 0
      }
      #expect(try library.dump().differences(from: after) == [])
    }
    print("bulk: \(changed) copies changed, \(refused) refused")
    #expect(changed > 0 && refused > 0)
  }

  private static func order(
    _ library: BulkLibrary, _ random: inout SeededRandom
  ) throws -> (BulkOrder, (Copy.ID) throws -> Void) {
    let counter = library.counter
    let scope: BulkOrder.Scope
    switch Int.random(in: 0..<3, using: &random) {
    case 0: scope = .copies(library.copies.shuffled(using: &random))
    case 1: scope = .releases(library.releases.shuffled(using: &random))
    default:
      let queries = [
        "artist:nina", "medium:cd", "condition:VG", "place:North", "-condition:NM", "title missing-location",
      ]
      scope = .query(queries[Int.random(in: 0..<queries.count, using: &random)])
    }
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      let place = library.places[Int.random(in: 0...1, using: &random)]
      return (
        try BulkOrder(moveTo: place, fillsSlots: false, of: scope),
        { copy in
          let isThere = try library.database.read { try $0.copy(copy)?.location?.place == place }
          if !isThere { _ = try counter.copies.shelve(copy, in: place, slot: nil, ifVersion: nil, by: "Ada") }
        }
      )
    case 1: return (try BulkOrder(removing: scope), { try counter.copies.remove($0, ifVersion: nil, by: "Ada") })
    default:
      let status = Copy.Status.allCases[Int.random(in: 0..<4, using: &random)]
      let hasStatus = Bool.random(using: &random)
      let parts = Int.random(in: 1...3, using: &random)
      let isReference = Bool.random(using: &random)
      let patch = Copy.Patch {
        if hasStatus { $0.status = status } else { ($0.parts, $0.isReference) = (parts, isReference) }
        $0.shelfMark = isReference ? .set("NEW") : .cleared
      }
      let facts = OwnFacts.Patch {
        $0.notes = .set("A note")
        $0.price = .set(Money(amount: parts * 100, currency: "EUR"))
      }
      let order = try BulkOrder(
        edit: BulkOrder.Fields(copy: patch, facts: facts, mediaCondition: "VG+", sleeveCondition: "NM"),
        of: scope, today: library.bulk.today())
      return (
        order,
        { copy in
          _ = try counter.copies.change(copy, patch, ifVersion: nil, by: "Ada")
          _ = try counter.copies.changeOwnFacts(of: copy, facts, ifVersion: nil, by: "Ada")
          try library.database.write { transaction in
            try transaction.grade(copy, media: "VG+", sleeve: "NM")
            try transaction.recordChange(.condition)
          }
        }
      )
    }
  }
}
