import Catalogue
import Deadwax
import Execution
import Lending
import Lists
import Queries
import Storage
import TestSupport
import Testing
import Threads

/// The statistics, compared with full recounts, with plain loops, and with the results of their queries.
@Suite(.timeLimit(.minutes(20)))
struct StatisticsTests {
  private static let names = [
    "Blue Note", "blue  note", "BLUE NOTE Japan", "\"Quoted\" & <b>", "—", "O'Neill", "Björk", "bjork", "日本",
    String(repeating: "word ", count: 80), "OR", "overdue", "=", "-", "",
  ]

  private struct Setting {
    let shelf: ListShelf
    let borrower: Borrower.ID
    let places: [Place.ID]

    init() throws {
      shelf = try ListShelf(releases: 7)
      (borrower, places) = try shelf.database.write { transaction in
        let borrower = Borrower(id: transaction.newID(), name: "Ada Lovelace", shortName: "Ada")
        try transaction.insert(borrower)
        let room = Place(id: transaction.newID(), kind: .room, name: "Room")
        let shelf = Place(id: transaction.newID(), parent: room.id, kind: .shelf, name: "Shelf \"1\"")
        let other = Place(id: transaction.newID(), kind: .shelf, name: "shelf 1")
        for place in [room, shelf, other] { try transaction.insert(place) }
        return (borrower.id, [room.id, shelf.id, other.id])
      }
    }

    /// Makes a random change.
    func change(_ random: inout SeededRandom) throws {
      let (index, act) = (Int.random(in: 0..<7, using: &random), Int.random(in: 0..<7, using: &random))
      let (release, copy) = (shelf.releases[index], shelf.copies[index])
      let text = StatisticsTests.names.randomElement(using: &random) ?? ""
      let other = StatisticsTests.names.randomElement(using: &random) ?? ""
      let year = [nil, 0, 1, 1969, 1975, 9999].randomElement(using: &random) ?? nil
      let place = places.randomElement(using: &random)
      let borrower = borrower
      try shelf.database.write { transaction in
        switch act {
        case 0, 1, 2:
          guard var found = try transaction.release(release), var detail = try transaction.detail(of: release) else {
            return
          }
          (found.artist, found.label, found.year, found.country) = (text, other, year, other)
          detail.genres = [text, other]
          detail.styles = [other]
          detail.labels = act == 0 ? [] : [LabelCredit(name: text, catalogNumber: nil)]
          try transaction.edit(found, detail)
          try transaction.recordChange(.release)
        case 3:
          if let place { try transaction.move(copy, to: Location(place: place, placeName: "")) }
          try transaction.recordChange(.shelve)
        case 4:
          try transaction.grade(copy, media: index % 2 == 0 ? "VG+" : "Poor (P)")
          try transaction.recordChange(.condition)
        case 5:
          if let loan = try transaction.openLoan(of: copy) {
            _ = try transaction.close(loan.id, at: .hubStation)
            try transaction.recordChange(.checkIn)
          } else {
            try transaction.open(
              Loan(
                id: transaction.newID(), copy: copy, borrower: borrower, openedAt: transaction.now,
                dueAt: transaction.now + .seconds(86_400), parts: 1), at: .hubStation)
            try transaction.recordChange(.lend)
          }
        default:
          _ = try transaction.setWished(index % 2 == 0, release)
          try transaction.countPlay(of: copy)
          try transaction.recordChange(.wish)
        }
      }
    }
  }

  @Test(arguments: 0..<3)
  func `each table is that of a full recount after random changes and undos, and its queries find as many`(
    run: Int
  ) throws {
    var random = SeededRandom(seed: UInt64(700 + run))
    let setting = try Setting()
    let statistics = Statistics(database: setting.shelf.database, patience: .seconds(60))
    let beginning = try setting.shelf.newest().sequence
    var (queries, undone) = (0, 0)
    for step in 0..<100 {
      let changes = try setting.shelf.database.read { try $0.changes(limit: 4) }.filter { $0.sequence > beginning }
      if step % 4 == 3, let chosen = changes.randomElement(using: &random) {
        do {
          try setting.shelf.undo(chosen)
          undone += 1
        } catch is PolicyRefusal {}
      } else {
        try setting.change(&random)
      }
      let recount = Statistics(database: setting.shelf.database, patience: .seconds(60))
      for statistic in Statistic.allCases {
        let table = try statistics.counted(statistic, most: 200, in: .utc).table
        let again = try recount.counted(statistic, most: 200, in: .utc).table
        #expect(table == again, "seed \(run), step \(step), \(statistic)")
        #expect(table.sum == table.groups.reduce(0) { $0 + $1.count } && table.groupCount == table.groups.count)
        for group in table.groups {
          guard let text = group.query else { continue }
          queries += 1
          let count = try setting.shelf.database.read { reading in
            try reading.releaseCount(
              matching: try Query(text, isTyping: false), at: SearchMoment(now: reading.now, in: .utc))
          }
          #expect(count == group.releases ?? group.count, "seed \(run), step \(step), \(statistic): \(text)")
        }
      }
    }
    #expect(undone > 3 && queries > 1000, "\(undone) undos, \(queries) queries")
  }

