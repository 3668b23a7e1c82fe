/// An input device of this machine, as described by the kernel and udev. It is not opened.
package struct InputDevice: Hashable, Sendable {
  /// The device file, for example `/dev/input/event5`; it can change each time the device is attached.
  package let node: String
  /// The links that udev has created to it, for example `/dev/input/by-id/…-event-kbd`.
  package let links: [String]
  /// The name that the device reports.
  package let name: String
  /// The unique id: the address of a Bluetooth device, or a serial number; often empty.
  package let unique: String
  /// The bus that connects the device.
  package let bus: Bus
  /// The vendor and product ids in USB's format, for example `05e0:1200`.
  package let ids: String
  /// The mark set by Deadwax's udev rules: `1` a scanner, `0` not a scanner, nil unknown.
  package let mark: String?
  /// The keys that the device has.
  package let keys: Set<KeyCode>

  package enum Bus: Hashable, Sendable {
    case usb, bluetooth
    /// Another bus, by the kernel's number (BUS_… of linux/input.h).
    case other(Int)

    init(_ number: Int) {
      switch number {
      case 3: self = .usb
      case 5: self = .bluetooth
      default: self = .other(number)
      }
    }

    package var description: String {
      switch self {
      case .usb: "USB"
      case .bluetooth: "Bluetooth"
      case .other(0x11): "PS/2"
      case .other(0x06): "virtual"
      case .other: "built in"
      }
    }
  }

  /// The sysfs attributes that `init` reads, each of the event node or of its parent device.
  package static let attributes = [
    "name", "uniq", "id/bustype", "id/vendor", "id/product", "capabilities/key",
  ]

  /// Nil if the file is not an event device.
  ///
  /// - Parameters:
  ///   - node: the device file.
  ///   - links: the links that udev has created to it.
  ///   - properties: the udev properties.
  ///   - attributes: the sysfs attributes listed in `attributes`.
  package init?(node: String, links: [String], properties: [String: String], attributes: [String: String]) {
    guard let file = node.split(separator: "/").last, file.hasPrefix("event"), Int(file.dropFirst(5)) != nil else {
      return nil
    }
    self.node = node
    self.links = links.sorted()
    name = attributes["name"]?.trimmed ?? ""
    unique = attributes["uniq"]?.trimmed ?? ""
    func number(_ name: String) -> Int { attributes[name].flatMap { Int($0.trimmed, radix: 16) } ?? 0 }
    bus = Bus(number("id/bustype"))
    ids = "\(hex(number("id/vendor"))):\(hex(number("id/product")))"
    mark = properties["DEADWAX_SCANNER"]
    keys = Self.keys(attributes["capabilities/key"] ?? "")
  }

  /// The name for `--device` that does not change when the device is attached again.
  package var stableName: String {
    // The first choice is the device's identity, then its port. Bluetooth devices have neither link, but a unique
    // address.
    if let link = link(in: "/dev/input/by-id/") ?? link(in: "/dev/input/by-path/") { return link }
    if !unique.isEmpty { return unique }
    return name.isEmpty ? node : name
  }

  /// Returns `stableName`, unless another device has the same: two of one model without serial numbers share a link.
  ///
  /// - Parameter devices: all attached devices.
  /// - Returns: the link by port, or the node, if another device has the same name.
  package func stableName(among devices: [InputDevice]) -> String {
    guard devices.contains(where: { $0 != self && $0.stableName == stableName }) else { return stableName }
    return link(in: "/dev/input/by-path/") ?? node
  }

  private func link(in folder: String) -> String? { links.first { $0.hasPrefix(folder) } }

  /// Returns true if `text` identifies this device: its file, a link or the last component of one, its name, its unique
  /// id, or `vendor:product`. Except for paths, the comparison is case-insensitive.
  package func isCalled(_ text: String) -> Bool {
    if text == node || links.contains(text) { return true }
    let small = text.lowercased()
    if [name, unique, ids].contains(where: { !$0.isEmpty && $0.lowercased() == small }) { return true }
    return links.contains { $0.split(separator: "/").last?.lowercased() == small }
  }

  /// Parses a sysfs bit mask: hexadecimal words, the highest first.
  private static func keys(_ text: String) -> Set<KeyCode> {
    var keys: Set<KeyCode> = []
    for (place, word) in text.split(whereSeparator: \.isWhitespace).reversed().enumerated() {
      guard var bits = UInt64(word, radix: 16) else { return [] }
      while bits != 0 {
        let code = place * UInt.bitWidth + bits.trailingZeroBitCount
        if let code = UInt16(exactly: code) { keys.insert(KeyCode(rawValue: code)) }
        bits &= bits - 1
      }
    }
    return keys
  }
}

private func hex(_ number: Int) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

extension String {
  /// The text without leading and trailing whitespace.
  fileprivate var trimmed: String {
    let front = drop(while: \.isWhitespace)
    return String(front.reversed().drop(while: \.isWhitespace).reversed())
  }
}
