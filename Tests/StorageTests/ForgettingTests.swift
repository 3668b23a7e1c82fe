import Deadwax
import Storage
import Testing
import Threads

@Suite(.timeLimit(.minutes(5)))
struct ForgettingTests {
  let shelf: StorageLibrary
  let person: Borrower
  let uid = "04A2B3C4D5E681"
  let own = OwnCode(.borrower, number: 12345)

  /// Creates a borrower with every kind of personal data, all of it past.
  init() throws {
    shelf = try StorageLibrary()
    person = Borrower(
      id: .new(at: StorageLibrary.start), name: "Countess \"Ada\" King-Noël", shortName: "Ada K.", group: "friends",
      isStaff: true, email: "ada@example.org", phone: "+4930123456", language: "en", note: "likes organs")
    try live(shelf, person)
  }

  private func live(_ shelf: StorageLibrary, _ person: Borrower) throws {
    let keys = [
      Code.Key(class: .text, value: "Member-0042"), Code.Key(class: .tag, value: uid),
      Code.Key(class: .own, value: own.description),
    ]
    let (station, copy, release) = (shelf.station, shelf.copies[0], shelf.releases[0])
    try shelf.write(after: 10) { transaction in
      try transaction.insert(person)
      for key in keys { try transaction.bind(key, to: .borrower(person.id)) }
      try transaction.recordChange(.borrower, by: "Ada K.", reason: "moved here, speaks of organs")
      try transaction.setPIN("$argon2id$secret", of: person.id)
    }
    try shelf.write(after: 11) { transaction in
      try transaction.storeUnknown(keys[0], .typed, scan: transaction.newID(), at: station)
      try transaction.recordChange(.inbox)
    }
    let change = try shelf.write(after: 12) { transaction in
      let loan = Loan(
        id: transaction.newID(), copy: copy, borrower: person.id, openedAt: transaction.now, dueAt: transaction.now)
      try transaction.open(loan, at: station)
      let hold = Hold(
        id: transaction.newID(), subject: .release(release), borrower: person.id, createdAt: transaction.now)
      try transaction.insert(hold)
      let fee = Fee(
        id: transaction.newID(), borrower: person.id, loan: loan.id, kind: .damage, amount: 1, currency: "EUR",
        at: transaction.now, note: "Ada K. dropped it")
      try transaction.insert(fee)
      let session = StoredSession(
        id: transaction.newID(), station: station, borrower: person.id, beganAt: transaction.now)
      try transaction.insert(session)
      return try transaction.recordChange(.lend, station: station)
    }
    #expect(change != nil)
    // As stored, in lower case, with surrounding spaces, reversed.
    let texts: [(String, Symbology)] = [
      ("Member-0042", .code128), (" Member-0042\r", .typed), (uid, .tagUID), (uid.lowercased(), .tagUID),
      (TagID(uid)?.reversed.description ?? "", .tagUID), (own.description.lowercased(), .qr),
      ("Member-00421", .code128),
    ]
    for (number, (text, symbology)) in texts.enumerated() {
      try shelf.write(after: 20 + Int64(number)) { transaction in
        let reading = Reading(
          id: transaction.newID(), at: transaction.now, symbology: symbology, text: text,
          written: symbology == .tagUID ? OwnCode(.borrower, number: 12345).description : nil)
        _ = try transaction.append(
          reading, station: station, reader: nil, outcome: Outcome(.sessionStarted, mode: .checkout))
        let quoted = "\"\(text.replacing("\r", with: "\\r"))\""
        try transaction.append(
          RecordedEvent(
            at: transaction.now, station: station, kind: "reading", scan: reading.id, input: "{\"text\":\(quoted)}",
            seed: 1, before: "{\"staff\":\"Ada K.\"}", after: "{\"key\":\(quoted)}", candidates: "[\"Ada K.s\"]"))
        try transaction.publish(.tagChanged(change: .seen, copy: nil, place: nil, slot: nil), subject: text)
      }
    }
    try shelf.write(after: 40) { transaction in
      let loan = try given(try transaction.openLoan(of: copy))
      try check(transaction.close(loan.id, at: station))
      for fee in try transaction.fees(of: person.id, limit: 9) { try check(transaction.settle(fee.id, waived: false)) }
      for hold in try transaction.holds(borrower: person.id, limit: 9) {
        try check(transaction.close(hold.id, as: .cancelled))
      }
      for session in [try given(try transaction.newestSession(of: station))] { try check(transaction.end(session.id)) }
      try transaction.recordChange(.checkIn, station: station, by: "Ada K.")
      try transaction.run(
        "INSERT INTO kept_answer (id, request, status, body, at) VALUES ('a', 'b', 200, ?1, 1)",
        "{\"id\":\"\(person.id)\",\"name\":\"Ada\"}")
    }
  }

