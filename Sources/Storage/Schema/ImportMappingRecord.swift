/// The fields that a person has chosen for the columns of a file, for the next file with these columns.
package struct ImportMappingRecord: Equatable, Sendable {
  /// The number of mappings that are stored; the one that was not used for the longest time gives way.
  package static let most = 500

  /// The digest of the table and the names of the columns.
  package let fingerprint: String
  /// The word of the program whose forms the values have.
  package let program: String
  /// The field of each column; nil for a column that is left out.
  package let fields: [String?]

  package init(fingerprint: String, program: String, fields: [String?]) {
    (self.fingerprint, self.program, self.fields) = (fingerprint, program, fields)
  }
}

extension Queryable {
  /// Returns what a person has chosen for files with these columns; nil for nothing.
  package func importMapping(_ fingerprint: String) throws -> ImportMappingRecord? {
    try first("SELECT program, fields FROM import_mapping WHERE fingerprint = ?1", fingerprint) { row in
      let fields = try row.text("fields").split(separator: "\n", omittingEmptySubsequences: false)
      return ImportMappingRecord(
        fingerprint: fingerprint, program: try row.text("program"),
        fields: fields.map { $0.isEmpty ? nil : String($0) })
    }
  }
}

extension WriteTransaction {
  /// Stores a mapping in place of an earlier one. It is no change of the records, and the history does not have it.
  package func store(_ mapping: ImportMappingRecord) throws {
    try run(
      """
      INSERT INTO import_mapping (fingerprint, program, fields, used_at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (fingerprint) DO UPDATE
        SET program = excluded.program, fields = excluded.fields, used_at = excluded.used_at
      """, mapping.fingerprint, mapping.program, mapping.fields.map { $0 ?? "" }.joined(separator: "\n"), now)
    try run(
      """
      DELETE FROM import_mapping WHERE fingerprint NOT IN (
        SELECT m.fingerprint FROM import_mapping m ORDER BY m.used_at DESC, m.fingerprint DESC LIMIT ?1)
      """, ImportMappingRecord.most)
  }

  /// Removes the mapping for files with these columns.
  package func removeImportMapping(_ fingerprint: String) throws {
    try run("DELETE FROM import_mapping WHERE fingerprint = ?1", fingerprint)
  }
}
