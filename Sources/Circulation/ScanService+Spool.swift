package import Deadwax
internal import Desk
internal import Lanes
internal import Log
internal import Storage

extension ScanService {
  /// Since when nothing can be kept, as the screens of all desks show it; nil while all is well.
  package var fault: StationState.Fault? {
    unsaved.withLock { $0.map { StationState.Fault(kind: "database", since: $0) } }
  }

  /// How many scans were not kept and wait in the file beside the database.
  package var spooled: Int { spool.map { $0.isEmpty ? 0 : $0.lines().count } ?? 0 }

  /// A scan was not kept: nothing of it was done. It goes into the spool, if the fault is the database's own.
  func notKept(_ input: DeskInput, at station: Station.Name, _ error: any Error) {
    guard let error = error as? StorageError, error.isOfTheDisk else { return }
    let now = Timestamp.now()
    unsaved.withLock { if $0 == nil { $0 = now } }
    if faults.isFirst("spool") { logger.error("a scan could not be kept: \(error)") }
    guard let spool else { return }
    do {
      try spool.append(ScanSpool.Line(station: station, receivedAt: now, input: input))
    } catch {
      logger.error("a scan could be kept nowhere: \(error)")
    }
  }

  /// A write has worked.
  func kept() {
    unsaved.withLock { $0 = nil }
    let count = faults.over("spool")
    if count > 0 { logger.info("scans are kept again; \(count) were not") }
  }

  /// Takes what was spooled into the history, as scans that were not saved: nothing is done that nobody waits for any
  /// more. Each comes in once, however often this is tried.
  func takeInSpooled() {
    guard let spool, !spool.isEmpty else { return }
    let lines = spool.lines()
    database.submit(
      { [self] transaction in
        for line in lines { try takeIn(line, in: transaction) }
        transaction.afterCommit(published)
      }
    ) { [self] result in
      guard case .success = result else { return }
      do { try spool.drop(first: lines.count) } catch { logger.error("the spool could not be emptied: \(error)") }
      kept()
    }
  }

  private func takeIn(_ line: ScanSpool.Line, in transaction: WriteTransaction) throws {
    guard let reading = line.input.reading?.reading, try transaction.scan(reading.id) == nil else { return }
    let step = DeskStep(line.input, at: line.station, in: transaction, policies: policies, live: nil)
    try step.takeInUnsaved(reading)
  }
}

extension StorageError {
  /// Whether it is the disk or the file that fails, rather than what was asked of it.
  var isOfTheDisk: Bool {
    switch code {
    case .full, .readOnly, .inputOutput, .corrupt, .cannotOpen, .notADatabase: true
    default: false
    }
  }
}
