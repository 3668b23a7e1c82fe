/// A batch of additions: copies that are added at a station one after the other, with the same settings.
package struct AdditionBatch: Hashable, Sendable {
  package typealias ID = Identifier<AdditionBatch>

  package var id: ID
  package var station: Station.Name
  /// The settings at its end, or the current ones.
  package var settings: Settings
  package var beganAt: Timestamp
  package var endedAt: Timestamp?

  package init(id: ID, station: Station.Name, settings: Settings, beganAt: Timestamp, endedAt: Timestamp? = nil) {
    self.id = id
    self.station = station
    self.settings = settings
    self.beganAt = beganAt
    self.endedAt = endedAt
  }

  /// The values that every copy of a batch gets. Each setting may be absent.
  package struct Settings: Hashable, Codable, Sendable {
    /// The grade of the medium: one of `Command.grades`.
    package var condition: String?
    /// The place where the copies belong. A place that was removed meanwhile is ignored.
    package var place: Place.ID?
    package var accession: OwnFacts.Accession?
    /// From whom the copies come, at most `longestSource` characters.
    package var source: String?
    /// True if the labels of the whole batch are offered at its end.
    package var wantsLabel: Bool
    /// True if each copy joins the tag queue of the station.
    package var wantsTag: Bool

    /// Creates settings with nothing set, and changes what a function sets.
    package init(_ set: (inout Settings) -> Void) {
      (wantsLabel, wantsTag) = (false, false)
      set(&self)
    }

    package static let longestSource = 120
  }

  /// A copy of a batch, with the change that added it.
  package struct Line: Hashable, Sendable {
    package var copy: Copy.ID
    package var change: Change.ID

    package init(copy: Copy.ID, change: Change.ID) {
      self.copy = copy
      self.change = change
    }
  }
}
