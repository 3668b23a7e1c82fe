package import Deadwax

extension Queryable {
  /// Returns the show that a copy has a recording of; nil if it is bound to none.
  package func showCopy(_ copy: Copy.ID) throws -> ShowCopy? {
    try first("SELECT id, show_id, recording_id, version FROM show_copy WHERE id = ?1", copy, as: showCopy(from:))
  }

  /// Returns the copies that have a recording of a show.
  package func copies(ofShow id: String) throws -> [ShowCopy] {
    try all(
      "SELECT id, show_id, recording_id, version FROM show_copy WHERE show_id = ?1 ORDER BY id", id,
      as: showCopy(from:))
  }

  /// Returns the past of a copy: the beginning of its last loan that has ended, and the show that it is a recording of.
  ///
  /// One statement reads both, because a person waits for it and most copies have no show.
  package func past(of copy: Copy.ID) throws -> (lentAt: Timestamp?, show: ShowFacts?) {
    let found = try first(
      """
      SELECT (SELECT max(opened_at) FROM loan WHERE copy_id = ?1 AND returned_at IS NOT NULL) AS lent_at,
        b.id, b.show_id, b.recording_id, b.version
      FROM copy c LEFT JOIN show_copy b ON b.id = c.id WHERE c.id = ?1
      """, copy
    ) { row in
      (try row.optionalTime("lent_at"), try row.optionalText("show_id") == nil ? nil : try showCopy(from: row))
    }
    guard let binding = found?.1 else { return (found?.0, nil) }
    let facts = ShowFacts(
      binding, show: try show(binding.show), recording: try binding.recording.flatMap { try showRecording($0) })
    return (found?.0, facts)
  }

  private func showCopy(from row: Row) throws -> ShowCopy {
    ShowCopy(
      copy: try row.id("id"), show: try row.text("show_id"), recording: try row.optionalText("recording_id"),
      version: Int(try row.integer("version")))
  }
}

extension WriteTransaction {
  /// Binds a copy to a show, instead of the one that it was bound to.
  ///
  /// - Parameters:
  ///   - copy: the copy.
  ///   - show: the id of the show.
  ///   - recording: the recording; nil if it is not known.
  /// - Throws: a `StorageError`.
  package func bind(_ copy: Copy.ID, toShow show: String, recording: String?) throws {
    try snapshot(.showCopy, copy.text)
    try run(
      """
      INSERT INTO show_copy (id, show_id, recording_id) VALUES (?1, ?2, ?3)
      ON CONFLICT (id) DO UPDATE SET show_id = ?2, recording_id = ?3, version = show_copy.version + 1
      """, copy, show, recording)
  }

  /// Ends the binding of a copy to a show, if there is one.
  package func unbindFromShow(_ copy: Copy.ID) throws {
    try snapshot(.showCopy, copy.text)
    try run("DELETE FROM show_copy WHERE id = ?1", copy)
  }
}
