internal import CUdev
internal import Glibc

/// Tells when devices of one kind come and go.
///
/// Where udev runs it is told after udev has made the links to the device; where it does not (a container, a rescue
/// system), when a file in a folder under /dev comes or goes. A watch may be told of things that matter to nobody, and
/// in a container of nothing at all: whoever waits for a device looks again by itself now and then.
///
/// Used by one thread at a time.
package final class DeviceWatch {
  /// Readable when something has happened; for poll(2). Stays the watch's own, and open as long as it lives.
  package let descriptor: Int32

  private let udev: Udev
  private let monitor: OpaquePointer?
  private let notify: Int32

  /// - Parameters:
  ///   - subsystem: the kernel's word, as `video4linux` or `input`.
  ///   - folder: where the device files appear; watched too when it is there.
  /// - Throws: `DevicesError` when neither way of watching can be had.
  package init(subsystem: String, folder: String = "/dev") throws(DevicesError) {
    udev = try Udev()
    let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else { throw failure(of: "epoll_create1", errno) }
    self.descriptor = descriptor
    monitor = Self.monitor(udev.context, subsystem)
    notify = Self.notify(folder)
    if let monitor { Self.add(udev_monitor_get_fd(monitor), to: descriptor) }
    if notify >= 0 { Self.add(notify, to: descriptor) }
    guard monitor != nil || notify >= 0 else {
      // Every field has its value, so deinit runs and closes what is open.
      throw failure(of: "inotify_add_watch", ENOENT)
    }
  }

  deinit {
    close(descriptor)
    if notify >= 0 { close(notify) }
    if let monitor { udev_monitor_unref(monitor) }
  }

  /// What has come or changed since the last call, and whether anything has happened at all.
  ///
  /// - Parameter attributes: as for `AttachedDevice.all`.
  /// - Returns: the changes udev or the kernel told, in order; `hasRung` is true also when a file came or went.
  @discardableResult
  package func drain(attributes: [String] = []) -> (hasRung: Bool, changes: [DeviceChange]) {
    var hasRung = false
    var changes: [DeviceChange] = []
    if let monitor {
      // Its socket does not block; a storm of events ends some time, and this call before it.
      while changes.count < Self.mostChanges, let device = udev_monitor_receive_device(monitor) {
        defer { udev_device_unref(device) }
        hasRung = true
        let kind: DeviceChange.Kind =
          switch text(udev_device_get_action(device)) {
          case "add", "bind", "online": .added
          case "remove", "unbind", "offline": .removed
          default: .changed
          }
        changes.append(DeviceChange(kind: kind, device: AttachedDevice(device, attributes: attributes)))
      }
    }
    if notify >= 0 {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while read(notify, &buffer, buffer.count) > 0 { hasRung = true }
    }
    return (hasRung, changes)
  }

  private static let mostChanges = 256

  /// nil where the monitor cannot be had: then the folder alone is watched.
  private static func monitor(_ context: OpaquePointer, _ subsystem: String) -> OpaquePointer? {
    // The group "udev" speaks after the rules have run; without udev nobody speaks there, but the kernel does.
    let group = access("/run/udev/control", F_OK) == 0 ? "udev" : "kernel"
    guard let monitor = udev_monitor_new_from_netlink(context, group) else { return nil }
    guard udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil) >= 0,
      udev_monitor_enable_receiving(monitor) >= 0
    else {
      udev_monitor_unref(monitor)
      return nil
    }
    return monitor
  }

  /// -1 where the folder cannot be watched.
  private static func notify(_ folder: String) -> Int32 {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return -1 }
    // A change of attributes is how a device becomes usable: udev sets its group after it was made.
    let kinds = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_ATTRIB | IN_ONLYDIR)
    guard inotify_add_watch(descriptor, folder, kinds) >= 0 else {
      close(descriptor)
      return -1
    }
    return descriptor
  }

  private static func add(_ descriptor: Int32, to group: Int32) {
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    event.data.fd = descriptor
    _ = epoll_ctl(group, EPOLL_CTL_ADD, descriptor, &event)
  }
}

/// A device came, changed or went.
package struct DeviceChange: Sendable, Equatable {
  package enum Kind: Sendable { case added, changed, removed }

  package let kind: Kind
  /// As it is now; of a device that has gone little more than its place in /sys and its node is known.
  package let device: AttachedDevice
}
