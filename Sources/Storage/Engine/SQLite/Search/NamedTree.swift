internal import Deadwax
internal import Queries

/// The records of a table that form a tree, found by their names.
private struct NamedTree {
  private let rows: [(id: String, parent: String?, name: String)]

  /// - Parameters:
  ///   - table: a table with the columns `id`, `parent_id` and `name`.
  ///   - reading: the transaction.
  /// - Throws: a `StorageError`.
  init(_ table: String, in reading: some Queryable) throws {
    rows = try reading.all("SELECT id, parent_id, name FROM \(table) ORDER BY id") { row in
      (id: try row.text("id"), parent: try row.optionalText("parent_id"), name: try row.text("name"))
    }
  }

  /// Returns the ids of the records whose names have a text, or whose id it is, and of all records in them, as a JSON list.
  func ids(named text: QueryWords) -> String {
    let named = rows.filter { row in
      text.occurs(in: SearchWords.words(of: row.name))
        || text.isWhole && text.occurs(in: SearchWords.words(of: row.id))
    }
    return ids(from: named.map(\.id))
  }

  /// Returns some ids, and those of all records in them, as a JSON list.
  func ids(from first: [String]) -> String {
    var found = Set(first)
    var inside = Dictionary(grouping: rows.filter { $0.parent != nil }) { $0.parent ?? "" }
    var waiting = Array(found)
    while let next = waiting.popLast() {
      for row in inside.removeValue(forKey: next) ?? [] where found.insert(row.id).inserted { waiting.append(row.id) }
    }
    return JSONList.array(found.sorted())
  }
}

extension Queryable {
  /// Returns the ids of the places whose names have a text, and of all places in them, as a JSON list. A whole text may be
  /// the id of a place instead, of which several can have one name.
  func places(named text: QueryWords) throws -> String { try NamedTree("place", in: self).ids(named: text) }

  /// Returns the ids of the crates whose names have a text, and of all crates in them, likewise.
  func crates(named text: QueryWords) throws -> String { try NamedTree("crate", in: self).ids(named: text) }

  /// Returns the ids of a crate and of all crates in it, as a JSON list.
  func crates(from crate: Crate.ID) throws -> String { try NamedTree("crate", in: self).ids(from: [crate.text]) }
}
