internal import Deadwax
internal import Lanes
internal import Storage

/// Finds out whether the database takes changes: by making one.
enum DatabaseProbe {
  /// Nil when a change was safe on disk within two seconds; else what is wrong, in a few words.
  static func fault(of database: Database) -> String? {
    let answer = Condition<Result<Void, any Error>?>(nil)
    database.submit({ try $0.set("heartbeat", to: "\($0.now.milliseconds)") }) { result in
      answer.update { $0 = result }
    }
    switch answer.wait(atMost: .seconds(2), until: { $0 }) {
    case .success: return nil
    case .failure(let error as StorageError) where error.code == .full: return "the disk is full"
    case .failure: return "changes are refused"
    case nil: return "a change was not safe on disk within two seconds"
    }
  }
}
