internal import CUdev

/// A device of this machine as the kernel, and udev where it runs, describe it (sysfs, libudev).
package struct AttachedDevice: Sendable, Hashable {
  /// Its folder in /sys; the one name that every device has.
  package let sysPath: String
  /// Its file in /dev as the kernel names it, as `/dev/video0`; nil for a device without one.
  package let node: String?
  /// The links udev has made to it, sorted, as `/dev/v4l/by-id/…`; none where udev does not run.
  package let links: [String]
  /// What udev's rules have found out, as `ID_VENDOR_ID`; few where udev does not run.
  package let properties: [String: String]
  /// The attributes that were asked for: each of the device, or else of the nearest device above it that has one.
  package let attributes: [String: String]

  package init(
    sysPath: String, node: String? = nil, links: [String] = [], properties: [String: String] = [:],
    attributes: [String: String] = [:]
  ) {
    self.sysPath = sysPath
    self.node = node
    self.links = links
    self.properties = properties
    self.attributes = attributes
  }

  /// The four hexadecimal digits each of the USB device it belongs to, as `046d:082d`; nil when it is on no USB.
  ///
  /// From udev's properties, or from the attributes `idVendor` and `idProduct` when these were asked for.
  package var usbID: String? {
    if properties["ID_BUS"] == "usb", let vendor = properties["ID_VENDOR_ID"], let model = properties["ID_MODEL_ID"] {
      return "\(vendor):\(model)".lowercased()
    }
    guard let vendor = attributes["idVendor"], let product = attributes["idProduct"] else { return nil }
    return "\(vendor):\(product)".lowercased()
  }

  /// - Parameters:
  ///   - device: stays the caller's.
  ///   - names: of the attributes to read.
  init(_ device: OpaquePointer, attributes names: [String]) {
    sysPath = text(udev_device_get_syspath(device)) ?? ""
    node = text(udev_device_get_devnode(device))
    var links: [String] = []
    Self.each(udev_device_get_devlinks_list_entry(device)) { name, _ in links.append(name) }
    self.links = links.sorted()
    var properties: [String: String] = [:]
    Self.each(udev_device_get_properties_list_entry(device)) { name, value in properties[name] = value }
    self.properties = properties
    var attributes: [String: String] = [:]
    for name in names {
      // A parent belongs to its child, and goes with it.
      var level: OpaquePointer? = device
      while let current = level, attributes[name] == nil {
        attributes[name] = text(udev_device_get_sysattr_value(current, name))
        level = udev_device_get_parent(current)
      }
    }
    self.attributes = attributes
  }

  private static func each(_ first: OpaquePointer?, _ body: (String, String) -> Void) {
    var entry = first
    while let current = entry {
      if let name = text(udev_list_entry_get_name(current)) {
        body(name, text(udev_list_entry_get_value(current)) ?? "")
      }
      entry = udev_list_entry_get_next(current)
    }
  }
}

extension AttachedDevice {
  /// The devices of one kind that are there now.
  ///
  /// - Parameters:
  ///   - subsystem: the kernel's word, as `video4linux` or `input`.
  ///   - attributes: names of files below the device's folder or one above it, as `name` or `id/vendor`, to be read too.
  /// - Returns: in order of their place in /sys; none for a subsystem that the kernel does not have.
  /// - Throws: `DevicesError` when the library finds no memory or no /sys.
  package static func all(
    subsystem: String, attributes: [String] = []
  ) throws(DevicesError) -> [AttachedDevice] {
    let udev = try Udev()
    guard let search = udev_enumerate_new(udev.context) else { throw failure(of: "udev_enumerate_new", 12) }
    defer { udev_enumerate_unref(search) }
    var code = udev_enumerate_add_match_subsystem(search, subsystem)
    guard code >= 0 else { throw failure(of: "udev_enumerate_add_match_subsystem", code) }
    code = udev_enumerate_scan_devices(search)
    guard code >= 0 else { throw failure(of: "udev_enumerate_scan_devices", code) }
    var devices: [AttachedDevice] = []
    var entry = udev_enumerate_get_list_entry(search)
    while let current = entry {
      if let path = udev_list_entry_get_name(current), let device = udev.device(at: path, attributes: attributes) {
        devices.append(device)
      }
      entry = udev_list_entry_get_next(current)
    }
    return devices
  }
}
