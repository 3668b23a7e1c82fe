internal import FoundationEssentials

/// A USB serial adapter.
struct SerialAdapter: Hashable, Sendable {
  /// The path of the line, for example `/dev/ttyUSB0`.
  let path: String
  /// The path below `/dev/serial/by-id`, which does not depend on the USB port; nil if there is none.
  let stablePath: String?
  let usb: USBDevice

  /// The names of the chips on adapters used with PN532 boards.
  static let kinds: [USBDevice.ID: String] = [
    USBDevice.ID(0x1A86, 0x7523): "CH340", USBDevice.ID(0x1A86, 0x5523): "CH341",
    USBDevice.ID(0x1A86, 0x55D4): "CH9102",
    USBDevice.ID(0x10C4, 0xEA60): "CP210x", USBDevice.ID(0x0403, 0x6001): "FT232",
  ]

  /// Returns all adapters in a fixed order.
  static func all(dev: String, sys: String) -> [SerialAdapter] {
    let folder = "\(sys)/class/tty"
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    let stable = stablePaths(dev: dev)
    return names.filter { $0.hasPrefix("ttyUSB") || $0.hasPrefix("ttyACM") }.compactMap { name in
      let path = "\(dev)/\(name)"
      guard realPath(path) != nil, let usb = usb(above: "\(folder)/\(name)") else { return nil }
      return SerialAdapter(path: path, stablePath: stable[name], usb: usb)
    }
  }

  /// Returns the USB device of the line: the first parent folder that has vendor and product ids.
  private static func usb(above link: String) -> USBDevice? {
    guard var folder = realPath(link) else { return nil }
    for _ in 0..<8 {
      if let device = USBDevice(folder: folder) { return device }
      guard let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else { return nil }
      folder = String(folder[..<slash])
    }
    return nil
  }

  private static func stablePaths(dev: String) -> [String: String] {
    let folder = "\(dev)/serial/by-id"
    var paths: [String: String] = [:]
    for name in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() {
      let path = "\(folder)/\(name)"
      // libnfc would treat a colon as the end of the path.
      guard !name.contains(":"), path.utf8.count < 128, let device = realPath(path)?.split(separator: "/").last else {
        continue
      }
      paths[String(device)] = path
    }
    return paths
  }
}
