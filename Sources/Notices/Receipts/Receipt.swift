package import Deadwax

/// The receipt of a session: the copies that were lent or returned, the due times, and the open loans.
package struct Receipt: Hashable, Sendable {
  package var station: Station.Name
  package var at: Timestamp
  /// The short name of the borrower; nil after the session was anonymised.
  package var shortName: String?
  package var lines: [Line]
  /// The number of loans that are open now; nil for an anonymised session.
  package var openLoans: Int?
  /// The fees that the borrower owes, in minor units by currency.
  package var feesDue: [String: Int]

  package init(
    station: Station.Name, at: Timestamp, shortName: String? = nil, lines: [Line] = [], openLoans: Int? = nil,
    feesDue: [String: Int] = [:]
  ) {
    self.station = station
    self.at = at
    self.shortName = shortName
    self.lines = lines
    self.openLoans = openLoans
    self.feesDue = feesDue
  }

  package struct Line: Hashable, Sendable {
    /// The kind of a line. The database contains the raw value.
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

  /// The lines grouped by their kind, in the order in which they are printed.
  var groups: [(kind: Line.Kind, lines: [Line])] {
    Line.Kind.allCases.map { kind in (kind, lines.filter { $0.kind == kind }) }.filter { !$0.lines.isEmpty }
  }
}
