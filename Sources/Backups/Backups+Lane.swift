internal import Log
internal import Threads

extension Backups {
  /// Makes a backup on a lane of its own if one is due, and reports a staged restore. Call it about twice a second; it
  /// returns at once.
  package func tick() {
    if isStaged {
      // The response to the request for the restore is sent by now: it was staged before the last tick.
      if wasStaged.withLock({ was in
        defer { was = true }; return was
      }) {
        announce.withLock { announce in
          defer { announce = nil }; return announce
        }?()
      }
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

  /// Ends an attempt that is running, and backs up what came after a restore was prepared. Call it when nothing is
  /// accepted, before the database is closed.
  package func end() {
    // A second call would find a closed database, and call off the restore.
    guard
      !hasEnded.withLock({ has in
        defer { has = true }; return has
      })
    else { return }
    interrupt()
    lane.stop()
    completeRestore()
  }

  /// The pause between two looks at the number of changes.
  private static let pause = Duration.seconds(5)
}
