internal import Deadwax
internal import ForeignFiles
internal import Storage
internal import Threads

/// One merge, from the arrival of its file to its end. It is not stored: a restart of the hub ends it.
final class MergeSession: MovingSession, Sendable {
  let id: LibraryMerge.ID
  let kind: LibraryMerge.Kind
  let file: ImportFile
  /// The folder with the copy of the other library. It is removed with the session.
  let folder: String
  private let state = Locked(State())

  struct State: Sendable {
    var phase = LibraryImport.Phase.checking
    var records: [MergedRecord] = []
    var plan: String?
    /// The digests of the files of attachments that the merge takes over.
    var files: Set<String> = []
    /// The ids of the records that had none of their own.
    var nameless: Set<String> = []
    /// The program that the file is of, by the name of its mapping; nil for a library of Deadwax.
    var origin: String?
    /// The tables and columns that the library has no place for, as `table` or `table.column`.
    var leftOut: [String] = []
    /// The ids of the releases that another program has listed as recent, the last one first.
    var recents: [String] = []
    /// The content of the notes of another program.
    var notes: ForeignNotes?
    /// The number of settings of devices that are not here yet.
    var newDeviceSettings = 0
    var fault: MovingError?
    var change: Change.ID?
    var isCancelled = false
    var begunAt = ContinuousClock.now
    var (done, total) = (0, 0)
    var touchedAt = ContinuousClock.now
  }

  init(id: LibraryMerge.ID, kind: LibraryMerge.Kind, file: ImportFile, folder: String) {
    (self.id, self.kind, self.file, self.folder) = (id, kind, file, folder)
  }

  deinit { StagedFile.remove(folder) }

  /// The path of the copy of the other library.
  var database: String { "\(folder)/deadwax.sqlite" }

  /// The path of the copy of the database that arrived.
  var original: String { "\(folder)/original.sqlite" }

  /// Reads or changes the state.
  func update<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
    try state.withLock(body)
  }

  var isUnderWay: Bool { update { $0.phase.isUnderWay } }

  var touchedAt: ContinuousClock.Instant { update { $0.touchedAt } }

  /// The part of the state that people see.
  var view: LibraryMerge {
    update { state in
      state.touchedAt = .now
      return LibraryMerge(id: id, kind: kind, bytes: file.count, state)
    }
  }
}
