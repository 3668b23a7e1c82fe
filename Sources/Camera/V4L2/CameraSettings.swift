package import Imaging

/// What a camera is opened for, and with what.
package struct CameraSettings: Sendable {
  package enum Device: Sendable, Hashable {
    /// The first camera there is, by its lasting name.
    case any
    /// A device file, or a link to one.
    case path(String)
  }

  package var device: Device
  /// nil takes the profile's, or else 1280 × 720.
  package var size: PixelSize?
  /// Frames a second; nil takes the profile's, or else 30.
  package var rate: Double?
  /// Come after the profile's, and win over them.
  package var settings: [ControlSetting]
  /// To choose from by what the camera is.
  package var profiles: [CameraProfile]
  /// The video devices of this machine; asked at each opening.
  package var nodes: @Sendable () -> [VideoNode]
  /// Makes a frame of a JPEG file.
  package var decode: @Sendable ([UInt8]) throws -> LumaFrame

  package static let standardSize = PixelSize(width: 1280, height: 720)
  package static let standardRate = 30.0

  package init(
    device: Device, size: PixelSize? = nil, rate: Double? = nil, settings: [ControlSetting] = [],
    profiles: [CameraProfile] = [], nodes: @escaping @Sendable () -> [VideoNode] = { VideoNode.all(in: "/dev") },
    decode: @escaping @Sendable ([UInt8]) throws -> LumaFrame
  ) {
    self.device = device
    self.size = size
    self.rate = rate
    self.settings = settings
    self.profiles = profiles
    self.nodes = nodes
    self.decode = decode
  }
}
