/// One play of a copy: of the whole copy, of a side, or of a track. The history has the person or program behind it.
package struct Play: Hashable, Sendable {
  package typealias ID = Identifier<Play>

  /// The way in which a play was noticed. The raw value is stored in the database.
  package enum Source: String, CaseIterable, Codable, Sendable {
    /// A scan in the mode Played.
    case scan
    /// Entered by a person, on a page or by a program.
    case page
    /// The copy lay on a reader by the deck.
    case presence
  }

  /// The maximum number of characters in a position.
  package static let longestPosition = 20

  package var id: ID
  package var copy: Copy.ID
  /// The printed position of a track ("A1", "2-04"), or a side or a disc ("A", "2"); nil if it is not known.
  package var position: String?
  package var startedAt: Timestamp
  /// The end; nil if it is not known.
  package var endedAt: Timestamp?
  package var source: Source
  /// The station; nil for a play that was entered elsewhere.
  package var station: Station.Name?
  package var version: Int

  package init(
    id: ID, copy: Copy.ID, position: String?, startedAt: Timestamp, endedAt: Timestamp?, source: Source,
    station: Station.Name?, version: Int
  ) {
    self.id = id
    self.copy = copy
    self.position = position
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.source = source
    self.station = station
    self.version = version
  }
}
