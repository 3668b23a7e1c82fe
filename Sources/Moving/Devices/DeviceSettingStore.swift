package import Deadwax
package import Storage

/// A store of what programs remember about devices. Two stores have the same promises: the database and a file.
package protocol DeviceSettingStore: Sendable {
  /// Returns all settings, in the order of the devices and names.
  func all() throws -> [DeviceSetting]

  /// Changes the settings as a whole or not at all.
  ///
  /// - Parameters:
  ///   - transaction: the transaction that the change belongs to; nil for one of its own.
  ///   - body: a function that returns the settings that are to be there, from those that are there.
  /// - Throws: a `MovingError`, a `StorageError`, or the error of the function.
  func change(
    in transaction: WriteTransaction?, _ body: @escaping @Sendable ([DeviceSetting]) throws -> [DeviceSetting])
    throws
}
