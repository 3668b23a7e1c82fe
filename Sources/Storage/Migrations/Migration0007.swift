extension Migration {
  /// A token of a station can be tied to one desk.
  static let tiedTokens = Migration(
    name: "0007-tied-tokens",
    sql: """
      -- NULL for one that may act as any desk.
      ALTER TABLE token ADD COLUMN station TEXT;
      """)
}
