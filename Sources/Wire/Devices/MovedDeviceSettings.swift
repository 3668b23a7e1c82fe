/// The result of moving settings of devices from one store to the other.
package struct MovedDeviceSettings: Codable, Sendable {
  /// The store that has them now: `database` or `file`.
  package var store: String
  /// The settings that came from the other store.
  package var moved: Int
  /// The settings of the other store whose name was here already.
  package var kept: Int

  package init(store: String, moved: Int, kept: Int) { (self.store, self.moved, self.kept) = (store, moved, kept) }
}
