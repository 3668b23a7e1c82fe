/// A count of what stands in a place, or of the copies of a query, against the set that was expected at its start.
package struct StockTake: Hashable, Sendable {
  package typealias ID = Identifier<StockTake>

  package var id: ID
  package var name: String
  package var scope: Scope
  package var state: State
  package var startedAt: Timestamp
  /// The person or program that started it.
  package var startedBy: String?
  package var closedAt: Timestamp?
  package var closedBy: String?
  /// The time of the last apply, or of the cancellation.
  package var endedAt: Timestamp?
  package var endedBy: String?
  /// The change of the last apply; nil if nothing had to change.
  package var change: Change.ID?
  package var version: Int

  package init(
    id: ID, name: String, scope: Scope, state: State, startedAt: Timestamp, startedBy: String?,
    closedAt: Timestamp? = nil, closedBy: String? = nil, endedAt: Timestamp? = nil, endedBy: String? = nil,
    change: Change.ID? = nil, version: Int = 1
  ) {
    self.id = id
    self.name = name
    self.scope = scope
    self.state = state
    self.startedAt = startedAt
    self.startedBy = startedBy
    self.closedAt = closedAt
    self.closedBy = closedBy
    self.endedAt = endedAt
    self.endedBy = endedBy
    self.change = change
    self.version = version
  }

  /// The part of the library that is counted.
  package enum Scope: Hashable, Codable, Sendable {
    /// A place with all places below it, and its name at the start.
    case place(Place.ID, name: String)
    /// The copies of the releases that a query of the library found at the start.
    case query(String)

    /// The place, if one is counted.
    package var place: Place.ID? {
      guard case .place(let id, _) = self else { return nil }
      return id
    }
  }

  /// The state; the raw value is stored in the database.
  package enum State: String, CaseIterable, Codable, Sendable {
    case open
    /// The counting has now ended; the decisions follow. Scans that arrive late still count.
    case closed
    case applied, cancelled
  }
}
