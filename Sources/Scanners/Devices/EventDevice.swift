internal import CEvdev
internal import Glibc

/// An open event device (libevdev). It must be used on one thread.
final class EventDevice {
  /// The result of reading an event.
  enum Input: Equatable {
    case key(KeyEvent)
    /// The state of a key, queried after events were lost.
    case state(KeyEvent)
    /// The kernel's queue was full; events are missing at this point.
    case lost
    /// There are no more events for now.
    case nothing
  }

  let path: String
  /// The descriptor for poll(2).
  let descriptor: Int32
  private let device: OpaquePointer
  private let hasClock: Bool
  private var isSyncing = false

  /// Opens a device.
  ///
  /// - Parameter path: the path of the event device, or of a link to it.
  /// - Throws: `absent`, `denied`, `notInput` or `system`.
  init(_ path: String) throws(ScannerError) {
    deadwax_evdev_silence()
    // Write access is needed to set the lamps of a keyboard.
    var descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    if descriptor < 0, errno == EACCES || errno == EROFS {
      descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    }
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT, ENXIO, ENODEV, ENOTDIR, ELOOP: throw .absent(path)
      case EACCES, EPERM: throw .denied(path)
      case EISDIR: throw .notInput(path)
      case let code: throw .system("open(\(path))", errno: code)
      }
    }
    var device: OpaquePointer?
    let code = -libevdev_new_from_fd(descriptor, &device)
    guard code == 0, let device else {
      close(descriptor)
      switch code {
      case ENOTTY, EINVAL, ENOSYS: throw .notInput(path)
      case ENODEV: throw .absent(path)
      default: throw .system("libevdev_new_from_fd(\(path))", errno: code)
      }
    }
    self.path = path
    self.descriptor = descriptor
    self.device = device
    // Fewer events make it less likely that the queue overflows on a busy machine. A failure does no harm.
    _ = deadwax_evdev_mute_scan_codes(descriptor)
    // Setting the wall clock does not affect these times.
    hasClock = libevdev_set_clock_id(device, CLOCK_MONOTONIC) == 0
  }

  deinit {
    libevdev_free(device)
    // Closing also ends the grab.
    close(descriptor)
  }

  /// The name that the device reports.
  var name: String { libevdev_get_name(device).map { String(cString: $0) } ?? "" }

  /// The keys that are down according to the kernel, except buttons.
  var keysDown: [KeyCode] {
    (1..<UInt32(KEY_MAX)).compactMap { code in
      let key = KeyCode(rawValue: UInt16(code))
      guard !key.isButton, libevdev_get_event_value(device, UInt32(EV_KEY), code) != 0 else { return nil }
      return key
    }
  }

  /// Grabs the device: no other program receives its keys until it is released or closed (EVIOCGRAB).
  ///
  /// - Throws: `grabbed` if another program has grabbed it, `absent` or `system`.
  func grab() throws(ScannerError) {
    switch -libevdev_grab(device, LIBEVDEV_GRAB) {
    case 0: break
    case EBUSY: throw .grabbed(path, holders: DeviceHolderSearch.find(path))
    case ENODEV: throw .absent(path)
    case let code: throw .system("EVIOCGRAB(\(path))", errno: code)
    }
  }

  func letGo() { _ = libevdev_grab(device, LIBEVDEV_UNGRAB) }

  /// Returns the next event without waiting.
  ///
  /// - Throws: `absent` if the device was unplugged, or `system`.
  func next() throws(ScannerError) -> Input {
    var event = input_event()
    while true {
      let flag = isSyncing ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
      let code = libevdev_next_event(device, flag.rawValue, &event)
      switch code {
      case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
        if let key = key(event) { return .key(key) }
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
        guard isSyncing else {
          isSyncing = true
          return .lost
        }
        if let key = key(event) { return .state(key) }
      case -EAGAIN:
        guard isSyncing else { return .nothing }
        isSyncing = false
      case -EINTR: continue
      case -ENODEV: throw .absent(path)
      default: throw .system("libevdev_next_event(\(path))", errno: -code)
      }
    }
  }

  /// Discards queued events and queries the current state of the keys from the kernel.
  ///
  /// - Throws: the errors of `next`.
  func refresh() throws(ScannerError) {
    while try next() != .nothing {}
    var event = input_event()
    guard libevdev_next_event(device, LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue, &event) >= 0 else { return }
    isSyncing = true
    while try next() != .nothing {}
  }

  /// Sets the lamps as a host would, because some scanners check them: num lock always on, caps lock as given.
  func setLamps(capsLock: Bool) {
    // A device without lamps, or one opened only for reading, refuses this, which does no harm.
    _ = libevdev_kernel_set_led_value(device, UInt32(LED_NUML), LIBEVDEV_LED_ON)
    _ = libevdev_kernel_set_led_value(device, UInt32(LED_CAPSL), capsLock ? LIBEVDEV_LED_ON : LIBEVDEV_LED_OFF)
  }

  private func key(_ event: input_event) -> KeyEvent? {
    guard Int32(event.type) == EV_KEY, let action = KeyEvent.Action(rawValue: event.value) else { return nil }
    let now = monotonicNow()
    var event = event
    let reported = deadwax_evdev_microseconds(&event)
    // Without the requested clock the time is from another one; the time of arrival is used instead.
    let time = hasClock && reported <= now && now - reported < 60_000_000 ? reported : now
    return KeyEvent(KeyCode(rawValue: event.code), action, at: time)
  }
}

/// Returns the current time on the clock of the events.
func monotonicNow() -> Microseconds {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Microseconds(time.tv_sec) * 1_000_000 + Microseconds(time.tv_nsec) / 1000
}
