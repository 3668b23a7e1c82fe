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
    case .missing(let device): "There is no \(device)."
    case .noneAttached(let refused):
      refused.isEmpty
        ? "No camera is attached."
        : "No camera is attached; \(refused.joined(separator: ", ")) cannot capture pictures."
    case .denied(let device): "\(device) may not be opened by this user."
    case .busy(let device, let holders):
      holders.isEmpty
        ? "\(device) is used by another program."
        : "\(device) is used by \(holders.map(\.description).joined(separator: ", "))."
    case .gone(let device): "\(device) is gone."
    case .notACamera(let device, let detail): "\(device) is no camera: \(detail)."
    case .metadataNode(let device, _): "\(device) carries a camera's times and settings, not its pictures."
    case .noBandwidth(let device): "The USB has no room for the pictures of \(device)."
    case .noUsableFormat(let device, let detail): "\(device) offers no format that can be used: \(detail)."
    case .failed(let device, let call, let code, let reason): "\(device) failed: \(call) says \(reason) (\(code))."
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
    case .unwatchable: "Make the folder, or start the reader with another one."
    case .missing(let device):
      device.contains("/by-id/") || device.contains("/by-path/")
        ? "Plug the camera in; it is found by itself."
        : "Plug the camera in, or see with 'deadwax-reader camera --list' what it is called now."
    case .noneAttached: "Plug a camera in; it is found by itself."
    case .denied: "Add the user to the group 'video' and start again; in a container, pass the device into it."
    case .busy(_, let holders):
      holders.isEmpty
        ? "End the program that uses the camera; the reader goes on by itself."
        : "End \(holders.map(\.description).joined(separator: " and ")); the reader goes on by itself."
    case .gone: "Plug the camera in again; it is found by itself."
    case .notACamera: "See with 'deadwax-reader camera --list' which cameras there are."
    case .metadataNode(_, let camera):
      camera.map { "Use \($0)." } ?? "Use the camera's first node; its name ends in 'video-index0'."
    case .noBandwidth:
      "Plug the camera into a port of its own, choose a smaller --size or --fps, or a camera that gives MJPEG."
    case .noUsableFormat:
      "Try another --size; or take a camera that gives GREY, NV12, YU12, YUYV or MJPEG, as nearly all USB cameras do."
    case .failed: "Plug the camera out and in again; if that does not help, try another port or cable."
    }
  }
}
