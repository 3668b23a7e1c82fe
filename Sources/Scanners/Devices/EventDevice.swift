internal import CEvdev
internal import Glibc

/// An open event device (libevdev). Used by one thread.
final class EventDevice {
  /// What a read came to.
  enum Input: Equatable {
    case key(KeyEvent)
    /// How a key stands, asked after events were lost.
    case state(KeyEvent)
    /// The kernel's queue was full; events are missing here.
    case lost
    /// No more for now.
    case nothing
  }

  let path: String
  /// For poll(2).
  let descriptor: Int32
  private let device: OpaquePointer
  private let hasClock: Bool
  private var isSyncing = false

  /// - Parameter path: of the event device, or a link to it.
  /// - Throws: `absent`, `denied`, `notInput` or `system`.
  init(_ path: String) throws(ScannerError) {
    deadwax_evdev_silence()
    // For writing too: the lamps of a keyboard are set so.
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
    // The fewer events there are, the later the queue runs over on a busy machine. Without this it works as well.
    _ = deadwax_evdev_mute_scan_codes(descriptor)
    // Times that a set wall clock does not move.
    hasClock = libevdev_set_clock_id(device, CLOCK_MONOTONIC) == 0
  }

  deinit {
    libevdev_free(device)
    // Closing ends the grab, too.
    close(descriptor)
  }

  /// As the device calls itself.
  var name: String { libevdev_get_name(device).map { String(cString: $0) } ?? "" }

  /// As the kernel last told: the keys that are down, but for buttons.
  var keysDown: [KeyCode] {
    (1..<UInt32(KEY_MAX)).compactMap { code in
      let key = KeyCode(rawValue: UInt16(code))
      guard !key.isButton, libevdev_get_event_value(device, UInt32(EV_KEY), code) != 0 else { return nil }
      return key
    }
  }

  /// Takes the device for ourselves: nobody else gets its keys until it is let go or closed (EVIOCGRAB).
  ///
  /// - Throws: `grabbed` when another program has it, `absent` or `system`.
  func grab() throws(ScannerError) {
    switch -libevdev_grab(device, LIBEVDEV_GRAB) {
    case 0: break
    case EBUSY: throw .grabbed(path, holders: DeviceHolder.find(path))
    case ENODEV: throw .absent(path)
    case let code: throw .system("EVIOCGRAB(\(path))", errno: code)
    }
  }

  func letGo() { _ = libevdev_grab(device, LIBEVDEV_UNGRAB) }

  /// The next event; does not wait.
  ///
  /// - Throws: `absent` when the device was unplugged, or `system`.
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

  /// Throws away what is queued, and asks the kernel how the keys stand now.
  ///
  /// - Throws: as `next`.
  func refresh() throws(ScannerError) {
    while try next() != .nothing {}
    var event = input_event()
    guard libevdev_next_event(device, LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue, &event) >= 0 else { return }
    isSyncing = true
    while try next() != .nothing {}
  }

  /// Sets the lamps as a host would, which some scanners look at: num lock always on, caps lock as it is.
  func setLamps(capsLock: Bool) {
    // A device without lamps, or one opened for reading alone, refuses: nothing is lost by that.
    _ = libevdev_kernel_set_led_value(device, UInt32(LED_NUML), LIBEVDEV_LED_ON)
    _ = libevdev_kernel_set_led_value(device, UInt32(LED_CAPSL), capsLock ? LIBEVDEV_LED_ON : LIBEVDEV_LED_OFF)
  }

  private func key(_ event: input_event) -> KeyEvent? {
    guard Int32(event.type) == EV_KEY, let action = KeyEvent.Action(rawValue: event.value) else { return nil }
    let now = monotonicNow()
    var event = event
    let told = deadwax_evdev_microseconds(&event)
    // Without the clock we asked for, the time is that of another: then it counts when it comes.
    let time = hasClock && told <= now && now - told < 60_000_000 ? told : now
    return KeyEvent(KeyCode(rawValue: event.code), action, at: time)
  }
}

/// Now, on the clock of the events.
func monotonicNow() -> Microseconds {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Microseconds(time.tv_sec) * 1_000_000 + Microseconds(time.tv_nsec) / 1000
}
