import Catalogue
import Deadwax
import Execution
import Lending
import Lists
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PlaysTests {
  private func add(
    _ shelf: ListShelf, _ number: Int, position: String? = nil, at time: Timestamp? = nil, until end: Timestamp? = nil,
    id: Play.ID? = nil
  ) throws -> PlayView {
    try shelf.plays.add(
      shelf.copies[number], position: position, startedAt: time, endedAt: end, id: id, by: "test")
  }

  private func counted(_ shelf: ListShelf, _ number: Int) throws -> Copy {
    try #require(try shelf.database.read { try $0.copy(shelf.copies[number]) })
  }

  @Test func `a play is added once, counted, listed and removed, and each change is undone`() throws {
    let shelf = try ListShelf()
    let before = try shelf.dump()
    let id: Play.ID = .new(at: .now())
    let view = try add(shelf, 1, id: id)
    #expect(view.play.source == .page && view.play.station == nil && view.copy.plays == 1)
    #expect(try add(shelf, 1, id: id).play == view.play)
    #expect(try counted(shelf, 1).plays == 1)
    #expect(try shelf.plays.play(id).release.title == "Title 2")
    #expect(try shelf.plays.list(PlayFilter(), cursor: nil, limit: 9).total == 1)
    let added = try shelf.newest()
    #expect(added.kind == .played && added.by == "test")
    #expect(throws: StaffError.staleVersion(now: 1)) { try shelf.plays.remove(id, ifVersion: 2, by: "test") }
    try shelf.plays.remove(id, ifVersion: 1, by: "test")
    #expect(throws: StaffError.noSuchPlay) { _ = try shelf.plays.play(id) }
    #expect(throws: StaffError.noSuchPlay) { try shelf.plays.remove(id, ifVersion: nil, by: "test") }
    #expect(try counted(shelf, 1).plays == 0 && counted(shelf, 1).lastPlayedAt == nil)
    try shelf.undo()
    #expect(try counted(shelf, 1).plays == 1)
    try shelf.undo(added)
    #expect(try shelf.dump().differences(from: before) == [])
  }

  @Test func `a play is neither in the future nor longer than a day, and its copy exists`() throws {
    let shelf = try ListShelf()
    let now = Timestamp.now()
    for (start, end) in [
      (now + .seconds(3600), nil), (Timestamp(milliseconds: -1), nil), (now, now + .seconds(-1)),
      (now + .seconds(-10), now + .seconds(3600)), (now + .seconds(-200_000), now + .seconds(-100_000)),
    ] as [(Timestamp, Timestamp?)] {
      #expect(throws: StaffError.self) { _ = try add(shelf, 0, at: start, until: end) }
    }
    #expect(throws: StaffError.noSuchCopy) {
      _ = try shelf.plays.add(
        .new(at: now), position: nil, startedAt: nil, endedAt: nil, id: nil, by: "test")
    }
    for position in [String(repeating: "A", count: 21), "A\nB", "A\u{0}B"] {
      #expect(throws: StaffError.self, "\(position)") { _ = try add(shelf, 0, position: position) }
    }
    #expect(try shelf.plays.list(PlayFilter(), cursor: nil, limit: 9).items.isEmpty)
    #expect(throws: CatalogueError.self) { _ = try shelf.plays.list(PlayFilter(), cursor: "x", limit: 9) }
  }

  @Test func `a position must be on the release if its tracks are known`() throws {
    let shelf = try ListShelf()
    #expect(try add(shelf, 0, position: " Z9 ").play.position == "Z9", "a release without tracks takes any")
    try shelf.fill(1, [Track(position: "A1", title: "One"), Track(position: "A2", title: "Two")])
    #expect(throws: StaffError.self) { _ = try add(shelf, 1, position: "Z9") }
    let side = try add(shelf, 1, position: "a")
    #expect(side.play.position == "A" && side.titles == ["One", "Two"])
    #expect(try add(shelf, 1, position: "a2").titles == ["Two"])
    #expect(try add(shelf, 1).titles.isEmpty)
  }

  @Test func `pages of a list have each play once, in the order of time`() throws {
    let shelf = try ListShelf()
    let now = Timestamp.now()
    for index in 0..<7 { _ = try add(shelf, index % 3, at: now + .seconds(-(index / 2) * 60)) }
    var (seen, cursor): ([Play], String?) = ([], nil)
    repeat {
      let page = try shelf.plays.list(PlayFilter(), cursor: cursor, limit: 3)
      #expect((page.total != nil) == (cursor == nil))
      seen += page.items.map(\.play)
      cursor = page.next
    } while cursor != nil
    #expect(seen.count == 7 && Set(seen.map(\.id)).count == 7)
    #expect(seen.map(\.startedAt) == seen.map(\.startedAt).sorted(by: >))
    var filter = PlayFilter()
    filter.release = shelf.releases[0]
    #expect(try shelf.plays.list(filter, cursor: nil, limit: 9).total == 3)
  }

  @Test(arguments: 0..<10)
  func `numbers and times of copies are those of the plays after random plays, removals and undos`(run: Int) throws {
    let seed = UInt64(4200 + run)
    var random = SeededRandom(seed: seed)
    let shelf = try ListShelf(releases: 3)
    let now = Timestamp.now()
    // Plays from before the table.
    let earlier = [0, 3, 0]
    try shelf.database.write { transaction in
      try transaction.run(
        "UPDATE copy SET plays = 3, last_played_at = ?2, played_before = ?2 WHERE id = ?1", shelf.copies[1],
        now + .seconds(-5_000))
    }
    let beginning = try shelf.newest().sequence
    var undone = 0
    for step in 0..<40 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        _ = try add(
          shelf, Int.random(in: 0..<3, using: &random), at: now + .seconds(-Int.random(in: 1...9_000, using: &random)))
      case 2:
        let plays = try shelf.plays.list(PlayFilter(), cursor: nil, limit: 200).items
        if let play = plays.randomElement(using: &random) {
          try shelf.plays.remove(play.play.id, ifVersion: nil, by: "test")
        }
      default:
        let changes = try shelf.database.read { try $0.changes(limit: 4) }.filter { $0.sequence > beginning }
        // An undo that would lose a later play is refused, and then nothing may have changed.
        if let change = changes.randomElement(using: &random), (try? shelf.undo(change)) != nil { undone += 1 }
      }
      for number in 0..<3 {
        var filter = PlayFilter()
        filter.copy = shelf.copies[number]
        let plays = try shelf.database.read { [filter] in try $0.plays(filter, before: nil, limit: 200) }
        let copy = try counted(shelf, number)
        let last = (plays.map(\.startedAt) + (number == 1 ? [now + .seconds(-5_000)] : [])).max()
        let isRight = copy.plays == plays.count + earlier[number] && copy.lastPlayedAt == last
        #expect(isRight, "seed \(seed), step \(step), copy \(number): \(copy.plays) of \(plays.count)")
        if !isRight { return }
      }
    }
    #expect(undone > 0, "seed \(seed)")
  }

  @Test func `a warning stands at the play that exceeds the complement, only while the setting is on`() throws {
    for isOn in [true, false] {
      let shelf = try ListShelf { $0.plays.warnsOfComplement = isOn }
      try shelf.fill(0, (1...5).map { Track(position: "A\($0)", title: "Track \($0)") })
      let now = Timestamp.now()
      for track in 1...4 {
        _ = try add(shelf, 0, position: "A\(track)", at: now + .seconds(-3600 + track * 600))
        // Another record between them, so that no two are one after the other.
        _ = try add(shelf, track % 3 + 1, at: now + .seconds(-3600 + track * 600 + 300))
      }
      let views = try shelf.plays.list(PlayFilter(), cursor: nil, limit: 50).items
      let warned = views.filter { !$0.warnings.isEmpty }
      guard isOn else {
        #expect(warned.isEmpty)
        continue
      }
      let fourth = try #require(warned.first { $0.play.position == "A4" })
      let warning = try #require(fourth.warnings.first { $0.rule == .phonorecord })
      #expect(warning.count == 4 && warning.limit == 3 && warning.subject == "Title 1")
      // All records of the shelf are by one artist, so the artist's limit is exceeded too.
      #expect(warned.contains { $0.warnings.contains { $0.rule == .artist } })
      #expect(!views.contains { $0.play.position == "A3" && $0.warnings.contains { $0.rule == .phonorecord } })
    }
  }
}
