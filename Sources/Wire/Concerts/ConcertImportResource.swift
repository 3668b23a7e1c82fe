/// An import of a package: what the package has, and how far the import is.
package struct ConcertImportResource: Codable, Sendable {
  package var id: String
  /// The state: `reading`, `ready`, `damaged`, `writing`, `done` or `failed`.
  package var state: String
  /// The part of the state: `shows`, `recordings`, `collections` or `search`.
  package var phase: String
  /// The files or rows that are done, and the number of all of them.
  package var processed: Int
  package var total: Int
  /// The file or row at hand; omitted for none.
  package var current: String?
  /// The size of the file in bytes.
  package var bytes: Int
  /// The facts about the package; omitted before it was read.
  package var package: ConcertPackageResource?
  package var shows: Int
  package var recordings: Int
  package var collections: Int
  /// The recordings that no show names. They are left out.
  package var unnamedRecordings: Int
  /// The shows that the package does not have: those that were removed, and those that stay because the library uses them.
  package var removedShows: Int?
  package var keptShows: Int?
  /// The first files that were left out, and the number of all of them.
  package var faults: [FileFault]
  package var faultCount: Int
  /// The reason why nothing was written; omitted for none.
  package var detail: String?

  /// A file that was left out, and the reason.
  package struct FileFault: Codable, Sendable {
    package var file: String
    package var detail: String

    package init(file: String, detail: String) { (self.file, self.detail) = (file, detail) }
  }

  /// Creates an import at its beginning.
  package init(id: String, state: String, phase: String, bytes: Int) {
    (self.id, self.state, self.phase, self.bytes) = (id, state, phase, bytes)
    (processed, total, shows, recordings, collections, unnamedRecordings) = (0, 0, 0, 0, 0, 0)
    (faults, faultCount) = ([], 0)
  }
}
