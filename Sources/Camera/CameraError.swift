/// The reason a source cannot be used now. The description is one sentence; `hint` is another, with the remedy.
package enum CameraError: Error, Equatable, CustomStringConvertible {
  /// The folder cannot be watched. The reason is the system's.
  case unwatchable(folder: String, reason: String)
  /// There is no such file (ENOENT).
  case missing(device: String)
  /// No camera is attached. `refused` names the nodes that were examined and are not cameras.
  case noneAttached(refused: [String])
  /// This user may not open the device (EACCES, EPERM).
  case denied(device: String)
  /// Another program uses it (EBUSY).
  case busy(device: String, holders: [DeviceHolder])
  /// The device was unplugged, or its driver was detached from it (ENODEV).
  case gone(device: String)
  /// The device cannot capture pictures.
  case notACamera(device: String, detail: String)
  /// The second node of a camera, which carries metadata and no pictures.
  case metadataNode(device: String, camera: String?)
  /// The USB has no bandwidth left for the stream (ENOSPC of STREAMON).
  case noBandwidth(device: String)
  /// None of the device's formats can be used.
  case noUsableFormat(device: String, detail: String)
  /// A call failed with an error that has no case of its own.
  case failed(device: String, call: String, code: Int32, reason: String)

  package var description: String {
    switch self {
    case .unwatchable(let folder, let reason): "The folder \(folder) cannot be watched: \(reason)."
    case .missing(let device): "\(device) does not exist."
    case .noneAttached(let refused):
      refused.isEmpty
        ? "No camera is connected."
        : "No camera is connected; \(refused.joined(separator: ", ")) cannot capture pictures."
    case .denied(let device): "This user may not open \(device)."
    case .busy(let device, let holders):
      holders.isEmpty
        ? "\(device) is in use by another program."
        : "\(device) is in use by \(holders.map(\.description).joined(separator: ", "))."
    case .gone(let device): "\(device) was disconnected."
    case .notACamera(let device, let detail): "\(device) is not a camera: \(detail)."
    case .metadataNode(let device, _): "\(device) provides a camera's metadata, not its pictures."
    case .noBandwidth(let device): "The USB bus has not enough bandwidth for \(device)."
    case .noUsableFormat(let device, let detail): "\(device) has no usable format: \(detail)."
    case .failed(let device, let call, let code, let reason): "\(device) failed: \(call) reported \(reason) (\(code))."
    }
  }

  /// True if the device is absent, rather than present and unusable.
  var meansAbsence: Bool {
    switch self {
    case .missing, .gone, .noneAttached: true
    default: false
    }
  }

  /// The remedy, in one sentence for the user.
  package var hint: String {
    switch self {
    case .unwatchable: "Create the folder, or start the reader with another one."
    case .missing(let device):
      device.contains("/by-id/") || device.contains("/by-path/")
        ? "Connect the camera; it is detected automatically."
        : "Connect the camera, or check its name with 'deadwax-reader camera --list'."
    case .noneAttached: "Connect a camera; it is detected automatically."
    case .denied: "Add the user to the group 'video' and restart; in a container, pass the device in."
    case .busy(_, let holders):
      holders.isEmpty
        ? "End the program that uses the camera; the reader then continues automatically."
        : "End \(holders.map(\.description).joined(separator: " and ")); the reader then continues automatically."
    case .gone: "Connect the camera again; it is detected automatically."
    case .notACamera: "List the cameras with 'deadwax-reader camera --list'."
    case .metadataNode(_, let camera):
      camera.map { "Use \($0)." } ?? "Use the camera's first node; its name ends in 'video-index0'."
    case .noBandwidth:
      "Connect the camera to a port of its own, use a smaller --size or --fps, or use a camera with MJPEG."
    case .noUsableFormat:
      "Try another --size, or a camera with GREY, NV12, YU12, YUYV or MJPEG, like nearly all USB cameras."
    case .failed: "Plug the camera out and in again; if that does not help, try another port or cable."
    }
  }
}
