internal import API
internal import Deadwax
internal import Storage
internal import Threads
internal import Wire

/// Checks that the database can be written, by writing to it.
enum DatabaseProbe {
  /// Returns nil if a write is on disk within two seconds; otherwise a short description of the fault.
  static func fault(of database: Database) -> String? {
    let answer = Monitor<Result<Void, any Error>?>(nil)
    database.submit({ try $0.set("heartbeat", to: "\($0.now.milliseconds)") }) { result in
      answer.update { $0 = result }
    }
    switch answer.wait(atMost: .seconds(2), until: { $0 }) {
    case .success: return nil
    case .failure(let error as StorageError) where error.kind == .moved: return "its files were removed or replaced"
    case .failure(let error as StorageError) where error.kind == .damaged: return "it is damaged"
    case .failure(let error as StorageError) where error.kind == .full: return "the disk is full"
    case .failure: return "changes are refused"
    case nil: return "a change was not on disk within two seconds"
    }
  }
}

extension Readiness.Check {
  init(_ progress: IntegrityCheck.Progress) {
    let percent = progress.total == 0 ? 0 : progress.done * 100 / progress.total
    self.init(state: progress.phase.rawValue, percent: percent, soundAt: progress.soundAt)
  }
}
