/// A template of a notice that the library has changed.
package struct NoticeTemplateRecord: Hashable, Sendable {
  /// The kind and the language, such as `hold-ready.en`.
  package var id: String
  package var subject: String
  package var body: String
  package var version: Int
}

extension Queryable {
  /// Returns the changed templates, ordered by id.
  package func noticeTemplates() throws -> [NoticeTemplateRecord] {
    try all("SELECT id, subject, body, version FROM notice_template ORDER BY id", []) { try template(from: $0) }
  }

  /// Returns a changed template; nil if the library uses the standard one.
  package func noticeTemplate(_ id: String) throws -> NoticeTemplateRecord? {
    try first("SELECT id, subject, body, version FROM notice_template WHERE id = ?1", id) { try template(from: $0) }
  }

  private func template(from row: Row) throws -> NoticeTemplateRecord {
    NoticeTemplateRecord(
      id: try row.text("id"), subject: try row.text("subject"), body: try row.text("body"),
      version: Int(try row.integer("version")))
  }
}

extension WriteTransaction {
  /// Stores a template.
  package func setNoticeTemplate(_ id: String, subject: String, body: String) throws {
    try snapshot(.noticeTemplate, id)
    try run(
      """
      INSERT INTO notice_template (id, subject, body, modified_at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (id) DO UPDATE SET subject = ?2, body = ?3, modified_at = ?4, version = notice_template.version + 1
      WHERE notice_template.subject <> ?2 OR notice_template.body <> ?3
      """, id, subject, body, now)
  }

  /// Removes a template, so that the standard one is used.
  package func removeNoticeTemplate(_ id: String) throws {
    try snapshot(.noticeTemplate, id)
    try run("DELETE FROM notice_template WHERE id = ?1", id)
  }
}