  /// Returns every text in the database that contains one of the words, in any case.
  private func traces(of words: [String]) throws -> [String] {
    try shelf.database.read { reading in
      // A virtual table has its words in others.
      let tables = try reading.all(
        """
        SELECT name FROM pragma_table_list
        WHERE schema = 'main' AND type IN ('table', 'shadow') AND name NOT LIKE 'sqlite_%'
        """
      ) { try $0.text(0) }
      return try tables.flatMap { table -> [String] in
        let columns = try reading.all("SELECT name FROM pragma_table_info(?1)", table) { try $0.text(0) }
        return try columns.flatMap { column in
          try words.flatMap { word in
            try reading.all(
              "SELECT CAST(\(column) AS TEXT) FROM \(table) WHERE instr(lower(CAST(\(column) AS TEXT)), lower(?1)) > 0",
              word
            ) { "\(table).\(column): \(try $0.text(0))" }
          }
        }
      }
    }
  }

  private var words: [String] {
    [
      "Countess", "King-No", "Ada K.\"", "example.org", "4930123456", "organ", "friends", "argon2", "dropped",
      "Member-0042\"", uid,
      TagID(uid)?.reversed.description ?? "", own.base32,
    ]
  }

  @Test func `an erased person is in no table`() throws {
    #expect(try traces(of: words).count > 30)
    let before = try shelf.database.read { reading in
      (try reading.scans(before: nil, station: nil, outcome: nil, limit: 99), try reading.changes(limit: 99))
    }
    let (change, counts) = try #require(try shelf.database.erase(person.id, by: "Ada K."))
    #expect(change.kind == .erase && change.by == nil)
    #expect([counts.loans, counts.holds, counts.fees, counts.sessions, counts.cards] == [1, 1, 1, 1, 3])
    #expect(counts.scans == 6)
    #expect(counts.recorded == 7)
    let left = try traces(of: words)
    #expect(left == [])
    #expect(try traces(of: ["Ada K."]).filter { !$0.contains("Ada K.s") } == [])
    #expect(try shelf.database.read { try $0.borrower(person.id) } == nil)
    #expect(try shelf.database.read { try $0.borrowers(matching: "ada k", limit: 9) } == [])
    #expect(try shelf.database.read { try $0.first("SELECT count(*) FROM erasure") { try $0.integer(0) } } == 0)
    // The history has the same length, and its scans still belong to a card of the same kind.
    let scans = try shelf.database.read { try $0.scans(before: nil, station: nil, outcome: nil, limit: 99) }
    #expect(scans.map(\.id) == before.0.map(\.id))
    for (old, new) in zip(before.0, scans) {
      let (was, became) = (
        Code.classify(old.reading.text, symbology: old.reading.symbology).key,
        Code.classify(new.reading.text, symbology: new.reading.symbology).key
      )
      #expect(was?.class == became?.class)
      #expect((was == became) == (old.reading.text == "Member-00421"))
    }
    #expect(Set(scans.map { $0.reading.text.lowercased() }).count == 5)
    // A second erasure does nothing, and no change can be undone.
    #expect(try shelf.database.erase(person.id) == nil)
    for change in before.1 {
      let result = try shelf.database.write { try $0.undo(change.id) }
      #expect(result == .refused(.forgotten), "\(change.kind)")
    }
    #expect(try shelf.database.read { try $0.cards(of: shelf.borrowers[0]) }.count == 1)
  }

