internal import Away
internal import AwayStore
internal import Deadwax
internal import Lanes

/// Looks after the hub of a station: sees when it is there, hands over what waited, and fetches what the station has to
/// know.
final class StationWatch: Sendable {
  private struct Bell {
    var isRung = false
    var isStopping = false
  }

  private struct Known {
    /// The `ETag` of the replica.
    var tag: String?
    var nextReplica = ContinuousClock.now
    /// Entries in a batch: one after the other where one of them is not taken.
    var batch = StationWatch.batchLimit
    /// Whether the journal has begun anew since it was last taken in.
    var hasBegunAnew = false
    var isFirst = true
    /// What was told of this time that the hub is away.
    var said: Set<String> = []
  }

  private static let batchLimit = 200
  private static let firstPause = Duration.seconds(1)
  private static let longestPause = Duration.seconds(15)
  /// How often a hub is looked for while nothing is scanned.
  private static let pulse = Duration.seconds(15)
  private static let replicaTime = Duration.seconds(300)

  private let memory: StationMemory
  private let folder: StationFolder
  private let station: Station.Name
  private let voice: StationVoice
  private let link: @Sendable () -> StationLink
  /// The link is to be made anew: perhaps there is another token by now.
  private let renew: @Sendable () -> Void
  private let bell = Condition(Bell())
  private let lane = Guarded<Lane?>(nil)

  /// - Parameters:
  ///   - memory: what is known.
  ///   - folder: keeps the replica.
  ///   - station: whose replica it must be.
  ///   - voice: tells.
  ///   - link: to the hub, as it is now.
  ///   - renew: called before a hub that took no token is asked again.
  init(
    memory: StationMemory, folder: StationFolder, station: Station.Name, voice: StationVoice,
    link: @escaping @Sendable () -> StationLink, renew: @escaping @Sendable () -> Void
  ) {
    self.memory = memory
    self.folder = folder
    self.station = station
    self.voice = voice
    self.link = link
    self.renew = renew
  }

  func start() { lane.withLock { $0 = Lane("station hub") { [self] in run() } } }

  /// The hub has to be looked after now, unless it was just seen to be away.
  func wake() { bell.update { $0.isRung = true } }

