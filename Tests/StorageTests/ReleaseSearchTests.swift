import Deadwax
import Lending
import Queries
import Storage
import TestSupport
import Testing

/// Tests that the search index of releases follows the records. `StoredQueryTests` tests what a query finds.
@Suite(.timeLimit(.minutes(10)))
struct ReleaseSearchTests {
  let shelf: StorageLibrary

  init() throws { shelf = try StorageLibrary() }

  private func found(_ text: String, isTyping: Bool = false, before: Timestamp? = nil) throws -> [Release.ID] {
    let query = try Query(text, isTyping: isTyping)
    let last = before.map { (createdAt: $0, id: shelf.releases[0]) }
    return try shelf.database.read { reading in
      try reading.releases(
        matching: query, in: ReleaseFilter(), at: SearchMoment(now: reading.now, in: .utc), before: last, limit: 9_999
      ).map(\.release.id)
    }
  }

  @Test func `long words, many words, and a time that never was, are a search`() throws {
    let long = String(repeating: "long", count: 30)
    let title = (0..<40).map { "word\($0)" }.joined(separator: " ") + " " + long
    let id: Release.ID = try shelf.write { transaction in
      let release = Release(id: transaction.newID(), status: .manual, medium: .cd, title: title, artist: "A")
      try transaction.insert(release)
      return release.id
    }
    #expect(try found((0..<40).map { "word\($0)" }.joined(separator: " ")) == [id])
    #expect(try found("word1 nowhere") == [])
    #expect(try found(long) == [id] && found(long + "x") == [] && found(long + "*") == [id])
    #expect(try found(String(long.dropLast(3)) + "*") == [id] && found(String(long.dropLast(3))) == [])
    for time in [Int64.max, 1 << 43, 1 << 42] {
      #expect(try found("word7", before: Timestamp(milliseconds: time)) == [id])
    }
    for time in [Int64.min, -1 << 43, -1, 0] {
      #expect(try found("word7", before: Timestamp(milliseconds: time)) == [])
    }
  }

  @Test func `a library of few releases whose notes lose one word after the other keeps its index`() throws {
    for copy in shelf.copies {
      for count in (0...40).reversed() {
        let words = (0..<count).map { "shrinking\($0)" }.joined(separator: " ")
        try shelf.write { try $0.setNotes(words, of: copy) }
        #expect(try found("note:shrinking0").isEmpty == (count == 0))
        #expect(try found("note:shrinking\(count)").isEmpty)
      }
    }
    for count in 0...3 { try shelf.write { try $0.setNotes("growing\(count)", of: shelf.copies[0]) } }
    #expect(try found("growing3") == [shelf.releases[0]] && found("growing2") == [])
  }

