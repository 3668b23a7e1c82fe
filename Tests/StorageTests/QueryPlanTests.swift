import Deadwax
import Lending
import Queries
import Storage
import Testing

/// A wrapper that runs a function's queries and records SQLite's plan for each.
private final class Planner: Queryable {
  let reading: ReadTransaction
  private(set) var plans: [(sql: String, lines: [String])] = []

  init(_ reading: ReadTransaction) { self.reading = reading }

  var now: Timestamp { reading.now }

  func forEach(_ sql: String, _ values: [(any Bindable)?], _ body: (Row) throws -> Void) throws {
    try explain(sql, values)
    try reading.forEach(sql, values, body)
  }

  func first<T>(_ sql: String, _ values: [(any Bindable)?], as body: (Row) throws -> T) throws -> T? {
    try explain(sql, values)
    return try reading.first(sql, values, as: body)
  }

  func layout(of table: HistoryTable) throws -> HistoryLayout { try reading.layout(of: table) }

  private func explain(_ sql: String, _ values: [(any Bindable)?]) throws {
    plans.append((sql, try reading.all("EXPLAIN QUERY PLAN \(sql)", values) { try $0.text(3) }))
  }
}

@Suite(.timeLimit(.minutes(5)))
struct QueryPlanTests {
  let shelf: StorageLibrary
  let loan: Loan.ID
  let cursor: ListCursor

  init() throws {
    shelf = try StorageLibrary()
    _ = try shelf.lend(0)
    _ = try shelf.checkIn(0)
    _ = try shelf.lend(1, after: 3)
    let copy = shelf.copies[1]
    loan = try given(try shelf.database.read { try $0.openLoan(of: copy) }).id
    cursor = ListCursor(StorageLibrary.start, loan)
  }

  /// The tables that grow with the library, its borrowers and its years.
  static let big: Set<String> = [
    "artist_credit", "borrower", "borrower_word", "change", "change_row", "code", "copy", "crate_item", "fee", "format",
    "hold",
    "identifier", "inbox", "journal", "label", "label_credit", "loan", "musicbrainz_lookup", "play", "recording",
    "recordings",
    "release",
    "release_search", "release_tag", "reminder", "scan", "slot", "track", "session", "session_line", "show_copy",
    "shows",
    // The aliases in the queries.
    "b", "c", "f", "h", "i", "l", "m", "o", "q", "r", "s", "v", "w", "x", "y",
  ]

  /// Checks the plans of a function's queries: none may scan a whole table or use a temporary sort.
  ///
  /// - Parameters:
  ///   - sorts: true if the few resulting rows may be sorted.
  ///   - inKeyOrder: true if the function reads the table in key order, up to its limit.
  ///   - name: the function's name.
  ///   - body: the call of the function.
  /// - Throws: the errors of `body`.
  private func check(
    sorts: Bool = false, inKeyOrder: Bool = false, _ name: Comment, _ body: (Planner) throws -> Void
  ) throws {
    try shelf.database.read { reading in
      let planner = Planner(reading)
      try body(planner)
      #expect(!planner.plans.isEmpty, name)
      for (sql, lines) in planner.plans {
        for line in lines {
          let words = line.split(separator: " ")
          let looksAtAll = words.first == "SCAN" && words.count > 1 && Self.big.contains(String(words[1]))
          // A scan along an index, in its order and up to the limit, is not a full scan.
          #expect(!looksAtAll || line.contains("USING") || inKeyOrder, "\(name): \(line) in \(sql)")
          #expect(sorts || !line.contains("TEMP B-TREE"), "\(name): \(line) in \(sql)")
        }
      }
    }
  }

