/// A setting that programs remember about one device, such as the volume of a speaker. It is no setting of the library.
package struct DeviceSetting: Hashable, Sendable {
  /// The most settings of all devices together.
  package static let countLimit = 10_000
  /// The most bytes of a value.
  package static let valueLimit = 4000
  /// The most characters of the name of a device or of a setting.
  package static let nameLimit = 200

  /// The name by which programs know the device, such as its address.
  package let device: String
  package let name: String
  package let value: String

  /// - Returns: nil for a name that is empty or too long or has control characters, and for a value that is too long or has
  ///   the character NUL.
  package init?(device: String, name: String, value: String) {
    guard Self.isName(device), Self.isName(name), value.utf8.count <= Self.valueLimit, !value.utf8.contains(0) else {
      return nil
    }
    (self.device, self.name, self.value) = (device, name, value)
  }

  /// Returns true if two settings are of the same name and device.
  package func isSame(as other: DeviceSetting) -> Bool { device == other.device && name == other.name }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.count <= nameLimit && text.utf8.count <= 4 * nameLimit
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
