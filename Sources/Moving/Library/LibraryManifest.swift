/// The manifest of an archive: what is in it, and the proof of each file. It names no time, so that the same library gives
/// the same bytes.
struct LibraryManifest: Codable, Equatable {
  /// The proof of the rows of a table.
  struct Table: Codable, Equatable {
    var name: String
    var rows: Int
    var bytes: Int
    var sha256: String
    /// The largest number that the table has ever given to a row; nil for a table whose rows have no numbers.
    var lastNumber: Int64?
  }

  /// The file of an attachment, whose digest is its name.
  struct File: Codable, Equatable {
    var sha256: String
    var bytes: Int
  }

  var format: Int
  /// The version of the program that made it.
  var program: String
  /// The newest migration of the schema.
  var schema: String
  /// True if it has accounts, tokens and PINs, as hashes, and the passwords of tags.
  var hasSecrets: Bool
  /// The tables, in the order of their names.
  var tables: [Table]
  /// The files of the attachments, in the order of their digests.
  var files: [File]
  /// The digests of files that were missing or damaged when it was made.
  var lostFiles: [String]
}
