package import Deadwax
internal import Desk
internal import Lanes
internal import Log
internal import Storage

extension ScanService {
  /// Why nothing can be kept at the moment.
  struct Trouble: Hashable, Sendable {
    var since: Timestamp
    var reason: String
    /// How many scans of each desk were not kept since.
    var scans: [Station.Name: Int] = [:]

    /// As the screen of a desk shows it.
    func fault(at station: Station.Name?) -> StationState.Fault {
      StationState.Fault(
        kind: StationState.Fault.database, since: since, reason: reason, scans: station.flatMap { scans[$0] })
    }
  }

  /// What is told of a fault in the very moment, past the journal, which takes nothing then.
  package struct FaultNews: Hashable, Sendable {
    package var at: Timestamp
    /// The desk whose scan was not kept; nil where it was something else.
    package var station: Station.Name?
    /// Nil when everything is kept again.
    package var fault: StationState.Fault?
  }

  /// Since when nothing can be kept, as the screens of all desks show it; nil while all is well.
  package var fault: StationState.Fault? { unsaved.withLock { $0?.fault(at: nil) } }

  /// The same with how many scans of a desk were not kept since.
  package func fault(at station: Station.Name) -> StationState.Fault? { unsaved.withLock { $0?.fault(at: station) } }

  /// How many scans were not kept and wait in the file beside the database.
  package var spooled: Int { spool?.count ?? 0 }

  /// A scan was not kept: nothing of it was done. It goes into the spool, and its desk is told.
  func notKept(_ input: DeskInput, at station: Station.Name, _ error: any Error) {
    guard let reason = (error as? StorageError)?.keepsNothing else { return }
    let now = Timestamp.now()
    let fault = unsaved.withLock { unsaved in
      var trouble = unsaved ?? Trouble(since: now, reason: reason)
      trouble.reason = reason
      trouble.scans[station, default: 0] += 1
      unsaved = trouble
      return trouble.fault(at: station)
    }
    if faults.isFirst("spool") { logger.error("a scan could not be kept: \(error)") }
    do {
      try spool?.append(ScanSpool.Line(station: station, receivedAt: now, input: input))
    } catch {
      if faults.isFirst("spool-full") { logger.error("a scan could be kept nowhere: \(error)") }
    }
    failed(FaultNews(at: now, station: station, fault: fault))
  }

  /// Something else was not kept, as what was done on a screen: whoever did it is told by the answer, all others here.
  func notKept(_ error: any Error) {
    guard let reason = (error as? StorageError)?.keepsNothing else { return }
    let now = Timestamp.now()
    let began = unsaved.withLock { unsaved -> StationState.Fault? in
      guard unsaved == nil else { return nil }
      let trouble = Trouble(since: now, reason: reason)
      unsaved = trouble
      return trouble.fault(at: nil)
    }
    if let began { failed(FaultNews(at: now, station: nil, fault: began)) }
  }

  /// A write has worked. That there were too many ends only when one has waited behind them all.
  func kept(isProbe: Bool = false) {
    let isOver = unsaved.withLock { unsaved in
      guard let trouble = unsaved, isProbe || trouble.reason != StationState.Fault.overloaded else { return false }
      unsaved = nil
      return true
    }
    guard isOver else { return }
    let count = faults.over("spool")
    faults.over("spool-full")
    if count > 0 { logger.info("scans are kept again; \(count) were not") }
    failed(FaultNews(at: .now(), station: nil, fault: nil))
  }

  /// Takes what was spooled into the history, as scans that were not saved: nothing is done that nobody waits for any
  /// more. Each comes in once, however often this is tried. Where nothing was spooled it finds out whether anything can
  /// be kept again.
  func takeInSpooled() {
    guard !(spool?.isEmpty ?? true) || unsaved.withLock({ $0 != nil }) else { return }
    // What the taking-in before has not dropped yet would be read once more, and what came since be dropped for it.
    let isBusy = isTakingIn.withLock { isTakingIn in
      defer { isTakingIn = true }
      return isTakingIn
    }
    if !isBusy { takeIn(200) }
  }

