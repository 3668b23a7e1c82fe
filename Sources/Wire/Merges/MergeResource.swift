package import Deadwax

/// A merge of another library into this one: the numbers of its records by their fate.
package struct MergeResource: Codable, Sendable {
  package var id: String
  /// The kind of the file: `archive`, `database`, `json` or `property-list`.
  package var kind: String
  /// The state: `checking`, `ready`, `damaged`, `applying`, `applied` or `failed`.
  package var state: String
  package var bytes: Int
  /// The program that a database is of, by the name of its mapping; omitted for Deadwax, and while it is not known.
  package var origin: String?
  /// The tables and columns of the database that the library has no place for.
  package var leftOut: [String]
  /// The number of releases that another program has listed as recent; omitted for none.
  package var recents: Int?
  /// The numbers of what the notes of another program have; omitted for any other file.
  package var notes: Notes?
  package var counts: Counts
  /// The digest of the plan; omitted while there is none.
  package var plan: String?
  /// The part that is done, in per cent.
  package var percent: Int
  /// The seconds that are left; omitted while they are not known.
  package var secondsLeft: Int?
  /// The reason that the file cannot be read, or was not merged.
  package var fault: String?
  /// The change that can be undone; omitted before it is made.
  package var change: Change.ID?

  /// The numbers of what the notes of another program have.
  package struct Notes: Codable, Sendable {
    package var favourites: Int
    package var cachedObjects: Int
    package var deviceSettings: Int
    /// The settings of devices that are not here yet.
    package var newDeviceSettings: Int

    package init(favourites: Int, cachedObjects: Int, deviceSettings: Int, newDeviceSettings: Int) {
      (self.favourites, self.cachedObjects) = (favourites, cachedObjects)
      (self.deviceSettings, self.newDeviceSettings) = (deviceSettings, newDeviceSettings)
    }
  }

  /// The number of records with each fate.
  package struct Counts: Codable, Sendable {
    package var add: Int
    package var change: Int
    package var adopt: Int
    package var same: Int
    package var refused: Int

    package init(add: Int, change: Int, adopt: Int, same: Int, refused: Int) {
      (self.add, self.change, self.adopt, self.same, self.refused) = (add, change, adopt, same, refused)
    }
  }

  package init(
    id: String, kind: String, state: String, bytes: Int, origin: String?, leftOut: [String], recents: Int?,
    notes: Notes?, counts: Counts,
    plan: String?, percent: Int, secondsLeft: Int?, fault: String?, change: Change.ID?
  ) {
    self.id = id
    self.kind = kind
    self.state = state
    self.bytes = bytes
    self.origin = origin
    self.leftOut = leftOut
    self.recents = recents
    self.notes = notes
    self.counts = counts
    self.plan = plan
    self.percent = percent
    self.secondsLeft = secondsLeft
    self.fault = fault
    self.change = change
  }
}