  /// Ends it.
  ///
  /// - Parameter giveUp: ends the request that it may be waiting for.
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
        // A fifth to either side: stations that lost their hub together do not come back together.
        sleep(atMost: pause * Double.random(in: 0.8...1.2), untilRung: false)
      }
    }
  }

  private func sleep(atMost limit: Duration, untilRung: Bool) {
    _ = bell.wait(atMost: limit) { bell -> Bool? in bell.isStopping || untilRung && bell.isRung ? true : nil }
  }

  // MARK: one round

  /// - Returns: whether the hub is there and has everything.
  private func attend(_ known: inout Known) -> Bool {
    if case .noToken = memory.hub { renew() }
    var next: Int64
    switch link().known() {
    case .answer(let answer): next = answer.journal == memory.journal.id ? answer.next : 0
    case .noToken(let sentence): return noToken(sentence, &known)
    case .away(let sentence), .refused(let sentence), .conflict(let sentence): return isAway(sentence, &known)
    }
    if memory.journal.isEmpty, next > memory.journal.next {
      // An old copy of the disk: under these places the hub has other scans.
      guard beginAnew(&known) else { return false }
      next = 0
    }
    var counts = Counts()
    while true {
      forget(before: next)
      while !memory.journal.isEmpty {
        guard !bell.read({ $0.isStopping }), handOver(&counts, &known) else { return false }
      }
      // What was scanned away is another story than the one the hub last knew.
      let hasDiverged = memory.state.hasDiverged
      if hasDiverged, !reconcile(&known) { return false }
      guard let isBack = memory.goLive(endedSession: hasDiverged) else { continue }
      if isBack || counts.all > 0 || known.isFirst { voice.tell("live", counts.sentence(link().address)) }
      break
    }
    known.said = []
    known.hasBegunAnew = false
    if known.isFirst || counts.all > 0 || .now >= known.nextReplica { fetchReplica(&known) }
    known.isFirst = false
    return true
  }

  private struct Counts {
    var all = 0
    var exceptions = 0
    var staff = 0

    func sentence(_ address: HubAddress) -> String {
      guard all > 0 else { return "The hub at \(address) is there." }
      var sentence = "The hub at \(address) is there, and has taken in \(all) \(all == 1 ? "scan" : "scans")."
      if exceptions > 0 { sentence += " Staff should know of \(exceptions)." }
      if staff > 0 { sentence += " \(staff) \(staff == 1 ? "needs" : "need") staff." }
      return sentence
    }
  }

  /// Hands over what waits longest.
  ///
  /// - Returns: whether to go on.
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
        voice.tell(entry, verdict, memory.meta)
      }
      guard let first = entries.first, answer.next > first.sequence else {
        return isAway("The hub has taken nothing of what waits here.", &known)
      }
      forget(before: answer.next)
      known.batch = Self.batchLimit
      return true
    case .conflict(let sentence):
      // It knows this journal otherwise, as after its backup was put back: the ids of the readings say what is done.
      guard !known.hasBegunAnew else { return isAway(sentence, &known) }
      return beginAnew(&known)
    case .refused(let sentence):
      if known.batch > 1 {
        known.batch = 1
        return true
      }
      let place = entries.first.map { "Scan \($0.sequence) of the journal is not taken. " } ?? ""
      return isAway(place + sentence, &known)
    case .noToken(let sentence): return noToken(sentence, &known)
    case .away(let sentence): return isAway(sentence, &known)
    }
  }

  private func forget(before next: Int64) {
    do throws(AwayStoreError) {
      try memory.journal.taken(before: next)
    } catch {
      voice.fault("\(error)")
    }
  }

  private func beginAnew(_ known: inout Known) -> Bool {
    known.hasBegunAnew = true
    do throws(AwayStoreError) {
      try memory.journal.beginAnew(as: Reading.ID.new(at: .now()).text)
      return true
    } catch {
      return isAway("\(error)", &known)
    }
  }

  /// Ends the hub's session, which is not that of whoever stands there, and brings the hub into the mode of the station.
  private func reconcile(_ known: inout Known) -> Bool {
    let state = memory.state.expired(at: .now(), home: memory.desk.home)
    for heard in [link().endSession(), state.hasNewMode ? link().set(state.mode) : nil] {
      switch heard {
      case .answer?, nil: break
      case .refused(let sentence)?, .conflict(let sentence)?: voice.note(sentence)
      case .noToken(let sentence)?:
        // A mode that the house does not allow at this station is refused like that, too; the token has just been taken.
        voice.note(sentence)
      case .away(let sentence)?: return isAway(sentence, &known)
      }
    }
    return true
  }

  // MARK: how the hub is

  private func isAway(_ sentence: String, _ known: inout Known) -> Bool {
    guard !bell.read({ $0.isStopping }) else { return false }
    let isNew = memory.set(.away)
    // Another reason is worth another line; the first was told by whoever met it.
    if known.said.insert(sentence).inserted, isNew || known.said.count > 1 {
      voice.tell("away", "\(sentence) Scans are kept here until it is back.")
    }
    known.isFirst = false
    return false
  }

  private func noToken(_ sentence: String, _ known: inout Known) -> Bool {
    if memory.set(.noToken(sentence)) { voice.tell("no-token", sentence) }
    known.isFirst = false
    return false
  }

  // MARK: what the station has to know

  private func fetchReplica(_ known: inout Known) {
    known.nextReplica = .now + Self.replicaTime
    switch link().replica(unless: known.tag) {
    case .answer(let found?):
      guard let replica = Replica(bytes: found.bytes), replica.meta.station == station else {
        return voice.note("What the hub says that a station has to know was not understood.")
      }
      memory.set(replica)
      if known.tag == nil { voice.note("The station knows how things stand with \(replica.count) codes.") }
      known.tag = found.tag
      do throws(AwayStoreError) {
        try ReplicaFile.save(found.bytes, in: folder)
      } catch {
        // The next start has to do with what is there.
        voice.fault("\(error)")
      }
    case .answer(nil): break
    case .conflict(let sentence), .noToken(let sentence), .refused(let sentence), .away(let sentence):
      voice.note("What the station has to know could not be fetched: \(sentence)")
    }
  }
}
