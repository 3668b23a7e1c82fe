package import Deadwax
package import Log
package import Storage
internal import Threads

/// Looks up the releases of the library at MusicBrainz and the Cover Art Archive, one after another on a lane of its own.
/// It fills gaps only: missing links, and the cover of a release without one.
///
/// The times of the look-ups are rows of the database and survive the end of the program, and so does a pause that
/// MusicBrainz has asked for. No person waits for a look-up.
package final class MusicBrainzService: Sendable {
  /// The status of the second source.
  package struct Status: Hashable, Sendable {
    package enum State: String, CaseIterable, Sendable {
      case off
      /// It is switched on, and there is no contact for the requests.
      case unnamed = "contact-missing"
      case working
      /// MusicBrainz cannot be reached, or has requested a delay.
      case waiting
    }

    package let state: State
    /// The number of releases that are due for a look-up.
    package let queued: Int
    /// The reason it waits, as a sentence.
    package let reason: String?
  }

  /// The settings of the library for the second source.
  package struct Use: Hashable, Sendable {
    package var isOn: Bool
    /// The contact of the operator; nil for none.
    package var contact: String?

    package init(isOn: Bool, contact: String?) {
      self.isOn = isOn
      self.contact = contact
    }
  }

  /// The way in which a fetched picture is stored.
  package enum Storing: Sendable {
    /// It was stored, or is no longer wanted.
    case settled
    /// The bytes are no picture that the hub stores.
    case refused
    /// There is no room for it now.
    case postponed(String)
  }

  /// The outside, which tests replace.
  package struct Surroundings: Sendable {
    package var now: @Sendable () -> Timestamp
    package var schedule: LookupSchedule
    /// The interval at which due look-ups and the settings are looked for.
    package var poll: Duration

    package init(now: @escaping @Sendable () -> Timestamp, schedule: LookupSchedule, poll: Duration) {
      self.now = now
      self.schedule = schedule
      self.poll = poll
    }
  }

  private struct State {
    var isStopping = false
    var status = Status.State.off
    var reason: String?
    /// The consecutive look-ups without an answer.
    var failures = 0
    /// The last release that the walk for releases without a look-up has read; nil at its start.
    var walked: (createdAt: Timestamp, id: Release.ID)?
    /// The polls until the next walk.
    var pollsToWalk = 0
  }

  /// The time after which a release is looked up again: what is missing may have been added.
  package static let interval = Duration.seconds(30 * 86_400)
  /// The releases that a walk for those without a look-up reads at a time.
  private static let stride = 1000
  /// The polls between two walks.
  private static let pollsBetweenWalks = 30

  private let database: Database
  private let client: MusicBrainzClient
  private let use: @Sendable () throws -> Use
  private let store: @Sendable (_ bytes: [UInt8], _ release: Release.ID, _ number: String) throws -> Storing
  private let surroundings: Surroundings
  private let logger: Logger
  private let published: @Sendable () -> Void
  private let state = Monitor(State())
  private let ended = Latch()

  /// Starts the service.
  ///
  /// - Parameters:
  ///   - database: the database. It must stay open until `stop` has returned.
  ///   - client: the client. The service owns it and closes it.
  ///   - use: returns the settings, which may change at any time.
  ///   - store: stores a fetched cover of a release.
  ///   - surroundings: the clock, the schedule and the interval.
  ///   - logger: the log, which records when MusicBrainz becomes unreachable and reachable.
  ///   - published: called after each commit that published an event; must not block.
  package init(
    database: Database, client: MusicBrainzClient, use: @escaping @Sendable () throws -> Use,
    store: @escaping @Sendable (_ bytes: [UInt8], _ release: Release.ID, _ number: String) throws -> Storing,
    surroundings: Surroundings, logger: Logger, published: @escaping @Sendable () -> Void
  ) {
    self.database = database
    self.client = client
    self.use = use
    self.store = store
    self.surroundings = surroundings
    self.logger = logger
    self.published = published
    _ = DedicatedThread("musicbrainz") { [self] in
      run()
      ended.raise()
    }
  }

  /// Cancels the current request, whose release stays due, and ends the lane.
  package func stop() {
    state.update { $0.isStopping = true }
    client.close()
    ended.wait()
  }

  /// The current status.
  package var status: Status {
    let (current, reason) = state.read { ($0.status, $0.reason) }
    let queued =
      current == .off ? 0 : (try? database.read { try $0.dueMusicBrainzLookups(at: surroundings.now()) }) ?? 0
    return Status(state: current, queued: queued, reason: reason)
  }

  private var isStopping: Bool { state.read(\.isStopping) }

  private func run() {
    while !isStopping {
      do {
        if try !step() { pause(for: surroundings.poll) }
      } catch {
        logger.error("could not use the look-ups to MusicBrainz: \(error)")
        pause(for: .seconds(5))
      }
    }
  }

  /// Looks up the next release.
  ///
  /// - Returns: false if there is nothing to do now.
  private func step() throws -> Bool {
    let use = try use()
    guard use.isOn else { return idle(as: .off, nil) }
    guard let contact = use.contact else { return idle(as: .unnamed, nil) }
    let now = surroundings.now()
    if let until = try database.read({ try $0.musicBrainzPause() }), now < until,
      until <= now + Self.longestPause
    {
      client.skip(until - now)
      return idle(as: .waiting, state.read(\.reason))
    }
    guard
      let lookup = try database.read({
        try $0.nextMusicBrainzLookup(at: now, horizon: now + Self.interval + Self.interval)
      })
    else {
      _ = idle(as: .working, nil)
      return try plan()
    }
    guard let subject = try subject(lookup.release) else {
      try database.write {
        try $0.planMusicBrainzLookup(of: lookup.release, at: now + Self.interval, failures: 0, error: nil)
      }
      return true
    }
    do throws(LookupError) {
      let findings = try MusicBrainzWork(client: client, contact: contact).lookUp(subject)
      try settle(lookup, findings)
    } catch {
      try postpone(lookup, error)
    }
    return true
  }

  private static let longestPause = Duration.seconds(86_400)

  /// Plans look-ups of releases that have none. When nothing else is due, it goes on with its walk over the releases, a
  /// part at each poll.
  private func plan() throws -> Bool {
    let part: (createdAt: Timestamp, id: Release.ID)?? = state.update { state in
      guard state.pollsToWalk == 0 else {
        state.pollsToWalk -= 1
        return nil
      }
      return .some(state.walked)
    }
    guard let before = part else { return false }
    let (releases, last) = try database.read { try $0.releasesWithoutLookup(before: before, limit: Self.stride) }
    if !releases.isEmpty { try database.write { try $0.planMusicBrainzLookups(of: releases) } }
    state.update { state in
      state.walked = last
      if last == nil, releases.isEmpty { state.pollsToWalk = Self.pollsBetweenWalks }
    }
    return !releases.isEmpty
  }

  /// Returns what is known about a release; nil if there is nothing to ask for.
  private func subject(_ id: Release.ID) throws -> MusicBrainzWork.Subject? {
    try database.read { reading in
      guard try reading.isListed(id), let release = try reading.release(id) else { return nil }
      return MusicBrainzWork.Subject(
        release: release, links: try reading.links(of: id),
        hasCover: try reading.cover(of: id) != nil || reading.fetchedCover(of: id) != nil,
        refusedCover: try reading.refusedCover(of: id))
    }
  }

  /// Stores what a look-up found. The links come first: the cover belongs to the linked release.
  private func settle(_ lookup: MusicBrainzLookup, _ findings: MusicBrainzWork.Findings) throws(LookupError) {
    do {
      let published = published
      if !findings.links.isEmpty {
        try database.write { transaction in
          try transaction.fill(lookup.release, with: findings.links)
          transaction.afterCommit(published)
        }
      }
      if let fault = findings.coverFault { return try postpone(lookup, fault) }
      var storing = Storing.settled
      if let cover = findings.cover { storing = try store(cover.bytes, lookup.release, cover.number) }
      let (delay, error): (Duration, String?) =
        switch storing {
        case .settled: (Self.interval, nil)
        case .refused: (Self.interval, "the Cover Art Archive sent no picture that can be stored")
        case .postponed(let reason): (.seconds(86_400), reason)
        }
      let next = surroundings.now() + delay
      try database.write { try $0.planMusicBrainzLookup(of: lookup.release, at: next, failures: 0, error: error) }
      state.update { $0.failures = 0 }
      _ = idle(as: .working, nil)
    } catch {
      logger.error("could not store what MusicBrainz has about \(lookup.release): \(error)")
      pause(for: .seconds(5))
    }
  }

  /// Plans a look-up again after an error. An outage pauses the whole source.
  private func postpone(_ lookup: MusicBrainzLookup, _ error: LookupError) throws {
    if error == .cancelled { return }
    let now = surroundings.now()
    let sentence = error.description(of: "MusicBrainz")
    if case .invalidResponse(.refused) = error {
      // This one request is wrong; others may not be.
      return try database.write {
        try $0.planMusicBrainzLookup(of: lookup.release, at: now + Self.interval, failures: 0, error: sentence)
      }
    }
    let own = surroundings.schedule.next(after: .failed(error), state: .pending, attempts: lookup.failures)
    let failures = state.read(\.failures)
    let all = surroundings.schedule.next(after: .failed(error), state: .pending, attempts: failures)
    // MusicBrainz asks clients not to come back earlier than it says.
    try database.write { transaction in
      try transaction.planMusicBrainzLookup(
        of: lookup.release, at: now + max(own.delay, all.delay), failures: lookup.failures + 1, error: sentence)
      try transaction.pauseMusicBrainz(until: now + all.delay)
    }
    state.update { $0.failures += 1 }
    _ = idle(as: .waiting, sentence)
  }

  /// Updates the status, and logs it only when it changes.
  ///
  /// - Returns: false, as there is nothing to do.
  private func idle(as status: Status.State, _ reason: String?) -> Bool {
    let before = state.update { state in
      defer { (state.status, state.reason) = (status, reason) }
      return state.status
    }
    guard status != before else { return false }
    switch status {
    case .off: logger.info("MusicBrainz is not asked")
    case .unnamed: logger.warning("MusicBrainz is not asked: the setting sources.contact is missing")
    case .working: logger.info("MusicBrainz is asked")
    case .waiting: logger.warning("MusicBrainz is not asked for now: \(reason ?? "")")
    }
    return false
  }

  private func pause(for duration: Duration) {
    _ = state.wait(atMost: duration) { $0.isStopping ? true : nil }
  }
}

extension WriteTransaction {
  /// Adds links that a source gave, as a change of their own, unless the release was removed meanwhile.
  fileprivate func fill(_ id: Release.ID, with found: [ReleaseLink]) throws {
    guard try isListed(id) else { return }
    let before = try links(of: id)
    let after = before.filled(by: found)
    guard after != before else { return }
    try store(after, of: id)
    try recordChange(.resolve)
    try publish(.releaseChanged, subject: id.text)
  }
}
