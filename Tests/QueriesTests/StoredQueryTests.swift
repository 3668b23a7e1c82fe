import Deadwax
import Queries
import Storage
import TestSupport
import Testing

/// Tests that the search of the database finds what the query language means. `DEADWAX_CASES` sets the number of generated
/// queries, `DEADWAX_SEED` their seed.
@Suite(.timeLimit(.minutes(240)))
struct StoredQueryTests {
  /// Beginnings of words and numbers, as a person types them, and texts with a field.
  private static let typed = [
    "b", "bo", "lo*", "love*", "lover*", "artist:bo*", "title:\"don't lo\"*", "track:\"love lo\"", "199", "ck", "CK-6*",
    "cat:ck636*", "matrix:5*", "barcode:7599*", "code:d*", "\"the bowie\"", "note:the", "credit:low", "format:björk",
    "place:love", "-place:lo*", "crate:love", "-crate:lo*", "crate:bo* OR place:love", "crate:=\"the bowie\"", "ac",
    "ac/d", "tag:low", "tag:=\"the bowie\"", "-tag:lo*",
    "wished", "missing-location", "overdue", "-needs-cover on-loan",
    "favourite", "-favorite", "no-barcode", "needs-cover OR no-barcode", "barcode:29*", "-added:90d", "on-loan", "",
    "never-lent", "-never-lent", "never-lent -lent:1y", "lent:90d", "lent:90d on-loan", "-lent:1y",
    "lent:..2023 OR lent:30d",
  ]

  @Test func `a search in the database finds the same as a naive evaluation of each release`() throws {
    var random = SeededRandom(seed: 41)
    let library = try StoredLibrary(120, &random)
    var (found, empty, indexed) = (0, 0, 0)
    for number in 0..<CaseBudget.fuzz(3000) {
      var text = GeneratedQuery.any(2, &random).text
      if Bool.random(using: &random) {
        // The domain cannot stand in parentheses.
        let inner = GeneratedQuery.any(2, in: nil, &random).text
        text = Bool.random(using: &random) ? Self.typed.pick(&random) : "(\(inner)) \(Self.typed.pick(&random))"
      }
      let query: Query
      do {
        query = try Query(text, isTyping: Bool.random(using: &random))
      } catch {
        guard case .tooManyTerms = error.reason else { throw error }
        continue
      }
      let rows = try library.database.read {
        try $0.releases(
          matching: query, in: ReleaseFilter(), at: StoredLibrary.moment, before: nil, limit: 1000
        ).map(\.release.id)
      }
      if number % 5 == 0 {
        let scans = try library.scans(of: query)
        if SearchedByIndex.isTrue(of: query) {
          indexed += 1
          #expect(scans == [], "\(text)")
        }
      }
      let expected = library.expected(query)
      guard Set(rows) == expected, rows.count == expected.count else {
        Issue.record("case \(number): \(text) finds \(rows.count) releases instead of \(expected.count)")
        return
      }
      let count = try library.database.read { try $0.releaseCount(matching: query, at: StoredLibrary.moment) }
      #expect(count == expected.count, "\(text)")
      if rows.isEmpty { empty += 1 } else { found += 1 }
    }
    // Both answers must be frequent; otherwise little is compared.
    #expect(found > empty / 10 && empty > found / 50, "\(found) found something, \(empty) nothing")
    print("\(found) queries found something, \(empty) nothing; the plans of \(indexed) have no scan")
    #expect(indexed > 10)
  }

  @Test(arguments: ["", "love", "-love", "year:1960..1985", "on-loan", "missing-location"])
  func `pages of each order follow one another without a gap and without a double`(condition: String) throws {
    var random = SeededRandom(seed: 42)
    let library = try StoredLibrary(60, &random)
    for order in [
      "", "sort:artist", "sort:-title", "sort:year,-label", "sort:-year,artist,title", "sort:added", "sort:-added",
    ] {
      let query = try Query("\(condition) \(order)", isTyping: false)
      try library.database.read { reading in
        func page(_ before: (createdAt: Timestamp, id: Release.ID)?, _ limit: Int) throws -> [(
          release: Release, createdAt: Timestamp
        )] {
          try reading.releases(
            matching: query, in: ReleaseFilter(), at: StoredLibrary.moment, before: before, limit: limit)
        }
        let whole = try page(nil, 1000).map(\.release.id)
        #expect(Set(whole) == library.expected(query), "\(query)")
        var pages: [Release.ID] = []
        var before: (createdAt: Timestamp, id: Release.ID)?
        repeat {
          let rows = try page(before, 7)
          pages += rows.map(\.release.id)
          before = rows.count == 7 ? rows.last.map { ($0.createdAt, $0.release.id) } : nil
        } while before != nil
        #expect(pages == whole, "\(query)")
      }
    }
  }

