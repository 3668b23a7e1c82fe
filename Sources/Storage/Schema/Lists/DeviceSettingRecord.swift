package import Deadwax

extension Queryable {
  /// Returns what programs remember about devices, in the order of the devices and names.
  package func deviceSettings() throws -> [DeviceSetting] {
    try all("SELECT device, name, value FROM device_setting ORDER BY device, name") { row in
      DeviceSetting(device: try row.text("device"), name: try row.text("name"), value: try row.text("value"))
    }.compactMap(\.self)
  }
}

extension WriteTransaction {
  /// Remembers a setting of a device in place of an earlier value. It is no change of the records.
  package func remember(_ setting: DeviceSetting) throws {
    try run(
      """
      INSERT INTO device_setting (device, name, value, changed_at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (device, name) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at
      """, setting.device, setting.name, setting.value, now)
  }

  /// Removes a setting of a device, whatever its value is.
  package func forget(_ setting: DeviceSetting) throws {
    try run("DELETE FROM device_setting WHERE device = ?1 AND name = ?2", setting.device, setting.name)
  }
}
