internal import CSV
internal import Deadwax
internal import Threads

/// One import, from the arrival of its file to its end. It is not stored: a restart of the hub ends it.
final class ImportSession: MovingSession, Sendable {
  let id: LibraryImport.ID
  let table: ExportTable
  let file: ImportFile
  private let state: Locked<State>

  struct State: Sendable {
    var phase = LibraryImport.Phase.checking
    var dialect: CSVDialect
    /// The names of the columns, with the first values.
    var columns: [String] = []
    var samples: [[String]] = []
    var program = ImportDialect.other
    var fields: [ImportField?] = []
    /// The program that a person has chosen in place of the one that the columns show.
    var chosenProgram: ImportDialect?
    /// True if a person has chosen the fields for an earlier file with the same columns.
    var isMappingSaved = false
    var highestNumber = 0
    var sharedSlots: Set<PlannedPlaces.SlotName> = []
    var preview: ImportPreview?
    /// The lines that add a cover.
    var coverLines: Set<Int> = []
    /// The number of the newest change that the preview has seen.
    var sequence: Int64 = 0
    var fault: MovingError?
    var change: Change.ID?
    var begunAt = ContinuousClock.now
    var doneBytes = 0
    var touchedAt = ContinuousClock.now
  }

  init(id: LibraryImport.ID, table: ExportTable, file: ImportFile) {
    (self.id, self.table, self.file) = (id, table, file)
    state = Locked(State(dialect: file.dialect))
  }

  /// Reads or changes the state.
  func update<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
    try state.withLock(body)
  }

  /// Begins a phase, unless another one is under way.
  ///
  /// - Throws: `MovingError.isBusy`.
  func begin(_ phase: LibraryImport.Phase, from allowed: Set<LibraryImport.Phase>) throws(MovingError) {
    try update { state throws(MovingError) in
      guard allowed.contains(state.phase) else { throw .wrongPhase(state.phase) }
      (state.phase, state.doneBytes, state.begunAt, state.fault) = (phase, 0, .now, nil)
    }
  }

  var isUnderWay: Bool { update { $0.phase.isUnderWay } }

  var touchedAt: ContinuousClock.Instant { update { $0.touchedAt } }

  /// The part of the state that people see.
  var view: LibraryImport {
    update { state in
      state.touchedAt = .now
      return LibraryImport(id: id, table: table, bytes: file.count, state)
    }
  }
}
