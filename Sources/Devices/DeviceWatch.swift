internal import CUdev
internal import Glibc

/// A watch that reports when devices of one subsystem are attached or removed.
///
/// Where udev runs, a report follows after udev has created the links to the device. Where it does not (a container, a
/// rescue system), the watch reports that a file in a folder under /dev is created or removed. It may ring without a
/// relevant change, and in a container it may not ring at all. Users must therefore also search periodically.
///
/// It must be used by one thread at a time.
package final class DeviceWatch {
  /// A descriptor for poll(2), readable after an event. The watch owns it and closes it in `deinit`.
  package let descriptor: Int32

  private let udev: Udev
  private let monitor: OpaquePointer?
  private let notify: Int32

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - subsystem: the kernel's name, for example `video4linux` or `input`.
  ///   - folder: the folder in which the device files appear; it is watched too if it exists.
  /// - Throws: `DevicesError` if neither way of watching is available.
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
      // All properties are initialised, so `deinit` runs and closes the descriptors.
      throw failure(of: "inotify_add_watch", ENOENT)
    }
  }

  deinit {
    close(descriptor)
    if notify >= 0 { close(notify) }
    if let monitor { udev_monitor_unref(monitor) }
  }

  /// Returns the changes since the last call, at most 256 at once, and indicates if anything happened.
  ///
  /// - Parameter attributes: the attributes to read, as for `AttachedDevice.all`.
  /// - Returns: the changes that udev or the kernel reported, in order; `hasRung` is true also if a file was created or
  ///   removed.
  @discardableResult
  package func drain(attributes: [String] = []) -> (hasRung: Bool, changes: [DeviceChange]) {
    var hasRung = false
    var changes: [DeviceChange] = []
    if let monitor {
      // The monitor's socket does not block. The limit ends this call even during a storm of events.
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

  /// Returns the monitor; nil if it is not available, in which case only the folder is watched.
  private static func monitor(_ context: OpaquePointer, _ subsystem: String) -> OpaquePointer? {
    // The group "udev" sends events after the rules have run. Without udev only the group "kernel" sends events.
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

  /// Returns the inotify descriptor; -1 if the folder cannot be watched.
  private static func notify(_ folder: String) -> Int32 {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return -1 }
    // Changes of attributes are included, because udev sets the group of a device after its file is created.
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