  @Test func `the queries of a scan use indexes`() throws {
    let (copy, borrower, release, slot) = (shelf.copies[0], shelf.borrowers[0], shelf.releases[0], shelf.slots[0])
    let key = Code.Key(class: .text, value: "CARD-0000")
    try check("borrower") { _ = try $0.borrower(borrower) }
    try check("copy") { _ = try $0.copy(copy) }
    try check("copy in slot") { _ = try $0.copy(in: slot) }
    try check("copies of release") { _ = try $0.copies(of: release) }
    try check("next number") { _ = try $0.nextCopyNumber() }
    try check(sorts: true, "target") { _ = try $0.target(of: key) }
    try check(sorts: true, "targets") { _ = try $0.targets(of: Code.Key(class: .gtin, value: "1")) }
    try check(sorts: true, "binding") { _ = try $0.binding(of: key) }
    try check(sorts: true, "binding of tag") { _ = try $0.binding(of: Code.Key(class: .tag, value: "04A2B3C4D5E680")) }
    try check("cards") { _ = try $0.cards(of: borrower) }
    try check("open loan") { _ = try $0.openLoan(of: copy) }
    try check("open loans") { _ = try $0.openLoans(of: borrower) }
    try check("loan") { _ = try $0.loan(loan) }
    try check(sorts: true, "holds of copy") { _ = try $0.holds(fulfilledBy: copy, of: release) }
    try check("ready hold") { _ = try $0.readyHold(of: copy) }
    try check("open holds") { _ = try $0.openHolds(of: borrower) }
    try check("pin") { _ = try $0.pin(of: borrower) }
    try check("inbox item") { _ = try $0.openInboxItem(key) }
    try check("last change") { planner in
      let change = try given(try planner.lastUndoable(at: .hubStation))
      _ = try planner.subject(of: change)
      _ = try planner.refusal(toUndo: change)
      _ = try planner.rows(of: change)
    }
    let batch = AdditionBatch.ID.new(at: StorageLibrary.start)
    try check("other pressing") { _ = try $0.hasOtherRelease(of: release) }
    try check("past of a copy") { _ = try $0.past(of: copy) }
    try check("batch") { _ = try $0.additionBatch(batch) }
    try check("newest batch") { _ = try $0.newestAdditionBatch(of: .hubStation) }
    try check("lines of batch") { _ = try $0.lines(of: batch) }
    try check("copies of batch") { _ = try $0.copyCount(of: batch) }
    try check("station") { _ = try $0.station(.hubStation) }
    try check("policy") { _ = try $0.stationPolicy(.hubStation) }
    try check("stations") { _ = try $0.stations(endedBefore: StorageLibrary.start) }
    try check("scan") { _ = try $0.scan(.new(at: StorageLibrary.start)) }
    try check("ledger rows") { planner in
      for table in HistoryTable.allCases { _ = try planner.ledgerRow(table, "1") }
    }
  }

  @Test(arguments: [
    ("title", false), ("ti*", false), ("titl*", false), ("artist:artist title:\"title 0\"", false),
    ("title -live", false),
    ("label:blue", false), ("track:so", false), ("note:x", false), ("genre:jazz style:bop country:us", false),
    ("format:lp credit:eno", false), ("tag:jazz", false),
    ("tag:=\"jazz night\"", false), ("cat:ck63*", false), ("barcode:074646 matrix:5 code:d*", false),
    ("year:1975", false), ("year:1969..1975", false), ("year:..1975 decade:70s", false), ("added:30d", false),
    ("added:2024..", false), ("medium:vinyl", false), ("condition:>=VG", false), ("no-barcode", false),
    ("needs-cover", false), ("needs-cover OR no-barcode", false),
    ("title never-lent", false), ("never-lent added:2024", false), ("title lent:30d", false),
    ("(a OR year:1975) -b", false), ("a OR b c", false),
    // The releases of these are few, or those of a place, and are sorted.
    ("on-loan", true), ("overdue title", true), ("wished", true), ("favourite", true),
    ("place:shelf", true), ("crate:show", true), ("missing-location", true), ("lent:30d", true),
    ("lent:2024..", true), ("lent:..2024 -never-lent", true),
    ("title sort:artist", true),
  ])
  func `a search by an indexed field goes along an index`(text: String, sorts: Bool) throws {
    let query = try Query(text, isTyping: false)
    let moment = SearchMoment(now: StorageLibrary.start, in: .utc)
    let before: (createdAt: Timestamp, id: Release.ID) = (StorageLibrary.start, shelf.releases[0])
    for last in [nil, before] {
      try check(sorts: sorts, "search \(text)") {
        _ = try $0.releases(matching: query, in: ReleaseFilter(), at: moment, before: last, limit: 9)
      }
    }
  }

