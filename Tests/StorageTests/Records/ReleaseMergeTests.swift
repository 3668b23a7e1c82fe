import Deadwax
import Storage
import Testing

/// Merges of two releases: each test runs on every engine.
@Suite(.postgreSQL, .timeLimit(.minutes(10)))
struct ReleaseMergeTests {
  /// A library with a second release: a copy with a tag, a closed loan and an open one, holds, a barcode that both
  /// releases have, a wish, an open look-up with two candidates, and attachments: of both releases, each with a cover, and of
  /// the copy.
  private struct Shelf {
    let library: EngineLibrary
    let target: Release.ID
    let other: Release.ID

    init(_ engine: EngineName) throws {
      let library = try EngineLibrary(engine)
      self.library = library
      let (copies, borrowers, station) = (library.copies, library.borrowers, library.station)
      (target, other) = try library.write(after: 1) { transaction in
        let target = try given(try transaction.copy(copies[0])).release
        let gtin = try given(GTIN(key: "0074646362822"))
        let other = Release(
          id: transaction.newID(), status: .unresolved, medium: .vinyl, title: "Other", artist: "Somebody", label: "L",
          year: 1991, barcode: gtin)
        try transaction.insert(other)
        for release in [other.id, target] {
          try transaction.bind(Code.Key(class: .gtin, value: gtin.key), to: .release(release))
        }
        try transaction.bind(Code.Key(class: .text, value: "OWN TEXT"), to: .release(other.id))
        try transaction.fill(
          other,
          with: ReleaseDetail(
            genres: ["Jazz"], artists: [ArtistCredit(name: "Somebody")], labels: [LabelCredit(name: "L")],
            formats: [Format(name: "Vinyl")], tracks: [Track(position: "A1", title: "First")],
            identifiers: [ReleaseIdentifier(type: "Barcode", value: "0 7464-63628-2 2")]))
        let copy = Copy(
          id: transaction.newID(), release: other.id, number: 9, code: transaction.newOwnCode(.copy),
          addedAt: transaction.now)
        try transaction.insert(copy)
        try transaction.bind(Code.Key(try given(TagID("04A1B2C3D4E5F6"))), to: .copy(copy.id))
        let loan = Loan(
          id: transaction.newID(), copy: copy.id, borrower: borrowers[0], openedAt: transaction.now,
          dueAt: transaction.now + .seconds(1000))
        try transaction.open(loan, at: station)
        // The same borrower waits for both; the hold for the other release is older.
        for (order, (release, borrower)) in [
          (other.id, borrowers[0]), (target, borrowers[0]), (other.id, borrowers[1]),
        ].enumerated() {
          try transaction.insert(
            Hold(
              id: transaction.newID(), subject: .release(release), borrower: borrower, state: .waiting,
              createdAt: transaction.now + .milliseconds(order)))
        }
        try transaction.setWished(true, other.id)
        try transaction.setFavourite(true, other.id)
        // One crate has both releases and a copy, another one only the release that is merged.
        for (number, subjects) in [
          [CrateItem.Subject.release(other.id), .copy(copy.id), .release(target)], [.release(other.id)],
        ].enumerated() {
          let crate = Crate(
            id: transaction.newID(), parent: nil, name: "Crate \(number)", note: nil, createdAt: transaction.now,
            version: 1)
          try transaction.insert(crate)
          for subject in subjects { _ = try transaction.append(subject, to: crate.id, id: transaction.newID()) }
        }
        for (number, subject) in [
          Deadwax.Attachment.Subject.release(target), .release(other.id), .release(other.id), .copy(copy.id),
        ].enumerated() {
          try transaction.insert(
            Deadwax.Attachment(
              id: transaction.newID(), subject: subject, kind: number == 2 ? .text : .picture,
              content: String(repeating: "\(number)", count: 64), bytes: 100 + number,
              size: number == 2 ? nil : Deadwax.Attachment.Size(width: 2, height: 1), name: "\(number).file",
              isCover: number < 2, source: .own, sourceNumber: nil, createdAt: transaction.now))
        }
        try transaction.enqueueLookup(gtin, for: other.id, scan: nil, target: .any)
        try transaction.store(
          [
            ("1", "One", "LP"), ("2", "Two", ""),
          ].map { id, title, formats in
            LookupCandidate(
              sourceID: id, title: title, country: nil, year: nil, catalogNumber: nil, formats: formats, note: nil,
              matrix: [], reason: nil)
          }, of: other.id)
        try transaction.recordChange(.add)
        return (target, other.id)
      }
    }

