import Catalogue
import Deadwax
import Lending
import Log
import Storage
import StorageTestSupport
import TestSupport
import Testing

/// Tests of a search for releases: the order of its answer, its corrections and its patience.
@Suite(.timeLimit(.minutes(5)))
struct CatalogueSearchTests {
  private let folder: TemporaryFolder
  private let database: Database
  private let catalogue: Catalogue

  init() throws {
    folder = try TemporaryFolder("deadwax-search", inMemory: true)
    database = try Database(
      path: MigratedDatabase.placed(at: folder.path("desk.sqlite")), migrations: Migration.all, logger: .silent)
    catalogue = Catalogue(database: database)
  }

  /// Adds releases, each a minute after the one before.
  private func add(_ titles: [String], by artist: String = "Somebody", tracks: [String] = []) throws {
    for (number, title) in titles.enumerated() {
      let start = try database.read { try $0.first("SELECT count(*) FROM release") { try $0.integer(0) } } ?? 0
      let moment = WriteMoment(
        now: Timestamp(milliseconds: 1_700_000_000_000 + start * 60_000), seed: UInt64(start) + UInt64(number))
      try database.write(at: moment) { transaction in
        let release = Release(
          id: transaction.newID(), status: .manual, medium: .cd, title: title, artist: artist,
          catalogNumber: "CK \(100 + start)")
        try transaction.insert(release)
        if !tracks.isEmpty {
          try transaction.fill(release, with: ReleaseDetail(tracks: tracks.map { Track(position: "", title: $0) }))
        }
      }
    }
  }

  private func search(
    _ text: String, isTyping: Bool = false, isCorrected: Bool = true, patience: Duration = .seconds(60),
    cursor: String? = nil, limit: Int = 50
  ) throws -> Catalogue.Page<Catalogue.Found> {
    try catalogue.search(
      Catalogue.Search(text, isTyping: isTyping, isCorrected: isCorrected, zone: .utc, patience: patience),
      in: ReleaseFilter(), cursor: cursor, limit: limit)
  }

  /// Returns the titles of all pages of a search.
  private func titles(_ text: String, limit: Int) throws -> [String] {
    var titles: [String] = []
    var cursor: String?
    repeat {
      let page = try search(text, cursor: cursor, limit: limit)
      titles += page.items.map(\.release.title)
      cursor = page.next
    } while cursor != nil
    return titles
  }

