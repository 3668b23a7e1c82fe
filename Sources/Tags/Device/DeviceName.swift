/// The name by which libnfc identifies a reader: `driver[:device[:speed]]`.
package struct DeviceName: Hashable, Sendable, CustomStringConvertible {
  package let text: String
  /// The libnfc driver, for example `pn532_uart`.
  package let driver: String
  /// The serial line of the reader; nil for other buses.
  package let path: String?
  /// The device file of the bus, for SPI and I²C; nil for others.
  package let bus: String?

  package var description: String { text }

  /// Parses a name.
  ///
  /// - Throws: `badName` for a name that libnfc would truncate or misread: a path longer than its buffer, or a speed
  ///   that libnfc cannot set.
  package init(_ text: String) throws(TagDeviceError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard let driver = parts.first, !driver.isEmpty, text.utf8.count < 1024, !text.utf8.contains(0) else {
      throw .badName("a device name has the form pn532_uart:/dev/ttyUSB0, not '\(text.prefix(60))'")
    }
    guard Self.drivers.contains(driver) else {
      throw .badName(
        "there is no driver '\(driver.prefix(60))'; the drivers are \(Self.drivers.joined(separator: ", "))")
    }
    self.text = text
    self.driver = driver
    bus = Self.busDrivers.contains(driver) && parts.count > 1 && parts[1].hasPrefix("/") ? parts[1] : nil
    guard Self.serialDrivers.contains(driver) else {
      path = nil
      return
    }
    guard (2...3).contains(parts.count), !parts[1].isEmpty else {
      throw .badName("\(driver) needs the path of a serial line without a colon, and optionally a speed")
    }
    // libnfc truncates the path to 128 bytes without an error.
    guard parts[1].utf8.count < 128 else { throw .badName("the path is longer than 127 bytes") }
    if parts.count == 3 {
      guard let speed = Int(parts[2]), Self.speeds.contains(speed) else {
        throw .badName("the speed must be one of \(Self.speeds.map(String.init).joined(separator: ", "))")
      }
    }
    path = parts[1]
  }

  /// Returns the name of a PN532 on a serial line at its speed after power-up.
  package static func serial(_ path: String) throws(TagDeviceError) -> DeviceName {
    try DeviceName("pn532_uart:\(path)")
  }

  /// The limitations of such a reader, in one sentence; nil for a PN532 on a serial line, which is recommended.
  package var support: String? {
    switch driver {
    case "pn532_uart": nil
    case "pn532_spi":
      "SPI is the second choice: it uses a processor core, and an unplugged reader is detected late."
    case "pn532_i2c":
      "I2C is the last choice: such readers often stop after hours. A USB serial adapter is more reliable."
    case "acr122_usb": "The ACR122U has limited support: if it stops, unplug it briefly."
    default: "Readers of this kind have limited support. A PN532 on a USB serial adapter is recommended."
    }
  }

  /// The drivers in Debian's build of libnfc 1.8.0; `usb` stands for any of the `_usb` drivers.
  private static let drivers = [
    "pn532_uart", "pn532_spi", "pn532_i2c", "pn53x_usb", "acr122_usb", "ACR122S", "arygon", "usb",
  ]
  private static let busDrivers: Set = ["pn532_spi", "pn532_i2c"]
  private static let serialDrivers: Set = ["pn532_uart", "ACR122S", "arygon"]
  private static let speeds = [9600, 19200, 38400, 57600, 115_200, 230_400, 460_800]
}
