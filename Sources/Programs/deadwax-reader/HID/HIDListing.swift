internal import Foundation
internal import Scanners

/// The scanners and keyboards of a machine, as `deadwax-reader hid --list --json` prints them.
struct HIDListing: Encodable {
  private struct Device: Encodable {
    var device: String
    var node: String
    var links: [String]
    var name: String
    var ids: String
    var bus: String
    var use: String
    var reason: String
  }

  private var devices: [Device]

  /// - Parameters:
  ///   - rows: the devices to list, each with its suitability.
  ///   - all: all devices, which decide whether a stable name is unique.
  init(_ rows: [(device: InputDevice, fit: Suitability)], among all: [InputDevice]) {
    devices = rows.map { device, fit in
      Device(
        device: device.stableName(among: all), node: device.node, links: device.links, name: device.name,
        ids: device.ids, bus: device.bus.description, use: fit.word, reason: fit.reason)
    }
  }

  /// The list as JSON on one line, with its line feed.
  var line: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts and lists of texts always have a JSON form.
    guard let data = try? encoder.encode(self) else {
      preconditionFailure("the list of devices cannot be encoded as JSON")
    }
    return [UInt8](data) + [UInt8(ascii: "\n")]
  }
}
