extension Migration {
  /// Adds what the search for past loans needs: an index of their beginnings.
  static let tagsAndPastLoans = Migration(
    name: "0040-tags-and-past-loans",
    sql: """
      -- It has the copy, so that the releases of a time are found without the loans themselves.
      CREATE INDEX loan_opened ON loan (opened_at, copy_id);
      """)
}
