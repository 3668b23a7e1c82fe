internal import Deadwax
internal import Threads

/// One import, from the arrival of its package to its end. It is not stored: a restart of the hub ends it.
final class ConcertImportSession: Sendable {
  let id: ConcertImport.ID
  let file: ConcertFile
  private let state = Locked(State())

  struct State: Sendable {
    var phase = ConcertImport.Phase.reading
    var step = ConcertImport.Step.shows
    var (processed, total, current) = (0, 0, "")
    var version: ConcertPackageVersion?
    var (shows, recordings, collections, unnamedRecordings) = (0, 0, 0, 0)
    var removedShows: Int?
    var keptShows: Int?
    var faults: [ConcertImport.FileFault] = []
    var faultCount = 0
    var fault: ConcertError?
    var touchedAt = ContinuousClock.now
  }

  init(id: ConcertImport.ID, file: ConcertFile) { (self.id, self.file) = (id, file) }

  /// Reads or changes the state.
  func update<Result, Failure: Error>(_ body: (inout State) throws(Failure) -> Result) throws(Failure) -> Result {
    try state.withLock(body)
  }

  /// Begins a phase, unless another one is under way.
  ///
  /// - Throws: `ConcertError.wrongPhase`.
  func begin(_ phase: ConcertImport.Phase, from allowed: Set<ConcertImport.Phase>) throws(ConcertError) {
    try update { state throws(ConcertError) in
      guard allowed.contains(state.phase) else { throw .wrongPhase(state.phase) }
      (state.phase, state.processed, state.total, state.current, state.fault) = (phase, 0, 0, "", nil)
    }
  }

  func note(_ step: ConcertImport.Step, _ processed: Int, _ total: Int, _ current: String) {
    update { state in
      (state.step, state.processed, state.total, state.current) = (step, processed, total, current)
    }
  }

  /// The part of the state that people see.
  var view: ConcertImport {
    update { state in
      state.touchedAt = .now
      return ConcertImport(id: id, bytes: file.count, state)
    }
  }
}
