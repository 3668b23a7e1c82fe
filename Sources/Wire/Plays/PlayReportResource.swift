package import Deadwax

/// The size of a report of plays and the facts that it lacks, known before it is sent.
package struct PlayReportResource: Codable, Sendable {
  package var form: PlayReportForm
  package var since: RFC3339Time
  package var until: RFC3339Time
  /// The day until which the report is due; omitted if it is not known.
  package var dueOn: String?
  package var plays: Int
  /// The rows of its table.
  package var rows: Int
  package var missing: [Missing]
  /// The recordings that lack what the form needs, those with the most plays first.
  package var gaps: [Gap]
  /// The number of all such recordings.
  package var gapCount: Int
  /// The plays above the performance complement.
  package var warnings: [PlayWarning]
  package var warningCount: Int

  /// A fact that rows of the report lack.
  package struct Missing: Codable, Sendable {
    package var field: String
    /// The number of rows without it.
    package var rows: Int
    /// The number of these for which the form needs it.
    package var needed: Int

    package init(field: String, rows: Int, needed: Int) {
      self.field = field
      self.rows = rows
      self.needed = needed
    }
  }

  /// A recording that lacks what the form needs.
  package struct Gap: Codable, Sendable {
    package var release: ReleaseSummary
    /// The position of the track; omitted if it is not known which track was played.
    package var position: String?
    package var fields: [String]
    package var plays: Int

    package init(release: Release, position: String?, fields: [String], plays: Int) {
      self.release = ReleaseSummary(release)
      self.position = position
      self.fields = fields
      self.plays = plays
    }
  }

  /// Creates a report without gaps and warnings.
  package init(form: PlayReportForm, since: Timestamp, until: Timestamp, dueOn: CivilDate?, plays: Int, rows: Int) {
    self.form = form
    self.since = RFC3339Time(since)
    self.until = RFC3339Time(until)
    self.dueOn = dueOn?.description
    self.plays = plays
    self.rows = rows
    (missing, gaps, gapCount, warnings, warningCount) = ([], [], 0, [], 0)
  }
}
