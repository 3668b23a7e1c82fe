internal import Log
internal import Threads

extension Backups {
  /// Makes a backup on a lane of its own if one is due, and reports a staged restore. Call it about twice a second; it
  /// returns at once.
  package func tick() {
    if isStaged {
      // Seen by the last tick too, it was prepared long enough ago that the response to the request is sent.
      let isNew = wasStaged.withLock { was in
        let before = was
        was = true
        return !before
      }
      if !isNew { takeAnnouncement()?() }
      return
    }
    let isDue = nextLook.withLock { next in
      guard next.map({ $0 <= .now }) ?? true else { return false }
      next = .now + Self.pause
      return true
    }
    guard isDue else { return }
    _ = lane.add { [self] in
      do {
        try makeIfDue()
        if faults.over("backup") > 0 { logger.info("backups are made again") }
      } catch {
        if faults.isFirst("backup") { logger.error("no backup was made: \(error)") }
      }
    }
  }

  /// Calls a function once a restore is prepared.
  package func whenStaged(_ body: @escaping @Sendable () -> Void) { announce.withLock { $0 = body } }

  /// Returns the function to call once a restore is prepared, the first time.
  private func takeAnnouncement() -> (@Sendable () -> Void)? {
    announce.withLock { announce in
      let body = announce
      announce = nil
      return body
    }
  }

  /// Ends an attempt that is running, and backs up what came after a restore was prepared. Call it when nothing is
  /// accepted, before the database is closed.
  package func end() {
    // A second call would find a closed database, and call off the restore.
    let isFirst = hasEnded.withLock { has in
      let before = has
      has = true
      return !before
    }
    guard isFirst else { return }
    interrupt()
    lane.stop()
    completeRestore()
  }

  /// The pause between two looks at the number of changes.
  private static let pause = Duration.seconds(5)
}