  @Test(arguments: [1, 2, 3, 50])
  func `words in the title and the artist come before words elsewhere, on every page`(limit: Int) throws {
    try add(["Heroes 1", "Heroes 2"])
    try add(["Low"], by: "The Heroes")
    try add(["Other 1", "Other 2"], tracks: ["Heroes"])
    try add(["Heroes 3"], tracks: ["Heroes"])
    #expect(
      try titles("heroes", limit: limit) == ["Heroes 3", "Low", "Heroes 2", "Heroes 1", "Other 2", "Other 1"])
    #expect(try titles("heroes sort:added", limit: limit).first == "Heroes 1")
    #expect(try titles("track:heroes", limit: limit) == ["Heroes 3", "Other 2", "Other 1"])
  }

  @Test func `a search from a time goes through all releases from there, the newest first`() throws {
    try add(["Heroes 1"])
    try add(["Other"], tracks: ["Heroes"])
    try add(["Heroes 2"])
    let from = Catalogue.cursor(ofReleasesFrom: Timestamp(milliseconds: 1_700_000_060_000))
    #expect(try search("heroes", cursor: from).items.map(\.release.title) == ["Other", "Heroes 1"])
  }

  @Test(arguments: [
    ("motorhed", false, "motorhead"), ("motorhae", true, "motorhead*"), ("mtorhead", false, "motorhead"),
    ("omtorhead", false, "motorhead"), ("artist:motorhaed", false, "artist:motorhead"),
    ("ace of spaeds", false, "ace of spades"), ("\"ace of spaeds\" medium:cd", false, "\"ace of spades\" medium:cd"),
    ("motohead spaces", false, "motorhead spades"), ("ace paces", false, nil), ("hey stupid", false, "hey stoopid"),
    ("zzzzzzz", false, nil), ("ck99999", false, nil), ("cat:zz9", false, nil), ("-motorhed zzzz", false, nil),
    ("motorhed medium:vinyl", false, nil), ("motorhed sort:title", false, "motorhead sort:title"), ("", false, nil),
  ])
  func `a query that finds nothing becomes the most similar one that finds something`(
    text: String, isTyping: Bool, corrected: String?
  ) throws {
    try add(["Ace Of Spades"], by: "Motörhead")
    try add(["Hey Stoopid"], by: "Alice Cooper")
    try add(["Stupid Girl"], by: "Garbage")
    let page = try search(text, isTyping: isTyping)
    #expect(page.corrected == corrected)
    #expect(page.items.isEmpty == (corrected == nil && !text.isEmpty))
    // A program gets what it asks for, unless it wants a correction.
    let plain = try search(text, isTyping: isTyping, isCorrected: false)
    #expect(plain.corrected == nil && plain.items.isEmpty == !text.isEmpty)
  }

  @Test func `the pages of a corrected query follow one another`() throws {
    try add((1...25).map { "Low \($0)" }, by: "David Bowie")
    var (titles, cursor): ([String], String?) = ([], nil)
    repeat {
      let page = try search("david bowei", cursor: cursor, limit: 7)
      #expect(page.corrected == "david bowie")
      titles += page.items.map(\.release.title)
      cursor = page.next
    } while cursor != nil
    #expect(titles == (1...25).reversed().map { "Low \($0)" })
  }

  @Test func `a search without time gives what it has found and says so, and its next page goes on`() throws {
    try database.write { transaction in
      for number in 0..<4000 {
        try transaction.insert(
          Release(
            id: transaction.newID(), status: .manual, medium: .cd, title: "Love \(number)", artist: "Example Trio"))
      }
    }
    try add(["Hate 1", "Hate 2"])
    let none = try search("-trio", patience: .zero)
    #expect(none.isCutShort && none.items.isEmpty && none.next == nil)
    #expect(try !search("-trio").isCutShort)
    let some = try search("-love", patience: .zero)
    #expect(some.isCutShort && some.items.count <= 2 && (some.next == nil) == some.items.isEmpty)
    #expect(try titles("-love", limit: 50) == ["Hate 2", "Hate 1"])
    // Nothing is left of the interruption.
    #expect(try search("love", limit: 200).items.count == 200)
  }

  @Test(arguments: [
    "motorhaed", "motorhae", "prefix", "prefixed ace", "ck99999", "heroes", "-ace", "sort:title prefix",
  ])
  func `a search whose time is over before it begins is answered, and says that it is incomplete`(text: String) throws {
    // SQLite asks after a number of steps, so the beginning of a word needs many words, and each text many searches.
    let words = (0..<300).map { "prefixed\($0)" }.joined(separator: " ")
    try add(["Ace Of Spades"], by: "Motörhead", tracks: [words])
    for isTyping in [true, false] {
      var cut = 0
      for _ in 0..<150 {
        let page = try search(text, isTyping: isTyping, patience: .zero)
        if page.isCutShort { cut += 1 }
      }
      print("cut short: \(cut) of 150 searches for \(text)")
    }
    // Nothing is left of the interruptions.
    #expect(try search("motorhaed").corrected == "motorhead")
  }

  @Test func `a word that was added after an earlier correction is found by the next one`() throws {
    try add(["Ace Of Spades"], by: "Motörhead")
    #expect(try search("motorhaed").corrected == "motorhead")
    #expect(try search("hey stupid").corrected == nil)
    try add(["Hey Stoopid"], by: "Alice Cooper")
    #expect(try search("hey stupid").corrected == "hey stoopid")
    try database.write { try $0.indexReleases() }
    #expect(try search("hey stupid").corrected == "hey stoopid")
    try add(["Стравинский", "日本語のうた"])
    #expect(try search("стравинскии").corrected == "стравинский" || !search("стравинскии").items.isEmpty)
    #expect(try search("стравниский").corrected?.isEmpty == false)
  }

  @Test(arguments: ["-1-", "7-", "x-1.2", "0-x", "0-1.2", "99999999999999999999-"])
  func `a cursor of no page is refused, or ends the list`(cursor: String) throws {
    try add(["Low"])
    if let page = try? search("low", cursor: cursor) { #expect(page.items.isEmpty && page.next == nil) }
  }
}
