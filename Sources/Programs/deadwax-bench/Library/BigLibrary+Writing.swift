internal import Deadwax
internal import Foundation
internal import Log
internal import Storage

/// Writing the library to a database: with the hub's schema and all its constraints, in few and large transactions.
extension BigLibrary {
  /// The rows in one transaction.
  private static let batch = 200_000

  /// Creates the database; the file must not exist yet.
  ///
  /// - Throws: a `StorageError`.
  func write(to path: String) throws {
    let now = now
    let database = try Database(
      path: path, migrations: Migration.all, logger: .silent, newestSequence: EventJournal.newestSequence, now: { now })
    defer { database.close() }
    try database.write { try $0.cacheInMemory(kilobytes: 1_000_000) }
    try database.write { try placesAndSlots(in: $0) }
    try inBatches(size.releases, database) { try releases($0, in: $1) }
    try database.write { try $0.indexReleases() }
    try inBatches(size.copies, database) { try copies($0, in: $1) }
    try inBatches(size.borrowers, database) { try people($0, in: $1) }
    try inBatches(size.pastLoans, database) { try pastLoans($0, in: $1) }
    try inBatches(size.openLoans, database) { try openLoans($0, in: $1) }
    try database.write {
      try holds(in: $0)
      try fees(in: $0)
    }
  }

  private func inBatches(
    _ count: Int, _ database: Database, _ body: @escaping @Sendable (Range<Int>, WriteTransaction) throws -> Void
  ) throws {
    for start in stride(from: 0, to: count, by: Self.batch) {
      try database.write { try body(start..<min(count, start + Self.batch), $0) }
    }
  }

  private func placesAndSlots(in transaction: WriteTransaction) throws {
    let places = RowInsert(into: "place", ["id", "parent_id", "kind", "name", "created_at"])
    let slots = RowInsert(into: "slot", ["id", "place_id", "number", "created_at"])
    let start = time(0, of: 1)
    for index in 0..<self.places {
      let isRoom = index < rooms
      let kind: Place.Kind = isRoom ? .room : index < rooms + size.shelves ? .shelf : .changer
      try transaction.insert(
        places,
        [place(index), isRoom ? nil : place(index % rooms), kind.rawValue, "\(kind.rawValue) \(index + 1)", start])
      let code = OwnCode(.place, number: number(.place, index, 3) | 1)
      try transaction.bind(Code.Key(class: .own, value: code.description), to: .place(place(index)))
    }
    for index in 0..<self.slots {
      let number = index % size.slotsOfChanger + 1
      try transaction.insert(slots, [slot(index), changer(index / size.slotsOfChanger), number, start])
      let code = OwnCode(.slot, number: self.number(.slot, index, 3) | 1)
      try transaction.bind(Code.Key(class: .own, value: code.description), to: .slot(slot(index)))
    }
  }

  private func releases(_ range: Range<Int>, in transaction: WriteTransaction) throws {
    let releases = RowInsert(
      into: "release",
      [
        "id", "status", "medium", "title", "artist", "label", "catalog_number", "year", "country", "barcode", "genres",
        "styles", "source", "source_id", "fetched_at", "created_at", "modified_at",
      ])
    let credits = RowInsert(into: "artist_credit", ["release_id", "position", "name"])
    let formats = RowInsert(into: "format", ["release_id", "position", "name", "quantity"])
    let tracks = RowInsert(into: "track", ["release_id", "position", "kind", "printed_position", "title", "seconds"])
    let identifiers = RowInsert(into: "identifier", ["release_id", "position", "type", "value", "gtin"])
    for index in range {
      let (id, at, barcode, medium) = (release(index), releaseTime(index), barcode(index), medium(index))
      let words = catalogued(index)
      try transaction.insert(
        releases,
        [
          id, Release.Status.resolved.rawValue, medium.rawValue, words.title, words.artist, words.label,
          words.catalogNumber, words.year, words.country, barcode?.key, Self.json([words.genre]),
          Self.json(words.styles), "discogs", "\(index + 1)", at, at, at,
        ])
      for (position, title) in words.tracks.enumerated() {
        try transaction.insert(
          tracks, [id, position, "track", "\(position + 1)", title, 60 + draw(below: 400, .extra, index, 50)])
      }
      try transaction.insert(credits, [id, 0, words.artist])
      try transaction.insert(formats, [id, 0, medium == .vinyl ? "Vinyl" : "CD", 1])
      if let barcode {
        try transaction.insert(identifiers, [id, 0, "Barcode", barcode.key, barcode.key])
        try transaction.bind(Code.Key(class: .gtin, value: barcode.key), to: .release(id))
      }
      try transaction.insert(identifiers, [id, 1, "Matrix / Runout", "\(index)-A \(number(.extra, index, 11))", nil])
    }
  }