  @Test func `tags and labels that an erased person ordered remain, and name no person`() throws {
    let (station, copy) = (shelf.station, shelf.copies[0])
    let tag = try #require(TagID("04F1E2D3C4B5A6"))
    try shelf.write(after: 50) { transaction in
      for number in 0..<3 {
        let job = TagJob(
          id: transaction.newID(), action: .seal, uid: tag, station: station, by: number == 2 ? "Ada" : "Ada K.",
          deadline: transaction.now, createdAt: transaction.now)
        try transaction.insert(StoredTagJob(job: job))
        try transaction.run("UPDATE tag_write SET state = 'done', finished_at = 1")
        try transaction.noteOrder(.tagJob, of: OrderedJob(job), at: station, by: job.by)
      }
      try transaction.makeTagQueue(at: station, of: [copy], seals: false, by: "Ada K.")
      let labels = LabelJob(
        id: transaction.newID(), layout: "a4-3x8", form: .qr, resolution: 300, start: 1, sheets: 1, labels: 1,
        station: station, by: "Ada K.", createdAt: transaction.now)
      try transaction.insert(labels)
      try transaction.run(
        "INSERT INTO kept_answer (id, request, status, body, at) VALUES ('c', 'd', 201, ?1, 1)",
        "{\"action\":\"seal\",\"by\":\"Ada K.\"}")
    }
    let named = try traces(of: ["Ada K."])
    for column in ["tag_write.by", "tag_queue.by", "label_job.by", "kept_answer.body"] {
      #expect(named.contains { $0.hasPrefix("\(column): ") }, "\(column)")
    }
    _ = try shelf.database.erase(person.id)
    #expect(try traces(of: ["Ada K."]).filter { !$0.contains("Ada K.s") } == [])
    let left = try shelf.database.read { reading in
      (
        try reading.all("SELECT by FROM tag_write ORDER BY by") { try $0.optionalText(0) },
        try reading.tagQueue(station), try reading.labelJobs(before: nil, limit: 9),
        try reading.changes(limit: 99).filter { $0.kind == .tagJob }
      )
    }
    #expect(left.0 == [nil, nil, "Ada"])
    #expect(left.1?.total == 1 && left.1?.by == nil)
    #expect(left.2.map(\.by) == [nil] && left.2.map(\.station) == [station])
    #expect(left.3.map(\.by) == ["Ada", nil, nil] && left.3.allSatisfy { $0.order?.action == .seal })
  }

  /// Searches the raw bytes of all files for the words.
  private func rawTraces(of words: [String]) throws -> [String] {
    try shelf.scratch.content().flatMap { name, bytes in
      // Every byte becomes a Latin-1 character, so that all data between texts is text too.
      let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
      return words.filter { text.contains($0) }.map { "\(name): \($0)" }
    }
  }

  @Test func `an erased person is in no file, while the hub runs`() throws {
    // Some versions of the pages are in the database, some in the log.
    #expect(try shelf.database.emptyLog())
    try shelf.write(after: 60) { [person] transaction in
      var changed = person
      changed.note = "likes organs and pianos"
      try check(transaction.update(changed))
    }
    let words = ["Countess", "example.org", "organ", "pianos", "Member-0042\"", uid, "dropped it", "argon2id"]
    #expect(try rawTraces(of: words).count > words.count)
    #expect(try shelf.database.erase(person.id) != nil)
    let left = try rawTraces(of: words)
    #expect(left == [])
  }

  @Test func `anonymised data is removed from every file, even after a long read delayed it`() throws {
    #expect(try rawTraces(of: ["Ada K.s"]) != [])
    let (isReading, mayEnd) = (Latch(), Latch())
    let database = shelf.database
    let reader = DedicatedThread("reader") {
      try? database.read { reading in
        _ = try reading.changes(limit: 1)
        isReading.raise()
        mayEnd.wait()
      }
    }
    isReading.wait()
    let job = DedicatedThread("job") { _ = try? database.anonymise(before: StorageLibrary.start + .seconds(100)) }
    // The stations continue while it waits for the read.
    for number in 0..<20 as Range<Int64> {
      try shelf.write(after: 200 + number) {
        try $0.publish(.tagChanged(change: .seen, copy: nil, place: nil, slot: nil), subject: "x")
      }
    }
    mayEnd.raise()
    reader.join()
    job.join()
    #expect(try rawTraces(of: ["Ada K.s"]) == [])
  }

  @Test func `an interrupted erasure continues`() throws {
    #expect(try shelf.database.write { try $0.beginErasure(of: person.id) } != nil)
    #expect(try shelf.database.read { try $0.borrower(person.id) } == nil)
    #expect(try traces(of: ["Countess"]).count > 0)
    #expect(try shelf.database.finishErasures().loans == 1)
    let left = try traces(of: words)
    #expect(left == [])
    #expect(try shelf.database.finishErasures() == ErasureCounts())
  }

  @Test func `all data of a person is exported`() throws {
    let json = try #require(try shelf.database.read { try $0.export(of: person.id) })
    for word in [
      "Countess \\\"Ada\\\" King-Noël", "ada@example.org", "likes organs", "Member-0042", uid, "\"loans\":[{",
      "\"holds\":[{", "\"fees\":[{", "\"sessions\":[{", "\"scans\":[{", "\"changes\":[{", "\"hasPIN\":true", "Title 0",
      "\"isStaff\":true",
    ] {
      #expect(json.contains(word), "\(word)")
    }
    #expect(!json.contains("argon2"))
    let isJSON = try shelf.database.read { try $0.first("SELECT json_valid(?1)", json) { try $0.flag(0) } }
    #expect(isJSON == true)
    #expect(try shelf.database.read { try $0.export(of: .new(at: StorageLibrary.start)) } == nil)
  }

