import Deadwax
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ReleaseSearchTests {
  let shelf: StorageLibrary

  init() throws { shelf = try StorageLibrary() }

  private typealias Position = (createdAt: Timestamp, id: Release.ID)

  /// The reference implementation of the search: it checks every release.
  private func yardstick(
    _ words: [String], before: Position?, limit: Int, in reading: some Queryable
  ) throws -> [String] {
    var conditions = words.prefix(16).map { _ in "(artist || ' ' || title) LIKE ? ESCAPE '\\'" }
    var values: [(any Bindable)?] = words.prefix(16).map { word in
      "%" + word.flatMap { "%_\\".contains($0) ? "\\\($0)" : String($0) } + "%"
    }
    if let before {
      conditions.append("(created_at, id) < (?, ?)")
      values += [before.createdAt, before.id]
    }
    let all = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
    return try reading.all(
      "SELECT id FROM release \(all) ORDER BY created_at DESC, id DESC LIMIT ?", values + [limit]
    ) { try $0.text(0) }
  }

  /// The parts of the random texts and words. They are few, so that matches occur, and include all characters that
  /// could be misinterpreted.
  private static let pieces: [String] = [
    "Ba", "ba", "BA", "ro", "Ro", "len", "ä", "Ä", "a\u{308}", "ß", "é", "%", "_", "\\", "*", "\"", "'", "-", "^", ":",
    "(", ")", "AND", "NEAR", "日本", "の", "音楽", "𝄞", "🎵", "İ", "i", "ǅ", "\u{0}", "\u{FFFE}", "\t", "2", "10", "  ",
    " ", " ", " ", "ba ro",
  ]

  private static func text(_ count: ClosedRange<Int>, _ random: inout SeededRandom) -> String {
    (0..<Int.random(in: count, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  @Test func `a search finds the same releases in the same order as a look at every one of them`() throws {
    var random = SeededRandom(seed: 4_711)
    var texts: [String] = []
    var seconds: Int64 = 1_000
    for _ in 0..<60 {
      // The clock is set back now and then, and many releases of one write have the same time.
      seconds += Int64.random(in: -30...40, using: &random)
      let pairs = (0..<Int.random(in: 1...14, using: &random)).map { _ in
        (Self.text(0...8, &random), Self.text(1...9, &random))
      }
      texts += pairs.map { "\($0.0) \($0.1)" }
      let draw = random.next()
      let now = StorageLibrary.start + .seconds(seconds)
      try shelf.database.write(at: WriteMoment(now: now, seed: draw)) { transaction in
        for (artist, title) in pairs {
          try transaction.insert(
            Release(id: transaction.newID(), status: .manual, medium: .cd, title: title, artist: artist))
        }
      }
    }
    var pages = 0
    var matches = 0
    try shelf.database.read { reading in
      for _ in 0..<1_200 {
        let words = (0..<Int.random(in: 1...3, using: &random)).map { _ -> String in
          guard Bool.random(using: &random), let text = texts.randomElement(using: &random) else {
            return Self.text(1...3, &random)
          }
          let from = Int.random(in: 0..<text.count, using: &random)
          return String(text.dropFirst(from).prefix(Int.random(in: 1...9, using: &random)))
        }
        var before: Position?
        let limit = Int.random(in: 1...12, using: &random)
        for _ in 0..<4 {
          let found = try reading.releases(matching: words, before: before, limit: limit)
          let expected = try yardstick(words, before: before, limit: limit, in: reading)
          #expect(found.map(\.release.id.text) == expected, "\(words) \(String(describing: before)) \(limit)")
          pages += 1
          matches += found.count
          guard found.count == limit, let last = found.last else { break }
          before = (last.createdAt, last.release.id)
        }
      }
    }
    #expect(pages > 1_500 && matches > 3_000, "\(pages) \(matches)")
  }

  @Test func `a search of seventeen words, of long ones, and one from a time that never was, is a search`() throws {
    let title = (0..<40).map { "word\($0)" }.joined(separator: " ")
    let id: Release.ID = try shelf.write { transaction in
      let release = Release(id: transaction.newID(), status: .manual, medium: .cd, title: title, artist: "A")
      try transaction.insert(release)
      return release.id
    }
    try shelf.database.read { (reading) throws in
      func found(_ words: [String], before: Int64? = nil) throws -> [Release.ID] {
        try reading.releases(
          matching: words, before: before.map { (Timestamp(milliseconds: $0), id) }, limit: 9
        ).map(\.release.id)
      }
      #expect(try found(title.split(separator: " ").map(String.init)) == [id])
      #expect(try found((0..<16).map { "word\($0)" } + ["nowhere"]) == [id])
      #expect(try found([title]) == [id])
      #expect(try found([title + "x"]) == [])
      #expect(try found(["", "word7"]) == [id])
      for time in [Int64.max, 1 << 43, 1 << 42] { #expect(try found(["word7"], before: time) == [id]) }
      for time in [Int64.min, -1 << 43, -1, 0] { #expect(try found(["word7"], before: time) == []) }
    }
  }

  /// Checks that the search index matches the releases, and that FTS5 confirms it.
  private func check(_ place: Comment) throws {
    try shelf.database.write { transaction in
      let wrong = try transaction.all(
        """
        SELECT coalesce(r.id, s.release_id) FROM release r FULL JOIN release_search s ON s.release_id = r.id
        WHERE s.words IS NOT r.artist || ' ' || r.title OR -(s.number >> 20) IS NOT r.created_at
        """
      ) { try $0.text(0) }
      #expect(wrong == [], place)
      try transaction.run("INSERT INTO release_trigram (release_trigram, rank) VALUES ('integrity-check', 1)")
    }
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
    func found(_ word: String) throws -> Int {
      try shelf.database.read { try $0.releases(matching: [word], before: nil, limit: 9_999).count }
    }
    #expect(try found("added") > 50)
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
    #expect(try found("added") == 0)
    for (change, rows) in later { try shelf.database.write { try $0.repeatChange(change, rows: rows) } }
    try check("forward")
    #expect(try found("added") == end)
    // A rebuilt index is equal.
    try shelf.database.write { try $0.indexReleases() }
    try check("anew")
    #expect(try found("added") == end)
  }

  @Test func `an index that has missed a release is noticed`() throws {
    let release = shelf.releases[0]
    try shelf.database.write { transaction in
      try transaction.run("UPDATE release_search SET words = 'Something else' WHERE release_id = ?1", release)
    }
    #expect(throws: StorageError.self) {
      try shelf.database.write { transaction in
        try transaction.run("INSERT INTO release_trigram (release_trigram, rank) VALUES ('integrity-check', 1)")
      }
    }
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
}
