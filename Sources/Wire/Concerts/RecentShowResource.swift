package import Deadwax

/// A show that was played lately.
package struct RecentShowResource: Codable, Sendable {
  /// The id of the show.
  package var id: String
  /// The show; omitted if the catalogue has it no longer.
  package var show: ShowSummary?
  package var firstAt: RFC3339Time
  package var lastAt: RFC3339Time
  package var count: Int

  package init(_ recent: RecentShow, show: Show?) {
    id = recent.id
    self.show = show.map { ShowSummary($0) }
    firstAt = RFC3339Time(recent.firstAt)
    lastAt = RFC3339Time(recent.lastAt)
    count = recent.count
  }
}
