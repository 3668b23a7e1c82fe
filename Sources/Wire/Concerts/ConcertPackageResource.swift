package import Deadwax

/// A package of the concert catalogue.
package struct ConcertPackageResource: Codable, Sendable {
  package var version: String
  package var name: String
  /// The kind of version, such as `release`.
  package var kind: String
  package var description: String?
  /// The time of the import; omitted before it.
  package var importedAt: RFC3339Time?
  package var shows: Int
  package var venues: Int
  package var files: Int
  package var bytes: Int

  package init(_ version: ConcertPackageVersion) {
    self.version = version.version
    name = version.name
    kind = version.kind
    description = version.summary
    importedAt = version.importedAt.milliseconds == 0 ? nil : RFC3339Time(version.importedAt)
    shows = version.shows
    venues = version.venues
    files = version.files
    bytes = version.bytes
  }
}