  @Test func `an order sorts as a library does`() throws {
    var random = SeededRandom(seed: 43)
    let library = try StoredLibrary(40, &random)
    func sorted(_ order: String) throws -> [Release] {
      let query = try Query(order, isTyping: false)
      return try library.database.read {
        try $0.releases(matching: query, in: ReleaseFilter(), at: StoredLibrary.moment, before: nil, limit: 100)
      }.map(\.release)
    }
    let artists = try sorted("sort:artist").map { Array(SortKey.key(of: $0.artist).utf8) }
    #expect(zip(artists, artists.dropFirst()).allSatisfy { !$1.lexicographicallyPrecedes($0) })
    let years = try sorted("sort:-year").map { $0.year ?? 0 }
    #expect(years == years.sorted(by: >) && Set(years).count > 5)
  }

  @Test func `no text is a fault of the database`() throws {
    var random = SeededRandom(seed: 44)
    let library = try StoredLibrary(20, &random)
    let parts = [
      "artist:", "place:", "crate:", "crate:=", "year:", "added:", "condition:", "sort:", "decade:", "cat:", "code:",
      "(", ")", "\"", "-",
      "|",
      "OR", " ", " ", "..", "<=", "1975", "0", "9999", "30d", "9999y", "2024-02", "0000", "vg+", "bowie", "lo", "é",
      "e\u{301}", "*", "&", "\u{0}", "😀", "ǆ", "İ", "ß", "on-loan", "-wished", "no-barcode", ":", ",", "title", "NEAR",
      "NOT", "AND", "{", "^", "日本", "\u{E000}", "\u{10FFFF}", "กี", "%", "';--", "release_token:", "a+b", "medium:cd",
      String(repeating: "x", count: 70),
    ]
    var (queries, mistakes) = (0, 0)
    for _ in 0..<CaseBudget.fuzz(20_000) {
      let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in parts.pick(&random) }.joined()
      guard let query = try? Query(text, isTyping: Bool.random(using: &random)) else {
        mistakes += 1
        continue
      }
      queries += 1
      do {
        _ = try library.database.read {
          try $0.releases(matching: query, in: ReleaseFilter(), at: StoredLibrary.moment, before: nil, limit: 3)
        }
      } catch {
        Issue.record("\(text) is refused: \(error)")
        return
      }
    }
    #expect(queries > 500 && mistakes > 500, "\(queries) queries, \(mistakes) mistakes")
  }

  @Test func `a crate is found by its whole name or its id, with the crates in it, and has releases and copies`() throws
  {
    var random = SeededRandom(seed: 45)
    let library = try StoredLibrary(6, &random)
    let releases = library.records.map(\.id)
    let (fair, jazz, copy) = try library.database.write { transaction in
      func make(_ name: String, in parent: Crate.ID?) throws -> Crate.ID {
        let crate = Crate(
          id: transaction.newID(), parent: parent, name: name, note: nil, createdAt: transaction.now, version: 1)
        try transaction.insert(crate)
        return crate.id
      }
      let fair = try make("Record Fair", in: nil)
      let jazz = try make("Jazz for Friday", in: fair)
      let other = try make("Jazz for Friday night", in: nil)
      let copy = Copy(
        id: transaction.newID(), release: releases[1], number: 9_999, code: transaction.newOwnCode(.copy),
        addedAt: transaction.now)
      try transaction.insert(copy)
      for (subject, crate) in [
        (CrateItem.Subject.release(releases[0]), jazz), (.copy(copy.id), jazz), (.release(releases[1]), jazz),
        (.release(releases[2]), fair), (.release(releases[3]), other),
      ] { _ = try transaction.append(subject, to: crate, id: transaction.newID()) }
      return (fair, jazz, copy.id)
    }
    func found(_ text: String) throws -> Set<Int> {
      let query = try Query(text, isTyping: true)
      return try library.database.read { reading in
        let rows = try reading.releases(
          matching: query, in: ReleaseFilter(), at: StoredLibrary.moment, before: nil, limit: 100)
        #expect(try reading.releaseCount(matching: query, at: StoredLibrary.moment) == rows.count, "\(text)")
        return Set(rows.compactMap { row in releases.firstIndex(of: row.release.id) })
      }
    }
    #expect(try found("crate:=\"jazz for friday\"") == [0, 1])
    #expect(try found("crate:\"jazz for friday\"") == [0, 1, 3])
    #expect(try found("crate:=\"\(jazz)\"") == [0, 1])
    #expect(try found("crate:\"record fair\"") == [0, 1, 2])
    #expect(try found("crate:=\"\(fair)\" -crate:=\"\(jazz)\"") == [2])
    #expect(try found("crate:\"\(jazz)\"") == [], "an id stands after an equals sign alone")
    #expect(try found("-crate:friday -crate:fair").isSuperset(of: [4, 5]))
    #expect(try found("crate:nowhere") == [])
    // The copies of a crate are its own, and all of its releases.
    try library.database.read { reading in
      let query = try Query("crate:=\"\(jazz)\"", isTyping: false)
      let copies = try #require(try reading.copies(matching: query, at: StoredLibrary.moment, in: nil, limit: 1_000))
      #expect(try Set(copies) == Set((reading.copies(of: releases[0]) + reading.copies(of: releases[1])).map(\.id)))
      #expect(copies.contains(copy))
    }
    try library.database.write { transaction in
      let item = try #require(try transaction.crateItem(.release(releases[1]), in: jazz))
      try transaction.remove(item.id)
    }
    try library.database.read { reading in
      let query = try Query("crate:=\"\(jazz)\"", isTyping: false)
      let copies = try #require(try reading.copies(matching: query, at: StoredLibrary.moment, in: nil, limit: 1_000))
      #expect(try Set(copies) == Set(reading.copies(of: releases[0]).map(\.id) + [copy]))
      let others = try Query("-crate:=\"\(jazz)\"", isTyping: false)
      let rest = try #require(try reading.copies(matching: others, at: StoredLibrary.moment, in: nil, limit: 1_000))
      #expect(!rest.contains(copy) && Set(rest).isDisjoint(with: copies))
    }
  }

  @Test func `a copy that was never lent, and one that was lent in a time, are chosen alone`() throws {
    var random = SeededRandom(seed: 46)
    let library = try StoredLibrary(3, &random)
    let time = StoredLibrary.now + .seconds(-40 * 86_400)
    let (lent, unlent, lost) = try library.database.write { transaction in
      let release = Release(
        id: transaction.newID(), status: .manual, medium: .cd, title: "Blue Train", artist: "John Coltrane")
      try transaction.insert(release)
      func add(_ number: Int, _ status: Copy.Status) throws -> Copy.ID {
        let copy = Copy(
          id: transaction.newID(), release: release.id, number: number, code: transaction.newOwnCode(.copy),
          status: status, addedAt: transaction.now)
        try transaction.insert(copy)
        return copy.id
      }
      let copies = (try add(9_997, .available), try add(9_998, .available), try add(9_999, .lost))
      let borrower = Borrower(id: transaction.newID(), name: "Grace Hopper", shortName: "Grace")
      try transaction.insert(borrower)
      let loan = Loan(
        id: transaction.newID(), copy: copies.0, borrower: borrower.id, openedAt: time, dueAt: time, returnedAt: time,
        parts: 1)
      try transaction.insert(loan, at: .hubStation, returnedAt: .hubStation)
      return copies
    }
    func chosen(_ text: String) throws -> Set<Copy.ID>? {
      let query = try Query(text, isTyping: false)
      return try library.database.read { reading in
        try reading.copies(matching: query, at: StoredLibrary.moment, in: nil, limit: 1_000).map {
          Set($0).intersection([lent, unlent, lost])
        }
      }
    }
    #expect(try chosen("never-lent") == [unlent])
    #expect(try chosen("lent:60d -lent:30d") == [lent])
    #expect(try chosen("lent:\(CivilDate(daysSince1970: NaiveRecord.today - 40))") == [lent])
    #expect(try chosen("lent:30d")?.contains(lent) == false)
    #expect(try chosen("never-lent OR lent:60d") == [unlent, lent])
    #expect(try chosen("never-lent OR title:love") == nil, "it is about releases and copies")
  }
}
