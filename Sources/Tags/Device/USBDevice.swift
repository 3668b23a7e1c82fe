internal import FoundationEssentials

/// A USB device as listed in sysfs (Linux, Documentation/ABI/testing/sysfs-bus-usb).
struct USBDevice: Hashable, Sendable {
  struct ID: Hashable, Sendable, CustomStringConvertible {
    let vendor: UInt16
    let product: UInt16

    init(_ vendor: UInt16, _ product: UInt16) {
      self.vendor = vendor
      self.product = product
    }

    /// The id in the format of lsusb.
    var description: String { "\(Self.hex(vendor)):\(Self.hex(product))" }

    private static func hex(_ number: UInt16) -> String {
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  let id: ID
  /// The bus number as three digits, the format libnfc uses.
  let bus: String
  /// The device number as three digits.
  let device: String

  /// Returns all devices in a fixed order.
  static func all(sys: String) -> [USBDevice] {
    let folder = "\(sys)/bus/usb/devices"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().compactMap { USBDevice(folder: "\(folder)/\($0)") }
  }

  /// Nil if the folder does not describe a device; interfaces and hub ports are in the same folder.
  init?(folder: String) {
    guard let vendor = Self.attribute("idVendor", in: folder).flatMap({ UInt16($0, radix: 16) }),
      let product = Self.attribute("idProduct", in: folder).flatMap({ UInt16($0, radix: 16) }),
      let bus = Self.attribute("busnum", in: folder).flatMap({ Int($0) }), (0...999).contains(bus),
      let device = Self.attribute("devnum", in: folder).flatMap({ Int($0) }), (0...999).contains(device)
    else { return nil }
    id = ID(vendor, product)
    self.bus = Self.threeDigits(bus)
    self.device = Self.threeDigits(device)
  }

  private static func attribute(_ name: String, in folder: String) -> String? {
    guard let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else { return nil }
    return text.split(whereSeparator: \.isWhitespace).first.map(String.init)
  }

  private static func threeDigits(_ number: Int) -> String { String(String(1000 + number).dropFirst()) }
}
