internal import CV4L2
internal import Glibc

/// An open Video4Linux device file, used through libv4l2 with conversion disabled, so that frames are the camera's own.
///
/// Closed when the last owner releases it. Used by one thread at a time.
final class VideoDevice {
  /// The identity that the device reports (QUERYCAP).
  struct Identity: Sendable, Hashable {
    let driver: String
    let card: String
    let bus: String
    /// The capabilities of this node; those of the whole device if the driver reports no others.
    let capabilities: UInt32
  }

  /// The path that was passed to the initialiser.
  let path: String
  let descriptor: Int32
  let identity: Identity

  /// Opens a file and verifies that it is a Video4Linux device (open(2), `v4l2_fd_open`, QUERYCAP).
  ///
  /// - Throws: `CameraError` for a file that is missing, not accessible to this user, or not a video device.
  init(_ path: String) throws(CameraError) {
    deadwax_v4l2_hush()
    let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.error(of: "open", errno, path) }
    var answer = v4l2_capability()
    // Queried before the library opens the file, because the library prints messages about files that are not devices.
    let code = deadwax_v4l2_querycap(descriptor, &answer)
    guard code == 0 else {
      close(descriptor)
      switch -code {
      case ENOTTY, EINVAL, ENOSYS, EOPNOTSUPP:
        throw .notACamera(device: path, detail: "it does not respond like a video device")
      default: throw Self.error(of: "VIDIOC_QUERYCAP", -code, path)
      }
    }
    guard v4l2_fd_open(descriptor, Int32(V4L2_DISABLE_CONVERSION)) >= 0 else {
      let code = errno
      close(descriptor)
      throw Self.error(of: "v4l2_fd_open", code, path)
    }
    // Queried again through the library: one of its plug-ins may have merged several planes into one.
    _ = deadwax_v4l2_querycap(descriptor, &answer)
    self.path = path
    self.descriptor = descriptor
    let hasOwn = answer.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
    identity = Identity(
      driver: Self.text(&answer.driver), card: Self.text(&answer.card), bus: Self.text(&answer.bus_info),
      capabilities: hasOwn ? answer.device_caps : answer.capabilities)
  }

  deinit { v4l2_close(descriptor) }

  /// Refuses a device that cannot capture pictures into mapped buffers.
  ///
  /// - Throws: `metadataNode`, or `notACamera` with the reason.
  func requireCamera() throws(CameraError) {
    let capabilities = identity.capabilities
    func has(_ flag: Int) -> Bool { capabilities & UInt32(truncatingIfNeeded: flag) != 0 }
    if has(Int(V4L2_CAP_VIDEO_CAPTURE)) {
      guard has(Int(V4L2_CAP_STREAMING)) else {
        throw .notACamera(device: path, detail: "it cannot stream into memory")
      }
      return
    }
    if has(Int(V4L2_CAP_META_CAPTURE)) { throw .metadataNode(device: path, camera: nil) }
    if has(Int(V4L2_CAP_VIDEO_CAPTURE_MPLANE)) {
      throw .notACamera(device: path, detail: "it provides multi-planar pictures, which are not supported")
    }
    if has(Int(V4L2_CAP_VIDEO_OUTPUT)) || has(Int(V4L2_CAP_VIDEO_OUTPUT_MPLANE)) {
      throw .notACamera(device: path, detail: "it accepts pictures and provides none")
    }
    throw .notACamera(device: path, detail: "it does not capture pictures")
  }

  /// Returns the error for a failed call on this device.
  ///
  /// - Parameters:
  ///   - call: the name of the call.
  ///   - code: the value of errno, with any sign.
  /// - Returns: the error as it concerns a user of the camera.
  func error(of call: String, _ code: Int32) -> CameraError { Self.error(of: call, code, path) }

  /// Returns the error for a failed call, as it concerns a user of the camera.
  static func error(of call: String, _ code: Int32, _ path: String) -> CameraError {
    switch abs(code) {
    case ENOENT, ENOTDIR, ELOOP: .missing(device: path)
    case EACCES, EPERM: .denied(device: path)
    case EBUSY: .busy(device: path, holders: DeviceHolder.all(of: path))
    case ENODEV, ENXIO, ESHUTDOWN: .gone(device: path)
    case ENOSPC: .noBandwidth(device: path)
    case EISDIR: .notACamera(device: path, detail: "it is a folder")
    case let code:
      .failed(
        device: path, call: call, code: code,
        reason: strerror(code).map { String(cString: $0) } ?? "an unknown error")
    }
  }

  /// Returns the text in a C array, which may lack its terminator. Invalid UTF-8 becomes a replacement character.
  static func text<Field>(_ field: inout Field) -> String {
    withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
