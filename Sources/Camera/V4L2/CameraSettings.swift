package import Imaging

/// The camera to open, with the picture and the controls to request.
package struct CameraSettings: Sendable {
  package enum Device: Sendable, Hashable {
    /// The first camera found, by its persistent name.
    case any
    /// A device file, or a link to one.
    case path(String)
  }

  package var device: Device
  /// The size to request; nil uses the profile's, or else 1280 × 720.
  package var size: PixelSize?
  /// The frames per second to request; nil uses the profile's, or else 30.
  package var rate: Double?
  /// Settings that are applied after the profile's and take precedence over them.
  package var settings: [ControlSetting]
  /// The profiles to choose from by the camera's identity.
  package var profiles: [CameraProfile]
  /// A function that lists the video devices of this machine; called at each opening.
  package var nodes: @Sendable () -> [VideoNode]
  /// A function that decodes a JPEG file into a frame.
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
