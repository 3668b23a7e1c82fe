/// The ids of records by a key of them, of which most have one record.
struct KnownIDs<Key: Hashable & Sendable, ID: Hashable & Sendable>: Sendable {
  private var first: [Key: ID] = [:]
  private var further: [Key: Set<ID>] = [:]

  /// The ids of the records with a key.
  subscript(key: Key) -> Set<ID> {
    guard let id = first[key] else { return [] }
    return (further[key] ?? []).union([id])
  }

  /// Notes that a record has a key.
  mutating func insert(_ id: ID, for key: Key) {
    guard let known = first[key] else { return first[key] = id }
    if known != id { further[key, default: []].insert(id) }
  }
}
