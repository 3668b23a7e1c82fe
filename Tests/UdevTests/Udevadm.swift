import TestSupport

/// Debian's own udevadm, run for a simulated device, with Deadwax's rules only.
///
/// umockdev(1) simulates the device. `udevadm test` really creates links in /dev and files in /run. It therefore runs
/// in a mount namespace with a /dev, a /run and rule folders of its own.
enum Udevadm {
  struct Device {
    let path: String
    /// The device in the format of umockdev-record(1).
    let description: String

    /// Returns a USB device, such as a reader.
    static func usb(_ vendor: String, _ product: String) -> Device {
      Device(path: "/devices/pci0/usb1/1-1", description: usbDescription(vendor, product, serial: "1"))
    }

    /// Returns a serial port on a USB adapter.
    static func serial(_ vendor: String, _ product: String, serial: String = "A1") -> Device {
      let path = "/devices/pci0/usb1/1-1/1-1:1.0/ttyUSB0/tty/ttyUSB0"
      return Device(
        path: path,
        description: usbDescription(vendor, product, serial: serial)
          + "P: \(path)\nE: SUBSYSTEM=tty\nE: DEVNAME=/dev/ttyUSB0\nE: MAJOR=188\nE: MINOR=0\nA: dev=188:0\n\n")
    }

    /// Returns a bus or line of the machine itself, without a USB device above it.
    static func bus(_ subsystem: String, _ node: String) -> Device {
      let path = "/devices/platform/soc/\(subsystem)/\(node)"
      return Device(
        path: path,
        description: "P: \(path)\nE: SUBSYSTEM=\(subsystem)\nE: DEVNAME=/dev/\(node)\nE: MAJOR=153\nE: MINOR=0\n"
          + "A: dev=153:0\n\n")
    }

    /// Returns an event device with keyboard keys by default, or with other keys.
    static func input(
      _ ids: String, name: String = "HID Device", bus: String = "0003",
      keys: String = "1000000000007 ff800000000007ff febeffdff3cfffff fffffffffffffffe"
    ) -> Device {
      let parts = ids.split(separator: ":")
      let parent = "/devices/pci0/usb1/1-1/1-1:1.0/0003:0001.0001/input/input7"
      return Device(
        path: parent + "/event7",
        description: """
          P: \(parent)/event7
          E: SUBSYSTEM=input
          E: DEVNAME=/dev/input/event7
          E: MAJOR=13
          E: MINOR=71
          A: dev=13:71

          P: \(parent)
          E: SUBSYSTEM=input
          E: EV=120013
          E: KEY=\(keys)
          A: name=\(name)
          A: id/bustype=\(bus)
          A: id/vendor=\(parts[0])
          A: id/product=\(parts[1])
          A: capabilities/ev=120013
          A: capabilities/abs=0
          A: capabilities/rel=0
          A: capabilities/key=\(keys)
          A: properties=0


          """)
    }

    /// Returns a node of a camera: 0 for pictures, 1 for metadata.
    static func camera(index: Int, port: String = "1-1") -> Device {
      let path = "/devices/pci0/usb1/\(port)/\(port):1.0/video4linux/video\(index)"
      return Device(
        path: path,
        description: usbDescription("046d", "082d", serial: "1").replacing("usb1/1-1", with: "usb1/\(port)")
          + "P: \(path)\nE: SUBSYSTEM=video4linux\nE: DEVNAME=/dev/video\(index)\nE: MAJOR=81\nE: MINOR=\(index)\n"
          + "A: dev=81:\(index)\nA: index=\(index)\n\n")
    }

    private static func usbDescription(_ vendor: String, _ product: String, serial: String) -> String {
      """
      P: /devices/pci0/usb1/1-1
      E: SUBSYSTEM=usb
      E: DEVTYPE=usb_device
      E: DEVNAME=/dev/bus/usb/001/002
      E: MAJOR=189
      E: MINOR=1
      A: idVendor=\(vendor)
      A: idProduct=\(product)
      A: serial=\(serial)
      A: dev=189:1


      """
    }
  }

  /// The output of udevadm for one device.
  struct Answer {
    let lines: [String]

    /// The assignments of the rules, such as `GROUP 46` or `LINK 'deadwax-nfc'`.
    var effects: [String] {
      lines.compactMap {
        $0.firstMatch(of: /: \/etc\/udev\/rules\.d\/60-deadwax\.rules:\d+ (.*)$/).map { String($0.1) }
      }
    }

    /// The problems of the rules themselves: these lines begin with the file's name.
    var complaints: [String] { lines.filter { $0.hasPrefix("/etc/udev/rules.d/60-deadwax.rules:") } }

    /// Returns a property of the device afterwards.
    func property(_ name: String) -> String? {
      lines.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
  }

  /// The options with which this user can create a mount namespace here; nil if the system forbids it, as in some
  /// containers.
  static let namespace = Task { () -> [String]? in
    for flags in [["-r", "-m"], ["-m"]] {
      guard let child = try? ChildProgram(path: "/usr/bin/unshare", flags + ["/bin/mount", "-t", "tmpfs", "t", "/mnt"])
      else { continue }
      if (try? await child.exit()) == .code(0) { return flags }
    }
    return nil
  }

  static func request(_ device: Device, rules: String, namespace: [String]) async throws -> Answer {
    let folder = try TemporaryFolder()
    try folder.write(rules, to: "60-deadwax.rules")
    try folder.write(device.description, to: "device")
    let child = try ChildProgram(
      path: "/usr/bin/unshare", namespace + ["/bin/sh", "-e", "-c", script, "sh", folder.path, "/sys" + device.path])
    guard try await child.exit() == .code(0) else { throw TestFailure(child.transcript) }
    return Answer(lines: child.lines() + child.lines(on: .error))
  }

  private static let script = """
    mkdir "$1/dev"
    for name in null urandom; do
      touch "$1/dev/$name"
      mount --bind "/dev/$name" "$1/dev/$name"
    done
    mount --rbind "$1/dev" /dev
    mount -t tmpfs none /run
    mount -t tmpfs none /usr/lib/udev/rules.d
    mount -t tmpfs none /etc/udev/rules.d
    cp "$1/60-deadwax.rules" /etc/udev/rules.d/
    umockdev-run -d "$1/device" -- udevadm test --action=add "$2"
    """
}