  @Test func `old loans forget who had them, and what is not over does not`() throws {
    let later = try shelf.lend(1, to: 0, after: 50)
    let unpaid = try shelf.lend(2, to: 0, after: 51)
    try shelf.write(after: 52) { [copy = shelf.copies[2], borrower = shelf.borrowers[0]] transaction in
      let loan = try given(try transaction.openLoan(of: copy))
      try transaction.insert(
        Fee(
          id: transaction.newID(), borrower: borrower, loan: loan.id, kind: .overdue, amount: 9, currency: "EUR",
          at: transaction.now))
      try check(transaction.close(loan.id, at: .hubStation))
      try transaction.recordChange(.checkIn)
    }
    let undone = try shelf.lend(3, to: 1, after: 53)
    #expect(try shelf.undo(undone, after: 54).change != nil)
    let recorded = try shelf.database.read { reading in
      try reading.first("SELECT count(*) FROM recording WHERE at < ?1", StorageLibrary.start + .seconds(100)) {
        Int(try $0.integer(0))
      }
    }
    let counts = try shelf.database.anonymise(before: StorageLibrary.start + .seconds(100))
    #expect([counts.loans, counts.holds, counts.fees, counts.sessions] == [1, 1, 1, 1])
    // Six of the seven scans are of this person's cards; the recordings include the changes from other sources.
    #expect(counts.scans == 6 && counts.recorded == recorded && counts.recorded > 7)
    let database = shelf.database
    let gone = try #require(try database.read { try $0.loans(of: shelf.copies[0], limit: 1).first })
    #expect(gone.borrower == nil && gone.returnedAt != nil)
    // Only the borrower's own data and cards still refer to the borrower.
    for (table, expected) in [("loan", 0), ("hold", 0), ("fee", 0), ("borrower", 1), ("code", 3)] as [(String, Int64)] {
      let count = try database.read {
        try $0.first(
          "SELECT count(*) FROM change_row WHERE table_name = ?1 AND instr(coalesce(before, '') || coalesce(after, ''), ?2) > 0",
          table, person.id
        ) {
          try $0.integer(0)
        }
      }
      #expect(count == expected, "\(table)")
    }
    // An open loan and an unpaid one still have their borrower; an undone one has none.
    for change in [later, unpaid] {
      #expect(try database.read { try $0.rows(of: change)[0].after?.contains(shelf.borrowers[0].text) } == true)
    }
    #expect(try database.read { try $0.rows(of: undone)[0].after?.contains(shelf.borrowers[1].text) } == false)
    let texts = try database.read {
      try $0.scans(before: nil, station: nil, outcome: nil, limit: 99).map(\.reading.text)
    }
    #expect(texts == ["Member-00421"] + Array(repeating: "", count: 6))
    #expect(try database.read { try $0.recording(after: 0, limit: 9) } == [])
    #expect(try database.read { try $0.changes(limit: 1).map(\.kind) } == [.anonymise])
    // A second run has nothing to do and records no change.
    let changes = try database.read { try $0.changes(limit: 999).count }
    #expect(try database.anonymise(before: StorageLibrary.start + .seconds(100)) == AnonymisationCounts())
    #expect(try database.read { try $0.changes(limit: 999).count } == changes)
    // Once paid, it is anonymised too.
    try shelf.write(after: 60) { transaction in
      for fee in try transaction.fees(isOpen: true, limit: 9) { try check(transaction.settle(fee.id, waived: true)) }
    }
    #expect(try database.anonymise(before: StorageLibrary.start + .seconds(100)).loans == 1)
    #expect(try shelf.undo(later, after: 61).change != nil)
  }

  @Test func `more than one write can do is done in many`() throws {
    let shelf = try StorageLibrary(copies: 1200)
    let (copies, borrower) = (shelf.copies, shelf.borrowers[0])
    try shelf.write(after: 1) { transaction in
      for copy in copies {
        let loan = Loan(
          id: transaction.newID(), copy: copy, borrower: borrower, openedAt: transaction.now, dueAt: transaction.now)
        try transaction.open(loan, at: .hubStation)
        try check(transaction.close(loan.id, at: .hubStation))
        try transaction.recordChange(.lend)
      }
    }
    let counts = try shelf.database.anonymise(before: StorageLibrary.start + .seconds(9))
    #expect(counts.loans == 1200 && counts.changes == 1200)
    #expect(
      try shelf.database.read {
        try $0.first("SELECT count(*) FROM change_row WHERE instr(after, ?1) > 0 AND table_name = 'loan'", borrower) {
          try $0.integer(0)
        }
      } == 0)
  }
}
