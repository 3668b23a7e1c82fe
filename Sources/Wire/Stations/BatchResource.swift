package import Deadwax

/// A batch of additions at a station.
package struct BatchResource: Codable, Sendable {
  package var id: AdditionBatch.ID
  package var station: Station.Name
  package var settings: Settings
  package var beganAt: RFC3339Time
  /// The time of its end; omitted while it is open.
  package var endedAt: RFC3339Time?
  /// The number of copies, without those whose addition was undone.
  package var count: Int
  /// The copies, the newest first, at most 2,000.
  package var copies: [Line]

  package init(
    id: AdditionBatch.ID, station: Station.Name, settings: Settings, beganAt: RFC3339Time,
    endedAt: RFC3339Time? = nil, count: Int, copies: [Line]
  ) {
    self.id = id
    self.station = station
    self.settings = settings
    self.beganAt = beganAt
    self.endedAt = endedAt
    self.count = count
    self.copies = copies
  }

  /// The values that every copy gets that is added from now on.
  package struct Settings: Codable, Sendable {
    /// The grade of the medium on the Goldmine scale, in Discogs' short form.
    package var condition: String?
    /// The place where the copies belong; omitted if it no longer exists.
    package var place: Place.ID?
    /// The name of that place.
    package var placeName: String?
    /// The way in which the copies come into the library.
    package var accession: OwnFacts.Accession?
    /// From whom the copies come.
    package var source: String?
    /// True if the labels of the whole batch are offered at its end.
    package var label: Bool
    /// True if each copy joins the tag queue of the station.
    package var tag: Bool

    package init(_ settings: AdditionBatch.Settings, place: String?) {
      condition = settings.condition
      self.place = place == nil ? nil : settings.place
      placeName = place
      accession = settings.accession
      source = settings.source
      label = settings.wantsLabel
      tag = settings.wantsTag
    }
  }

  /// A copy of the batch.
  package struct Line: Codable, Sendable {
    package var copy: CopySummary
    package var release: ReleaseSummary
    /// The change that added it.
    package var change: Change.ID
    /// True if an undo of the batch leaves the copy, because it has changed since.
    package var isKept: Bool

    package init(copy: CopySummary, release: ReleaseSummary, change: Change.ID, isKept: Bool) {
      self.copy = copy
      self.release = release
      self.change = change
      self.isKept = isKept
    }
  }
}
