internal import CUdev
internal import Glibc

/// A library context (`udev_new`), and what is done with it.
struct Udev: ~Copyable {
  let context: OpaquePointer

  init() throws(DevicesError) {
    guard let context = udev_new() else { throw failure(of: "udev_new", errno) }
    self.context = context
  }

  deinit { udev_unref(context) }

  /// The device at a place in /sys; nil when it has gone meanwhile.
  borrowing func device(at sysPath: UnsafePointer<CChar>, attributes: [String]) -> AttachedDevice? {
    guard let device = udev_device_new_from_syspath(context, sysPath) else { return nil }
    defer { udev_device_unref(device) }
    return AttachedDevice(device, attributes: attributes)
  }
}

/// The error of a call that told its reason as a number.
func failure(of call: String, _ code: Int32) -> DevicesError {
  let code = abs(code)
  return .failed(call: call, code: code, reason: strerror(code).map { String(cString: $0) } ?? "an unknown error")
}

/// A text that a C function lends; nil for none.
func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