  /// Returns words without special characters as a list in JSON.
  private static func json(_ words: [String]) -> String {
    "[" + words.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }

  private func copies(_ range: Range<Int>, in transaction: WriteTransaction) throws {
    let copies = RowInsert(
      into: "copy",
      [
        "id", "release_id", "number", "code", "part_count", "media_condition", "place_id", "slot_id", "slot_is_single",
        "added_at", "modified_at",
      ])
    let grades = ["M", "NM", "NM", "VG+", "VG+", "VG"]
    for index in range {
      let (place, slot) = location(index)
      let code = copyCode(index).description
      try transaction.insert(
        copies,
        [
          copy(index), release(releaseOfCopy(index)), index + 1, code, parts(index), grades[index % grades.count],
          place,
          slot, slot == nil ? nil : 1, copyTime(index), copyTime(index),
        ])
      try transaction.bind(Code.Key(class: .own, value: code), to: .copy(copy(index)))
    }
  }

  private func people(_ range: Range<Int>, in transaction: WriteTransaction) throws {
    let people = RowInsert(
      into: "borrower", ["id", "name", "short_name", "group_name", "created_at", "modified_at"])
    for index in range {
      let (id, at) = (borrower(index), borrowerTime(index))
      let (first, last) = (word(number(.borrower, index, 3)), word(number(.borrower, index, 4)))
      let group = index % 50 == 0 ? "school" : "standard"
      try transaction.insert(people, [id, "\(first) \(last)", "\(first) \(last.prefix(1)).", group, at, at])
      try transaction.bind(Code.Key(class: .own, value: card(index).description), to: .borrower(id))
      if let tag = tag(index) { try transaction.bind(Code.Key(tag), to: .borrower(id)) }
    }
  }

  private func pastLoans(_ range: Range<Int>, in transaction: WriteTransaction) throws {
    let loans = RowInsert(
      into: "loan",
      [
        "id", "copy_id", "borrower_id", "station", "opened_at", "due_at", "renewals", "returned_at", "returned_station",
        "anonymised_at",
      ])
    for index in range {
      let opened = pastOpenedAt(index)
      let returned = days(1 + draw(below: 20, .loan, index, 5), after: opened)
      // The default policy: ninety days after the return, the borrower is removed from the loan.
      let forgotten = days(90, after: returned) < now ? days(90, after: returned) : nil
      let who = forgotten == nil ? borrower(draw(below: size.borrowers, .loan, index, 6)) : nil
      try transaction.insert(
        loans,
        [
          pastLoan(index), copy(copyOfPastLoan(index)), who, "desk", opened, days(14, after: opened), 0, returned,
          "desk", forgotten,
        ])
    }
  }

  private func openLoans(_ range: Range<Int>, in transaction: WriteTransaction) throws {
    let loans = RowInsert(
      into: "loan", ["id", "copy_id", "borrower_id", "station", "opened_at", "due_at", "parts"])
    for index in range {
      let copy = copyOfOpenLoan(index)
      let opened = openedAt(index)
      try transaction.insert(
        loans,
        [
          openLoan(index), self.copy(copy), borrower(borrowerOfOpenLoan(index)), "desk", opened,
          days(14, after: opened), parts(copy),
        ])
    }
  }

  /// Inserts holds on releases of which a copy is on loan, for borrowers without loans.
  private func holds(in transaction: WriteTransaction) throws {
    let holds = RowInsert(into: "hold", ["id", "release_id", "borrower_id", "state", "created_at"])
    for index in 0..<size.holds {
      let at = time(index, of: size.holds)
      let loan = index * (size.openLoans / size.holds)
      try transaction.insert(
        holds,
        [
          Hold.ID(at: at, random: (number(.hold, index, 1), number(.hold, index, 2))),
          release(releaseOfCopy(copyOfOpenLoan(loan))), borrower(size.borrowers - 1 - index % (size.borrowers / 2)),
          Hold.State.waiting.rawValue, at,
        ])
    }
  }

  /// Inserts fees, of which a third are not paid.
  private func fees(in transaction: WriteTransaction) throws {
    let fees = RowInsert(
      into: "fee", ["id", "borrower_id", "loan_id", "kind", "amount", "currency", "at", "settled_at"])
    for index in 0..<size.fees {
      let at = time(index, of: size.fees)
      try transaction.insert(
        fees,
        [
          Fee.ID(at: at, random: (number(.fee, index, 1), number(.fee, index, 2))),
          borrower(draw(below: size.borrowers, .fee, index, 3)), pastLoan(index), Fee.Kind.overdue.rawValue,
          20 + draw(below: 980, .fee, index, 4), "EUR", at, index % 3 == 0 ? nil : at,
        ])
    }
  }
}
