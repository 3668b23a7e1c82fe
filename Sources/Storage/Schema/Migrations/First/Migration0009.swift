extension Migration {
  /// Renames tables, settings, events and codes to the terms of the glossary: session, offline, station.
  static let glossaryNames = Migration(
    name: "0009-glossary-names",
    sql: #"""
      ALTER TABLE visit RENAME TO session;
      ALTER TABLE visit_line RENAME TO session_line;
      ALTER TABLE session_line RENAME COLUMN visit_id TO session_id;
      DROP INDEX visit_borrower;
      DROP INDEX visit_station;
      DROP INDEX visit_began_named;
      CREATE INDEX session_borrower ON session (borrower_id) WHERE borrower_id IS NOT NULL;
      CREATE INDEX session_station ON session (station, began_at);
      CREATE INDEX session_began_named ON session (began_at) WHERE borrower_id IS NOT NULL;

      ALTER TABLE away_journal RENAME TO offline_journal;
      ALTER TABLE away_entry RENAME TO offline_entry;
      ALTER TABLE offline_entry RENAME COLUMN told TO displayed;
      ALTER TABLE offline_entry RENAME COLUMN taken_at TO merged_at;
      DROP INDEX away_entry_open;
      DROP INDEX away_entry_journal;
      DROP INDEX away_entry_borrower;
      DROP INDEX away_entry_named;
      CREATE INDEX offline_entry_open ON offline_entry (number) WHERE state <> 'applied' AND done_at IS NULL;
      CREATE INDEX offline_entry_journal ON offline_entry (journal_id, number);
      CREATE INDEX offline_entry_borrower ON offline_entry (borrower_id, number) WHERE borrower_id IS NOT NULL;
      CREATE INDEX offline_entry_named ON offline_entry (merged_at) WHERE scrubbed_at IS NULL;
      UPDATE offline_entry SET displayed = 'recorded-offline' WHERE displayed = 'recorded-away';
      UPDATE offline_entry SET displayed = 'hub-offline' WHERE displayed = 'hub-away';
      UPDATE offline_entry SET outcome = 'recorded-offline' WHERE outcome = 'recorded-away';
      UPDATE offline_entry SET outcome = 'hub-offline' WHERE outcome = 'hub-away';
      UPDATE offline_entry SET reasons = replace(reasons, '"hub-away"', '"hub-offline"') WHERE reasons <> '[]';

      -- The outcome of a scan stays the same outcome under its new name.
      DROP TRIGGER scan_is_never_changed;
      UPDATE scan SET outcome = 'recorded-offline' WHERE outcome = 'recorded-away';
      UPDATE scan SET outcome = 'hub-offline' WHERE outcome = 'hub-away';
      CREATE TRIGGER scan_is_never_changed
        BEFORE UPDATE OF sequence, id, station, reader, at, received_at, symbology, fault, is_verified, quality, frames,
          mode, outcome, release_id, copy_id, place_id, slot_id, due_at, choices, facts ON scan
        BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;

      UPDATE journal SET kind = 'station.prompted' WHERE kind = 'desk.asked';
      UPDATE journal SET kind = 'offline-entry.changed' WHERE kind = 'away.changed';

      UPDATE recording SET kind = 'offline', rule = replace(rule, 'away.', 'offline.'),
        input = replace(replace(replace(replace(input, '"away":{', '"offline":{'), '"told":"', '"displayed":"'),
          '"recorded-away"', '"recorded-offline"'), '"hub-away"', '"hub-offline"'),
        outcome = replace(replace(outcome, '"recorded-away"', '"recorded-offline"'), '"hub-away"', '"hub-offline"')
        WHERE kind = 'away';

      UPDATE setting SET key = 'station.' || substr(key, 6) WHERE key LIKE 'desk.%';
      UPDATE change_row SET row_id = 'station.' || substr(row_id, 6),
        before = replace(before, '"key":"desk.', '"key":"station.'),
        after = replace(after, '"key":"desk.', '"key":"station.')
        WHERE table_name = 'setting' AND row_id LIKE 'desk.%';
      """#)
}
