package import Deadwax
package import Storage

/// The settings that programs remember about devices, in the store that the operator has chosen.
package struct DeviceSettings: Sendable {
  /// The result of moving the settings from one store to the other.
  package struct Moved: Equatable, Sendable {
    /// The settings that came from the other store.
    package let moved: Int
    /// The settings of the other store whose name was here already. The value here stays.
    package let kept: Int

    package init(moved: Int, kept: Int) { (self.moved, self.kept) = (moved, kept) }
  }

  /// The store that the operator has chosen.
  package let kind: DeviceStoreKind
  private let stores: [DeviceStoreKind: any DeviceSettingStore]

  /// - Parameters:
  ///   - database: the database of the library.
  ///   - folder: the data folder of the hub.
  ///   - kind: the store that the operator has chosen.
  package init(database: Database, folder: String, kind: DeviceStoreKind) {
    self.kind = kind
    stores = [.database: DatabaseDeviceSettings(database: database), .file: FileDeviceSettings(folder: folder)]
  }

  /// Returns all settings, in the order of the devices and names.
  ///
  /// - Throws: a `MovingError` or a `StorageError`.
  package func all() throws -> [DeviceSetting] { try store(kind).all() }

  /// Remembers a setting in place of an earlier value.
  ///
  /// - Throws: `MovingError.tooManyDeviceSettings`, another `MovingError` or a `StorageError`.
  package func remember(_ setting: DeviceSetting) throws {
    try store(kind).change(in: nil) { before in
      try Self.limited(before.filter { !$0.isSame(as: setting) } + [setting])
    }
  }

  /// Removes the settings of a device.
  ///
  /// - Parameter device: the device; nil for all devices.
  /// - Throws: a `MovingError` or a `StorageError`.
  package func clear(_ device: String?) throws {
    try store(kind).change(in: nil) { before in device.map { device in before.filter { $0.device != device } } ?? [] }
  }

  /// Returns how many of these settings are missing.
  ///
  /// - Throws: a `MovingError` or a `StorageError`.
  func missing(of settings: [DeviceSetting]) throws -> Int {
    settings.isEmpty ? 0 : Self.missing(of: settings, in: try all()).count
  }

  /// Adds the settings that are missing. A value that is here stays.
  ///
  /// - Throws: `MovingError.tooManyDeviceSettings`, another `MovingError` or a `StorageError`.
  func add(_ settings: [DeviceSetting], in transaction: WriteTransaction) throws {
    guard !settings.isEmpty else { return }
    try store(kind).change(in: transaction) { try Self.limited($0 + Self.missing(of: settings, in: $0)) }
  }

  /// Brings the settings of the other store into the chosen one, and empties the other one. If the hub is killed between,
  /// both have them, and moving them again completes it.
  ///
  /// - Throws: `MovingError.tooManyDeviceSettings`, another `MovingError` or a `StorageError`.
  package func moveFromOther() throws -> Moved {
    let settings = try store(kind.other).all()
    let missing = try missing(of: settings)
    try store(kind).change(in: nil) { try Self.limited($0 + Self.missing(of: settings, in: $0)) }
    // What was remembered there meanwhile stays there.
    try store(kind.other).change(in: nil) { $0.filter { !settings.contains($0) } }
    return Moved(moved: missing, kept: settings.count - missing)
  }

  private func store(_ kind: DeviceStoreKind) throws(MovingError) -> any DeviceSettingStore {
    guard let store = stores[kind] else { throw .unavailable("There is no store '\(kind.rawValue)'.") }
    return store
  }

  private static func missing(of settings: [DeviceSetting], in known: [DeviceSetting]) -> [DeviceSetting] {
    var names = Set(known.map { [$0.device, $0.name] })
    return settings.filter { names.insert([$0.device, $0.name]).inserted }
  }

  private static func limited(_ settings: [DeviceSetting]) throws(MovingError) -> [DeviceSetting] {
    guard settings.count <= DeviceSetting.countLimit else { throw .tooManyDeviceSettings }
    return settings
  }
}
