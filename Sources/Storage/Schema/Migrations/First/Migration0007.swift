extension Migration {
  /// A column that restricts a station's token to one station.
  static let stationTokens = Migration(
    name: "0007-tied-tokens",
    sql: """
      -- NULL for one that may act as any desk.
      ALTER TABLE token ADD COLUMN station TEXT;
      """)
}
