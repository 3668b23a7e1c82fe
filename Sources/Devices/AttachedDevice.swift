internal import CUdev

/// A device of this machine as described by the kernel, and by udev where it runs (sysfs, libudev).
package struct AttachedDevice: Sendable, Hashable {
  /// The path of its folder in sysfs, the only name that every device has.
  package let sysPath: String
  /// The path of its device file as named by the kernel, for example `/dev/video0`; nil for a device without one.
  package let node: String?
  /// The links that udev has created to it, sorted, for example `/dev/v4l/by-id/…`; empty without udev.
  package let links: [String]
  /// The properties that udev's rules have set, for example `ID_VENDOR_ID`; only a few without udev.
  package let properties: [String: String]
  /// The requested attributes, each of the device or of its nearest parent that has one.
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

  /// The vendor and product ids of the USB device, four hexadecimal digits each, for example `046d:082d`; nil for a
  /// device that is not on USB.
  ///
  /// The source is udev's properties, or the attributes `idVendor` and `idProduct` if these were requested.
  package var usbID: String? {
    if properties["ID_BUS"] == "usb", let vendor = properties["ID_VENDOR_ID"], let model = properties["ID_MODEL_ID"] {
      return "\(vendor):\(model)".lowercased()
    }
    guard let vendor = attributes["idVendor"], let product = attributes["idProduct"] else { return nil }
    return "\(vendor):\(product)".lowercased()
  }

  /// Reads the facts of a device.
  ///
  /// - Parameters:
  ///   - device: the libudev device, which remains the caller's.
  ///   - names: the names of the attributes to read.
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
      // A parent is owned by its child and freed with it.
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
  /// Returns the attached devices of a subsystem.
  ///
  /// - Parameters:
  ///   - subsystem: the kernel's name, for example `video4linux` or `input`.
  ///   - attributes: the attributes to read: names of files in the device's folder or in one above it, such as `name`
  ///     or `id/vendor`.
  /// - Returns: the devices in the order of their sysfs paths; empty for a subsystem that the kernel does not have.
  /// - Throws: `DevicesError` if the library cannot allocate memory or there is no sysfs.
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
