package import Deadwax

/// A setting that programs remember about a device.
package struct DeviceSettingResource: Codable, Sendable {
  package var device: String
  package var name: String
  package var value: String

  package init(device: String, name: String, value: String) {
    (self.device, self.name, self.value) = (device, name, value)
  }

  package init(_ setting: DeviceSetting) { self.init(device: setting.device, name: setting.name, value: setting.value) }
}
