import Deadwax
import Foundation
import Moving
import Storage
import TestSupport
import Testing
import Threads

@Suite(.timeLimit(.minutes(5))) struct LibraryExportTests {
  @Test func `a copy is exported with its release, its place, its tags and its own facts`() throws {
    let library = try MovingLibrary()
    defer { library.database.close() }
    let copy = try library.database.write { transaction in
      let room = Place(id: transaction.newID(), kind: .room, name: "Room > 1")
      let shelf = Place(id: transaction.newID(), parent: room.id, kind: .shelf, name: "Shelf")
      let slot = Slot(id: transaction.newID(), place: shelf.id, placeName: shelf.name, number: 7)
      try transaction.insert(room)
      try transaction.insert(shelf)
      try transaction.insert(slot)
      let copy = try transaction.addCopy(title: "7\" single, the", artist: "=LOVE", in: slot.location)
      try transaction.store([ReleaseLink(source: .discogs, number: "249504", isOwn: true)], of: copy.release)
      try transaction.store(
        OwnFacts(
          accession: .bought, acquiredFrom: "Shop", acquiredOn: CivilDate(iso: "2026-01-02"),
          price: Money(amount: 5, currency: "EUR"), valuation: Money(amount: 1200, currency: "JPY"),
          replacementCost: Money(amount: 1234, currency: "KWD"), isSold: false, notes: "two\nlines"), of: copy.id)
      for uid in ["04A1B2C3D4E5F6", "04A1B2C3D4E5F7"] {
        guard let tag = TagID(.nfcA, hexadecimal: uid[...]) else { throw TestFailure(uid) }
        try transaction.bind(Code.Key(tag), to: .copy(copy.id))
      }
      return copy
    }
    let table = try library.table(.copies)
    #expect(table.rows.count == 1 && table.names == ExportTable.copies.columns)
    let expected = [
      "number": "1", "artist": "=LOVE", "title": "7\" single, the", "medium": "vinyl", "discogs": "249504",
      "musicbrainz": "", "status": "available", "is_sold": "no", "place": "Room \\> 1 > Shelf", "slot": "7",
      "accession": "bought", "acquired_on": "2026-01-02", "price": "0.05", "price_currency": "EUR",
      "valuation": "1200", "replacement_cost": "1.234", "notes": "two\nlines", "code": copy.code.description,
      "copy_id": copy.id.text, "release_id": copy.release.text, "release_status": "manual",
      "added_at": "2026-11-20T09:05:20.000Z",
    ]
    for (name, value) in expected { #expect(table.cell(0, name) == value, "\(name)") }
    #expect(table.cell(0, "tags").split(separator: "\n").count == 2)
    #expect(String(decoding: table.bytes, as: UTF8.self).contains(",'=LOVE,\"7\"\" single, the\","))
  }

  @Test func `borrowers are exported with their cards and without PINs, loans with their names`() throws {
    let library = try MovingLibrary()
    defer { library.database.close() }
    let ada = try library.database.write { transaction in
      let ada = Borrower(
        id: transaction.newID(), name: "Ada Lovelace", shortName: "Ada L.", phone: "+4930123456", hasPIN: false,
        note: "@home")
      try transaction.insert(ada)
      for card in ["CARD, 1", "CARD-2"] {
        try transaction.bind(Code.Key(class: .text, value: card), to: .borrower(ada.id))
      }
      let copy = try transaction.addCopy(title: "Blue Train")
      try transaction.open(
        Loan(
          id: transaction.newID(), copy: copy.id, borrower: ada.id, openedAt: transaction.now,
          dueAt: transaction.now + .seconds(86_400)), at: .hubStation)
      return ada
    }
    let borrowers = try library.table(.borrowers)
    #expect(borrowers.names == ExportTable.borrowers.columns && borrowers.rows.count == 1)
    for (name, value) in [
      "name": "Ada Lovelace", "phone": "+4930123456", "cards": "CARD, 1\nCARD-2", "note": "@home", "is_staff": "no",
      "expires_at": "", "borrower_id": ada.id.text,
    ] { #expect(borrowers.cell(0, name) == value, "\(name)") }
    #expect(!borrowers.names.contains { $0.contains("pin") })
    let loans = try library.table(.loans)
    #expect(loans.names == ExportTable.loans.columns && loans.rows.count == 1)
    for (name, value) in [
      "borrower_name": "Ada Lovelace", "copy_number": "1", "title": "Blue Train", "returned_at": "",
      "due_at": "2026-11-21T09:05:20.000Z", "borrower_id": ada.id.text,
    ] { #expect(loans.cell(0, name) == value, "\(name)") }
  }

  @Test func `an empty library gives the names of the columns`() throws {
    let library = try MovingLibrary()
    defer { library.database.close() }
    for table in ExportTable.allCases {
      let text = try library.table(table)
      #expect(text.rows.isEmpty && text.names == table.columns)
      #expect(Set(text.names).count == text.names.count, "a name twice")
    }
  }

  @Test func `columns are chosen in their order, and a wrong name is refused`() throws {
    let library = try MovingLibrary()
    defer { library.database.close() }
    try library.database.write { _ = try $0.addCopy(title: "T", artist: "A") }
    let chosen = try library.table(.copies, ["title", "number"], hasMark: true)
    #expect(String(decoding: chosen.bytes, as: UTF8.self) == "\u{FEFF}title,number\r\nT,1\r\n")
    #expect(throws: MovingError.repeatedColumn("title")) {
      try library.export.export(
        .copies, columns: ["title", "number", "title"], hasCovers: false, hasMark: false, of: nil)
    }
    #expect(throws: MovingError.unknownColumns(["price", ""], known: ExportTable.loans.columns)) {
      try library.export.export(.loans, columns: ["title", "price", ""], hasCovers: false, hasMark: false, of: nil)
    }
  }

  @Test func `hostile texts come back, and no cell begins a formula`() throws {
    let library = try MovingLibrary()
    defer { library.database.close() }
    var random = SeededRandom(seed: 31)
    let parts = [
      "=", "+", "-", "@", "'", "\"", ",", ";", "\t", " ", "é", "😀", "\u{202E}", "＝", "cmd|' /C calc'!A0", "\r\n",
    ]
    let titles = (0..<200).map { _ in
      (0..<Int.random(in: 1...5, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    }
    try library.database.write { for title in titles { try $0.addCopy(title: title, artist: title) } }
    let table = try library.table(.copies)
    for (row, title) in titles.enumerated() {
      #expect(Array(table.cell(row, "title").utf8) == Array(title.utf8), "\(title.debugDescription)")
    }
    #expect(table.bytes == (try library.table(.copies)).bytes, "the same library has the same bytes")
  }

  @Test func `each table is one snapshot`() throws {
    let library = try MovingLibrary()
    defer { library.database.close() }
    let isOver = Latch()
    let ended = Latch()
    let database = library.database
    // Two copies at a time: a table with one of them would be between two states.
    _ = DedicatedThread("additions") {
      while !isOver.isRaised {
        _ = try? database.write { transaction in
          try transaction.addCopy(title: "one")
          try transaction.addCopy(title: "two")
        }
      }
      ended.raise()
    }
    defer { ended.wait() }
    defer { isOver.raise() }
    var sizes: Set<Int> = []
    while sizes.count < 20 {
      let count = try library.table(.copies, ["number"]).rows.count
      #expect(count.isMultiple(of: 2), "\(count)")
      sizes.insert(count)
    }
  }

  @Test func `a folder that is not there is reported, and no file stays`() throws {
    let library = try MovingLibrary()
    defer { library.database.close() }
    let nowhere = LibraryExport(database: library.database, folder: library.folder.path("nowhere"))
    #expect(throws: MovingError.self) {
      try nowhere.export(.copies, columns: nil, hasCovers: false, hasMark: false, of: nil)
    }
    _ = try library.table(.copies)
    let names = try FileManager.default.contentsOfDirectory(atPath: library.folder.path)
    #expect(names.allSatisfy { $0.hasPrefix("deadwax.sqlite") }, "\(names)")
  }
}
