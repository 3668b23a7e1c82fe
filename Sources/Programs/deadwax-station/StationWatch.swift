internal import Deadwax
internal import HubClient
internal import OfflineStation
internal import OfflineStore
internal import Secrets
internal import Threads
internal import Wire

/// The background task that watches a station's hub: it detects when the hub is reachable, sends the journal and
/// fetches the replica.
final class StationWatch: Sendable {
  private struct Bell {
    var isRung = false
    var isStopping = false
  }

  private struct Known {
    /// The `ETag` of the replica.
    var tag: String?
    var nextReplica = ContinuousClock.now
    /// The number of entries per batch: 1 after a refused batch.
    var batch = StationWatch.batchLimit
    /// True if the journal was restarted under a new id since the last successful merge.
    var hasBegunAgain = false
    var isFirst = true
    /// The reasons already reported since the hub became unreachable.
    var said: Set<String> = []
  }

  private static let batchLimit = 200
  private static let firstPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(15)
  /// The interval of checks while nothing is scanned.
  private static let pulse = Duration.seconds(15)
  private static let replicaTime = Duration.seconds(300)

  private let memory: StationMemory
  private let folder: StationFolder
  private let station: Station.Name
  private let voice: StationOutput
  private let link: @Sendable () -> StationLink
  /// Creates the link again, because there may be a new token.
  private let renew: @Sendable () -> Void
  private let bell = Monitor(Bell())
  private let lane = Locked<DedicatedThread?>(nil)

  /// - Parameters:
  ///   - memory: the state of the station.
  ///   - folder: the folder for the replica.
  ///   - station: the station that the replica must belong to.
  ///   - voice: the output of the station.
  ///   - link: a function that returns the current link to the hub.
  ///   - renew: a function that is called before a retry after a refused token.
  init(
    memory: StationMemory, folder: StationFolder, station: Station.Name, voice: StationOutput,
    link: @escaping @Sendable () -> StationLink, renew: @escaping @Sendable () -> Void
  ) {
    self.memory = memory
    self.folder = folder
    self.station = station
    self.voice = voice
    self.link = link
    self.renew = renew
  }

  func start() { lane.withLock { $0 = DedicatedThread("station hub") { [self] in run() } } }

  /// Requests a check of the hub now, except during a backoff pause.
  func wake() { bell.update { $0.isRung = true } }

  /// Ends the task.
  ///
  /// - Parameter giveUp: a function that ends a request in progress.
  func stop(_ giveUp: () -> Void) {
    bell.update { $0.isStopping = true }
    giveUp()
    lane.withLock { $0 }?.join()
  }

  private func run() {
    var known = Known()
    var pause = Duration.zero
    while !bell.read({ $0.isStopping }) {
      bell.update { $0.isRung = false }
      if attend(&known) {
        pause = .zero
        sleep(atMost: Self.pulse, untilRung: true)
      } else {
        pause = min(max(pause * 2, Self.firstPause), Self.longestPause)
        // The pause varies by 20 % either way, so that stations that lost their hub at the same time do not retry at
        // the same time.
        sleep(atMost: pause * Double.random(in: 0.8...1.2), untilRung: false)
      }
    }
  }

  private func sleep(atMost limit: Duration, untilRung: Bool) {
    _ = bell.wait(atMost: limit) { bell -> Bool? in bell.isStopping || untilRung && bell.isRung ? true : nil }
  }

  // MARK: - One round

  /// Checks the hub and merges the journal.
  ///
  /// - Returns: true if the hub is reachable and has all entries.
  private func attend(_ known: inout Known) -> Bool {
    if case .noToken = memory.hub { renew() }
    var next: Int64
    switch link().known() {
    case .answer(let answer): next = answer.journal == memory.journal.id ? Int64(answer.next) : 0
    case .noToken(let sentence): return noToken(sentence, &known)
    case .offline(let sentence), .refused(let sentence), .conflict(let sentence): return isOffline(sentence, &known)
    }
    if memory.journal.isEmpty, next > memory.journal.next {
      // The disk was restored from an old copy: the hub has other scans under these sequence numbers.
      guard beginAgain(&known) else { return false }
      next = 0
    }
    var counts = Counts()
    while true {
      forget(before: next)
      while !memory.journal.isEmpty {
        guard !bell.read({ $0.isStopping }), handOver(&counts, &known) else { return false }
      }
      // After offline scans the station's mode or session differs from the hub's last known state.
      let hasDiverged = memory.state.hasDiverged
      if hasDiverged, !reconcile(&known) { return false }
      guard let isBack = memory.goLive(endedSession: hasDiverged) else { continue }
      if isBack || counts.all > 0 || known.isFirst { voice.report("live", counts.sentence(link().address)) }
      break
    }
    known.said = []
    known.hasBegunAgain = false
    if known.isFirst || counts.all > 0 || .now >= known.nextReplica { fetchReplica(&known) }
    known.isFirst = false
    return true
  }

  private struct Counts {
    var all = 0
    var exceptions = 0
    var staff = 0

