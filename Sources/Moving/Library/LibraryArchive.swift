internal import Archives

/// The form of the archive with a whole library: a ZIP file with the manifest first, then a file of rows for each table, then
/// the files of the attachments.
package enum LibraryArchive {
  /// The largest archive, in bytes.
  package static let sizeLimit = 64 << 30
  /// The form of the archive. A program refuses a larger number.
  static let format = 1
  static let manifest = "manifest.json"
  /// The largest manifest, in bytes: one with some hundred thousand files of attachments.
  static let manifestLimit = 64 << 20
  /// The longest row, in bytes. The journal of a station has the longest ones, with far less.
  static let rowLimit = 16 << 20

  /// The greatest sizes that are accepted. The files of rows have the same names in each row, so they shrink well.
  static let limits = ArchiveLimits(entries: 4_000_000, entryBytes: sizeLimit, totalBytes: 4 * sizeLimit, ratio: 400)

  /// Returns false for a ZIP file whose first entry is not the manifest: no archive of a library. A list of entries that
  /// is damaged is left to those who read it.
  static func isArchive(_ path: String) -> Bool {
    do {
      return try ArchiveReader(path, limits: limits).entries.first?.name == manifest
    } catch {
      return true
    }
  }

  /// Returns the name of the file with the rows of a table.
  static func rows(of table: String) -> String { "tables/\(table).ndjson" }

  /// Returns the name of the file of an attachment.
  static func file(_ digest: String) -> String { "files/\(digest)" }

  /// Returns true for a text that can be the name of a file of an attachment: a SHA-256 digest.
  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
