/// The package that the concert catalogue comes from.
package struct ConcertPackageVersion: Hashable, Sendable {
  package var version: String
  package var name: String
  /// The kind of version, such as `release`.
  package var kind: String
  package var summary: String?
  package var importedAt: Timestamp
  package var gitCommit: String?
  package var gitTag: String?
  package var builtAt: String?
  package var shows: Int
  package var venues: Int
  package var files: Int
  /// The unpacked bytes of the package.
  package var bytes: Int

  package init(version: String, name: String, kind: String, importedAt: Timestamp) {
    (self.version, self.name, self.kind, self.importedAt) = (version, name, kind, importedAt)
    (shows, venues, files, bytes) = (0, 0, 0, 0)
  }
}
