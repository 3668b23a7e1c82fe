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

  /// Returns scans, the newest first.
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
      let page = try reading.views(of: scans.prefix(limit))
      return Catalogue.Page(items: page, next: scans.count > limit ? page.last.map { "\($0.scan.sequence)" } : nil)
    }
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
