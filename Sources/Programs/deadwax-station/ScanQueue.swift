internal import Deadwax
internal import HubClient
internal import Intake
internal import OfflineStation
internal import OfflineStore
internal import Threads
internal import Wire

/// The queue of a station's scans. Each scan is sent to the hub immediately, or written to the journal.
final class ScanQueue: Sendable {
  /// The maximum number of scans that wait. The hub has at most 1.5 seconds for each, and a person scans about one a
  /// second.
  static let limit = 256

  private let memory: StationMemory
  private let link: @Sendable () -> StationLink
  private let voice: StationOutput
  /// Wakes the watch of the hub.
  private let wake: @Sendable () -> Void
  private let onUnsaved: @Sendable (ReadingIntake.Scan) -> Void
  private let queue = BoundedQueue<ReadingIntake.Scan>(limit: ScanQueue.limit)
  private let lane = Locked<DedicatedThread?>(nil)

  /// - Parameters:
  ///   - memory: the state of the station.
  ///   - link: a function that returns the current link to the hub.
  ///   - voice: the output of the station.
  ///   - wake: a function that is called when the hub does not answer, and when an entry waits for it.
  ///   - notKept: a function that is called for a scan that could not be stored.
  init(
    memory: StationMemory, link: @escaping @Sendable () -> StationLink, voice: StationOutput,
    wake: @escaping @Sendable () -> Void, notKept: @escaping @Sendable (ReadingIntake.Scan) -> Void
  ) {
    self.memory = memory
    self.link = link
    self.voice = voice
    self.wake = wake
    self.onUnsaved = notKept
  }

  func start() { lane.withLock { $0 = DedicatedThread("station scans") { [self] in run() } } }

  /// Queues a scan. Returns immediately. A scan that has no room is reported as not saved.
  func take(_ scan: ReadingIntake.Scan) {
    if !queue.append(scan) { lose(scan, "Too many scans wait for the hub or for the disk. Scan it again.") }
  }

  /// Processes the queued scans, then ends.
  func stop() {
    queue.close()
    lane.withLock { $0 }?.join()
  }

  private func run() {
    while let scan = queue.next() { deal(with: scan) }
  }

  private func deal(with scan: ReadingIntake.Scan) {
    if case .noToken(let sentence) = memory.hub { return lose(scan, sentence) }
    guard memory.isLive else { return store(scan) }
    switch link().report(scan.reading, from: scan.reader) {
    case .answer(let line): report(line, scan)
    case .offline(let sentence):
      if memory.set(.offline) { voice.report("offline", "\(sentence) Scans are stored here until the hub responds.") }
      store(scan)
    case .noToken(let sentence):
      if memory.set(.noToken(sentence)) { voice.report("no-token", sentence) }
      lose(scan, sentence)
      wake()
    // The hub would refuse the journal entry too.
    case .refused(let sentence), .conflict(let sentence):
      onUnsaved(scan)
      voice.report(reported(scan, Outcome(.unusableCode, mode: memory.state.mode), detail: sentence))
    }
  }

  // MARK: - Online

  private func report(_ shape: ScanResource, _ scan: ReadingIntake.Scan) {
    let standing = memory.standing(of: scan.reading)
    // An outcome code of a later version still has a status, a title and a detail.
    var outcome = Outcome(.found, mode: shape.outcome.mode)
    if let code = shape.outcome.code.known {
      outcome.code = code
      memory.set(
        memory.machine.following(memory.state, scan.reading, standing: standing, outcome: outcome, at: .now()))
    } else {
      outcome.code = Outcome.Code.allCases.first { $0.status == shape.outcome.status.known } ?? .found
    }
    outcome.facts.isQuestion = shape.outcome.status.known == .needsConfirmation
    outcome.facts.notes = (shape.outcome.notes ?? []).compactMap(\.code.known)
    var line = reported(scan, outcome, detail: shape.outcome.detail)
    line.title = shape.outcome.title
    line.subject = [shape.outcome.release?.line, shape.outcome.copy?.line].compactMap(\.self).joined(separator: ", ")
    // The hub masks the text of a card.
    line.isCard = shape.text != scan.reading.text
    voice.report(line)
    for choice in shape.outcome.choices ?? [] { voice.note("one of: \(choice.line)") }
  }

  // MARK: - Offline

  private func store(_ scan: ReadingIntake.Scan) {
    let step = memory.machine.next(
      memory.state, scan.reading, reader: scan.reader, standing: memory.standing(of: scan.reading), at: .now())
    var sequence: Int64?
    if let entry = step.entry {
      do throws(OfflineStoreError) {
        sequence = try memory.journal.append(entry).sequence
      } catch {
        voice.fault("\(error)")
        return lose(scan, "")
      }
    }
    memory.set(step.state)
    var line = reported(scan, step.displayed, detail: nil)
    line.isOffline = true
    line.sequence = sequence
    // A code that opened a session is a card, even if it is not in the replica.
    if step.entry?.act == .card, [.recordedOffline, .sessionStarted, .switchBorrower].contains(step.displayed.code) {
      line.isCard = true
    }
    voice.report(line)
    wake()
  }

  /// Reports that a scan could not be stored.
  private func lose(_ scan: ReadingIntake.Scan, _ why: String) {
    onUnsaved(scan)
    let outcome = Outcome(.notSaved, mode: memory.state.mode)
    voice.report(reported(scan, outcome, detail: why.isEmpty ? nil : why))
  }

  private func reported(_ scan: ReadingIntake.Scan, _ outcome: Outcome, detail: String?) -> StationOutput.ReportedScan {
    let words = OfflineTexts(outcome.code, memory.meta)
    return StationOutput.ReportedScan(
      reading: scan.reading, reader: scan.reader, outcome: outcome, title: words.title,
      detail: detail ?? words.detail, isCard: isCard(scan.reading))
  }

  private func isCard(_ reading: Reading) -> Bool {
    if memory.state.session?.code == reading.text { return true }
    switch memory.standing(of: reading) {
    case .card?, .cardBlocked?, .cardExpired?, .cardHindered?: return true
    default: break
    }
    guard case .own(let own) = Code.classify(reading.text, symbology: reading.symbology) else { return false }
    return own.kind == .borrower
  }
}
