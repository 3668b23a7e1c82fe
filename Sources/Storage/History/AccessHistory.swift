package import Deadwax

extension WriteTransaction {
  /// The time for which equal refusals are counted in one entry of the history.
  private static let countingTime = Duration.seconds(3600)

  /// Adds an act of access to the history. It is a change without rows, which cannot be undone.
  ///
  /// - Parameters:
  ///   - kind: the kind of the act.
  ///   - subject: the name of the account or the token concerned; nil if it is the author.
  ///   - detail: the new role or name, or the way of signing in.
  ///   - author: the person or program, and the place of the request.
  /// - Throws: a `StorageError`.
  package func note(
    _ kind: AccessAct.Kind, of subject: String? = nil, detail: String? = nil, by author: AccessAuthor
  ) throws {
    let act = AccessAct(kind, of: subject, detail: detail, from: author.origin)
    _ = try store(
      Change(
        id: newID(), kind: .access, sequence: 0, station: author.station, by: author.name, at: now, access: act), [])
  }

  /// Counts a refusal, in the entry of equal ones of the last hour. So the history does not grow with each attempt: an
  /// attacker adds at most one entry an hour for each account and origin.
  ///
  /// - Parameters:
  ///   - kind: the kind of the act.
  ///   - subject: the name of the account or the member of staff; nil if there is none with the given name, which may be
  ///     a secret that was typed into the wrong field.
  ///   - author: the place of the request.
  /// - Throws: a `StorageError`.
  package func count(_ kind: AccessAct.Kind, of subject: String?, by author: AccessAuthor) throws {
    let counted = try run(
      """
      UPDATE change SET times = times + 1 WHERE sequence = (
        SELECT sequence FROM change
        WHERE act = ?1 AND at > ?2 AND subject IS NOT DISTINCT FROM ?3 AND origin = ?4
          AND station IS NOT DISTINCT FROM ?5
        ORDER BY at DESC LIMIT 1)
      """, kind.rawValue, now + (.zero - Self.countingTime), subject, author.origin.rawValue, author.station?.text)
    if counted == 0 { try note(kind, of: subject, by: author) }
  }
}
