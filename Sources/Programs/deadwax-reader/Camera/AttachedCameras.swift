internal import Camera
internal import Devices

/// The video devices of this machine, from udev and the folder of device files.
enum AttachedCameras {
  private static let subsystem = "video4linux"

  /// Returns the video devices without opening them.
  ///
  /// - Parameter folder: the folder of the device files; udev's facts are used only for devices in it.
  /// - Returns: the devices, each once.
  static func nodes(in folder: String) -> [VideoNode] {
    // The folder supplies the devices that udev does not list (in a container, or in another folder).
    let known = (try? AttachedDevice.all(subsystem: subsystem, attributes: ["idVendor", "idProduct"])) ?? []
    return VideoNode.all(in: folder).map { node in
      guard let device = known.first(where: { $0.node == node.path }) else { return node }
      let links = Set(node.links).union(device.links.filter { $0.contains("/v4l/by-") })
      return VideoNode(path: node.path, links: Array(links), usbID: device.usbID)
    }
  }

  /// Returns a doorbell that rings when a device is attached or removed; nil if devices cannot be watched.
  static func doorbell(in folder: String) -> DeviceChangeSignal? {
    guard let watch = try? DeviceWatch(subsystem: subsystem, folder: folder) else { return nil }
    return DeviceChangeSignal(descriptor: watch.descriptor) { watch.drain() }
  }
}
