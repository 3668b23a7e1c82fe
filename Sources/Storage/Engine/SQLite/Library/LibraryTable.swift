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

  /// The tables that no archive has, each with the reason.
  package static let leftOut: [String: String] = [
    "job": "the positions of jobs, which begin again",
    "kept_answer": "responses to clients of this hub, for a day",
    "musicbrainz_pause": "a pause of this machine",
    "playing": "what is on the readers of this machine now",
    "release_search": "the search index, which is made from the releases",
    "release_token": "the search index, which is made from the releases",
    "release_word": "the search index, which is made from the releases",
    "schema_migration": "the schema, whose version is in the manifest",
  ]

  /// The search tables that cannot be made from other tables, with their columns. All of them are texts, the first one is
  /// the key.
  static let searched: [String: [String]] = ["show_search": ["show_id", "search_text"]]

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