  @Test func `a copy is found by its notes, its code and its condition, at the release that it belongs to`() throws {
    let (copy, other) = (shelf.copies[0], shelf.releases[1])
    let code = try given(try shelf.database.read { try $0.copy(copy) }).code.description
    try shelf.write { try $0.setNotes("A sleeve with a stain", of: copy) }
    try shelf.write { try $0.grade(copy, media: "VG+") }
    for text in ["note:stain", "stai*", "condition:VG+", "code:\(code)", code] {
      #expect(try found(text) == [shelf.releases[0]], "\(text)")
    }
    let change = try given(
      try shelf.write { transaction in
        try transaction.assign(copy, to: other)
        return try transaction.recordChange(.copy)
      })
    for text in ["note:stain", "condition:VG+", code] { #expect(try found(text) == [other], "\(text)") }
    _ = try shelf.undo(change, after: 5)
    for text in ["note:stain", "condition:VG+", code] { #expect(try found(text) == [shelf.releases[0]], "\(text)") }
  }

  @Test func `an existing library is added in steps, which a change or a restart may interrupt`() throws {
    for number in 0..<30 {
      let moment = WriteMoment(now: StorageLibrary.start + .seconds(Int64(number / 10)), seed: UInt64(1000 + number))
      try shelf.database.write(at: moment) { transaction in
        try transaction.insert(
          Release(
            id: transaction.newID(), status: .manual, medium: .cd, title: "Old \(number)", artist: "Somebody"))
      }
    }
    // As after the migration: no rows, and the job has not begun.
    try shelf.database.write { transaction in
      for sql in [
        "DELETE FROM release_search", "DELETE FROM release_word",
        "INSERT INTO release_token (release_token) VALUES ('delete-all')",
        "UPDATE job SET position = 0 WHERE name = 'search-index'",
      ] { try transaction.run(sql) }
    }
    #expect(try found("old").isEmpty && shelf.database.read { try !$0.isReleaseIndexComplete() })
    var steps = 0
    while try shelf.database.write({ try $0.indexNextReleases(limit: 7) }) > 0 {
      steps += 1
      // A release that changes meanwhile is added at once.
      if steps == 1 { try shelf.write { try $0.setNotes("Found early", of: shelf.copies[0]) } }
      if steps == 2 { #expect(try found("early") == [shelf.releases[0]]) }
    }
    #expect(steps == 5)
    #expect(try found("old").count == 30 && shelf.database.read { try $0.isReleaseIndexComplete() })
    try check("in the end")
  }

  /// Checks that the search index is equal to a new one.
  private func check(_ place: Comment) throws {
    #expect(try shelf.database.write { try $0.searchIndexFaults() } == [], place)
  }

  @Test func `after two thousand actions and undos a release is found by its own words, and by no others`() throws {
    var acts = RandomActs(shelf: shelf, random: SeededRandom(seed: 20_261_120))
    var changes: [Change] = []
    var undone = 0
    var points: [Int64] = []
    for step in 0..<2_000 {
      let (number, draw) = (Int.random(in: 0..<100, using: &acts.random), acts.draw())
      let change: Change?
      if number < 40, let last = changes.suffix(8).randomElement(using: &acts.random) {
        change = try shelf.undo(last, after: Int64(step)).change
        undone += change == nil ? 0 : 1
      } else if number < 60 {
        // Several in the same millisecond, and before earlier ones.
        let moment = WriteMoment(now: StorageLibrary.start + .seconds(Int64(step / 50)), seed: UInt64(100_000 + step))
        change = try shelf.database.write(at: moment) { transaction in
          try transaction.insert(
            Release(
              id: transaction.newID(), status: .manual, medium: .cd, title: "Added \(draw.numbers[0] % 99)",
              artist: "Somebody"))
          return try transaction.recordChange(.add)
        }
      } else if number < 75 {
        change = try shelf.write(after: Int64(step)) { try Self.edit(draw, on: shelf, in: $0) }
      } else {
        change = try shelf.write(after: Int64(step)) { try RandomActs.perform(draw, on: shelf, in: $0) }
      }
      if let change { changes.append(change) }
      if step % 100 == 0 {
        try check("step \(step)")
        points.append(changes.last?.sequence ?? 0)
      }
    }
    try check("in the end")
    #expect(undone > 200)
    #expect(try found("added").count > 50)
    // Back, and forward again.
    let later = try shelf.database.read { reading in
      try reading.changes(limit: 9_999).reversed().map { (change: $0, rows: try reading.rows(of: $0)) }
    }
    let end = try found("added")
    for point in [points[15], points[4], 0] {
      try shelf.database.write { transaction in
        try transaction.restoreState(
          to: HistoryPoint(
            change: point, scan: 0, recording: 0, event: 0, time: StorageLibrary.start + .seconds(99_999)))
      }
      try check("back at \(point)")
    }
    #expect(try found("added").isEmpty)
    for (change, rows) in later { try shelf.database.write { try $0.repeatChange(change, rows: rows) } }
    try check("forward")
    #expect(try found("added") == end)
    // A new index is equal.
    try shelf.database.write { try $0.indexReleases() }
    try check("anew")
    #expect(try found("added") == end)
  }

  @Test func `releases whose index waits for the end of many changes have the index that each alone has`() throws {
    var acts = RandomActs(shelf: shelf, random: SeededRandom(seed: 20_261_130))
    var added: [Release.ID] = []
    for round in 0..<20 {
      let draws = (0..<12).map { _ in acts.draw() }
      // Earlier and later than those before, and several in the same millisecond.
      let moment = WriteMoment(
        now: StorageLibrary.start + .seconds(Int64(round * 7 % 20)), seed: UInt64(200_000 + round))
      let earlier = added
      added += try shelf.database.write(at: moment) { transaction in
        try transaction.indexingOnce {
          var new: [Release.ID] = []
          for draw in draws {
            _ = try Self.edit(draw, on: shelf, in: transaction)
            let release = Release(
              id: transaction.newID(), status: .manual, medium: .cd, title: "Together \(round)", artist: "Gatherers",
              catalogNumber: "CK \(draw.numbers[0] % 99) \(round)")
            try transaction.insert(release)
            new.append(release.id)
          }
          if let last = earlier.last, var known = try transaction.release(last),
            let detail = try transaction.detail(of: last)
          {
            known.title = "Later \(round)"
            try transaction.edit(known, detail)
          }
          _ = try transaction.recordChange(.copy)
          return new
        }
      }
      try check("round \(round)")
    }
    #expect(try found("gatherers").count == added.count)
    #expect(try found("later").count == 19)
    #expect(try shelf.database.read { try $0.releases(numbered: "ck", limit: 9_999) }.isEmpty)
    #expect(try !shelf.database.read { try $0.releases(numbered: "ck1", limit: 9_999) }.isEmpty)
  }

  /// Changes what a release is found by, and returns the change; nil if the schema refuses it.
  private static func edit(
    _ draw: RandomActs.Draw, on shelf: StorageLibrary, in transaction: WriteTransaction
  ) throws -> Change? {
    guard let copy = draw.pick(shelf.copies), let id = draw.pick(shelf.releases, 1),
      try transaction.copy(copy) != nil, var release = try transaction.release(id),
      var detail = try transaction.detail(of: id)
    else { return nil }
    switch draw.numbers[2] % 5 {
    case 0: try transaction.setNotes("note \(draw.numbers[3] % 7)", of: copy)
    case 1: try transaction.assign(copy, to: id)
    case 2:
      release.year = 1960 + draw.numbers[3] % 30
      release.label = ["Blue", "Red", nil][draw.numbers[3] % 3]
      detail.genres = ["Jazz \(draw.numbers[0] % 3)"]
      try transaction.edit(release, detail)
    case 3: try transaction.storeReleaseTags(["Tag \(draw.numbers[3] % 5)", "live \(draw.numbers[0] % 3)"], of: id)
    default:
      detail.identifiers = [ReleaseIdentifier(type: "Matrix / Runout", value: "A \(draw.numbers[0] % 5)")]
      detail.labels = [LabelCredit(name: "Label \(draw.numbers[3] % 4)", catalogNumber: "CK \(draw.numbers[0] % 9)")]
      try transaction.fill(release, with: detail)
    }
    return try transaction.recordChange(.copy)
  }

  @Test func `an index that has missed a release or a word is noticed`() throws {
    let release = shelf.releases[0]
    try check("before")
    for sql in [
      "UPDATE release_search SET words = 'Something else' WHERE release_id = ?1",
      "UPDATE release SET title = 'Another' WHERE id = ?1",
      "INSERT INTO release_token (rowid, words) SELECT number, 'left' FROM release_search WHERE release_id = ?1",
    ] {
      #expect(throws: Undo.self, "\(sql)") {
        try shelf.database.write { transaction in
          try transaction.run(sql, release)
          #expect(try !transaction.searchIndexFaults().isEmpty, "\(sql)")
          throw Undo()
        }
      }
    }
    try check("after")
    // A release cannot be deleted without leaving the index, either.
    let added: Release.ID = try shelf.write { transaction in
      let release = Release(id: transaction.newID(), status: .manual, medium: .cd, title: "T", artist: "A")
      try transaction.insert(release)
      return release.id
    }
    #expect(throws: StorageError.self) {
      try shelf.database.write { transaction in try transaction.run("DELETE FROM release WHERE id = ?1", added) }
    }
  }

  private struct Undo: Error {}
}
