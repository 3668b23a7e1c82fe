package import Deadwax

/// A backup of the library.
package struct BackupResource: Codable, Sendable {
  /// The name of its folder, which is its time.
  package var id: String
  package var createdAt: RFC3339Time
  /// The reason: `start`, `change`, `order`, `caution` or `restore`.
  package var reason: String
  /// The person who ordered it; omitted for the hub itself.
  package var orderedBy: String?
  /// The size of its database in bytes.
  package var bytes: Int
  /// The SHA-256 digest of its database, in hexadecimal.
  package var sha256: String
  /// The number of files of attachments.
  package var files: Int
  /// The size of these files in bytes.
  package var fileBytes: Int
  /// The number of files that were missing or damaged when it was made.
  package var lostFiles: Int
  /// The number of records in it.
  package var counts: Counts
  /// The newest migration of its schema.
  package var schema: String
  /// The version of the program that made it.
  package var program: String

  package init(
    id: String, createdAt: Timestamp, reason: String, orderedBy: String?, bytes: Int, sha256: String, files: Int,
    fileBytes: Int, lostFiles: Int, counts: Counts, schema: String, program: String
  ) {
    self.id = id
    self.createdAt = RFC3339Time(createdAt)
    self.reason = reason
    self.orderedBy = orderedBy
    self.bytes = bytes
    self.sha256 = sha256
    self.files = files
    self.fileBytes = fileBytes
    self.lostFiles = lostFiles
    self.counts = counts
    self.schema = schema
    self.program = program
  }

  /// The number of records in a backup.
  package struct Counts: Codable, Sendable {
    package var releases: Int
    package var copies: Int
    package var borrowers: Int
    package var loans: Int

    package init(releases: Int, copies: Int, borrowers: Int, loans: Int) {
      self.releases = releases
      self.copies = copies
      self.borrowers = borrowers
      self.loans = loans
    }
  }
}
