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
  /// Each of the loans that it was about, where they were several.
  package var lines: [OutcomeLine] = []
  /// The language of the desk, as an ISO 639 code; nil where none was set.
  package var language: String?
  /// Whether it is somebody's card: then its number is nobody else's business.
  package var isCard = false
}

/// One of several loans that an outcome was about, with its copy as it is now.
package struct OutcomeLine: Hashable, Sendable {
  package var line: Outcome.Line
  package var copy: Copy
  package var release: Release
}

extension Queryable {
  /// The loans that an outcome was about; those whose copies are gone are left out.
  func lines(of outcome: Outcome) throws -> [OutcomeLine] {
    try (outcome.facts.lines ?? []).compactMap { line in
      guard let copy = try copy(line.copy), let release = try release(copy.release) else { return nil }
      return OutcomeLine(line: line, copy: copy, release: release)
    }
  }

  /// The records that a scan's outcome is about.
  ///
  /// - Parameters:
  ///   - scan: as it stands in the history.
  ///   - isCard: whether it is somebody's card, where that is known already.
  /// - Returns: the scan with these.
  /// - Throws: a `StorageError`.
  package func view(of scan: Scan, isCard: Bool? = nil) throws -> ScanView {
    let outcome = scan.outcome
    return ScanView(
      scan: scan, release: try outcome.release.flatMap { try release($0) },
      copy: try outcome.copy.flatMap { try copy($0) },
      choices: try outcome.choices.compactMap { try $0.copy.flatMap { try copy($0) } }, lines: try lines(of: outcome),
      language: try language(of: scan.station), isCard: try isCard ?? self.isCard(scan.reading))
  }

  /// Whether what was read is, or ever was, somebody's card: by its number, or by what is written on it.
  private func isCard(_ reading: Reading) throws -> Bool {
    let codes =
      [Code.classify(reading.text, symbology: reading.symbology)]
      + (reading.written.map { [Code.classify($0, symbology: nil)] } ?? [])
    return try codes.contains { code in
      switch code {
      case .own(let own): own.kind == .borrower
      case .tag(let uid): try wasCard(uid)
      case .gtin(let gtin): try wasCard(Code.Key(class: .text, value: gtin.key))
      case .text: try code.key.map { try wasCard($0) } ?? false
      case .damagedOwn, .wrongCheckDigit, .unusable: false
      }
    }
  }

  /// The language that was set for a desk, as an ISO 639 code; nil where none was.
  package func language(of station: Station.Name) throws -> String? {
    try stationPolicy(station).map { try StateText.read(StationPolicy.self, $0).language }
  }
}

/// What was scanned, and how the desks stand: for reading only.
package struct History: Sendable {
  private let database: Database
  private let policies: HousePolicies
  private let fault: @Sendable (Station.Name) -> StationState.Fault?

  /// - Parameters:
  ///   - database: where it is kept.
  ///   - policies: the rules of the house, for what a screen tells of them.
  ///   - fault: what keeps anything of a desk from being kept at the moment.
  package init(
    database: Database, policies: HousePolicies = HousePolicies(),
    fault: @escaping @Sendable (Station.Name) -> StationState.Fault? = { _ in nil }
  ) {
    self.database = database
    self.policies = policies
    self.fault = fault
  }

  /// The records that an outcome is about, as they are now.
  package func about(_ outcome: Outcome) throws -> (release: Release?, copy: Copy?) {
    try database.read { reading in
      (try outcome.release.flatMap { try reading.release($0) }, try outcome.copy.flatMap { try reading.copy($0) })
    }
  }

  /// The loans that what was done on a screen was about.
  package func lines(of outcome: Outcome) throws -> [OutcomeLine] {
    try database.read { try $0.lines(of: outcome) }
  }

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
    try database.read { reading in try reading.stationNames().compactMap { try view(of: $0, reading) } }
  }

  package func station(_ name: Station.Name) throws -> StationView? {
    try database.read { try view(of: name, $0) }
  }

  private func view(of name: Station.Name, _ reading: ReadTransaction) throws -> StationView? {
    var view = try reading.view(of: name, policies: policies)
    if let fault = fault(name) { view?.state.fault = fault }
    return view
  }

  /// Why a scan had the outcome it had.
  ///
  /// - Parameters:
  ///   - scan: its id.
  ///   - withNames: whether cards and names are told; for staff.
  /// - Returns: nil when there is no such scan, or none in the recording any more.
  /// - Throws: a `StorageError`.
  package func explain(_ scan: Reading.ID, withNames: Bool = false) throws -> Explanation? {
    try database.read { try Explanation(of: scan, in: $0, withNames: withNames) }
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
      language: try language(of: job.station), isCard: try wasCard(job.uid))
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
