package import Deadwax

/// An import of a package as people see it: what the package has, and how far the import is.
package struct ConcertImport: Sendable {
  package typealias ID = Identifier<ConcertImport>

  package enum Phase: String, CaseIterable, Sendable {
    /// The package is read and checked. The catalogue is unchanged.
    case reading
    /// The package was read. Nothing was changed yet.
    case ready
    /// The package cannot be used: `fault` says why.
    case damaged
    /// The catalogue is replaced.
    case writing
    /// The catalogue is that of the package.
    case done
    /// Nothing was written: `fault` says why.
    case failed
  }

  /// The part of a phase.
  package enum Step: String, CaseIterable, Sendable {
    case shows, recordings, collections, search
  }

  /// A file that was left out, and the reason.
  package struct FileFault: Hashable, Sendable {
    package let file: String
    package let sentence: String
  }

  package let id: ID
  package let phase: Phase
  package let step: Step
  /// The files or rows that are done, and the number of all of them; 0 while it is not known.
  package let processed: Int
  package let total: Int
  /// The file or row at hand; empty for none.
  package let current: String
  /// The size of the file in bytes.
  package let bytes: Int
  package let version: ConcertPackageVersion?
  package let shows: Int
  package let recordings: Int
  package let collections: Int
  /// The recordings that no show names. They are left out.
  package let unnamedRecordings: Int
  /// The shows of the catalogue that the package does not have: those that are removed, and those that stay because the
  /// library uses them. Nil before they are written.
  package let removedShows: Int?
  package let keptShows: Int?
  /// The first faults of files, and the number of all of them.
  package let faults: [FileFault]
  package let faultCount: Int
  /// The reason why nothing is written; nil for none.
  package let fault: ConcertError?

  init(id: ID, bytes: Int, _ state: ConcertImportSession.State) {
    (self.id, self.bytes) = (id, bytes)
    (phase, step) = (state.phase, state.step)
    (processed, total, current) = (state.processed, state.total, state.current)
    version = state.version
    (shows, recordings, collections) = (state.shows, state.recordings, state.collections)
    unnamedRecordings = state.unnamedRecordings
    (removedShows, keptShows) = (state.removedShows, state.keptShows)
    faults = state.faults
    faultCount = state.faultCount
    fault = state.fault
  }
}
