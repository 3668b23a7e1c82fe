internal import CUinput
internal import Foundation
import Scanners
import TestSupport

/// A simulated scanner that the kernel treats as real (uinput): an event device whose keys the test presses.
final class UinputScanner {
  /// The device file, such as `/dev/input/event3`; it exists as long as this object.
  let node: String
  private let device: OpaquePointer

  /// The reason for which no scanner can be created here; nil if one can.
  ///
  /// Its keys go to every listener: on a machine in use it would type into open applications. So only the machine of
  /// `./dev accept hid` creates one.
  static var obstacle: String? {
    guard ProcessInfo.processInfo.environment["DEADWAX_ACCEPT"] == "1" else {
      return "it types for all to hear: ./dev accept hid does it on a machine of its own"
    }
    return FileManager.default.isWritableFile(atPath: "/dev/uinput") ? nil : "/dev/uinput is not there"
  }

  /// - Parameters:
  ///   - name: the device's name.
  ///   - ids: vendor and product.
  /// - Throws: `TestFailure` if the kernel creates no device.
  init(_ name: String = "Deadwax Test Bar Code Scanner", ids: String = "05e0:1200") throws {
    let numbers = ids.split(separator: ":").compactMap { Int32($0, radix: 16) }
    guard let plan = libevdev_new(), numbers.count == 2 else { throw TestFailure("no libevdev") }
    defer { libevdev_free(plan) }
    libevdev_set_name(plan, name)
    libevdev_set_id_bustype(plan, 3)
    libevdev_set_id_vendor(plan, numbers[0])
    libevdev_set_id_product(plan, numbers[1])
    for key in 1...127 as ClosedRange<UInt32> { libevdev_enable_event_code(plan, UInt32(EV_KEY), key, nil) }
    for lamp in 0...2 as ClosedRange<UInt32> { libevdev_enable_event_code(plan, UInt32(EV_LED), lamp, nil) }
    libevdev_enable_event_type(plan, UInt32(EV_REP))
    var device: OpaquePointer?
    let code = libevdev_uinput_create_from_device(plan, LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue, &device)
    guard code == 0, let device else { throw TestFailure("uinput refuses: \(code)") }
    guard let node = libevdev_uinput_get_devnode(device) else {
      libevdev_uinput_destroy(device)
      throw TestFailure("the device has no node")
    }
    self.device = device
    self.node = String(cString: node)
  }

  /// Unplugs the device.
  deinit { libevdev_uinput_destroy(device) }

  /// Presses or releases a key, as a report of its own.
  func key(_ key: UInt16, isDown: Bool) {
    write(UInt32(EV_KEY), UInt32(key), isDown ? 1 : 0)
    write(0, 0, 0)
  }

  /// Presses and releases keys without pauses, faster than any scanner.
  func type(_ typist: Typist) {
    for event in typist.events where event.action != .held { key(event.key.rawValue, isDown: event.action == .down) }
  }

  /// Types a code and Enter.
  func scan(_ code: String) {
    var typist = Typist()
    typist.type(code)
    typist.enter()
    type(typist)
  }

  /// Plays a recording with its original timing; events that it cannot generate (lost events) are left out.
  func play(_ recording: Recording) {
    var last = recording.raw.first?.time ?? 0
    for event in recording.raw where event.type <= 1 && event.code != 3 || event.type == 1 {
      if event.time > last { usleep(UInt32(event.time - last)) }
      last = event.time
      write(UInt32(event.type), UInt32(event.code), event.value)
    }
  }

  private func write(_ type: UInt32, _ code: UInt32, _ value: Int32) {
    _ = libevdev_uinput_write_event(device, type, code, value)
  }
}

/// A second reader of an event device, like a desktop: it must not receive the scanner's keys.
final class Eavesdropper {
  private let descriptor: Int32

  init(_ node: String) throws {
    descriptor = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw TestFailure("\(node) cannot be opened: \(errno)") }
  }

  deinit { close(descriptor) }

  /// Returns the keys received since the last call, as (key, is down).
  func heard() -> [(key: UInt16, isDown: Bool)] {
    var events: [(key: UInt16, isDown: Bool)] = []
    var event = input_event()
    while read(descriptor, &event, MemoryLayout<input_event>.size) == MemoryLayout<input_event>.size {
      if Int32(event.type) == EV_KEY, event.value != 2 { events.append((event.code, event.value == 1)) }
    }
    return events
  }

  /// Grabs the device for exclusive use; false if another process has grabbed it.
  func grab() -> Bool {
    var plan: OpaquePointer?
    guard libevdev_new_from_fd(descriptor, &plan) == 0 else { return false }
    defer { libevdev_free(plan) }
    return libevdev_grab(plan, LIBEVDEV_GRAB) == 0
  }
}
