/// An input device of this machine, by what the kernel and udev say of it; it need not be opened for that.
package struct InputDevice: Hashable, Sendable {
  /// As `/dev/input/event5`: changes with each plugging in.
  package let node: String
  /// The links udev has made to it, as `/dev/input/by-id/…-event-kbd`.
  package let links: [String]
  /// As the device calls itself.
  package let name: String
  /// Its own number: the address of a Bluetooth device, or a serial number; often empty.
  package let unique: String
  /// How it is connected.
  package let bus: Bus
  /// As `05e0:1200`: maker and model, in USB's numbers.
  package let ids: String
  /// What our udev rules say: `1` a scanner, `0` none, nil nothing.
  package let mark: String?
  /// Which keys it has.
  package let keys: Set<KeyCode>

  package enum Bus: Hashable, Sendable {
    case usb, bluetooth
    /// By the kernel's number (BUS_… of linux/input.h).
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

  /// The attributes of a device in /sys that `init` reads, each at the event node or at the device above it.
  package static let attributes = [
    "name", "uniq", "id/bustype", "id/vendor", "id/product", "capabilities/key",
  ]

  /// Nil when the file is no event device.
  ///
  /// - Parameters:
  ///   - node: its file in /dev.
  ///   - links: made to it by udev.
  ///   - properties: of udev.
  ///   - attributes: of /sys, those of `attributes`.
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

  /// The name to give to `--device`: the one that stays the same when it is plugged in anew.
  package var stableName: String {
    // By what it is, else by where it is plugged in; Bluetooth devices have neither link, but an address of their own.
    if let link = link(in: "/dev/input/by-id/") ?? link(in: "/dev/input/by-path/") { return link }
    if !unique.isEmpty { return unique }
    return name.isEmpty ? node : name
  }

  /// As `stableName`, but none that another device has as well: two of one model without serial numbers share a link.
  ///
  /// - Parameter devices: all there are.
  /// - Returns: where it is plugged in, or its node, if another has the same name.
  package func stableName(among devices: [InputDevice]) -> String {
    guard devices.contains(where: { $0 != self && $0.stableName == stableName }) else { return stableName }
    return link(in: "/dev/input/by-path/") ?? node
  }

  private func link(in folder: String) -> String? { links.first { $0.hasPrefix(folder) } }

  /// Whether a person who says `text` can mean this device: its file, a link or the last part of one, its name, its own
  /// number, or `vendor:product`. Capital or small letters do not matter, but for paths.
  package func isCalled(_ text: String) -> Bool {
    if text == node || links.contains(text) { return true }
    let small = text.lowercased()
    if [name, unique, ids].contains(where: { !$0.isEmpty && $0.lowercased() == small }) { return true }
    return links.contains { $0.split(separator: "/").last?.lowercased() == small }
  }

  /// Reads a bit mask as /sys has it: words in hexadecimal, the highest first.
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
  /// Without the blanks around it.
  fileprivate var trimmed: String {
    let front = drop(while: \.isWhitespace)
    return String(front.reversed().drop(while: \.isWhitespace).reversed())
  }
}
