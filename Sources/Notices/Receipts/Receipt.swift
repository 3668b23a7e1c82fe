package import Deadwax

/// What somebody takes home from a visit: what was lent, until when, what came back, what is open.
package struct Receipt: Hashable, Sendable {
  package var station: Station.Name
  package var at: Timestamp
  /// Nil once the visit was made anonymous.
  package var shortName: String?
  package var lines: [Line]
  /// Loans that are open now; nil where nobody's are meant.
  package var openLoans: Int?
  /// In minor units; nil where nothing is owed.
  package var feesDue: Int?

  package init(
    station: Station.Name, at: Timestamp, shortName: String? = nil, lines: [Line] = [], openLoans: Int? = nil,
    feesDue: Int? = nil
  ) {
    self.station = station
    self.at = at
    self.shortName = shortName
    self.lines = lines
    self.openLoans = openLoans
    self.feesDue = feesDue
  }

  package struct Line: Hashable, Sendable {
    /// The raw value stands in the database.
    package enum Kind: String, CaseIterable, Sendable { case lent, renewed, returned }

    package var kind: Kind
    package var title: String
    package var artist: String
    package var number: Int
    package var dueAt: Timestamp?

    package init(kind: Kind, title: String, artist: String, number: Int, dueAt: Timestamp? = nil) {
      self.kind = kind
      self.title = title
      self.artist = artist
      self.number = number
      self.dueAt = dueAt
    }
  }

  /// The lines by what was done, in the order in which they are told.
  var groups: [(kind: Line.Kind, lines: [Line])] {
    Line.Kind.allCases.map { kind in (kind, lines.filter { $0.kind == kind }) }.filter { !$0.lines.isEmpty }
  }
}
