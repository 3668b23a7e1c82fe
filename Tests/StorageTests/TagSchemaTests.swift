import Deadwax
import Storage
import Testing

/// Tests of the constraints of the tag tables, and of the migration of a station without them.
@Suite(.timeLimit(.minutes(5)))
struct TagSchemaTests {
  let scratch: Scratch
  let station = Station.Name.hubStation
  let now = Timestamp(milliseconds: 1_795_165_520_000)

  init() throws { scratch = try Scratch(inMemory: true) }

  @Test func `a station of before the tags is as it was, in its mode and with what was open`() throws {
    let first = try scratch.open(migrations: [try #require(Migration.all.first)])
    try first.write { transaction in
      try transaction.run(
        "INSERT INTO borrower VALUES ('0193489a-7c20-7e0b-a1c3-000000000001', 1, 'N', 'N', 0, 0)")
      try transaction.run(
        """
        INSERT INTO station (name, version, mode, stage, borrower_id, ends_at)
        VALUES ('desk', 7, 'check-out', 'session', '0193489a-7c20-7e0b-a1c3-000000000001', 9)
        """)
    }
    first.close()
    let database = try scratch.open(migrations: Migration.all)
    let (state, version) = try #require(try database.read { try $0.station(station) })
    #expect(version == 7)
    #expect(state.mode == .checkout)
    let session = try #require(state.session)
    #expect(session.borrower.text == "0193489a-7c20-7e0b-a1c3-000000000001")
    #expect(session.until == Timestamp(milliseconds: 9))
  }

  @Test func `each stage is read as it was stored`() throws {
    let database = try scratch.open(migrations: Migration.all)
    let copy = try copy(in: database)
    let key = Code.Key(class: .text, value: "a, \"label\"")
    let stages: [StationState.Stage] = [
      .idle, .pendingCopy(copy, until: now), .pendingCode(key, until: now),
      .question(TagPrompt(.tagBound, key: key, copy: copy), until: now),
      .question(TagPrompt(.copyHasTag, key: key, copy: copy, confirmed: [.tagBound, .tagForeignContent]), until: now),
    ]
    for mode in Mode.allCases {
      for stage in stages {
        let state = StationState(mode: mode, stage: stage)
        try database.write { [station] in try $0.save(state, of: station) }
        #expect(try database.read { try $0.station(station)?.state } == state)
      }
    }
  }

  @Test func `a job and a tag are read as they were stored`() throws {
    let database = try scratch.open(migrations: Migration.all)
    let uid = try #require(TagID("04A2B3C4D5E680"))
    var tag = Deadwax.Tag(
      uid: uid, kind: "NTAG213", capacity: 137, access: .sealed, content: .own, code: OwnCode(.copy, number: 1),
      fault: "crc", firstSeenAt: now, lastSeenAt: now + .seconds(1), writes: 3, failures: 2)
    var work = StoredTagJob(
      job: TagJob(
        id: .new(at: now), action: .write, uid: uid, copy: try copy(in: database), code: OwnCode(.copy, number: 1),
        station: station, by: "Ada", deadline: now + .seconds(60), createdAt: now),
      overwrite: true, replaces: true, seals: true, scan: .new(at: now))
    let secret = TagSecret(password: [1, 2, 3, 4], pack: [5, 6])
    try database.write { [tag, work] transaction in
      try transaction.save(tag)
      try transaction.store(secret, of: uid)
      try transaction.noteSealed(uid, true)
      try transaction.insert(work)
    }
    tag.isSealed = true
    #expect(try database.read { try $0.tag(uid.reversed) } == tag)
    #expect(try database.read { try $0.secret(of: uid.reversed) } == secret)
    #expect(try database.read { try $0.openTagWork(on: uid.reversed) } == work)
    work.hasBegun = true
    work.job.state = .torn
    (work.job.outcome, work.job.detail, work.job.form) = (.tagLost, "x", "short")
    (work.job.attempts, work.job.writes, work.job.reads, work.job.milliseconds) = (1, 2, 3, 4)
    try database.write { [work] in try $0.update(work) }
    #expect(try database.read { try $0.tagWork(work.job.id) } == work)
    #expect(try database.read { try $0.openTagJobs() } == 1)
  }

  @Test func `an order of a person is in the history, changes no record, and cannot be undone`() throws {
    let database = try scratch.open(migrations: Migration.all)
    let station = station
    let queue = TagQueue(
      station: station, total: 3, done: 0, skipped: 0, next: nil, isWritten: false, job: nil, seals: false, by: "Ada",
      createdAt: now)
    try database.write { transaction in
      for author in ["Ada", nil] {
        try transaction.noteOrder(.tagQueue, of: OrderedJob(queue), at: station, by: author)
      }
    }
    let changes = try database.read { try $0.changes(limit: 9) }
    // A station's own queue has no entry.
    try #require(changes.count == 1)
    #expect(changes[0].kind == .tagQueue && changes[0].by == "Ada" && changes[0].station == station)
    #expect(changes[0].order == OrderedJob(queue) && changes[0].order?.count == 3)
    #expect(try database.read { try $0.refusal(toUndo: changes[0]) } == .notKept)
    #expect(try database.read { try $0.lastUndoable(at: station) } == nil)
    #expect(try database.read { try $0.recentChanges(at: station, limit: 9) } == [])
    #expect(try database.read { try $0.newestChange() } == 0)
  }

  @Test func `the schema itself refuses what must never be`() throws {
    let database = try scratch.open(migrations: Migration.all)
    let copy = try copy(in: database)
    func job(_ columns: String, _ values: String) -> String {
      """
      INSERT INTO tag_write (id, action, uid, station, overwrite, replaces, seals, deadline, created_at, \(columns))
      VALUES (lower(hex(randomblob(8))), 'write', '04A2B3C4D5E680', 'station', 0, 0, 0, 0, 0, \(values))
      """
    }
    let good = job("copy_id, code, state", "'\(copy)', 'c', 'waiting'")
    try database.write { try $0.run(good) }
    let refused = [
      // A second open job on a tag; a write without content; torn without a start; expired after one.
      good, job("state, finished_at", "'done', 1"), job("copy_id, code, state", "'\(copy)', 'c', 'torn'"),
      job("copy_id, code, state, finished_at, has_begun", "'\(copy)', 'c', 'expired', 1, 1"),
      // Closed without a time, open with one, written without a reader.
      job("copy_id, code, state", "'\(copy)', 'c', 'done'"),
      job("copy_id, code, state, finished_at", "'\(copy)', 'c', 'waiting', 1"),
      job("copy_id, code, state", "'\(copy)', 'c', 'writing'"),
      // A seal without its password, and a password of the wrong length.
      "INSERT INTO tag (uid, first_seen_at, last_seen_at, is_sealed) VALUES ('x', 0, 0, 1)",
      "INSERT INTO tag (uid, first_seen_at, last_seen_at, password, pack) VALUES ('x', 0, 0, x'01', x'0102')",
    ]
    for sql in refused {
      #expect(throws: StorageError.self, "\(sql)") { try database.write { try $0.run(sql) } }
    }
    try database.write { try $0.run("UPDATE tag_write SET state = 'done', finished_at = 1") }
    try database.write { try $0.run(good) }
  }

  private func copy(in database: Database) throws -> Copy.ID {
    let now = now
    return try database.write { transaction in
      let release = Release(id: .new(at: now), status: .manual, medium: .cd, title: "T", artist: "A")
      try transaction.insert(release)
      let copy = Copy(id: .new(at: now), release: release.id, number: 1, code: .new(.copy), addedAt: now)
      try transaction.insert(copy)
      return copy.id
    }
  }
}

extension TagSchemaTests {
  /// A tap must not scan the queue of a whole library.
  @Test func `finding the next copy does not read the rest of the queue`() throws {
    let database = try scratch.open(migrations: Migration.all)
    let plans = try database.read { reading in
      try [
        "SELECT copy_id FROM tag_queue_line WHERE station = ?1 AND state = 'written'",
        "SELECT copy_id FROM tag_queue_line WHERE station = ?1 AND state IN ('open', 'written') ORDER BY position LIMIT 1",
        "SELECT id FROM tag_write WHERE uid IN (?1, ?2) AND finished_at IS NULL",
        "SELECT value FROM code WHERE class = 'tag' AND copy_id = ?1 AND ended_at IS NULL ORDER BY id",
      ].map { sql in
        try reading.all("EXPLAIN QUERY PLAN \(sql)", sql.contains("?2") ? ["x", "y"] : ["x"]) { try $0.text(3) }.joined(
          separator: "; ")
      }
    }
    for plan in plans { #expect(plan.contains("SEARCH") && !plan.contains("TEMP B-TREE"), "\(plan)") }
    #expect(plans[0].contains("one_written_line"))
    #expect(plans[2].contains("one_open_job_per_tag"))
    #expect(plans[3].contains("code_tag_bound"))
  }
}
