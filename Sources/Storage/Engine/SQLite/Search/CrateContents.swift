/// The rule of what is in crates, as SQL. The ids of the crates, as a JSON list, are the value of each `?`.
///
/// A release is in a crate if it is an item of it, or if one of its copies is. The copies of a crate are its items that are
/// copies, and all copies of its items that are releases.
enum CrateContents {
  private static let chosen = "i.crate_id IN (SELECT value FROM json_each(?))"

  /// The condition that the release of a row `s` of `release_search` is in one of the crates. It has two values.
  static let hasRelease = """
    (EXISTS (SELECT 1 FROM crate_item i WHERE i.release_id = s.release_id AND \(chosen)) OR EXISTS (
      SELECT 1 FROM copy c CROSS JOIN crate_item i ON i.copy_id = c.id
      WHERE c.release_id = s.release_id AND \(chosen)))
    """

  /// The condition that a copy `c` is in one of the crates. It has two values.
  static let hasCopy = """
    (EXISTS (SELECT 1 FROM crate_item i WHERE i.copy_id = c.id AND \(chosen)) OR EXISTS (
      SELECT 1 FROM crate_item i WHERE i.release_id = c.release_id AND \(chosen)))
    """

  /// The query for the ids of the releases in the crates, each once. It has two values.
  static let releases = """
    SELECT i.release_id AS release_id FROM crate_item i WHERE \(chosen) AND i.release_id IS NOT NULL
    UNION SELECT c.release_id FROM crate_item i CROSS JOIN copy c ON c.id = i.copy_id WHERE \(chosen)
    """

  /// The query for the ids of the copies in the crates, each once. It has two values.
  static let copies = """
    SELECT i.copy_id AS copy_id FROM crate_item i WHERE \(chosen) AND i.copy_id IS NOT NULL
    UNION SELECT d.id FROM crate_item i CROSS JOIN copy d ON d.release_id = i.release_id WHERE \(chosen)
    """
}
