extension Migration {
  /// Adds the shelf mark printed on a copy.
  static let shelfMarks = Migration(
    name: "0011-shelf-marks",
    sql: """
      ALTER TABLE copy ADD COLUMN shelf_mark TEXT;
      """)
}
