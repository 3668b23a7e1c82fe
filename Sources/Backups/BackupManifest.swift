/// The manifest of a backup, the file `manifest.json`. It is written last: a folder without it is no backup.
package struct BackupManifest: Codable, Sendable, Equatable {
  /// The form of the backup. A program refuses a larger number.
  package static let format = 1

  package var format: Int
  /// The version of the program that made it.
  package var program: String
  package var reason: BackupReason
  /// The name of the person who ordered it; nil for the hub itself.
  package var orderedBy: String?
  /// The newest migration of the schema.
  package var schema: String
  /// The newest sequence number: every change up to it is in the backup.
  package var sequence: Int64
  /// The number of rows by table.
  package var rows: [String: Int]
  /// The size of `deadwax.sqlite` in bytes.
  package var bytes: Int
  /// The SHA-256 digest of `deadwax.sqlite`, in hexadecimal.
  package var sha256: String
  /// The digests of the files of its attachments, sorted. The files are in the folder `files` beside the backups.
  package var files: [String]
  /// The size of these files in bytes.
  package var fileBytes: Int
  /// The digests of files that were missing or damaged when it was made.
  package var lostFiles: [String]

  package init(
    format: Int, program: String, reason: BackupReason, orderedBy: String?, schema: String, sequence: Int64,
    rows: [String: Int], bytes: Int, sha256: String, files: [String], fileBytes: Int, lostFiles: [String]
  ) {
    self.format = format
    self.program = program
    self.reason = reason
    self.orderedBy = orderedBy
    self.schema = schema
    self.sequence = sequence
    self.rows = rows
    self.bytes = bytes
    self.sha256 = sha256
    self.files = files
    self.fileBytes = fileBytes
    self.lostFiles = lostFiles
  }
}
