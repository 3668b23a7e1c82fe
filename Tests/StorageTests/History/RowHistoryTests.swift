import Deadwax
import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RowHistoryTests {
  let shelf: StorageLibrary

  init() throws { shelf = try StorageLibrary() }

  @Test func `the ledger knows every column of its tables and every child table`() throws {
    try shelf.database.read { reading in
      for table in HistoryTable.allCases {
        let columns = try reading.all("SELECT name FROM pragma_table_info(?1) ORDER BY cid", table.rawValue) {
          try $0.text(0)
        }
        let layout = try reading.layout(of: table)
        #expect(columns == layout.columns && columns.first == table.key, "\(table)")
        #expect(layout.children.map(\.table) == table.children)
        for child in layout.children {
          let below = try reading.all("SELECT name FROM pragma_table_info(?1) ORDER BY cid", child.table) {
            try $0.text(0)
          }
          #expect(below == ["release_id"] + child.columns, "\(child.table)")
        }
      }
      let below = try reading.all(
        """
        SELECT m.name FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f
        WHERE m.type = 'table' AND f."table" = 'release' AND f.on_delete = 'CASCADE' ORDER BY m.name
        """
      ) { try $0.text(0) }
      // The candidates of a look-up belong to its queue, as the look-ups at MusicBrainz do, and the numbers are an index.
      // The recent releases are no part of the history.
      let others = ["lookup_candidate", "musicbrainz_lookup", "recent", "release_number"]
      #expect(Set(below) == Set(HistoryTable.release.children + others))
    }
  }

  @Test func `a change keeps what differs, whole and exactly, and nothing else`() throws {
    let (copy, other) = (shelf.copies[0], shelf.copies[1])
    let notes = "\u{0}\u{1}\"\\ / é 日本 \u{10FFFF}\n'"
    let before = try shelf.dump()
    let change = try #require(
      try shelf.write { transaction in
        try transaction.setNotes(notes, of: copy)
        try transaction.snapshot(.copy, other.text)
        try transaction.set("loan.days", to: "9223372036854775807")
        return try transaction.recordChange(.copy, by: "staff", reason: "because")
      })
    #expect(change.by == "staff" && change.reason == "because" && change.kind == .copy)
    let rows = try shelf.database.read { try $0.rows(of: change) }
    #expect(rows.map(\.table) == [.copy, .setting])
    let after = try shelf.dump()
    #expect(after.differences(from: before) == rows)
    #expect(try shelf.database.read { try $0.change(change.id) } == change)
    let result = try shelf.undo(change)
    #expect(result.change?.undoes == change.id)
    #expect(try shelf.dump(marks: false) == before.withoutMarks)
    // Repeated with a NUL character in it, which ends a C string.
    let again = try #require(result.change)
    #expect(try shelf.undo(again, after: 4).change != nil)
    #expect(
      try shelf.database.read { try $0.first("SELECT notes FROM copy WHERE id = ?1", copy) { try $0.text(0) } }
        == notes)
    #expect(try shelf.database.read { try $0.setting("loan.days") } == "9223372036854775807")
  }

  @Test func `an unchanged row is not a change`() throws {
    let copy = shelf.copies[0]
    let change = try shelf.write { transaction in
      try transaction.snapshot(.copy, copy.text)
      return try transaction.recordChange(.copy)
    }
    #expect(change == nil)
    #expect(try shelf.database.read { try $0.changes(limit: 9) }.isEmpty)
  }

  @Test func `every record function that changes a row of the ledger has touched it`() throws {
    let (shelf, station) = (shelf, shelf.station)
    let (copy, other, borrower, release) = (shelf.copies[0], shelf.copies[1], shelf.borrowers[0], shelf.releases[0])
    let location = Location(place: shelf.places[0], placeName: "Shelf", slot: shelf.slots[0], slotNumber: 1)
    let acts: [@Sendable (WriteTransaction) throws -> Void] = [
      { try $0.insert(Place(id: $0.newID(), kind: .room, name: "Room")) },
      { try $0.insert(Slot(id: $0.newID(), place: shelf.places[0], placeName: "Shelf", number: 9)) },
      { try $0.insert(Release(id: $0.newID(), status: .unresolved, medium: .cd, title: "New", artist: "")) },
      { transaction in
        let copy = Copy(
          id: transaction.newID(), release: release, number: try transaction.nextCopyNumber(),
          code: transaction.newOwnCode(.copy), addedAt: transaction.now)
        try transaction.insert(copy)
      },
      { try $0.move(copy, to: location) },
      { try $0.set(.missing, of: copy) },
      { try $0.edit(copy) { $0.isReference = true } },
      { try $0.setPartsMissing(1, of: copy) },
      { try $0.edit(copy) { $0.partCount = 3 } },
      { try $0.grade(copy, media: "VG+") },
      { try $0.grade(copy, sleeve: "G") },
      { try $0.setNotes("n", of: copy) },
      { try $0.countPlay(of: copy) },
      { try $0.countInHouse(of: copy) },
      { try $0.setWished(true, release) },
      { try $0.set(.notFound, of: release) },
      { transaction in
        var after = try #require(try transaction.release(release))
        after.title = "Filled"
        try transaction.fill(
          after,
          with: ReleaseDetail(
            artists: [ArtistCredit(name: "A", join: "&"), ArtistCredit(name: "B")],
            formats: [Format(name: "CD", descriptions: ["Album"])],
            tracks: [
              Track(position: "1", title: "One", seconds: 61, parts: [Track(kind: .part, position: "", title: "x")])
            ],
            identifiers: [ReleaseIdentifier(type: "Barcode", value: "5099902988023")]))
      },
      { try $0.bind(Code.Key(class: .gtin, value: "5099902988023"), to: .release(release)) },
      { transaction in
        let key = Code.Key(class: .tag, value: "04A2B3C4D5E680")
        try transaction.bind(key, to: .copy(copy))
        let bound = try given(try transaction.binding(of: key))
        try check(transaction.end(bound))
      },
      { try $0.insert(Borrower(id: $0.newID(), name: "New", shortName: "N", email: "n@example.org")) },
      { transaction in
        var person = try #require(try transaction.borrower(borrower))
        person.block = Borrower.Block(reason: "lost", at: transaction.now)
        try check(transaction.update(person, ifVersion: person.version))
      },
      { transaction in
        try transaction.open(
          Loan(
            id: transaction.newID(), copy: copy, borrower: borrower, openedAt: transaction.now,
            dueAt: transaction.now, parts: 2), at: station)
      },
      { try check($0.renew(try given(try $0.openLoan(of: copy)).id, dueAt: $0.now, at: $0.now)) },
      { try check($0.setClaim($0.now, on: try given(try $0.openLoan(of: copy)).id)) },
      { try check($0.setPartsBack(1, of: try given(try $0.openLoan(of: copy)).id)) },
      { try check($0.setDue($0.now, of: try given(try $0.openLoan(of: copy)).id)) },
      { try check($0.close(try given(try $0.openLoan(of: copy)).id, at: station, partsBack: 1)) },
      { try $0.insert(Hold(id: $0.newID(), subject: .release(release), borrower: borrower, createdAt: $0.now)) },
      { transaction in
        let hold = try #require(try transaction.holds(borrower: borrower, limit: 1).first)
        try check(transaction.setReady(hold.id, copy: copy, until: transaction.now))
      },
      { try check($0.setWaiting(try given(try $0.readyHold(of: copy)).id)) },
      { try check($0.close(try given(try $0.holds(borrower: borrower, limit: 1).first).id, as: .cancelled)) },
      { try $0.insert(Fee(id: $0.newID(), borrower: borrower, kind: .lost, amount: 5, currency: "EUR", at: $0.now)) },
      { try check($0.settle(try given(try $0.fees(limit: 1).first).id, waived: true)) },
      { try $0.set("a", to: "1") },
      { try $0.set("a", to: "2") },
      { try $0.set("a", to: nil) },
      { try $0.setStationPolicy("{}", of: station) },
      { try $0.setStationPolicy(nil, of: station) },
      { try $0.storeUnknown(Code.Key(class: .text, value: "?"), .qr, scan: $0.newID(), at: station) },
      { try $0.storeUnknown(Code.Key(class: .text, value: "?"), .qr, scan: $0.newID(), at: station) },
      { transaction in
        let item = try #require(try transaction.openInboxItem(Code.Key(class: .text, value: "?")))
        try check(transaction.decide(item.id, as: .claimed, target: .copy(other)))
      },
    ]
    for (number, act) in acts.enumerated() {
      let before = try shelf.dump()
      let change = try shelf.write(after: Int64(number)) { transaction in
        try act(transaction)
        return try transaction.recordChange(.copy)
      }
      let rows = try shelf.database.read { try $0.rows(of: try #require(change, "act \(number)")) }
      let differences = try shelf.dump().differences(from: before)
      #expect(!differences.isEmpty, "act \(number)")
      #expect(Set(rows) == Set(differences), "act \(number)")
    }
  }

  @Test func `the same work at the same time with the same seed makes the same rows`() throws {
    let other = try StorageLibrary()
    #expect(try other.dump() == shelf.dump())
    for shelf in [shelf, other] {
      _ = try shelf.lend(0)
      let change = try shelf.checkIn(0)
      #expect(try shelf.undo(change).change != nil)
    }
    #expect(try other.dump() == shelf.dump())
    #expect(try other.database.read { try $0.changes(limit: 9) } == shelf.database.read { try $0.changes(limit: 9) })
    _ = try shelf.lend(1, after: 7)
    _ = try other.lend(1, after: 8)
    #expect(try other.dump() != shelf.dump())
  }

  @Test func `writes that share a transaction keep each its own time and seed`() async throws {
    let database = shelf.database
    let drawn = await withTaskGroup(of: (Int, [String]).self) { group in
      for number in 0..<20 {
        group.addTask {
          await withCheckedContinuation { continuation in
            let moment = WriteMoment(now: StorageLibrary.start + .seconds(number), seed: UInt64(number))
            database.submit(at: moment) { transaction in
              let id: Loan.ID = transaction.newID()
              return (number, [id.text, transaction.newOwnCode(.copy).description, "\(transaction.now)"])
            } then: { result in
              continuation.resume(returning: (try? result.get()) ?? (number, []))
            }
          }
        }
      }
      var drawn: [Int: [String]] = [:]
      for await (number, values) in group { drawn[number] = values }
      return drawn
    }
    for number in 0..<20 {
      let moment = WriteMoment(now: StorageLibrary.start + .seconds(number), seed: UInt64(number))
      let again = try database.write(at: moment) { transaction in
        let id: Loan.ID = transaction.newID()
        return [id.text, transaction.newOwnCode(.copy).description, "\(transaction.now)"]
      }
      #expect(drawn[number] == again)
    }
    #expect(Set(drawn.values.map { $0[0] }).count == 20)
  }
}

extension HistoryDump {
  /// The dump without versions and modification times.
  var withoutMarks: HistoryDump {
    var dump = self
    for (table, rows) in self.rows {
      dump.rows[table] = rows.mapValues { row in
        row.replacing(/,"(version|modified_at)":\d+/, with: "")
      }
    }
    return dump
  }
}

extension WriteTransaction {
  fileprivate func edit(_ id: Copy.ID, _ change: (inout Copy) -> Void) throws {
    var copy = try given(try self.copy(id))
    change(&copy)
    try update(copy)
  }
}