  /// Takes in the next lines, and then those after them.
  private func takeIn(_ most: Int) {
    let batch = spool?.next(most)
    database.submit(
      { [self] transaction in
        for line in batch?.lines ?? [] { try takeIn(line, in: transaction) }
        // So that something is written in any case: it shows that something can be.
        try transaction.set("heartbeat", to: "\(transaction.now.milliseconds)")
        if let batch, !batch.lines.isEmpty { transaction.afterCommit(published) }
      }
    ) { [self] result in
      switch (result, batch) {
      case (.success, nil): kept(isProbe: true)
      case (.success, let batch?):
        kept(isProbe: true)
        if dealtWith(batch) { return takeIn(200) }
      case (.failure(let error), let batch?) where error.isOfTheLine:
        // One of them is at fault, and must not hold up the others for ever.
        if batch.lines.count > 1 { return takeIn(1) }
        logger.error("a scan that was not kept is in no order to be taken in: \(error)")
        if dealtWith(batch, isRefused: true) { return takeIn(200) }
      default: break
      }
      isTakingIn.withLock { $0 = false }
    }
  }

  /// Puts aside what could not be read or taken in, and forgets the rest.
  ///
  /// - Returns: whether there may be more.
  private func dealtWith(_ batch: ScanSpool.Batch, isRefused: Bool = false) -> Bool {
    guard let spool else { return false }
    do {
      var aside = batch.unreadable
      if isRefused { aside += try batch.lines.map { Array(try StateText.write($0).utf8) } }
      try spool.setAside(aside)
      if !aside.isEmpty { logger.warning("\(aside.count) lines of the spool are put aside into a file beside it") }
      try spool.drop(batch)
      faults.over("spool-emptied")
      return !spool.isEmpty
    } catch {
      if faults.isFirst("spool-emptied") { logger.error("the spool could not be emptied: \(error)") }
      return false
    }
  }

  private func takeIn(_ line: ScanSpool.Line, in transaction: WriteTransaction) throws {
    guard let reading = line.input.reading?.reading, try transaction.scan(reading.id) == nil else { return }
    var input = line.input
    if input.reader == nil {
      // Whoever sent it over the network may send it again with its id, and it shall be done then: what is told here is
      // that it was not, this time.
      input.reading?.id = reading.id.ofTry
    }
    guard let reading = input.reading?.reading, try transaction.scan(reading.id) == nil else { return }
    let step = DeskStep(input, at: line.station, in: transaction, policies: policies, live: nil)
    try step.takeInUnsaved(reading)
  }
}

extension Identifier where Subject == Reading {
  /// The id in the history of a try that was not kept: the same for each try of the same reading.
  fileprivate var ofTry: Reading.ID {
    let hex = text.filter { $0 != "-" }
    let (high, low) = (UInt64(hex.prefix(16), radix: 16) ?? 0, UInt64(hex.suffix(16), radix: 16) ?? 0)
    return Reading.ID(digest: high ^ 0x6E6F_7420_7361_7665, low ^ 0x6420_7468_6973_2074)
  }
}

extension Error {
  /// Whether trying again cannot help: what was to be written is at fault.
  fileprivate var isOfTheLine: Bool {
    guard let error = self as? StorageError else { return true }
    return switch error.code {
    case .constraint, .mismatch, .tooBig: true
    default: false
    }
  }
}

extension StorageError {
  /// Why nothing can be kept, in a word for the screens; nil where it is what was asked that fails, and not the disk, the
  /// file or the way to it.
  package var keepsNothing: String? {
    switch code {
    case .full: StationState.Fault.full
    case .readOnly: StationState.Fault.readOnly
    case .busy where call == Self.queueCall: StationState.Fault.overloaded
    case .busy, .locked: StationState.Fault.locked
    case .inputOutput, .corrupt, .cannotOpen, .notADatabase: StationState.Fault.damaged
    default: nil
    }
  }
}
