package import Deadwax

/// A play of a copy.
package struct PlayResource: Codable, Sendable {
  package var id: Play.ID
  package var copy: CopySummary
  package var release: ReleaseSummary
  /// The printed position of a track, or a side or a disc; omitted if it is not known.
  package var position: String?
  /// The titles of the tracks that were played; omitted if they are not known.
  package var titles: [String]?
  package var startedAt: RFC3339Time
  package var endedAt: RFC3339Time?
  /// The way in which it was noticed.
  package var source: String
  package var station: Station.Name?
  /// The limits of the performance complement that it exceeds; omitted if there are none, and while the setting is off.
  package var warnings: [PlayWarning]?
  package var version: Int

  package init(_ play: Play, copy: Copy, release: Release, titles: [String], warnings: [PlayWarning]) {
    id = play.id
    self.copy = CopySummary(copy)
    self.release = ReleaseSummary(release)
    position = play.position
    self.titles = titles.isEmpty ? nil : titles
    startedAt = RFC3339Time(play.startedAt)
    endedAt = RFC3339Time(play.endedAt)
    source = play.source.rawValue
    station = play.station
    self.warnings = warnings.isEmpty ? nil : warnings
    version = play.version
  }
}
