package import Catalogue
package import Deadwax
package import Execution
internal import Lending
package import Scanning
package import StationLogic
package import Storage

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
          try reading.views(of: reading.scans(before: before, station: station, outcome: outcome, limit: limit))
            .map(row)
        },
        one: { reading, id in
          guard let scan = try Int64(id).flatMap({ try reading.scan(numbered: $0) }) else { return nil }
          return try reading.views(of: [scan]).first.map(row)
        },
        // The history grows with each scan, and counting it would cost more than the page.
        total: { _ in nil }))
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
