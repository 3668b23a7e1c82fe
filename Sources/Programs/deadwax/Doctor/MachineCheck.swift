internal import Foundation
internal import Glibc
internal import HubClient

/// The check of this machine for readers: devices, permissions, and other programs or drivers that claim the devices.
struct MachineCheck {
  private let root: String
  private let mayUse: (String) -> Bool

  /// - Parameters:
  ///   - root: a prefix for every checked path.
  ///   - mayUse: a function that returns true if this user may read and write a device (access(2)).
  init(root: String = "", mayUse: @escaping (String) -> Bool = { access($0, R_OK | W_OK) == 0 }) {
    self.root = root
    self.mayUse = mayUse
  }

  func run() -> [Finding] {
    [readerProgram] + cameras + nfcReaders
  }

  private var readerProgram: Finding {
    Programs.path(of: "deadwax-reader") != nil
      ? Finding(.good, "programs", "deadwax-reader is installed")
      : Finding(
        .bad, "programs", "deadwax-reader is not installed beside this program",
        advice: "It belongs to the same package: reinstall or rebuild the package.")
  }

  private var cameras: [Finding] {
    let devices = entries("/dev", "video")
    guard !devices.isEmpty else { return [Finding(.note, "camera", "none is connected to this machine")] }
    let closed = devices.filter { !mayUse(root + $0) }
    guard let first = closed.first else { return [Finding(.good, "camera", devices.joined(separator: ", "))] }
    return [
      Finding(
        .bad, "camera", "this user may not open \(first)",
        advice: "Add the hub's user to the group video: sudo usermod -aG video USER, then log in again")
    ]
  }

  private var nfcReaders: [Finding] {
    let readers = usbReaders
    guard !readers.isEmpty else {
      return [Finding(.note, "NFC reader", "none is connected by USB; a PN532 on a serial line is not detected")]
    }
    var findings = readers.map { reader in
      mayUse(root + reader.node)
        ? Finding(.good, "NFC reader", "\(reader.name) at \(reader.node)")
        : Finding(
          .bad, "NFC reader", "this user may not open \(reader.name) at \(reader.node)",
          advice: hasRules
            ? "Add the hub's user to the group plugdev: sudo usermod -aG plugdev USER, then log in again"
            : "Install udev/60-deadwax.rules in /etc/udev/rules.d, then: sudo udevadm control --reload && "
              + "sudo udevadm trigger")
    }
    // The kernel's own driver claims a PN533 or an ACR122U before libnfc can (libnfc issue 402).
    if exists("/sys/module/pn533_usb") {
      findings.append(
        Finding(
          .bad, "NFC reader", "the kernel driver pn533_usb uses it",
          advice: "sudo modprobe -r pn533_usb pn533 nfc; udev/blacklist-pn533.conf in /etc/modprobe.d prevents it"))
    }
    if exists("/run/pcscd/pcscd.comm"), readers.contains(where: { $0.name == "ACR122U" }) {
      findings.append(
        Finding(
          .bad, "NFC reader", "the smart card daemon pcscd uses an ACR122U",
          advice: "sudo systemctl mask --now pcscd.socket"))
    }
    return findings
  }

  private struct USBReader {
    var name: String
    var node: String
  }

  /// The USB devices that libnfc drives itself, by vendor and product id.
  private static let known = [
    "04cc:0531": "PN531", "054c:0193": "PN531", "04cc:2533": "PN533", "04e6:5591": "SCL3711", "04e6:5594": "SCL3712",
    "054c:02e1": "RC-S360", "1fd3:0608": "LoGO", "072f:2200": "ACR122U",
  ]

  private var usbReaders: [USBReader] {
    entries("/sys/bus/usb/devices", "").compactMap { device in
      guard let vendor = value(device + "/idVendor"), let product = value(device + "/idProduct"),
        let name = Self.known["\(vendor):\(product)"], let bus = value(device + "/busnum").flatMap({ Int($0) }),
        let number = value(device + "/devnum").flatMap({ Int($0) })
      else { return nil }
      return USBReader(name: name, node: "/dev/bus/usb/\(padded(bus))/\(padded(number))")
    }
  }

  private var hasRules: Bool {
    ["/etc/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d"].contains { exists($0 + "/60-deadwax.rules") }
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + path) }

  /// Returns the paths of a folder's entries with that prefix, in order.
  private func entries(_ folder: String, _ prefix: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
    return names.filter { $0.hasPrefix(prefix) }.sorted().map { "\(folder)/\($0)" }
  }

  /// Returns the single line of a sysfs file.
  private func value(_ path: String) -> String? {
    guard let text = try? String(contentsOfFile: root + path, encoding: .utf8) else { return nil }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func padded(_ number: Int) -> String {
    String(repeating: "0", count: max(0, 3 - String(number).count)) + String(number)
  }
}
