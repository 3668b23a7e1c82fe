package import Catalogue
package import Deadwax
internal import Lending
package import StationLogic
package import Storage

extension Queryable {
  /// Returns the loans that an outcome concerns, without those whose copies no longer exist.
  func lines(of outcome: Outcome) throws -> [OutcomeLine] {
    try (outcome.facts.lines ?? []).compactMap { line in
      guard let copy = try copy(line.copy), let release = try release(copy.release) else { return nil }
      return OutcomeLine(line: line, copy: copy, release: release)
    }
  }

  /// Returns a scan with the records that its outcome concerns.
  ///
  /// - Parameters:
  ///   - scan: the scan from the history.
  ///   - isCard: true if it is a scan of a card, false if not; nil if that is not known yet.
  /// - Returns: the scan with its records.
  /// - Throws: a `StorageError`.
  package func view(of scan: Scan, isCard: Bool? = nil) throws -> ScanView {
    var seen = SeenRecords()
    return try view(of: scan, isCard: isCard, seen: &seen)
  }

  /// Returns the view of one of several scans that are read in the same transaction; reads no record twice.
  fileprivate func view(
    of scan: Scan, isCard: Bool? = nil, withLines: Bool = true, seen: inout SeenRecords
  ) throws -> ScanView {
    let outcome = scan.outcome
    func copy(_ id: Copy.ID) throws -> Copy? { try seen.copies.value(of: id) { try self.copy($0) } }
    return ScanView(
      scan: scan, release: try outcome.release.flatMap { id in try seen.releases.value(of: id) { try release($0) } },
      copy: try outcome.copy.flatMap { try copy($0) },
      choices: try outcome.choices.compactMap { try $0.copy.flatMap { try copy($0) } },
      lines: withLines ? try lines(of: outcome) : [],
      language: try seen.languages.value(of: scan.station) { try language(of: $0) },
      isCard: try isCard ?? self.isCard(scan.reading))
  }

  /// Returns true if the code is or ever was a card, by its number or by the content of the tag.
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

  /// Returns the language that is set for a station, as an ISO 639 code; nil if none is set.
  package func language(of station: Station.Name) throws -> String? {
    try stationPolicy(station).map { try ColumnJSON.read(StationPolicy.self, $0).language }
  }
}

/// The records that were read for a page of the history, because the same record can occur in many of its rows.
private struct SeenRecords {
  var copies: [Copy.ID: Copy?] = [:]
  var releases: [Release.ID: Release?] = [:]
  var languages: [Station.Name: String?] = [:]
}

extension Dictionary {
  /// Returns the value of a key, and reads it on first use.
  fileprivate mutating func value<Wrapped>(of key: Key, _ read: (Key) throws -> Wrapped?) rethrows -> Wrapped?
  where Value == Wrapped? {
    if let known = self[key] { return known }
    let value = try read(key)
    updateValue(value, forKey: key)
    return value
  }
}

