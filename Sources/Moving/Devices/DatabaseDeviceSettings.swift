internal import Deadwax
internal import Storage

/// The settings that programs remember about devices, in the database.
struct DatabaseDeviceSettings: DeviceSettingStore {
  let database: Database

  func all() throws -> [DeviceSetting] { try database.read { try $0.deviceSettings() } }

  func change(
    in transaction: WriteTransaction?, _ body: @escaping @Sendable ([DeviceSetting]) throws -> [DeviceSetting]
  )
    throws
  {
    if let transaction { return try Self.change(transaction, body) }
    try database.write { try Self.change($0, body) }
  }

  private static func change(
    _ transaction: WriteTransaction, _ body: @Sendable ([DeviceSetting]) throws -> [DeviceSetting]
  ) throws {
    let before = try transaction.deviceSettings()
    let after = try body(before)
    for setting in Set(before).subtracting(after) { try transaction.forget(setting) }
    for setting in Set(after).subtracting(before) { try transaction.remember(setting) }
  }
}