    func merge(after seconds: Int64) throws -> (merge: ReleaseMerge, change: Change) {
      let (target, other) = (target, other)
      return try library.write(after: seconds) { transaction in
        let merge = try given(try transaction.merge(of: other, into: target))
        try transaction.perform(merge)
        return (merge, try given(try transaction.recordChange(.merge)))
      }
    }

    /// All rows of the ledger with their details, and the rows of the look-ups.
    func dump() throws -> (ledger: HistoryDump, lookups: [String]) {
      try library.read { reading in
        let jobs = try reading.all("SELECT id, gtin, release_id, state FROM lookup_job ORDER BY id") { row in
          "\(try row.integer("id")) \(try row.text("gtin")) \(try row.text("release_id")) \(try row.text("state"))"
        }
        let candidates = try reading.all(
          "SELECT release_id, rank, source_id, facts FROM lookup_candidate ORDER BY release_id, rank"
        ) { row in "\(try row.text("release_id")) \(try row.text("source_id")) \(try row.text("facts"))" }
        return (try reading.dump(marks: false), jobs + candidates)
      }
    }
  }

  @Test(arguments: EngineName.allCases)
  func `a merge moves copies, holds, codes and attachments, and its undo restores every row`(engine: EngineName) throws
  {
    let shelf = try Shelf(engine)
    let before = try shelf.dump()
    let (merge, change) = try shelf.merge(after: 2)
    #expect(merge.copies.map(\.number) == [9] && merge.loans == 1 && merge.movesWish && !merge.movesSource)
    #expect(merge.holds.count == 2 && merge.endedHolds.count == 1)
    #expect(merge.codes.map(\.value) == ["OWN TEXT"] && merge.endedCodes.map(\.value) == ["0074646362822"])
    #expect(merge.fields == [.label: .text("L"), .year: .number(1991), .genres: .list(["Jazz"])])
    let (target, other) = (shelf.target, shelf.other)
    let library = shelf.library
    #expect(try library.read { try $0.copies(of: target).map(\.number) } == [1, 2, 3, 9])
    #expect(try library.read { try $0.copies(of: other) }.isEmpty)
    #expect(try library.read { try $0.codes(of: target).map(\.value).sorted() } == ["0074646362822", "OWN TEXT"])
    #expect(try library.read { try $0.codes(of: other) }.isEmpty)
    #expect(try library.read { try $0.openHolds(on: target) } == 2)
    #expect(try !library.read { try $0.isListed(other) })
    #expect(try library.read { try $0.remaining(of: other) } == target)
    #expect(try library.read { try $0.wishedAt(target) } != nil)
    #expect(try library.read { try $0.favouriteSince(target) } != nil)
    let crates = try library.read { reading in
      try reading.crates(after: nil, holding: nil, limit: 9).map { summary in
        try reading.items(of: summary.crate.id, after: nil, limit: 9).map(\.subject)
      }
    }
    let moved = try #require(try library.read { try $0.copies(of: target).last?.id })
    #expect(crates == [[.copy(moved), .release(target)], [.release(target)]])
    // The remaining release keeps its cover; the other one is a picture like any other.
    let attached = try library.read { try $0.attachments(of: .release(target)) }
    #expect(attached.map(\.name).sorted() == ["0.file", "1.file", "2.file"], "\(attached)")
    #expect(attached.filter(\.isCover).map(\.name) == ["0.file"], "\(attached)")
    #expect(try library.read { try $0.attachments(of: .release(other)) }.isEmpty)
    #expect(try library.read { try $0.attachments(of: .copy(moved)) }.map(\.name) == ["3.file"])
    #expect(try library.read { try $0.crateTotal(holding: other) } == 0)
    let merged = try #require(try library.read { try $0.release(target) })
    #expect(merged.title == "Title" && merged.year == 1991)
    #expect(try shelf.dump().lookups == before.lookups)
    #expect(try shelf.library.undo(change, after: 3).change != nil)
    let after = try shelf.dump()
    #expect(after.ledger.differences(from: before.ledger) == [])
    #expect(after.lookups == before.lookups)
  }

