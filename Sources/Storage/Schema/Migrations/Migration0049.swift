extension Migration {
  /// Adds what programs remember about devices, and the fields that people have chosen for the columns of files.
  static let devicesAndMappings = Migration(
    name: "0049-devices-and-mappings",
    sql: """
      -- What programs remember about devices. As the recent releases, it is no part of the history.
      CREATE TABLE device_setting (
        device TEXT NOT NULL,
        name TEXT NOT NULL,
        value TEXT NOT NULL,
        changed_at INTEGER NOT NULL,
        PRIMARY KEY (device, name)
      ) STRICT, WITHOUT ROWID;

      -- The fields that a person has chosen for the columns of a file, in the order of the columns with line breaks
      -- between. An empty line is a column that is left out.
      CREATE TABLE import_mapping (
        fingerprint TEXT PRIMARY KEY,
        program TEXT NOT NULL,
        fields TEXT NOT NULL,
        used_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      """)
}