/// The history of scans and the states of the stations, read-only.
package struct History: Sendable {
  private let database: Database
  private let policies: LibraryPolicies
  private let fault: @Sendable (Station.Name) -> StationState.Fault?

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - policies: the library policy and the station policies.
  ///   - fault: returns the fault that currently prevents a station's scans from being stored; nil if there is none.
  package init(
    database: Database, policies: LibraryPolicies,
    fault: @escaping @Sendable (Station.Name) -> StationState.Fault? = { _ in nil }
  ) {
    self.database = database
    self.policies = policies
    self.fault = fault
  }

  /// Returns the current records that an outcome concerns.
  package func about(_ outcome: Outcome) throws -> (release: Release?, copy: Copy?) {
    try database.read { reading in
      (try outcome.release.flatMap { try reading.release($0) }, try outcome.copy.flatMap { try reading.copy($0) })
    }
  }

  /// Returns the loans that the outcome of an operation on a screen concerns.
  package func lines(of outcome: Outcome) throws -> [OutcomeLine] {
    try database.read { try $0.lines(of: outcome) }
  }

  package func scan(_ id: Reading.ID) throws -> ScanView? {
    try database.read { reading in try reading.scan(id).map { try reading.view(of: $0) } }
  }

  /// Returns the representations of a page of scans, the newest first.
  ///
  /// - Parameters:
  ///   - station: the station; nil for all.
  ///   - outcome: the outcome; nil for all.
  ///   - cursor: the `next` of the previous page, nil for the first page.
  ///   - limit: the maximum number of scans.
  ///   - represent: returns the representation of a scan without its loans, which depends on nothing else.
  /// - Returns: the page.
  /// - Throws: `CatalogueError.badCursor`.
  package func scanRows(
    station: Station.Name?, outcome: Outcome.Code?, cursor: String?, limit: Int,
    _ represent: @escaping (ScanView) -> [UInt8]
  ) throws -> Catalogue.Page<[UInt8]> {
    let before = try Self.sequence(cursor)
    func row(_ view: ScanView) -> ListRow {
      ListRow(id: "\(view.scan.sequence)", bytes: represent(view), sources: view.sources)
    }
    let page = try database.read(
      RowPage(
        of: .scan, limit: limit,
        keys: { try $0.scanKeys(before: before, station: station, outcome: outcome, limit: limit + 1) },
        cursor: { $0.id },
        all: { reading in
          var seen = SeenRecords()
          return try reading.scans(before: before, station: station, outcome: outcome, limit: limit).map { scan in
            row(try reading.view(of: scan, withLines: false, seen: &seen))
          }
        },
        one: { reading, id in
          var seen = SeenRecords()
          return try Int64(id).flatMap { try reading.scan(numbered: $0) }.map { scan in
            row(try reading.view(of: scan, withLines: false, seen: &seen))
          }
        }))
    return Catalogue.Page(items: page.rows, next: page.next)
  }

  /// Parses the cursor of the list of scans.
  private static func sequence(_ cursor: String?) throws(CatalogueError) -> Int64? {
    guard let cursor else { return nil }
    guard let sequence = Int64(cursor) else { throw CatalogueError.badCursor }
    return sequence
  }

  /// Resolves a code, without recording a scan.
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
    package var named: StationFacts.Resolution
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

  /// Explains the outcome of a scan.
  ///
  /// - Parameters:
  ///   - scan: the id of the scan.
  ///   - withNames: true to include cards and names, for staff.
  /// - Returns: the explanation; nil if there is no such scan, or if it is no longer in the recording.
  /// - Throws: a `StorageError`.
  package func explain(_ scan: Reading.ID, withNames: Bool = false) throws -> Explanation? {
    try database.read { try Explanation(of: scan, in: $0, withNames: withNames) }
  }
}

extension Queryable {
  /// Returns the display title of a code's target. For a borrower it reveals only that it is a borrower's card.
  package func title(of target: CodeTarget) throws -> String? {
    switch target {
    case .release(let id): try release(id)?.title
    case .copy(let id): try copy(id).flatMap { try release($0.release) }?.title
    case .borrower: "A borrower's card"
    case .place(let id): try place(id)?.name
    case .slot(let id): try slot(id)?.location.text
    }
  }

  /// Returns a job with its current copy; nil if there is no job with this id.
  package func view(of id: TagJob.ID) throws -> TagJobView? { try tagJob(id).map { try view(of: $0) } }

  /// Returns a job with its current copy.
  package func view(of job: TagJob) throws -> TagJobView {
    let copy = try job.copy.flatMap { try self.copy($0) }
    return TagJobView(
      job: job, copy: copy, release: try copy.flatMap { try release($0.release) },
      language: try language(of: job.station), isCard: try wasCard(job.uid))
  }

  /// Returns the queue of a station with its current copies; nil if it has none.
  package func tagQueueView(_ station: Station.Name) throws -> TagQueueView? {
    guard let queue = try tagQueue(station) else { return nil }
    let next = try queue.next.flatMap { try copy($0) }
    return TagQueueView(
      queue: queue, next: next, nextRelease: try next.flatMap { try release($0.release) },
      job: try queue.job.flatMap { try view(of: $0) },
      remaining: try copiesWaitingForTags(at: station, limit: 50).compactMap { try copy($0) })
  }
}
