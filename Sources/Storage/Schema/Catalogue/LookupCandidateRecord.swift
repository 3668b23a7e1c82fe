package import Deadwax

extension Queryable {
  /// Returns the hits of the last look-up of a release, the most likely first.
  package func lookupCandidates(of release: Release.ID) throws -> [LookupCandidate] {
    try all("SELECT source_id, facts FROM lookup_candidate WHERE release_id = ?1 ORDER BY rank", release) { row in
      let facts = try ColumnJSON.read(CandidateFacts.self, try row.text("facts"))
      return LookupCandidate(
        sourceID: try row.text("source_id"), title: facts.title ?? "", country: facts.country, year: facts.year,
        catalogNumber: facts.catalogNumber, formats: facts.formats ?? "", note: facts.note, matrix: facts.matrix ?? [],
        reason: facts.reason)
    }
  }

  /// Returns true if the last look-up of a release had several hits.
  package func hasSeveralLookupCandidates(of release: Release.ID) throws -> Bool {
    try first("SELECT 1 FROM lookup_candidate WHERE release_id = ?1 AND rank = 1", release) { _ in true } ?? false
  }

  /// Returns the catalogue's record number that a person chose for a barcode; nil if none was chosen.
  package func sourceChoice(of gtin: GTIN) throws -> String? {
    try first("SELECT source_id FROM source_choice WHERE id = ?1", gtin.key) { try $0.text("source_id") }
  }

  /// Returns true if a record was requested for a barcode and has not arrived.
  package func hasOpenFetch(of gtin: GTIN) throws -> Bool {
    try first(
      """
      SELECT 1 FROM lookup_job WHERE kind = 'release' AND gtin = ?1 AND state IN ('pending', 'running', 'blocked')
      """, gtin.key
    ) { _ in true } ?? false
  }

  /// Returns the record number of the external catalogue that a release was filled in from; nil if it was not.
  package func sourceID(of release: Release.ID) throws -> String? {
    try first("SELECT source_id FROM release WHERE id = ?1", release) { try $0.optionalText("source_id") } ?? nil
  }
}

extension WriteTransaction {
  /// Stores the hits of a look-up, and replaces earlier ones.
  package func store(_ candidates: [LookupCandidate], of release: Release.ID) throws {
    try run("DELETE FROM lookup_candidate WHERE release_id = ?1", release)
    for (rank, candidate) in candidates.enumerated() {
      let facts = CandidateFacts(
        title: candidate.title, country: candidate.country, year: candidate.year,
        catalogNumber: candidate.catalogNumber, formats: candidate.formats, note: candidate.note,
        matrix: candidate.matrix.isEmpty ? nil : candidate.matrix, reason: candidate.reason)
      try run(
        "INSERT INTO lookup_candidate (release_id, rank, source_id, facts) VALUES (?1, ?2, ?3, ?4)", release, rank,
        candidate.sourceID, try ColumnJSON.write(facts))
    }
  }

  /// Remembers the alternative that a person chose for a barcode.
  package func setSourceChoice(of gtin: GTIN, to sourceID: String) throws {
    try snapshot(.sourceChoice, gtin.key)
    try run(
      """
      INSERT INTO source_choice (id, source_id, modified_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (id) DO UPDATE SET source_id = ?2, modified_at = ?3, version = source_choice.version + 1
      WHERE source_choice.source_id <> ?2
      """, gtin.key, sourceID, now)
  }

  /// Queues a request for a record of the external catalogue, which fills in a release. It replaces an open request for
  /// the same barcode, so that the last choice counts.
  package func enqueueFetch(_ sourceID: String, of gtin: GTIN, for release: Release.ID) throws {
    try run(
      """
      INSERT INTO lookup_job (kind, gtin, release_id, source_id, state, lane, next_try_at, created_at, updated_at)
      VALUES ('release', ?1, ?2, ?3, 'pending', 0, ?4, ?4, ?4)
      ON CONFLICT (kind, gtin) WHERE state IN ('pending', 'running', 'blocked')
      DO UPDATE SET release_id = ?2, source_id = ?3, state = 'pending', lane = 0, attempts = 0,
        next_try_at = ?4, updated_at = ?4
      """, gtin.key, release, sourceID, now)
  }
}

/// The column `facts`.
private struct CandidateFacts: Codable {
  var title: String?
  var country: String?
  var year: Int?
  var catalogNumber: String?
  var formats: String?
  var note: String?
  var matrix: [String]?
  var reason: String?
}
