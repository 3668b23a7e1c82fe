package import Deadwax

private let select =
  "SELECT s.id, s.name, s.query, s.owner_id, s.is_shared, s.created_at, s.version FROM smart_collection s"

extension Queryable {
  package func smartCollection(_ id: SmartCollection.ID) throws -> SmartCollection? {
    try first("\(select) WHERE s.id = ?1", id, as: smartCollection(from:))
  }

  /// Returns the smart collections that a person sees, ordered by name: the shared ones and the person's own.
  ///
  /// - Parameter viewer: the account of the person; nil for a caller without one.
  /// - Returns: the collections.
  /// - Throws: a `StorageError`.
  package func smartCollections(seenBy viewer: AccountRecord.ID?) throws -> [SmartCollection] {
    try all(
      "\(select) WHERE s.is_shared = 1 OR s.owner_id = ?1 ORDER BY lower(s.name), s.id", viewer,
      as: smartCollection(from:))
  }

  /// Returns the number of all smart collections that people made.
  package func smartCollectionCount() throws -> Int {
    try first("SELECT count(*) FROM smart_collection") { Int(try $0.integer(0)) } ?? 0
  }

  private func smartCollection(from row: Row) throws -> SmartCollection {
    SmartCollection(
      id: try row.id("id"), name: try row.text("name"), query: try row.text("query"),
      owner: try row.optionalID("owner_id"), isShared: try row.flag("is_shared"),
      createdAt: try row.time("created_at"), version: Int(try row.integer("version")))
  }
}

extension WriteTransaction {
  package func insert(_ collection: SmartCollection) throws {
    try snapshot(.smartCollection, collection.id.text)
    try run(
      """
      INSERT INTO smart_collection (id, name, query, owner_id, is_shared, created_at, modified_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
      """, collection.id, collection.name, collection.query, collection.owner, collection.isShared,
      collection.createdAt)
  }

  /// Stores the name, the query and the use of a smart collection, which gets a new version.
  package func update(_ collection: SmartCollection) throws {
    try snapshot(.smartCollection, collection.id.text)
    try run(
      """
      UPDATE smart_collection SET name = ?2, query = ?3, is_shared = ?4, version = version + 1, modified_at = ?5
      WHERE id = ?1
      """, collection.id, collection.name, collection.query, collection.isShared, now)
  }

  /// Removes a smart collection. The releases that it found remain.
  package func remove(_ collection: SmartCollection.ID) throws {
    try snapshot(.smartCollection, collection.text)
    try run("DELETE FROM smart_collection WHERE id = ?1", collection)
  }
}
