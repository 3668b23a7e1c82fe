internal import Devices
internal import Log
internal import Scanners

/// Runs `deadwax-reader hid`, which reads a barcode scanner that acts as a keyboard.
///
/// - Returns: the exit code: 0 at the end of the input, 69 if `--list` found no scanner or keyboard.
func runHIDReader(_ options: HIDOptions) -> Int32 {
  let log = Logger.standardError(part: options.station.map { "scanner of \($0)" } ?? "scanner")
  return options.wantsList ? list(asJSON: options.wantsJSON) : HIDSession(options, log: log).run()
}

extension InputDevice {
  /// Returns the attached input devices; empty if they cannot be listed.
  static func all() -> [InputDevice] {
    ((try? AttachedDevice.all(subsystem: "input", attributes: attributes)) ?? []).compactMap { device in
      device.node.flatMap {
        InputDevice(node: $0, links: device.links, properties: device.properties, attributes: device.attributes)
      }
    }
  }
}

extension InputDevice {
  /// Returns the ids of all USB devices, for example `05e0:1200`, independent of their kind.
  static func onUSB() -> [String] {
    ((try? AttachedDevice.all(subsystem: "usb", attributes: ["idVendor", "idProduct"])) ?? []).compactMap(\.usbID)
  }
}

/// Prints a line for each scanner and keyboard: stable name, name, ids, use and reason. Scanners come first.
private func list(asJSON: Bool) -> Int32 {
  let all = InputDevice.all()
  let rows = all.map { (device: $0, fit: Suitability($0)) }
    .filter { if case .unfit = $0.fit { KnownScanners.makers[String($0.device.ids.prefix(4))] != nil } else { true } }
    .sorted { ($0.fit.isScanner ? 0 : 1, $0.device.stableName) < ($1.fit.isScanner ? 0 : 1, $1.device.stableName) }
  if asJSON {
    ReaderOutput.write(HIDListing(rows, among: all).line)
  } else if rows.isEmpty {
    ReaderErrorOutput.write(
      "No scanner and no keyboard is connected. Connect one and try again; in a container, pass in /dev/input.\n")
  }
  guard !rows.isEmpty else { return HIDSession.unavailable }
  guard !asJSON else { return ReaderExitCode.done }
  for (device, fit) in rows {
    let title = device.name.isEmpty ? "-" : device.name
    ReaderOutput.write("\(device.stableName(among: all))\t\(title)\t\(device.ids)\t\(fit.word)\t\(fit.reason)\n")
  }
  return ReaderExitCode.done
}

extension Suitability {
  /// The use of the device, as printed by `--list`.
  var word: String {
    switch self {
    case .scanner: "auto"
    case .possible: "by name"
    case .unfit: "never"
    }
  }
}
