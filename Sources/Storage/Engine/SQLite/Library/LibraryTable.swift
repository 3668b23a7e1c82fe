/// A table of the library as its schema has it, for whole rows that move between databases.
package struct LibraryTable: Sendable, Hashable {
  package struct Column: Sendable, Hashable {
    package let name: String
    package let kind: CellKind
  }

  package let name: String
  /// All columns, in the order of the schema.
  package let columns: [Column]
  /// The columns of the primary key, in its order.
  package let key: [String]
  /// True if a number of the table is never used again, not even that of a row that was removed.
  package let isNumbered: Bool

  /// The tables that are made anew from the others, or that are about this machine alone: the search index, the state of
  /// jobs, stored responses, and what is on the readers now.
  static let derived: Set<String> = [
    "job", "kept_answer", "musicbrainz_pause", "playing", "release_search", "release_word", "schema_migration",
  ]

  /// The tables with the hashes of secrets: who may sign in, and by which PIN, token or link.
  package static let secret: Set<String> = ["account", "borrower_link", "pin", "token"]

  /// True if the table has the hashes of secrets.
  package var isSecret: Bool { Self.secret.contains(name) }

  /// The value of a column for a library without secrets; nil for a value that stays. A tag whose password is not there
  /// counts as one that another program has sealed.
  package func withoutSecret(_ column: Int) -> Binding? {
    guard name == "tag" else { return nil }
    return switch columns[column].name {
    case "password", "pack": .null
    case "is_sealed": .integer(0)
    default: nil
    }
  }
}
