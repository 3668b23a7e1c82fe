internal import Camera
internal import Devices

/// The video devices of this machine, put together from what udev knows and what stands in the folder of devices.
enum AttachedCameras {
  private static let subsystem = "video4linux"

  /// - Parameter folder: where device files are; what udev tells counts for those in it alone.
  /// - Returns: each once; none is opened.
  static func nodes(in folder: String) -> [VideoNode] {
    // What udev does not tell (a container, another folder) the folder does.
    let known = (try? AttachedDevice.all(subsystem: subsystem, attributes: ["idVendor", "idProduct"])) ?? []
    return VideoNode.all(in: folder).map { node in
      guard let device = known.first(where: { $0.node == node.path }) else { return node }
      let links = Set(node.links).union(device.links.filter { $0.contains("/v4l/by-") })
      return VideoNode(path: node.path, links: Array(links), usbID: device.usbID)
    }
  }

  /// Rings when one comes or goes; nil where that cannot be had.
  static func doorbell(in folder: String) -> Doorbell? {
    guard let watch = try? DeviceWatch(subsystem: subsystem, folder: folder) else { return nil }
    return Doorbell(descriptor: watch.descriptor) { watch.drain() }
  }
}
