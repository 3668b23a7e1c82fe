extension Migration {
  /// Adds an index over the releases whose look-up found several records, for the list of those that no one has decided.
  static let severalCandidates = Migration(
    name: "0028-several-candidates",
    sql: """
      -- The second hit of a look-up has the rank 1. Ids of releases are in the order of their creation.
      CREATE INDEX several_lookup_candidates ON lookup_candidate (release_id) WHERE rank = 1;
      """)
}