  @Test(arguments: EngineName.allCases)
  func `the undo of a merge can be undone, and the merge is in effect again`(engine: EngineName) throws {
    let shelf = try Shelf(engine)
    let before = try shelf.dump()
    let (_, change) = try shelf.merge(after: 2)
    let merged = try shelf.dump()
    let undo = try #require(try shelf.library.undo(change, after: 3).change)
    let redo = try #require(try shelf.library.undo(undo, after: 4).change)
    #expect(try shelf.dump().ledger.differences(from: merged.ledger) == [])
    #expect(try shelf.library.undo(redo, after: 5).change != nil)
    #expect(try shelf.dump().ledger.differences(from: before.ledger) == [])
  }

  @Test(arguments: EngineName.allCases)
  func `a release that was merged, or the same one, cannot be merged again`(engine: EngineName) throws {
    let shelf = try Shelf(engine)
    _ = try shelf.merge(after: 2)
    let (target, other) = (shelf.target, shelf.other)
    for (from, into) in [(other, target), (target, other), (target, target)] {
      #expect(try shelf.library.read { try $0.merge(of: from, into: into) } == nil)
    }
  }

  @Test(arguments: EngineName.allCases)
  func `the own facts of a copy are stored, and the list of valuations leaves out what is lost`(engine: EngineName)
    throws
  {
    let library = try EngineLibrary(engine)
    let facts = OwnFacts(
      accession: .onDeposit, acquiredFrom: "A donor", acquiredOn: CivilDate(iso: "2020-02-29"),
      price: Money(amount: 0, currency: "JPY"), valuation: Money(amount: 1250, currency: "EUR"),
      valuedOn: CivilDate(iso: "2026-01-01"), valuedBy: "An expert",
      replacementCost: Money(amount: 1, currency: "EUR"), notes: "Ünique")
    let copies = library.copies
    let change = try library.write(after: 1) { transaction in
      for copy in copies { try transaction.store(facts, of: copy) }
      try transaction.set(.lost, of: copies[2])
      return try given(try transaction.recordChange(.copy))
    }
    #expect(try library.read { try $0.ownFacts(of: copies[0]) } == facts)
    #expect(try library.read { try $0.ownFacts(of: copies[2])?.statusOn } != nil)
    #expect(try library.read { try $0.valuedCopies(after: nil, limit: 9).map(\.copy) } == Array(copies.prefix(2)))
    #expect(try library.read { try $0.valuedCopies(after: 1, limit: 9).map(\.copy) } == [copies[1]])
    #expect(try library.read { try $0.valuedTotal() } == 2)
    let sums = try library.read { try $0.valuationSums() }
    #expect(sums.map(\.sum) == [Money(amount: 2500, currency: "EUR")] && sums.map(\.copies) == [2])
    #expect(try library.undo(change, after: 2).change != nil)
    #expect(try library.read { try $0.ownFacts(of: copies[0]) } == OwnFacts())
  }

  @Test(arguments: EngineName.allCases)
  func `a refresh changes the marks of edited fields, and no edited field`(engine: EngineName) throws {
    let shelf = try Shelf(engine)
    let other = shelf.other
    try shelf.library.write(after: 2) { transaction in
      let release = try given(try transaction.release(other))
      var (edited, detail) = (release, try given(try transaction.detail(of: other)))
      edited.title = "By hand"
      detail.edited = [.title: .ofOwn, .year: .ofOwn]
      try transaction.edit(edited, detail)
      var found = release
      (found.title, found.year, found.artist) = ("From the source", 2001, "Also from there")
      try transaction.resolve(release, as: found, with: ReleaseDetail(), scan: nil)
    }
    let release = try #require(try shelf.library.read { try $0.release(other) })
    #expect(release.title == "By hand" && release.year == 1991 && release.artist == "Also from there")
    let edited = try shelf.library.read { try $0.detail(of: other)?.edited }
    #expect(
      edited == [
        .title: Release.Edit(source: .text("From the source"), isSourced: true),
        .year: Release.Edit(source: .number(2001), isSourced: true),
      ])
  }
}

extension EngineLibrary {
  fileprivate func read<R>(_ body: (ReadTransaction) throws -> R) throws -> R { try store.look(body) }
}
