extension Migration {
  /// Makes the number of copies in the library cheap: of a million copies few are lost or withdrawn.
  static let copiesGone = Migration(
    name: "0034-copies-gone",
    sql: """
      CREATE INDEX copy_gone ON copy (status) WHERE status IN ('lost', 'withdrawn');
      """)
}
