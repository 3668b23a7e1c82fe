extension TagReaderState {
  /// Describes an error at opening to the user, with a reason and a hint.
  package init(_ error: TagDeviceError) {
    switch error {
    case .absent(let path):
      self.init(
        .absent, reason: "There is no NFC reader at \(path).", hint: "Connect it; it is detected automatically.")
    case .denied(let path):
      self.init(
        .failed, reason: "This program may not open \(path).",
        hint: "Add its user to the group \(Self.group(of: path)) (sudo adduser USER \(Self.group(of: path))), "
          + "then log in again or restart the service."
      )
    case .busy(let path, let holder):
      self.init(
        .failed, reason: "\(path) is in use\(holder.map { " by \($0)" } ?? " by another program").",
        hint: "Close that program; the reader is then opened automatically.")
    case .notSerial(let path):
      self.init(
        .failed, reason: "\(path) is not a serial line.", hint: "Give the reader's own line, such as /dev/ttyUSB0.")
    case .badName(let why):
      self.init(.failed, reason: "The reader's name is invalid: \(why).", hint: "See deadwax-reader nfc --list.")
    case .mute(let name):
      self.init(.stalled, reason: "\(name) does not respond.", hint: Self.hint(forMute: name))
    case .call, .refused, .system:
      self.init(
        .stalled, reason: "The NFC reader cannot be used (\(error)).",
        hint: "Unplug it briefly and connect it again.")
    }
  }

  /// Returns Debian's group for a device file. Raspberry Pi OS has one for SPI; elsewhere Deadwax's udev rule assigns
  /// it.
  private static func group(of path: String) -> String {
    if path.contains("spidev") { return "spi" }
    return path.contains("i2c-") ? "i2c" : "dialout"
  }

  private static func hint(forMute name: String) -> String {
    switch name.split(separator: ":").first {
    case "pn532_spi": "Check that the board is switched to SPI, that SPI is enabled (dtparam=spi=on), and the wires."
    case "pn532_i2c":
      "Check that the board is switched to I2C, that I2C is enabled (dtparam=i2c_arm=on), and the wires."
    case "acr122_usb":
      "If pcscd runs, it uses the reader: stop it (sudo systemctl disable --now pcscd.socket pcscd). Otherwise unplug the "
        + "reader briefly."
    case "pn53x_usb", "usb":
      "The kernel driver may use it: sudo modprobe -r pn533_usb pn533, and see udev/blacklist-pn533.conf. Otherwise "
        + "unplug it briefly."
    default: "Check that the board is switched to HSU and that TX and RX are crossed. Unplug it briefly."
    }
  }
}