  @Test func `a count that takes longer than people wait stays until the next one, with its time, and is counted once`()
    throws
  {
    let setting = try Setting()
    let statistics = Statistics(database: setting.shelf.database, patience: .zero)
    #expect(statistics.latest(.genre, most: 200, in: .utc) == nil)
    let first = try statistics.counted(.genre, most: 200, in: .utc)
    let known = try #require(statistics.latest(.genre, most: 200, in: .utc))
    #expect(first.isCurrent && known.isCurrent && known.table == first.table && known.countedAt == first.countedAt)
    let release = setting.shelf.releases[0]
    try setting.shelf.database.write { transaction in
      let found = try #require(try transaction.release(release))
      var detail = try #require(try transaction.detail(of: release))
      detail.genres = ["Skiffle"]
      try transaction.edit(found, detail)
      try transaction.recordChange(.release)
    }
    let old = try #require(statistics.latest(.genre, most: 200, in: .utc))
    #expect(!old.isCurrent && old.table == first.table && old.countedAt == first.countedAt)
    // Another time zone has other days, so nothing is known.
    let zone = try POSIXTimeZone("EST5")
    #expect(statistics.latest(.genre, most: 200, in: zone) == nil)
    let works = Locked<[@Sendable () -> Void]>([])
    // A full queue does not keep the next request from beginning.
    statistics.recount(.genre, in: .utc) { _ in false }
    for _ in 0..<3 {
      statistics.recount(.genre, in: .utc) { work in
        works.withLock { $0.append(work) }
        return true
      }
    }
    #expect(works.withLock { $0.count } == 1)
    works.withLock { $0 }.forEach { $0() }
    let new = try #require(statistics.latest(.genre, most: 200, in: .utc))
    let recount = try Statistics(database: setting.shelf.database, patience: .zero).counted(.genre, most: 200, in: .utc)
    #expect(new.isCurrent && new.table == recount.table && new.table != first.table)
    statistics.recount(.genre, in: .utc) { work in
      works.withLock { $0.append(work) }
      return true
    }
    #expect(works.withLock { $0.count } == 2)
  }

  @Test func `a count that is quick enough is made again before the answer`() throws {
    let setting = try Setting()
    let statistics = Statistics(database: setting.shelf.database, patience: .seconds(60))
    _ = try statistics.counted(.genre, most: 200, in: .utc)
    let release = setting.shelf.releases[0]
    try setting.shelf.database.write { transaction in
      _ = try transaction.setWished(true, release)
      try transaction.recordChange(.wish)
    }
    #expect(statistics.latest(.genre, most: 200, in: .utc) == nil)
  }

  @Test func `a limit keeps the largest groups, or the newest times, and the sums of all`() throws {
    let setting = try Setting()
    var random = SeededRandom(seed: 710)
    for _ in 0..<60 { try setting.change(&random) }
    let statistics = Statistics(database: setting.shelf.database, patience: .seconds(60))
    let all = try statistics.counted(.genre, most: 200, in: .utc).table
    let two = try statistics.counted(.genre, most: 2, in: .utc).table
    #expect(all.groups.count > 2 && two.groups == Array(all.groups.prefix(2)))
    #expect(two.sum == all.sum && two.groupCount == all.groupCount && two.without == all.without)
    let decades = try statistics.counted(.decade, most: 200, in: .utc).table
    #expect(decades.groups.map(\.key) == decades.groups.map(\.key).sorted { (Int($0) ?? 0) < (Int($1) ?? 0) })
    let newest = try #require(decades.groups.last)
    #expect(try statistics.counted(.decade, most: 1, in: .utc).table.groups == [newest])
    let long = all.groups.first { $0.key.hasPrefix("word word") }
    #expect(long?.query == nil, "80 words are more than a query has")
  }

