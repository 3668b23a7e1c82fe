package import Catalogue
package import Deadwax
package import Desk
internal import Lending
package import Storage

/// A scan with the records that its outcome is about, as they are now.
package struct ScanView: Hashable, Sendable {
  package var scan: Scan
  package var release: Release?
  package var copy: Copy?
  package var choices: [Copy]
  /// The language of the desk, as an ISO 639 code; nil where none was set.
  package var language: String?
}

extension Queryable {
  /// The records that a scan's outcome is about.
  package func view(of scan: Scan) throws -> ScanView {
    let outcome = scan.outcome
    return ScanView(
      scan: scan, release: try outcome.release.flatMap { try release($0) },
      copy: try outcome.copy.flatMap { try copy($0) },
      choices: try outcome.choices.compactMap { try $0.copy.flatMap { try copy($0) } },
      language: try language(of: scan.station))
  }

  /// The language that was set for a desk, as an ISO 639 code; nil where none was.
  package func language(of station: Station.Name) throws -> String? {
    try stationPolicy(station).map { try StateText.read(StationPolicy.self, $0).language }
  }
}

/// What was scanned, and how the desks stand: for reading only.
package struct History: Sendable {
  private let database: Database

  package init(database: Database) { self.database = database }

  package func scan(_ id: Reading.ID) throws -> ScanView? {
    try database.read { reading in try reading.scan(id).map { try reading.view(of: $0) } }
  }

  /// Scans, newest first.
  ///
  /// - Throws: `CatalogueError.badCursor`.
  package func scans(
    station: Station.Name?, outcome: Outcome.Code?, cursor: String?, limit: Int
  ) throws -> Catalogue.Page<ScanView> {
    var before: Int64?
    if let cursor {
      guard let sequence = Int64(cursor) else { throw CatalogueError.badCursor }
      before = sequence
    }
    return try database.read { reading in
      let scans = try reading.scans(before: before, station: station, outcome: outcome, limit: limit + 1)
      let page = try scans.prefix(limit).map { try reading.view(of: $0) }
      return Catalogue.Page(items: page, next: scans.count > limit ? page.last.map { "\($0.scan.sequence)" } : nil)
    }
  }

  /// What a code names, without recording that it was asked.
  package func resolve(_ code: Code) throws -> Resolved {
    try database.read { reading in
      let named = try reading.named(by: code)
      var resolved = Resolved(named: named)
      switch named {
      case .copy(let copy): resolved.release = try reading.release(copy.release)
      case .release(let id, _): resolved.release = try reading.release(id)
      default: break
      }
      return resolved
    }
  }

  package struct Resolved: Hashable, Sendable {
    package var named: World.Named
    package var release: Release?
  }

  package func stations() throws -> [StationView] {
    try database.read { reading in try reading.stationNames().compactMap { try reading.view(of: $0) } }
  }

  package func station(_ name: Station.Name) throws -> StationView? {
    try database.read { try $0.view(of: name) }
  }
}

/// A desk as its own screen shows it.
package struct StationView: Hashable, Sendable {
  package var name: Station.Name
  package var state: StationState
  package var version: Int
  /// Who has the session.
  package var borrower: Borrower?
  /// What the open half of a pair is.
  package var pendingTitle: String?
  /// The tag that waits for its copy.
  package var pendingTag: TagUID?
  /// What the desk waits to be told, with the copy that it is about.
  package var question: Asked?
  /// How far the desk's queue of tags is, with the title whose turn it is.
  package var tagQueue: Queued?
  /// The language it speaks, as an ISO 639 code; nil where none was set.
  package var language: String?

  package struct Asked: Hashable, Sendable {
    package var question: Question
    package var copy: Copy?
    package var release: Release?
    /// What the tag names now, for `tagBound`.
    package var bound: CodeTarget?
    package var boundTitle: String?
    package var until: Timestamp
  }

  package struct Queued: Hashable, Sendable {
    package var queue: TagQueue
    package var next: Copy?
    package var nextRelease: Release?
  }
}

extension Queryable {
  /// A desk as its own screen shows it; nil when there is none of that name. What has been open for too long is not
  /// shown any more, even before the timer has ended it.
  package func view(of station: Station.Name, at now: Timestamp = .now()) throws -> StationView? {
    guard let (kept, version) = try self.station(station) else { return nil }
    let state = kept.expired(at: now)
    var view = StationView(name: station, state: state, version: version)
    view.language = try language(of: station)
    view.borrower = try state.session.flatMap { try borrower($0.borrower) }
    switch state.stage {
    case .idle, .pin, .choosing, .confirming: break
    case .pendingCopy(let id, _):
      view.pendingTitle = try copy(id).flatMap { try release($0.release) }?.title
    case .pendingSlot(let id, _): view.pendingTitle = try slot(id)?.location.text
    case .pendingPlace(let id, _): view.pendingTitle = try place(id)?.name
    case .pendingCode(let key, _):
      view.pendingTag = key.uid
      view.pendingTitle = key.value
    case .question(let question, let until):
      let asked = try copy(question.copy)
      let bound = try binding(of: question.key)?.target
      view.question = StationView.Asked(
        question: question, copy: asked, release: try asked.flatMap { try release($0.release) }, bound: bound,
        boundTitle: try bound.flatMap { try title(of: $0) }, until: until)
    }
    if let queue = try tagQueue(station) {
      let next = try queue.next.flatMap { try copy($0) }
      view.tagQueue = StationView.Queued(
        queue: queue, next: next, nextRelease: try next.flatMap { try release($0.release) })
    }
    return view
  }
}

extension Queryable {
  /// What a screen calls the thing that a code names. Of a borrower only that it is one.
  package func title(of target: CodeTarget) throws -> String? {
    switch target {
    case .release(let id): try release(id)?.title
    case .copy(let id): try copy(id).flatMap { try release($0.release) }?.title
    case .borrower: "A borrower's card"
    case .place(let id): try place(id)?.name
    case .slot(let id): try slot(id)?.location.text
    }
  }

  /// A job with the copy it is about, as it is now; nil when there is none with this id.
  package func view(of id: TagJob.ID) throws -> TagJobView? { try tagJob(id).map { try view(of: $0) } }

  /// A job with the copy it is about, as it is now.
  package func view(of job: TagJob) throws -> TagJobView {
    let copy = try job.copy.flatMap { try self.copy($0) }
    return TagJobView(
      job: job, copy: copy, release: try copy.flatMap { try release($0.release) },
      language: try language(of: job.station))
  }

  /// The queue of a desk with the copies it is about; nil when it has none.
  package func tagQueueView(_ station: Station.Name) throws -> TagQueueView? {
    guard let queue = try tagQueue(station) else { return nil }
    let next = try queue.next.flatMap { try copy($0) }
    return TagQueueView(
      queue: queue, next: next, nextRelease: try next.flatMap { try release($0.release) },
      job: try queue.job.flatMap { try view(of: $0) },
      remaining: try copiesWaitingForTags(at: station, limit: 50).compactMap { try copy($0) })
  }
}
