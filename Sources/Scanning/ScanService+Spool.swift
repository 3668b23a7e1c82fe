package import Deadwax
internal import Execution
internal import Log
internal import StationLogic
internal import Storage
internal import Threads

extension ScanService {
  /// The state of a fault that prevents writes to the database.
  struct StorageOutage: Hashable, Sendable {
    var since: Timestamp
    var reason: String
    /// The number of scans of each station that could not be stored since then.
    var scans: [Station.Name: Int] = [:]

    /// Returns the fault in the form that the station's screen displays.
    func fault(at station: Station.Name?) -> StationState.Fault {
      StationState.Fault(
        kind: StationState.Fault.database, since: since, reason: reason, scans: station.flatMap { scans[$0] })
    }
  }

  /// A report of a fault. It bypasses the stored events, because nothing can be written during a fault.
  package struct OutageNotice: Hashable, Sendable {
    package var at: Timestamp
    /// The station whose scan could not be stored; nil for anything else.
    package var station: Station.Name?
    /// The fault; nil when writes succeed again.
    package var fault: StationState.Fault?
  }

  /// The fault that prevents writes, as all stations display it; nil if there is none.
  package var fault: StationState.Fault? { outage.withLock { $0?.fault(at: nil) } }

  /// Returns the fault with the number of scans of a station that could not be stored since then.
  package func fault(at station: Station.Name) -> StationState.Fault? { outage.withLock { $0?.fault(at: station) } }

  /// The number of scans in the spool.
  package var spooled: Int { spool?.count ?? 0 }

  /// Handles a scan that could not be stored and had no effect: appends it to the spool and reports the fault to its
  /// station.
  func notKept(_ input: StationInput, at station: Station.Name, _ error: any Error) {
    guard let reason = (error as? StorageError)?.stationFault else { return }
    let now = Timestamp.now()
    let fault = outage.withLock { unsaved in
      var trouble = unsaved ?? StorageOutage(since: now, reason: reason)
      trouble.reason = reason
      trouble.scans[station, default: 0] += 1
      unsaved = trouble
      return trouble.fault(at: station)
    }
    if faults.isFirst("spool") { logger.error("could not store a scan: \(error)") }
    do {
      try spool?.append(ScanSpool.Line(station: station, receivedAt: now, input: input))
    } catch {
      if faults.isFirst("spool-full") {
        logger.error("could store a scan neither in the database nor in the spool: \(error)")
      }
    }
    failed(OutageNotice(at: now, station: station, fault: fault))
  }

  /// Handles another failed write, for example of an operation on a screen. The caller gets the error with the answer;
  /// this reports the fault to all others.
  func notKept(_ error: any Error) {
    guard let reason = (error as? StorageError)?.stationFault else { return }
    let now = Timestamp.now()
    let began = outage.withLock { unsaved -> StationState.Fault? in
      guard unsaved == nil else { return nil }
      let trouble = StorageOutage(since: now, reason: reason)
      unsaved = trouble
      return trouble.fault(at: nil)
    }
    if let began { failed(OutageNotice(at: now, station: nil, fault: began)) }
  }

  /// Handles a successful write. An overload ends only when a probe has passed through the whole queue.
  func writeSucceeded(isProbe: Bool = false) {
    let isOver = outage.withLock { unsaved in
      guard let trouble = unsaved, isProbe || trouble.reason != StationState.Fault.overloaded else { return false }
      unsaved = nil
      return true
    }
    guard isOver else { return }
    let count = faults.over("spool")
    faults.over("spool-full")
    if count > 0 { logger.info("scans are stored again; \(count) were not stored") }
    failed(OutageNotice(at: .now(), station: nil, fault: nil))
  }

