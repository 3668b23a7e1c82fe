import BulkChanges
import Deadwax
import Execution
import Lending
import Log
import Moving
import Storage
import TestSupport
import Testing
import Threads

@Suite(.timeLimit(.minutes(5))) struct LibraryImportTests {
  @Test func `the export of a collection at Discogs is imported once, and its releases are looked up`() async throws {
    let library = try ImportedLibrary()
    defer { library.end() }
    let text = """
      Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,\
      Collection Media Condition,Collection Sleeve Condition,Collection Notes
      BLP 1577,John Coltrane,Blue Train,Blue Note,"LP, Album, Mono",5,1957,101,Jazz,2019-05-06 10:11:12,\
      Very Good Plus (VG+),Generic,from a fair
      BLP 1577,John Coltrane,Blue Train,Blue Note,"LP, Album, Mono",,1957,101,Jazz,2020-01-01 00:00:00,Mint (M),,
      CK 1,Miles Davis,Kind Of Blue,Columbia,"2xCD, Album, RE",,0,102,Jazz,2020-01-02 00:00:00
      """
    let plan = try await library.plan(text)
    #expect(plan.program == .discogsCollection)
    #expect(plan.counts == [.add: 3] && plan.newReleases == 2, "\(plan.counts)")
    let done = try await library.apply(plan)
    #expect(done.phase == .applied, "\(done.fault?.sentence ?? "")")
    let table = try library.base.table(.copies)
    #expect(table.cell(0, "medium") == "vinyl" && table.cell(2, "medium") == "cd" && table.cell(2, "year") == "")
    #expect(table.cell(0, "media_condition") == "VG+" && table.cell(0, "sleeve_condition") == "Generic")
    #expect(table.cell(0, "added_at") == "2019-05-06T10:11:12.000Z" && table.cell(0, "notes") == "from a fair")
    #expect(table.cell(0, "release_id") == table.cell(1, "release_id") && table.cell(0, "discogs") == "101")
    let waiting = try library.database.read { reading in
      try reading.all("SELECT source_id FROM lookup_job ORDER BY source_id") { try $0.text(0) }
    }
    #expect(waiting == ["101", "102"])
    let again = try await library.plan(text)
    #expect(again.counts == [.same: 3], "\(again.counts)")
  }

  @Test func `an inventory of Discogs gives as many copies as it says`() async throws {
    let library = try ImportedLibrary()
    defer { library.end() }
    try await library.take(
      """
      listing_id,artist,title,label,catno,format,release_id,status,price,listed,comments,media_condition,\
      sleeve_condition,accept_offer,external_id,weight,format_quantity,location,quantity\r
      9,Nina Simone,Pastel Blues,Philips,PHS 1,LP,77,For Sale,12.50,2021-03-04 05:06:07,,Near Mint (NM or M-),\
      ,N,,230,1,Box 3,2\r

      """)
    let table = try library.base.table(.copies)
    #expect(table.rows.count == 2 && table.cell(1, "place") == "Box 3" && table.cell(1, "price") == "")
  }

  @Test func `columns of another program are found by their names, and a person chooses others`() async throws {
    let library = try ImportedLibrary()
    defer { library.end() }
    let text = """
      Index;Artist;Title;Cat. No.;UPC (Barcode);Purchase Price;Location;Owner
      1;Björk;Debut;TPLP 31;5 016958 019914;"€ 9,50";Shelf A;Ada
      """
    var plan = try await library.plan(text)
    #expect(plan.program == .other && plan.delimiter == "semicolon")
    #expect(plan.fields == [nil, .artist, .title, .catalogNumber, nil, .price, .place, nil], "\(plan.fields)")
    _ = try library.imports.change(
      plan.id, encoding: nil, delimiter: nil, program: nil,
      fields: [nil, "artist", "title", "catalog_number", "barcode", "price", "place", "acquired_from"])
    plan = try await library.end(of: plan.id)
    let done = try await library.apply(plan)
    #expect(done.phase == .applied, "\(done.fault?.sentence ?? "")")
    let table = try library.base.table(.copies)
    for (name, value) in [
      "artist": "Björk", "barcode": "5016958019914", "price": "9.50", "price_currency": "EUR", "place": "Shelf A",
      "acquired_from": "Ada", "number": "1", "release_status": "manual", "medium": "other",
    ] { #expect(table.cell(0, name) == value, "\(name): \(table.cell(0, name))") }
    for wrong in [["artist"], Array(repeating: "artist", count: 8), Array(repeating: "price of gold", count: 8)] {
      #expect(throws: MovingError.self) {
        try library.imports.change(plan.id, encoding: nil, delimiter: nil, program: nil, fields: wrong)
      }
    }
  }

  @Test func `wrong lines are refused by line and field, and the others are imported on request alone`() async throws {
    let library = try ImportedLibrary()
    defer { library.end() }
    try await library.take("number,title,place,slot\n5,First,Shelf,1\n")
    let code = try library.base.table(.copies).cell(0, "code")
    try await library.take("number,title,place,slot\n15,Last,Shelf,3\n")
    try library.base.database.write { transaction in
      let last = try #require(try transaction.copy(number: 15))
      var slot = try #require(try last.location?.slot.flatMap { try transaction.slot($0) })
      slot.disabledReason = "broken"
      try transaction.update(slot)
      try transaction.unshelve(last.id)
      try transaction.recordChange(.place)
    }
    let text = """
      number,title,year,barcode,place,slot,code,status
      6,Good,1999,,Shelf,2,,
      7,,1999,,,,,
      8,Bad year,19x9,,,,,
      9,Bad barcode,,12345,,,,
      6,Twice,,,,,,
      10,Same slot,,,Shelf,1,,
      11,"Code of another",,,,,\(code),
      12,No place,,,,4,,
      13,Unknown word,,,,,,gone
      14,Too many fields,,,,,,,,
      16,Into a disabled slot,,,Shelf,3,,
      """
    let plan = try await library.plan(text)
    let refused = try library.lines(plan, .refused)
    let found = refused.map { "\($0.line) \($0.refusal?.code.rawValue ?? "") \($0.refusal?.field?.rawValue ?? "")" }
    #expect(
      found == [
        "3 missing-value title", "4 bad-value year", "5 bad-value barcode", "6 repeated number", "7 slot-taken slot",
        "8 other-record number", "9 missing-value place", "10 bad-value status", "11 field-count ",
        "12 slot-disabled slot",
      ], "\(found)")
    let before = try library.dump()
    #expect(throws: MovingError.linesRefused(10)) {
      try library.imports.apply(plan.id, plan: try #require(plan.plan), skipsRefused: false, by: nil)
    }
    #expect(throws: MovingError.planChanged) {
      try library.imports.apply(plan.id, plan: "of another file", skipsRefused: true, by: nil)
    }
    #expect(try library.dump() == before)
    #expect(try await library.apply(plan, skipsRefused: true).phase == .applied)
    #expect(try library.base.table(.copies, ["number"]).rows == [["5"], ["6"], ["15"]])
  }

  @Test func `a value replaces another one only in a line that names the record, and an empty one never`() async throws
  {
    let library = try ImportedLibrary()
    defer { library.end() }
    try await library.take("number,title,artist,barcode,notes,shelf_mark\n1,Old,Someone,4006381333931,mine,A1\n")
    let release = try library.base.table(.copies).cell(0, "release_id")
    // By its barcode, a release is only completed.
    var plan = try await library.plan("Title,Barcode,Country,Notes\nNew,4006381333931,DE,theirs\n")
    var line = try #require(try library.lines(plan).first)
    #expect(line.fate == .change)
    #expect(line.differences.filter { !$0.isKept }.map(\.field) == [.country], "\(line.differences)")
    #expect(line.differences.filter(\.isKept).map(\.field) == [.title, .notes])
    #expect(line.differences.first { $0.field == .title }?.isEdited == true, "a person entered it")
    // By its number, it is corrected.
    plan = try await library.plan("number,title,artist,notes\n1,New,,\n")
    line = try #require(try library.lines(plan).first)
    #expect(line.differences.map(\.field) == [.title] && line.differences[0].isEdited && !line.differences[0].isKept)
    #expect(try await library.apply(plan).phase == .applied)
    let table = try library.base.table(.copies)
    for (name, value) in ["title": "New", "artist": "Someone", "notes": "mine", "release_id": release] {
      #expect(table.cell(0, name) == value, "\(name)")
    }
    // Two lines of one release contradict each other.
    plan = try await library.plan("title,release_id\nOne,\(release)\nTwo,\(release)\n")
    #expect(try library.lines(plan, .refused).first?.refusal?.code == .contradiction)
  }

  @Test func `a library that changes after the preview is not changed by a plan that is no longer right`() async throws
  {
    let library = try ImportedLibrary()
    defer { library.end() }
    let plan = try await library.plan("number,title\n1,One\n")
    try library.database.write { _ = try $0.addCopy(title: "Another one") }
    let before = try library.dump()
    let done = try await library.apply(plan)
    #expect(done.phase == .failed && done.fault?.sentence == MovingError.planChanged.description)
    #expect(try library.dump() == before)
    // A copy that has nothing to do with the plan does not matter.
    let other = try await library.plan("number,title\n7,Seven\n")
    try library.database.write { _ = try $0.addCopy(title: "A third one") }
    #expect(try await library.apply(other).phase == .applied)
  }

  @Test func `the undo of an import is refused once a copy of it was lent`() async throws {
    let library = try ImportedLibrary()
    defer { library.end() }
    let done = try await library.take("number,title\n1,One\n2,Two\n")
    let change = try #require(done.change)
    let before = try library.dump()
    try library.database.write { transaction in
      let ada = Borrower(id: transaction.newID(), name: "Ada Lovelace", shortName: "Ada L.")
      try transaction.insert(ada)
      let copy = try #require(try transaction.copy(numbered: 2))
      try transaction.open(
        Loan(
          id: transaction.newID(), copy: copy.id, borrower: ada.id, openedAt: transaction.now,
          dueAt: transaction.now + .seconds(60)), at: .hubStation)
      guard case .refused = try transaction.undo(change, by: "Ada") else { throw TestFailure("undone") }
    }
    #expect(try library.dump() != before)
    #expect(try library.base.table(.copies).rows.count == 2)
  }

  @Test func `an import that stops in the middle leaves nothing`() async throws {
    let library = try ImportedLibrary()
    defer { library.database.close() }
    let before = try library.dump()
    let lines = (1...4000).map { "\($0),Title \($0)" }.joined(separator: "\n")
    let plan = try await library.plan("number,title\n\(lines)\n")
    #expect(plan.counts == [.add: 4000])
    _ = try library.imports.apply(plan.id, plan: try #require(plan.plan), skipsRefused: false, by: nil)
    library.imports.stop()
    library.bulk.stop()
    // The next start of the hub.
    let next = BulkChanges(
      database: library.database, policies: LibraryPolicies(defaults: LibraryPolicy()), published: {}, logger: .silent)
    next.recover()
    next.stop()
    let end = try library.imports.view(plan.id)
    if end.phase == .applied {
      #expect(try library.base.table(.copies).rows.count == 4000)
    } else {
      #expect(end.phase == .failed && end.fault?.sentence == MovingError.stopped.description)
      #expect(try library.dump() == before)
    }
  }
}
