package import Deadwax

extension Queryable {
  /// Returns a tag that was seen, in either byte order of its UID.
  package func tag(_ uid: TagID) throws -> Tag? {
    for uid in [uid, uid.reversed] {
      if let tag = try first("\(tagSelect) WHERE uid = ?1", uid.description, as: tag(from:)) { return tag }
    }
    return nil
  }

  /// Returns the password of a tag, or nil if it was not sealed by this library.
  package func secret(of uid: TagID) throws -> TagSecret? {
    for uid in [uid, uid.reversed] {
      let secret: TagSecret?? = try first(
        "SELECT password, pack FROM tag WHERE uid = ?1 AND password IS NOT NULL", uid.description
      ) { row in TagSecret(password: try row.blob("password"), pack: try row.blob("pack")) }
      if let secret, let found = secret { return found }
    }
    return nil
  }

  /// Reads a tag from a row of `tagSelect`.
  package func tag(from row: Row) throws -> Tag {
    guard let uid = TagID(try row.text("uid")) else {
      throw StorageError(.mismatch, call: "tag", message: "a column has no number of a tag")
    }
    return Tag(
      uid: uid, kind: try row.optionalText("kind"), capacity: try row.optionalInteger("capacity").map(Int.init),
      access: try row.optionalText("access").flatMap(Tag.Access.init(rawValue:)),
      content: try row.optionalText("content").flatMap(Tag.Content.init(rawValue:)),
      code: try row.optionalText("code").map { try ownCode($0) }, fault: try row.optionalText("fault"),
      firstSeenAt: try row.time("first_seen_at"), lastSeenAt: try row.time("last_seen_at"),
      writes: Int(try row.integer("writes")),
      failures: Int(try row.integer("failures")), isSealed: try row.flag("is_sealed"))
  }
}

/// The beginning of a query for tags, to which conditions are appended. The table has no alias.
package let tagSelect = """
  SELECT uid, kind, capacity, access, content, code, fault, first_seen_at, last_seen_at, writes, failures, is_sealed
  FROM tag
  """

extension WriteTransaction {
  /// Stores the data of a tag, without its password.
  package func save(_ tag: Tag) throws {
    try run(
      """
      INSERT INTO tag (uid, kind, capacity, access, content, code, fault, first_seen_at, last_seen_at, writes, failures)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      ON CONFLICT (uid) DO UPDATE SET kind = ?2, capacity = ?3, access = ?4, content = ?5, code = ?6, fault = ?7,
        last_seen_at = ?9, writes = ?10, failures = ?11
      """, tag.uid.description, tag.kind, tag.capacity, tag.access?.rawValue, tag.content?.rawValue,
      tag.code?.description, tag.fault, tag.firstSeenAt, tag.lastSeenAt, tag.writes, tag.failures)
  }

  /// Stores the password of a tag before it is sent to the tag. The tag must be in the table.
  package func store(_ secret: TagSecret, of uid: TagID) throws {
    try run(
      "UPDATE tag SET password = ?2, pack = ?3 WHERE uid = ?1", uid.description, secret.password, secret.pack)
  }

  /// Records that a tag is sealed. If `isSealed` is false, deletes its password.
  package func noteSealed(_ uid: TagID, _ isSealed: Bool) throws {
    if isSealed {
      try run("UPDATE tag SET is_sealed = 1 WHERE uid = ?1 AND password IS NOT NULL", uid.description)
    } else {
      try run("UPDATE tag SET is_sealed = 0, password = NULL, pack = NULL WHERE uid = ?1", uid.description)
    }
  }
}
