import Catalogue
import Deadwax
import Execution
import Lists
import Storage
import TestSupport
import Testing

/// Random operations on crates, compared with a plain model after each, and all of them undone at the end.
@Suite(.timeLimit(.minutes(10)))
struct CratePropertyTests {
  /// The reference: the parent and the items of each crate.
  private struct Model: Equatable {
    var parents: [Crate.ID: Crate.ID?] = [:]
    var items: [Crate.ID: [CrateItem.Subject]] = [:]

    func isInside(_ crate: Crate.ID, _ other: Crate.ID) -> Bool {
      var above: Crate.ID? = crate
      while let id = above {
        if id == other { return true }
        above = parents[id] ?? nil
      }
      return false
    }

    mutating func remove(_ crate: Crate.ID) {
      for inner in parents.keys where parents[inner] == .some(crate) { remove(inner) }
      parents[crate] = nil
      items[crate] = nil
    }
  }

  @Test(arguments: 0..<6)
  func `crates are as in a plain model after random operations, and their undo leaves nothing`(_ run: Int) throws {
    var random = SeededRandom(seed: UInt64(run))
    let shelf = try ListShelf(releases: 7)
    let beginning = try shelf.dump()
    var model = Model()
    var changes: [Change.ID] = []
    for step in 1...120 {
      try act(&model, on: shelf, &random)
      let newest = try shelf.newest()
      if changes.last != newest.id { changes.append(newest.id) }
      #expect(try read(shelf) == model, "seed \(run), step \(step)")
    }
    let end = try shelf.dump()
    for change in changes.reversed() {
      guard try shelf.database.read({ try $0.change(change)?.kind }) == .crate else { continue }
      try shelf.undo(try shelf.database.read { try $0.change(change) })
    }
    #expect(try shelf.dump().differences(from: beginning) == [], "seed \(run)")
    #expect(end.differences(from: beginning) != [])
  }

  private func read(_ shelf: ListShelf) throws -> Model {
    var model = Model()
    for summary in try shelf.crates.list(holding: nil, cursor: nil, limit: 200).items {
      model.parents[summary.crate.id] = .some(summary.crate.parent)
      let items = try shelf.subjects(of: summary.crate.id)
      model.items[summary.crate.id] = items
      #expect(summary.items == items.count)
    }
    return model
  }

  private func act(_ model: inout Model, on shelf: ListShelf, _ random: inout SeededRandom) throws {
    let known = model.parents.keys.sorted()
    guard let crate = known.randomElement(using: &random), Int.random(in: 0..<8, using: &random) > 0 else {
      guard known.count < 12 else { return }
      let parent = Bool.random(using: &random) ? known.randomElement(using: &random) : nil
      let made = try shelf.make("Crate \(Int.random(in: 0..<5, using: &random))", in: parent)
      model.parents[made] = .some(parent)
      model.items[made] = []
      return
    }
    let items = try shelf.items(of: crate)
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4:
      let index = Int.random(in: 0..<7, using: &random)
      let subject: CrateItem.Subject =
        Bool.random(using: &random) ? .release(shelf.releases[index]) : .copy(shelf.copies[index])
      let isNew = try shelf.crates.add(subject, to: crate, item: nil, by: "test").isNew
      #expect(isNew == !(model.items[crate] ?? []).contains(subject))
      if isNew { model.items[crate, default: []].append(subject) }
    case 4..<7:
      guard let moved = items.randomElement(using: &random) else { return }
      let position = Int.random(in: 1...(items.count + 1), using: &random)
      _ = try shelf.crates.move(moved.item.id, of: crate, to: position, ifVersion: nil, by: "test")
      model.items[crate]?.remove(at: moved.position - 1)
      model.items[crate]?.insert(moved.item.subject, at: min(position, items.count) - 1)
    case 7:
      guard let taken = items.randomElement(using: &random) else { return }
      try shelf.crates.remove(taken.item.id, of: crate, ifVersion: taken.item.version, by: "test")
      model.items[crate]?.remove(at: taken.position - 1)
    case 8:
      let parent = known.randomElement(using: &random)
      let patch = Crate.Patch { $0.parent = parent.map { .set($0) } ?? .cleared }
      if let parent, model.isInside(parent, crate) {
        #expect(throws: StaffError.self) { _ = try shelf.crates.change(crate, patch, ifVersion: nil, by: "test") }
      } else {
        _ = try shelf.crates.change(crate, patch, ifVersion: nil, by: "test")
        model.parents[crate] = .some(parent)
      }
    default:
      try shelf.crates.remove(crate, ifVersion: nil, by: "test")
      model.remove(crate)
    }
  }
}
