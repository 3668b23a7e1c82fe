internal import CV4L2
internal import Glibc

/// An open device file of Video4Linux, through libv4l2 with its conversion off: frames come as the camera makes them.
///
/// Closed when the last owner lets go of it. Used by one thread at a time.
final class VideoDevice {
  /// Who it is, as it says itself (QUERYCAP).
  struct Identity: Sendable, Hashable {
    let driver: String
    let card: String
    let bus: String
    /// What this very node can do; where the driver tells only of the whole device, that.
    let capabilities: UInt32
  }

  /// As it was asked for.
  let path: String
  let descriptor: Int32
  let identity: Identity

  /// Opens a file and makes sure that it is a device of Video4Linux (open(2), `v4l2_fd_open`, QUERYCAP).
  ///
  /// - Throws: `CameraError` for a file that is missing, closed to this user, or something else.
  init(_ path: String) throws(CameraError) {
    deadwax_v4l2_hush()
    let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.error(of: "open", errno, path) }
    var answer = v4l2_capability()
    // Asked before the library looks at it: it prints about files that are no devices.
    let code = deadwax_v4l2_querycap(descriptor, &answer)
    guard code == 0 else {
      close(descriptor)
      switch -code {
      case ENOTTY, EINVAL, ENOSYS, EOPNOTSUPP:
        throw .notACamera(device: path, detail: "it does not answer as a video device does")
      default: throw Self.error(of: "VIDIOC_QUERYCAP", -code, path)
      }
    }
    guard v4l2_fd_open(descriptor, Int32(V4L2_DISABLE_CONVERSION)) >= 0 else {
      let code = errno
      close(descriptor)
      throw Self.error(of: "v4l2_fd_open", code, path)
    }
    // Asked again, of the library: a plug-in of it may have made one plane of several.
    _ = deadwax_v4l2_querycap(descriptor, &answer)
    self.path = path
    self.descriptor = descriptor
    let hasOwn = answer.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
    identity = Identity(
      driver: Self.text(&answer.driver), card: Self.text(&answer.card), bus: Self.text(&answer.bus_info),
      capabilities: hasOwn ? answer.device_caps : answer.capabilities)
  }

  deinit { v4l2_close(descriptor) }

  /// Refuses what cannot capture pictures into mapped buffers.
  ///
  /// - Throws: `metadataNode`, or `notACamera` with what it is.
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
      throw .notACamera(device: path, detail: "it gives pictures in several planes, which are not read here")
    }
    if has(Int(V4L2_CAP_VIDEO_OUTPUT)) || has(Int(V4L2_CAP_VIDEO_OUTPUT_MPLANE)) {
      throw .notACamera(device: path, detail: "it takes pictures and gives none")
    }
    throw .notACamera(device: path, detail: "it does not capture pictures")
  }

  /// The error of a call on it.
  ///
  /// - Parameters:
  ///   - call: its name.
  ///   - code: of errno, with any sign.
  /// - Returns: what it means for whoever wants the pictures.
  func error(of call: String, _ code: Int32) -> CameraError { Self.error(of: call, code, path) }

  /// What a failed call means for whoever wants the pictures.
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

  /// The text in a C array, which may lack its zero; what is no UTF-8 becomes a replacement mark.
  static func text<Field>(_ field: inout Field) -> String {
    withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