  @Test func `the copies that were never lent are found in the order of the list`() throws {
    let query = try Query("never-lent", isTyping: false)
    let moment = SearchMoment(now: StorageLibrary.start, in: .utc)
    // Most releases have such a copy, so a page ends soon.
    try check(inKeyOrder: true, "never lent") {
      _ = try $0.releases(matching: query, in: ReleaseFilter(), at: moment, before: nil, limit: 9)
    }
  }

  @Test(arguments: BuiltInCollection.allCases)
  func `the count of each collection that every library has goes along an index`(collection: BuiltInCollection) throws {
    let query = try Query(collection.query, isTyping: false)
    let moment = SearchMoment(now: StorageLibrary.start, in: .utc)
    // The releases with a copy on loan are few, and each is counted once.
    let sorts = [.loanedOut, .overdueLoans].contains(collection)
    try check(sorts: sorts, "count of \(collection)") { planner in
      _ = try planner.releaseCount(matching: query, at: moment)
      let lines: [String] = planner.plans.flatMap(\.lines)
      // The documents are large, and a count reads none of them.
      let documents = lines.filter { $0.contains("release_search") && !$0.contains("COVERING") }
      #expect(documents == [])
    }
  }

  @Test(arguments: ["sort:artist", "sort:-title", "sort:label", "sort:-year", "sort:added"])
  func `a list in the order of one key goes along its index`(text: String) throws {
    let query = try Query(text, isTyping: false)
    let moment = SearchMoment(now: StorageLibrary.start, in: .utc)
    try shelf.database.read { reading in
      let planner = Planner(reading)
      _ = try planner.releases(matching: query, in: ReleaseFilter(), at: moment, before: nil, limit: 9)
      let lines = planner.plans.flatMap(\.lines)
      // Within one value of a descending key the rows are sorted, not all of them.
      #expect(!lines.contains { $0 == "USE TEMP B-TREE FOR ORDER BY" }, "\(lines)")
    }
  }

