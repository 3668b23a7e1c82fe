package import Catalogue
package import Deadwax
package import Desk
package import Storage

/// A scan with the records that its outcome is about, as they are now.
package struct ScanView: Hashable, Sendable {
  package var scan: Scan
  package var release: Release?
  package var copy: Copy?
  package var choices: [Copy]
}

extension Queryable {
  /// The records that a scan's outcome is about.
  package func view(of scan: Scan) throws -> ScanView {
    let outcome = scan.outcome
    return ScanView(
      scan: scan, release: try outcome.release.flatMap { try release($0) },
      copy: try outcome.copy.flatMap { try copy($0) }, choices: try outcome.choices.compactMap { try copy($0) })
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
}

extension Queryable {
  /// A desk as its own screen shows it; nil when there is none of that name. What has been open for too long is not
  /// shown any more, even before the timer has ended it.
  package func view(of station: Station.Name) throws -> StationView? {
    guard let (kept, version) = try self.station(station) else { return nil }
    let state = kept.expired(at: .now())
    var view = StationView(name: station, state: state, version: version)
    switch state.stage {
    case .idle: break
    case .session(let id, _): view.borrower = try borrower(id)
    case .pendingCopy(let id, _):
      view.pendingTitle = try copy(id).flatMap { try release($0.release) }?.title
    case .pendingSlot(let id, _): view.pendingTitle = try slot(id)?.location.text
    case .pendingPlace(let id, _): view.pendingTitle = try place(id)?.name
    }
    return view
  }
}
