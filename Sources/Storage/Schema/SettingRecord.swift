package import Deadwax

/// A stored setting with the time of its last change.
package struct SettingRecord: Hashable, Sendable {
  package var key: String
  package var value: String
  package var version: Int
  package var modifiedAt: Timestamp
}

extension Queryable {
  /// Returns the text of a setting, or nil if it is not set.
  package func setting(_ key: String) throws -> String? {
    try first("SELECT value FROM setting WHERE key = ?1", key) { row in try row.text(0) }
  }

  /// Returns all stored settings, ordered by key.
  package func settings() throws -> [SettingRecord] {
    try all("SELECT key, value, version, modified_at FROM setting ORDER BY key") { row in
      SettingRecord(
        key: try row.text("key"), value: try row.text("value"), version: Int(try row.integer("version")),
        modifiedAt: try row.time("modified_at"))
    }
  }
}

extension WriteTransaction {
  /// Stores a setting, or removes it if `text` is nil.
  package func set(_ key: String, to text: String?) throws {
    try snapshot(.setting, key)
    guard let text else {
      try run("DELETE FROM setting WHERE key = ?1", key)
      return
    }
    try run(
      """
      INSERT INTO setting (key, value, modified_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (key) DO UPDATE SET value = ?2, modified_at = ?3, version = version + 1 WHERE value <> ?2
      """, key, text, now)
  }
}
