extension Migration {
  /// Adds the version of a place, so that a change of an earlier version is refused.
  static let placeVersions = Migration(
    name: "0012-place-versions",
    sql: """
      ALTER TABLE place ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
      """)
}
