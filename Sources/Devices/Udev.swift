internal import CUdev
internal import Glibc

/// An owned libudev context (`udev_new`).
struct Udev: ~Copyable {
  let context: OpaquePointer

  init() throws(DevicesError) {
    guard let context = udev_new() else { throw failure(of: "udev_new", errno) }
    self.context = context
  }

  deinit { udev_unref(context) }

  /// Returns the device at a sysfs path; nil if it was removed in the meantime.
  borrowing func device(at sysPath: UnsafePointer<CChar>, attributes: [String]) -> AttachedDevice? {
    guard let device = udev_device_new_from_syspath(context, sysPath) else { return nil }
    defer { udev_device_unref(device) }
    return AttachedDevice(device, attributes: attributes)
  }
}

/// Returns the error of a call that failed with an error number.
func failure(of call: String, _ code: Int32) -> DevicesError {
  let code = abs(code)
  return .failed(call: call, code: code, reason: strerror(code).map { String(cString: $0) } ?? "an unknown error")
}

/// Returns a Swift copy of a C string; nil for a null pointer.
func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
