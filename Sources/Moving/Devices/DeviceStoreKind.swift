/// The store of what programs remember about devices, as the operator chooses it.
package enum DeviceStoreKind: String, CaseIterable, Codable, Sendable {
  /// The database of the library, with its backups and archives.
  case database
  /// A file of keys and values in the data folder, which belongs to this machine.
  case file

  /// The other one.
  package var other: DeviceStoreKind { self == .database ? .file : .database }
}
