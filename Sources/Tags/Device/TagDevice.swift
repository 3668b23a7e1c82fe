/// An NFC reader that is probably attached, found without sending it a byte.
package struct TagDevice: Hashable, Sendable {
  package let name: DeviceName
  /// The reason for the assumption, as text for people: `USB 04e6:5591, SCL3711`.
  package let reason: String
  /// True if the reader is used without being configured. Some USB ids are shared with readers for contact cards.
  package let isTakenByItself: Bool

  package init(name: DeviceName, reason: String, isTakenByItself: Bool = true) {
    self.name = name
    self.reason = reason
    self.isTakenByItself = isTakenByItself
  }

  /// Searches for readers and returns the most certain first.
  ///
  /// 1. `/dev/deadwax-nfc`, the name that Deadwax's udev rule assigns.
  /// 2. USB devices that can only be readers (PN531, PN533, ACR122U and similar).
  /// 3. USB serial adapters of the kinds on PN532 boards. They may belong to something else; only opening shows it.
  ///
  /// A single-board computer's UART, SPI and I²C readers cannot be detected. They must be configured by name.
  ///
  /// - Parameters:
  ///   - dev: the folder of the device files.
  ///   - sys: the mount point of sysfs.
  /// - Returns: the readers, each with the name to open it by.
  package static func find(dev: String = "/dev", sys: String = "/sys") -> [TagDevice] {
    var found: [TagDevice] = []
    let link = "\(dev)/deadwax-nfc"
    let linked = realPath(link)
    if linked != nil { found += serial(link, reason: "the name from the udev rule") }
    let usb = USBDevice.all(sys: sys)
    found += usb.compactMap(Self.reader)
    for adapter in SerialAdapter.all(dev: dev, sys: sys) where realPath(adapter.path) != linked {
      guard let kind = SerialAdapter.kinds[adapter.usb.id] else { continue }
      found += serial(adapter.stablePath ?? adapter.path, reason: "USB \(adapter.usb.id), serial adapter \(kind)")
    }
    return found
  }

  /// Returns a serial reader, or nothing if libnfc could not open that path.
  private static func serial(_ path: String, reason: String) -> [TagDevice] {
    guard let name = try? DeviceName.serial(path) else { return [] }
    return [TagDevice(name: name, reason: reason)]
  }

  private static func reader(_ usb: USBDevice) -> TagDevice? {
    guard let (driver, kind) = readers[usb.id], let name = try? DeviceName("\(driver):\(usb.bus):\(usb.device)") else {
      return nil
    }
    return TagDevice(name: name, reason: "USB \(usb.id), \(kind)", isTakenByItself: usb.id != touchatag)
  }

  /// The ids that libnfc's USB drivers claim (93-pn53x.rules of libnfc 1.8.0).
  private static let readers: [USBDevice.ID: (driver: String, kind: String)] = [
    USBDevice.ID(0x04CC, 0x0531): ("pn53x_usb", "PN531"), USBDevice.ID(0x04CC, 0x2533): ("pn53x_usb", "PN533"),
    USBDevice.ID(0x04E6, 0x5591): ("pn53x_usb", "SCL3711"), USBDevice.ID(0x04E6, 0x5594): ("pn53x_usb", "SCL3712"),
    USBDevice.ID(0x054C, 0x0193): ("pn53x_usb", "Sony PN531"),
    USBDevice.ID(0x054C, 0x02E1): ("pn53x_usb", "Sony RC-S360"),
    USBDevice.ID(0x1FD3, 0x0608): ("pn53x_usb", "ASK LoGO"), USBDevice.ID(0x072F, 0x2200): ("acr122_usb", "ACR122U"),
    touchatag: ("acr122_usb", "Touchatag, or an ACR38, which reads no tags: used only if configured"),
  ]
  /// The id that the Touchatag and the ACR38 share (usb.ids).
  private static let touchatag = USBDevice.ID(0x072F, 0x90CC)
}