  @Test func `months without a record are between others, in the time zone of the library`() throws {
    let setting = try Setting()
    let (copy, borrower) = (setting.shelf.copies[0], setting.borrower)
    // Half an hour before the new year of UTC, which is after that of Berlin.
    for opened in ["2025-09-30T12:00:00Z", "2025-12-31T23:30:00Z"] {
      let time = try #require(Timestamp(opened))
      try setting.shelf.database.write { transaction in
        let loan = Loan(
          id: transaction.newID(), copy: copy, borrower: borrower, openedAt: time, dueAt: time, returnedAt: time,
          parts: 1)
        try transaction.insert(loan, at: .hubStation, returnedAt: .hubStation)
      }
    }
    let statistics = Statistics(database: setting.shelf.database, patience: .seconds(60))
    func months(_ zone: POSIXTimeZone) throws -> [String] {
      try statistics.counted(.loans, most: 200, in: zone).table.groups.map { "\($0.key) \($0.count)" }
    }
    #expect(try months(.utc) == ["2025-09 1", "2025-10 0", "2025-11 0", "2025-12 1"])
    let berlin = try POSIXTimeZone("CET-1CEST,M3.5.0,M10.5.0/3")
    func releases(_ zone: POSIXTimeZone) throws -> [String] {
      try statistics.counted(.loans, most: 200, in: zone).table.groups.map {
        "\($0.releases.map(String.init) ?? "") \($0.query ?? "")"
      }
    }
    #expect(
      try releases(.utc) == [
        "1 lent:2025-09-01..2025-09-30", "0 lent:2025-10-01..2025-10-31", "0 lent:2025-11-01..2025-11-30",
        "1 lent:2025-12-01..2025-12-31",
      ])
    #expect(try months(berlin) == ["2025-09 1", "2025-10 0", "2025-11 0", "2025-12 0", "2026-01 1"])
    func loans(_ year: Int, _ zone: POSIXTimeZone) throws -> Int? {
      try statistics.form(ofYear: year, in: zone).figures.first { $0.name == .loans }?.count
    }
    #expect(try loans(2025, .utc) == 2 && loans(2026, .utc) == 0)
    #expect(try loans(2025, berlin) == 1 && loans(2026, berlin) == 1)
  }

  @Test func `a release that is lent twice in a month is counted once, and a lent copy is not unlent`() throws {
    let setting = try Setting()
    let (copies, borrower) = (setting.shelf.copies, setting.borrower)
    let statistics = Statistics(database: setting.shelf.database, patience: .seconds(60))
    let before = try #require(try statistics.counted(.neverLent, most: 200, in: .utc).table.groups.last)
    #expect(before.count == copies.count && before.releases == copies.count && before.copies == nil)
    for copy in [copies[0], copies[0], copies[1]] {
      try setting.shelf.database.write { transaction in
        let time = transaction.now
        let loan = Loan(
          id: transaction.newID(), copy: copy, borrower: borrower, openedAt: time, dueAt: time, returnedAt: time,
          parts: 1)
        try transaction.insert(loan, at: .hubStation, returnedAt: .hubStation)
      }
    }
    let month = try #require(try statistics.counted(.loans, most: 1, in: .utc).table.groups.last)
    #expect(month.count == 3 && month.releases == 2, "\(month)")
    let year = try #require(try statistics.counted(.neverLent, most: 200, in: .utc).table.groups.last)
    #expect(year.count == copies.count - 2 && year.releases == copies.count - 2, "\(year)")
    #expect(year.query?.hasPrefix("never-lent added:") == true, "\(year)")
    let csv = String(decoding: try statistics.csv(.loans, in: .utc), as: UTF8.self)
    #expect(csv.contains("loans,loans,copies,query,found\r\n") && csv.contains(",3,,lent:"), "\(csv)")
    #expect(csv.hasSuffix(",2\r\n"), "\(csv)")
  }

  @Test func `the form of a year has each number once, for each year of the calendar`() throws {
    let setting = try Setting()
    let statistics = Statistics(database: setting.shelf.database, patience: .seconds(60))
    for year in [0, 1, 1969, 2026, 9999] {
      let form = try statistics.form(ofYear: year, in: .utc)
      #expect(form.figures.map(\.name) == YearForm.Name.allCases)
      for figure in form.figures {
        guard let text = figure.query else { continue }
        let found = try setting.shelf.database.read { reading in
          try reading.releaseCount(
            matching: try Query(text, isTyping: false), at: SearchMoment(now: reading.now, in: .utc))
        }
        #expect(found == figure.count, "\(year): \(text)")
      }
    }
    #expect(try statistics.form(ofYear: 9999, in: .utc).figures.first { $0.name == .copies }?.count == 7)
    #expect(throws: StaffError.noSuchStatistic) { try statistics.form(ofYear: 10_000, in: .utc) }
    #expect(throws: StaffError.noSuchStatistic) { try statistics.form(ofYear: -1, in: .utc) }
  }

  @Test func `the weeding list equals a plain loop over random copies, in pages of any length`() throws {
    let seed = UInt64(720)
    var random = SeededRandom(seed: seed)
    var seen: Set<WeedingReason> = []
    for _ in 0..<CaseBudget.fuzz(100) {
      let setting = try Setting()
      let now = Timestamp.now()
      var expected: [Int: Set<WeedingReason>] = [:]
      let old = Array(setting.shelf.copies.shuffled(using: &random).prefix(4))
      let (loaned, played) = (
        setting.shelf.copies.randomElement(using: &random), setting.shelf.copies.randomElement(using: &random)
      )
      let (bad, incomplete) = (
        setting.shelf.copies.randomElement(using: &random), setting.shelf.copies.randomElement(using: &random)
      )
      let (open, twin) = (
        setting.shelf.copies.randomElement(using: &random), setting.shelf.releases.randomElement(using: &random)
      )
      let (borrower, copies) = (setting.borrower, setting.shelf.copies)
      let years = Int64.random(in: 1...6, using: &random)
      let before = now + .seconds(-years * 366 * 86_400 - 86_400)
      try setting.shelf.database.write { transaction in
        for copy in old { try transaction.run("UPDATE copy SET added_at = ?2 WHERE id = ?1", copy, before) }
        if let loaned {
          let loan = Loan(
            id: transaction.newID(), copy: loaned, borrower: borrower, openedAt: before, dueAt: before,
            returnedAt: before, parts: 1)
          try transaction.insert(loan, at: .hubStation, returnedAt: .hubStation)
        }
        if let played { try transaction.countPlay(of: played) }
        if let bad { try transaction.grade(bad, media: "Fair (F)") }
        if let incomplete, var copy = try transaction.copy(incomplete) {
          (copy.partCount, copy.partsMissing) = (2, 1)
          try transaction.update(copy)
        }
        if let twin {
          try transaction.insert(
            Copy(
              id: transaction.newID(), release: twin, number: 50, code: OwnCode(.copy, number: 50),
              addedAt: transaction.now))
        }
        if let open {
          try transaction.open(
            Loan(
              id: transaction.newID(), copy: open, borrower: borrower, openedAt: transaction.now,
              dueAt: transaction.now + .seconds(60), parts: 1), at: .hubStation)
        }
      }
      for (index, copy) in copies.enumerated() where copy != open {
        var reasons: Set<WeedingReason> = []
        if old.contains(copy), copy != played { reasons.insert(copy == loaned ? .notLent : .neverLent) }
        if copy == bad { reasons.insert(.poorCondition) }
        if copy == incomplete { reasons.insert(.partsMissing) }
        if !reasons.isEmpty { expected[index + 1] = reasons }
      }
      if twin != nil { expected[50] = [.duplicate] }
      for reasons in expected.values { seen.formUnion(reasons) }
      let statistics = Statistics(database: setting.shelf.database, patience: .seconds(60))
      for reason in [nil] + WeedingReason.allCases.map(Optional.some) {
        var (rows, cursor): ([Int: Set<WeedingReason>], String?) = ([:], nil)
        repeat {
          let page = try statistics.weeding(
            for: reason, unusedFor: Int(years), in: .utc, cursor: cursor, limit: .random(in: 1...3, using: &random))
          for row in page.items { rows[row.copy.number] = Set(row.reasons) }
          cursor = page.next
        } while cursor != nil
        let wanted = expected.filter { item in reason.map { item.value.contains($0) } ?? true }
        #expect(rows == wanted, "seed \(seed), reason \(reason?.rawValue ?? "any")")
        if rows != wanted { return }
      }
    }
    #expect(seen == Set(WeedingReason.allCases))
  }
}
