package import Deadwax

extension StationResource {
  /// The open batch of additions; `/batch` has its copies.
  package struct Additions: Codable, Sendable {
    /// The id of the batch, for `/batches`.
    package var id: AdditionBatch.ID
    package var settings: BatchResource.Settings
    /// The number of copies so far.
    package var count: Int
    /// The version of the settings, for `If-Match`.
    package var version: Int

    package init(id: AdditionBatch.ID, settings: BatchResource.Settings, count: Int, version: Int) {
      self.id = id
      self.settings = settings
      self.count = count
      self.version = version
    }
  }

  /// The crate that receives the records scanned in mode `collect`.
  package struct Collecting: Codable, Sendable {
    /// The id of the crate, for `/crates`.
    package var id: Crate.ID
    /// The name of the crate.
    package var name: String
    /// The number of its items.
    package var count: Int

    package init(id: Crate.ID, name: String, count: Int) {
      self.id = id
      self.name = name
      self.count = count
    }
  }

  /// A batch of additions that ended less than ten minutes ago. Not at a self-service station.
  package struct EndedBatch: Codable, Sendable {
    /// The id of the batch, for `/batches`.
    package var id: AdditionBatch.ID
    /// The number of copies.
    package var count: Int
    /// True if the labels of the batch are wanted.
    package var label: Bool

    package init(id: AdditionBatch.ID, count: Int, label: Bool) {
      self.id = id
      self.count = count
      self.label = label
    }
  }
}
