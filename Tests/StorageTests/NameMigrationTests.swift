import Deadwax
import Log
import OfflineStation
import Storage
import Testing

/// Tests of the migration that renames tables, settings, events and codes: all rows are found under the new names.
@Suite(.timeLimit(.minutes(5)))
struct NameMigrationTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch(inMemory: true) }

  private func id(_ number: Int) -> String { "0193489a-7c20-7e0b-a1c3-00000000000\(number)" }

  private var statements: [String] {
    [
      "INSERT INTO visit VALUES ('\(id(1))', 'desk', NULL, 1, 2)",
      "INSERT INTO visit_line VALUES ('\(id(1))', 0, 'lent', '\(id(2))', 9, NULL)",
      "INSERT INTO away_journal (id, station, journal, begun_at, heard_at) VALUES (1, 'bus', '\(id(3))', 1, 1)",
      """
      INSERT INTO away_entry (id, journal_id, sequence, reading_id, at, mode, act, code, symbology, told, taken_at, state,
        outcome, reasons, scan_id)
      VALUES ('\(id(4))', 1, 1, '\(id(5))', 1, 'check-out', 'other', 'X', 'QR', 'recorded-away', 2, 'needs-staff',
        'hub-away', '["hub-away"]', '\(id(5))')
      """,
      """
      INSERT INTO scan (id, station, at, received_at, symbology, text, is_verified, mode, outcome)
      VALUES ('\(id(5))', 'bus', 1, 1, 'QR', 'X', 1, 'check-out', 'hub-away')
      """,
      "INSERT INTO journal (kind, at) VALUES ('desk.asked', 1), ('away.changed', 2), ('scan.recorded', 3)",
      """
      INSERT INTO recording (at, station, kind, input, seed, rule, outcome)
      VALUES (1, 'bus', 'away', '{"away":{"told":"recorded-away"}}', 1, 'away.staff', '{"code":"hub-away"}'),
        (2, 'bus', 'timer', '{"away":{}}', 1, 'away.staff', NULL)
      """,
      "INSERT INTO setting VALUES ('desk.session-seconds', '77', 1, 3), ('loan.days', '14', 1, 1)",
      "INSERT INTO change (sequence, id, kind, at) VALUES (1, '\(id(6))', 'setting', 1)",
      """
      INSERT INTO change_row (change, position, table_name, row_id, before, after)
      VALUES (1, 0, 'setting', 'desk.session-seconds', NULL, '{"key":"desk.session-seconds","value":"77"}'),
        (1, 1, 'place', 'desk.session-seconds', NULL, '{"name":"desk.session-seconds"}')
      """,
    ]
  }

  @Test func `every row of the version before is found under its new name`() throws {
    let first = try scratch.open(migrations: Array(Migration.all.prefix(8)))
    try first.write { transaction in for statement in statements { try transaction.run(statement) } }
    first.close()
    let database = try scratch.open(migrations: Migration.all)
    try database.read { reading in
      func texts(_ sql: String) throws -> [String] { try reading.all(sql) { try $0.text(0) } }
      let session = try given(try reading.session(given(StoredSession.ID(id(1)))))
      #expect(session.endedAt == Timestamp(milliseconds: 2))
      #expect(try reading.all("SELECT session_id FROM session_line") { try $0.text(0) } == [id(1)])
      let entry = try given(try reading.offlineEntries(isOpen: true, limit: 9).first)
      #expect(entry.entry.displayed == .recordedOffline && entry.verdict.code == .hubOffline)
      #expect(entry.verdict.reasons == [.hubOffline] && entry.mergedAt == Timestamp(milliseconds: 2))
      #expect(try texts("SELECT outcome FROM scan") == ["hub-offline"])
      #expect(
        try texts("SELECT kind FROM journal ORDER BY id") == [
          "station.prompted", "offline-entry.changed", "scan.recorded",
        ])
      #expect(
        try texts("SELECT kind || rule || input || coalesce(outcome, '') FROM recording ORDER BY sequence") == [
          #"offlineoffline.staff{"offline":{"displayed":"recorded-offline"}}{"code":"hub-offline"}"#,
          #"timeraway.staff{"away":{}}"#,
        ])
      #expect(
        try texts("SELECT key || value || version FROM setting ORDER BY key") == [
          "loan.days141", "station.session-seconds773",
        ])
      #expect(
        try texts("SELECT row_id || after FROM change_row ORDER BY position") == [
          #"station.session-seconds{"key":"station.session-seconds","value":"77"}"#,
          #"desk.session-seconds{"name":"desk.session-seconds"}"#,
        ])
      for old in ["visit", "visit_line", "away_journal", "away_entry"] {
        #expect(try texts("SELECT name FROM sqlite_schema WHERE tbl_name = '\(old)'") == [])
      }
    }
    // The history is still protected.
    #expect(throws: StorageError.self) {
      try database.write { try $0.run("UPDATE scan SET outcome = 'found'") }
    }
  }
}