  /// Moves spooled scans into the history, as scans that were not saved; they have no effect, because no one
  /// waits for them now. Each scan is stored once, even if this is repeated. With an empty spool it probes whether
  /// writes succeed again.
  func importSpooled() {
    guard !(spool?.isEmpty ?? true) || outage.withLock({ $0 != nil }) else { return }
    // Batches must not overlap: a second run would read lines again that the first has not dropped yet.
    let isBusy = isTakingIn.withLock { isTakingIn in
      defer { isTakingIn = true }
      return isTakingIn
    }
    if !isBusy { importBatch(200) }
  }

  /// Moves the next lines into the history, and then the lines after them.
  private func importBatch(_ most: Int) {
    let batch = spool?.next(most)
    database.submit(
      { [self] transaction in
        for line in batch?.lines ?? [] { try importLine(line, in: transaction) }
        // Guarantees a write in every transaction, which proves that writes succeed.
        try transaction.set("heartbeat", to: "\(transaction.now.milliseconds)")
        if let batch, !batch.lines.isEmpty { transaction.afterCommit(published) }
      }
    ) { [self] result in
      switch (result, batch) {
      case (.success, nil): writeSucceeded(isProbe: true)
      case (.success, let batch?):
        writeSucceeded(isProbe: true)
        if dealtWith(batch) { return importBatch(200) }
      case (.failure(let error), let batch?) where error.isOfTheLine:
        // One of the lines causes the error; it must not block the others.
        if batch.lines.count > 1 { return importBatch(1) }
        logger.error("a scan in the spool cannot be added to the history: \(error)")
        if dealtWith(batch, isRefused: true) { return importBatch(200) }
      default: break
      }
      isTakingIn.withLock { $0 = false }
    }
  }

  /// Moves unreadable or refused lines to a separate file, and drops the batch.
  ///
  /// - Returns: true if there may be more lines.
  private func dealtWith(_ batch: ScanSpool.Batch, isRefused: Bool = false) -> Bool {
    guard let spool else { return false }
    do {
      var aside = batch.unreadable
      if isRefused { aside += try batch.lines.map { Array(try ColumnJSON.write($0).utf8) } }
      try spool.quarantine(aside)
      if !aside.isEmpty {
        let lines = aside.count == 1 ? "1 line" : "\(aside.count) lines"
        logger.warning("moved \(lines) of the spool to a file beside it")
      }
      try spool.drop(batch)
      faults.over("spool-emptied")
      return !spool.isEmpty
    } catch {
      if faults.isFirst("spool-emptied") { logger.error("could not empty the spool: \(error)") }
      return false
    }
  }

  private func importLine(_ line: ScanSpool.Line, in transaction: WriteTransaction) throws {
    guard let reading = line.input.reading?.reading, try transaction.scan(reading.id) == nil else { return }
    var input = line.input
    if input.reader == nil {
      // A client on the network may send the reading again with its id, and then it must take effect. So this failed
      // attempt is stored with a different id.
      input.reading?.id = reading.id.ofTry
    }
    guard let reading = input.reading?.reading, try transaction.scan(reading.id) == nil else { return }
    let step = StationStep(input, at: line.station, in: transaction, policies: policies, live: nil)
    try step.importUnsaved(reading)
  }
}

extension Identifier where Subject == Reading {
  /// The id in the history of an attempt that could not be stored: the same for each attempt of the same reading.
  fileprivate var ofTry: Reading.ID {
    let hex = text.filter { $0 != "-" }
    let (high, low) = (UInt64(hex.prefix(16), radix: 16) ?? 0, UInt64(hex.suffix(16), radix: 16) ?? 0)
    return Reading.ID(digest: high ^ 0x6E6F_7420_7361_7665, low ^ 0x6420_7468_6973_2074)
  }
}

extension Error {
  /// True if another attempt cannot succeed, because the content of the line causes the error.
  fileprivate var isOfTheLine: Bool {
    guard let error = self as? StorageError else { return true }
    return switch error.kind {
    case .conflict, .reference, .constraint, .mismatch, .tooBig: true
    default: false
    }
  }
}