    func sentence(_ address: HubAddress) -> String {
      guard all > 0 else { return "The hub at \(address) responds." }
      var sentence = "The hub at \(address) responds and has merged \(all) \(all == 1 ? "scan" : "scans")."
      if exceptions > 0 { sentence += " Exceptions for staff: \(exceptions)." }
      if staff > 0 { sentence += " \(staff) \(staff == 1 ? "needs" : "need") staff." }
      return sentence
    }
  }

  /// Sends the oldest waiting entries.
  ///
  /// - Returns: true to continue.
  private func handOver(_ counts: inout Counts, _ known: inout Known) -> Bool {
    let entries = memory.journal.batch(known.batch)
    switch link().send(entries, of: memory.journal.id) {
    case .answer(let answer):
      let places = Dictionary(entries.map { ($0.sequence, $0) }) { first, _ in first }
      for verdict in answer.items {
        guard let entry = places[verdict.sequence] else { continue }
        counts.all += 1
        if verdict.state == .appliedWithException { counts.exceptions += 1 }
        if verdict.state == .needsStaff { counts.staff += 1 }
        voice.report(entry, verdict, memory.meta)
      }
      guard let first = entries.first, answer.next > Int(first.sequence) else {
        return isOffline("The hub has not merged any waiting scans.", &known)
      }
      forget(before: Int64(answer.next))
      known.batch = Self.batchLimit
      return true
    case .conflict(let sentence):
      // The hub's record of this journal differs, for example after its backup was restored. The ids of the readings
      // prevent a second merge of the same scan.
      guard !known.hasBegunAgain else { return isOffline(sentence, &known) }
      return beginAgain(&known)
    case .refused(let sentence):
      if known.batch > 1 {
        known.batch = 1
        return true
      }
      let place = entries.first.map { "Scan \($0.sequence) of the journal was not merged. " } ?? ""
      return isOffline(place + sentence, &known)
    case .noToken(let sentence): return noToken(sentence, &known)
    case .offline(let sentence): return isOffline(sentence, &known)
    }
  }

  private func forget(before next: Int64) {
    do throws(OfflineStoreError) {
      try memory.journal.removeMerged(before: next)
    } catch {
      voice.fault("\(error)")
    }
  }

  private func beginAgain(_ known: inout Known) -> Bool {
    known.hasBegunAgain = true
    do throws(OfflineStoreError) {
      try memory.journal.beginAgain(as: .new(at: .now()))
      return true
    } catch {
      return isOffline("\(error)", &known)
    }
  }

  /// Ends the hub's session, which belongs to an earlier borrower, and sets the hub to the station's mode.
  private func reconcile(_ known: inout Known) -> Bool {
    let state = memory.state.expired(at: .now(), home: memory.machine.home)
    for heard in [link().endSession(), state.hasNewMode ? link().set(state.mode) : nil] {
      switch heard {
      case .answer?, nil: break
      case .refused(let sentence)?, .conflict(let sentence)?: voice.note(sentence)
      case .noToken(let sentence)?:
        // A mode that the policy of this station does not allow is refused with the same status. The token itself was
        // accepted just before.
        voice.note(sentence)
      case .offline(let sentence)?: return isOffline(sentence, &known)
      }
    }
    return true
  }

  // MARK: - State of the hub

  private func isOffline(_ sentence: String, _ known: inout Known) -> Bool {
    guard !bell.read({ $0.isStopping }) else { return false }
    let isNew = memory.set(.offline)
    // A different reason is reported on another line. The first was already reported where it occurred.
    if known.said.insert(sentence).inserted, isNew || known.said.count > 1 {
      voice.report("offline", "\(sentence) Scans are stored here until the hub responds.")
    }
    known.isFirst = false
    return false
  }

  private func noToken(_ sentence: String, _ known: inout Known) -> Bool {
    if memory.set(.noToken(sentence)) { voice.report("no-token", sentence) }
    known.isFirst = false
    return false
  }

  // MARK: - Replica

  private func fetchReplica(_ known: inout Known) {
    known.nextReplica = .now + Self.replicaTime
    switch link().replica(unless: known.tag) {
    case .answer(let found?):
      guard let replica = Replica(bytes: found.bytes), replica.meta.station == station,
        let key = link().secret.flatMap({ KeySeal.open(replica.meta.sealedKey, with: $0) })
      else {
        return voice.note("Cannot parse the replica from the hub.")
      }
      memory.set(replica, key: key)
      if known.tag == nil { voice.note("The station has a replica with \(replica.count) codes.") }
      known.tag = found.tag
      do throws(OfflineStoreError) {
        try ReplicaFile.save(found.bytes, in: folder)
      } catch {
        // The next start must work with the previous replica.
        voice.fault("\(error)")
      }
    case .answer(nil): break
    case .conflict(let sentence), .noToken(let sentence), .refused(let sentence), .offline(let sentence):
      voice.note("Cannot fetch the replica: \(sentence)")
    }
  }
}