  @Test func `every page of every list goes along an index`() throws {
    let (copy, borrower, release) = (shelf.copies[0], shelf.borrowers[0], shelf.releases[0])
    for before in [nil, release] {
      try check("undecided releases") { _ = try $0.undecidedReleases(before: before, limit: 9) }
    }
    try check("number of undecided releases") { _ = try $0.undecidedReleaseTotal() }
    for after in [nil, cursor] {
      for state in LoanFilter.State.allCases {
        try check(inKeyOrder: state == .all, "loans \(state)") {
          _ = try $0.loans(LoanFilter(state), after: after, limit: 9)
        }
        // The loans of one borrower are few enough to be sorted.
        try check(sorts: state == .all, "loans of borrower \(state)") {
          _ = try $0.loans(LoanFilter(state, borrower: borrower), after: after, limit: 9)
        }
        try check(sorts: true, "loans of copy \(state)") {
          _ = try $0.loans(LoanFilter(state, copy: copy), after: after, limit: 9)
        }
      }
      for state in [nil] + Hold.State.allCases {
        try check("holds \(state?.rawValue ?? "all")") {
          _ = try $0.holds(state: state, after: after, limit: 9)
        }
      }
      try check("holds of borrower") { _ = try $0.holds(borrower: borrower, after: after, limit: 9) }
      try check("holds of release") { _ = try $0.holds(release: release, after: after, limit: 9) }
      try check("fees") { _ = try $0.fees(after: after, limit: 9) }
      try check("open fees") { _ = try $0.fees(isOpen: true, after: after, limit: 9) }
      try check("fees of borrower") { _ = try $0.fees(of: borrower, after: after, limit: 9) }
      for state in [nil] + InboxItem.State.allCases {
        try check(inKeyOrder: state == nil, "inbox") { _ = try $0.inbox(state, after: after, limit: 9) }
      }
      var (ofYear, ofMonth, ofDay, ofCity, ofVenue) = (
        ShowFilter(), ShowFilter(), ShowFilter(), ShowFilter(), ShowFilter()
      )
      (ofYear.year, ofMonth.yearMonth, ofDay.monthDay) = (1977, "1977-05", "05-08")
      (ofCity.city, ofVenue.venue) = ("Ithaca", "Barton Hall")
      let position = after.map { _ in ShowPosition(Show(id: "a", date: "1977-05-08", band: "", venue: "")) }
      // The shows of a day are sorted.
      try check(sorts: true, inKeyOrder: true, "shows") { _ = try $0.shows(ShowFilter(), before: position, limit: 9) }
      for filter in [ofYear, ofMonth, ofDay, ofCity, ofVenue] {
        try check(sorts: true, "shows of a filter") { _ = try $0.shows(filter, before: position, limit: 9) }
      }
      try check(sorts: true, "shows found") {
        _ = try $0.shows(matching: "\"77\"", ShowFilter(), after: 0, limit: 9)
      }
      try check(sorts: true, "recordings of a show") { _ = try $0.recordings(ofShow: "a") }
      try check(sorts: true, inKeyOrder: true, "best recordings") {
        _ = try $0.topRecordings(of: nil, reviews: 5, after: 0, limit: 9)
      }
      try check("wishes") { _ = try $0.wishes(after: after, limit: 9) }
      var (ofCopy, ofRelease) = (PlayFilter(), PlayFilter())
      (ofCopy.copy, ofRelease.release) = (copy, release)
      try check("plays") { _ = try $0.plays(PlayFilter(), before: after, limit: 9) }
      try check("plays of copy") { _ = try $0.plays(ofCopy, before: after, limit: 9) }
      try check("plays in the order of time") { _ = try $0.plays(PlayFilter(), after: after, limit: 9) }
      // The plays of a release are few enough to be sorted.
      try check(sorts: true, "plays of release") { _ = try $0.plays(ofRelease, before: after, limit: 9) }
    }
    for after in [nil, borrower] {
      // The page of a few rows is sorted.
      try check(sorts: true, "borrowers") { _ = try $0.borrowers(after: after, limit: 9) }
      for search in ["ada", "ada lov", "04A2B3C4D5E680", "CARD-0000"] {
        try check(sorts: true, "borrowers \(search)") {
          _ = try $0.borrowers(matching: search, after: after, limit: 9)
        }
      }
    }
    for before in [nil, (StorageLibrary.start, release)] as [(Timestamp, Release.ID)?] {
      try check("releases") { _ = try $0.releases(before: before, limit: 1) }
      try check(inKeyOrder: before == nil, "keys of releases") { _ = try $0.releaseKeys(before: before, limit: 9) }
      for isFavourite in [true, false] {
        try check("releases with favourite \(isFavourite)") {
          _ = try $0.releaseKeys(in: ReleaseFilter(isFavourite: isFavourite), before: before, limit: 9)
        }
      }
      for isWished in [true, false] {
        try check("releases with wish \(isWished)") {
          _ = try $0.releaseKeys(in: ReleaseFilter(isWished: isWished), before: before, limit: 9)
        }
      }
    }
    for after in [nil, (7, .absent)] as [(Int64, CrateItem.ID)?] {
      try check("items of crate") { _ = try $0.items(of: .absent, after: after, limit: 9) }
    }
    for from in [nil, (StorageLibrary.start, release)] as [(Timestamp, Release.ID)?] {
      try check("releases without a look-up") { _ = try $0.releasesWithoutLookup(before: from, limit: 9) }
    }
    let now = StorageLibrary.start
    try check("look-ups") { planner in
      _ = try planner.nextMusicBrainzLookup(at: now, horizon: now)
      _ = try planner.dueMusicBrainzLookups(at: now)
    }
    for (from, number) in [(nil, nil), ((StorageLibrary.start, release), 7)] as [((Timestamp, Release.ID)?, Int?)] {
      try check("unknown releases") { _ = try $0.unknownReleases(before: from, limit: 9) }
      try check("valued copies") { _ = try $0.valuedCopies(after: number, limit: 9) }
    }
    // A few candidates are sorted.
    try check(sorts: true, "releases with source") { _ = try $0.releases(withSourceOf: release) }
    try check(sorts: true, "releases with barcode") { _ = try $0.releases(withBarcodeOf: release) }
    try check(sorts: true, "releases with number") { _ = try $0.releases(withCatalogNumberOf: release) }
    try check("history of copy") { _ = try $0.loans(of: copy, limit: 9) }
    let whole = Change(id: .new(at: StorageLibrary.start), kind: .bulk, sequence: 3, at: StorageLibrary.start)
    try check("parts of a change") { planner in
      _ = try planner.parts(of: whole.id)
      _ = try planner.firstPart(of: whole)
      _ = try planner.newestPart(of: whole.id, before: 7)
      _ = try planner.partCount(of: whole.id)
      _ = try planner.isUnderWay(whole)
    }
    try check("open changes in parts") { _ = try $0.openPartedChanges() }
    try check("rows of parts") { _ = try $0.partRows(of: whole.id, limit: 9) }
    for before in [nil, 7] as [Int64?] {
      try check(inKeyOrder: before == nil, "changes") { _ = try $0.changes(before: before, limit: 9) }
      let filters: [(Comment, (inout ChangeFilter) -> Void)] = [
        ("changes of station", { $0.station = .hubStation }), ("changes of author", { $0.by = "Ada" }),
        ("acts of access", { $0.kind = .access }),
      ]
      for (name, set) in filters {
        var filter = ChangeFilter()
        filter.hasAccess = true
        set(&filter)
        let wanted = filter
        try check(name) { _ = try $0.changes(wanted, before: before, limit: 9) }
      }
      var ofCopy = ChangeFilter()
      ofCopy.copy = copy
      let wanted = ofCopy
      try check(sorts: true, "changes of copy") { _ = try $0.changes(wanted, before: before, limit: 9) }
      try check("changes of row") { _ = try $0.changes(of: .loan, loan.text, before: before, limit: 9) }
      try check(inKeyOrder: before == nil, "scans") {
        _ = try $0.scans(before: before, station: nil, outcome: nil, limit: 9)
      }
      try check("scans of station") { _ = try $0.scans(before: before, station: .hubStation, outcome: nil, limit: 9) }
      try check("scans of outcome") { _ = try $0.scans(before: before, station: nil, outcome: .found, limit: 9) }
      try check("scans of copy") { _ = try $0.scans(before: before, station: nil, outcome: nil, copy: copy, limit: 9) }
      try check("copies") { _ = try $0.copies(in: nil, before: before.map { Int($0) }, limit: 9) }
      try check(inKeyOrder: before == nil, "keys of scans") {
        _ = try $0.scanKeys(before: before, station: nil, outcome: nil, limit: 9)
      }
      try check("keys of scans of station") {
        _ = try $0.scanKeys(before: before, station: .hubStation, outcome: nil, limit: 9)
      }
      try check(inKeyOrder: before == nil, "keys of copies") {
        _ = try $0.copyKeys(in: nil, before: before.map { Int($0) }, limit: 9)
      }
      try check("keys of copies in place") {
        _ = try $0.copyKeys(in: shelf.places[0], before: before.map { Int($0) }, limit: 9)
      }
      try check("copies in place") { _ = try $0.copies(in: shelf.places[0], before: before.map { Int($0) }, limit: 9) }
    }
    try check("recording") { _ = try $0.recording(after: 0, limit: 9) }
    try check("recording of scan") { _ = try $0.recording(of: .new(at: StorageLibrary.start)) }
    try check("newest session") { _ = try $0.newestSession(of: .hubStation) }
    try check("lines of session") { _ = try $0.lines(of: StoredSession.ID.new(at: StorageLibrary.start)) }
    for state in [nil] + NoticeState.allCases {
      for before in [nil, cursor] {
        try check("log of notices") {
          _ = try $0.notices(state: state, isOpen: state == nil, borrower: nil, before: before, limit: 9)
        }
      }
    }
    try check(sorts: true, "pull list") { _ = try $0.copiesWanted() }
    try check(sorts: true, "pick-up shelf") { _ = try $0.holdsOnShelf(endedAfter: StorageLibrary.start) }
    try check(sorts: true, "holds to expire") { _ = try $0.holds(endingBefore: StorageLibrary.start, limit: 9) }
  }
}
