/// A full description of one video device, for choosing one or diagnosing a fault.
package struct CameraReport: Sendable {
  /// The facts found when the device was opened.
  package struct Found: Sendable {
    package let driver: String
    package let card: String
    package let bus: String
    package let offers: [FormatOffer]
    /// The format that would be requested for the wanted picture; nil if no format can be used.
    package let choice: FormatChoice?
    /// The controls that matter at a station, each with its current value.
    package let controls: [(control: CameraControl, value: Int?)]
    /// The name of the profile that fits; nil if none does.
    package let profile: String?
  }

  package let node: VideoNode
  /// The name to write into a configuration.
  package let name: String
  package let holders: [DeviceHolder]
  package let result: Result<Found, CameraError>

  /// Opens a device and inspects it without changing anything, because it may be in use.
  ///
  /// - Parameters:
  ///   - node: the device, one of `all`.
  ///   - all: every node of the machine.
  ///   - profiles: the profiles to choose from.
  ///   - size: the wanted size of the picture.
  ///   - rate: the wanted frames per second.
  package init(
    of node: VideoNode, among all: [VideoNode], profiles: [CameraProfile], size: PixelSize, rate: Double
  ) {
    self.node = node
    name = node.stableName(among: all)
    holders = DeviceHolder.all(of: node.path)
    do throws(CameraError) {
      let device = try VideoDevice(node.path)
      do throws(CameraError) {
        try device.requireCamera()
      } catch .metadataNode(let device, _) {
        throw .metadataNode(device: device, camera: node.firstSibling(among: all))
      }
      let offers = device.offers()
      let identity = device.identity
      let profile = CameraProfile.fitting(profiles, usbID: node.usbID, card: identity.card)
      let matters = Set(CameraControl.names.map(\.id))
      result = .success(
        Found(
          driver: identity.driver, card: identity.card, bus: identity.bus, offers: offers,
          choice: FormatChoice.ranked(offers, size: profile?.size ?? size, rate: profile?.rate ?? rate).first,
          controls: device.controls().filter { matters.contains($0.id) }.map { ($0, device.value(of: $0.id)) },
          profile: profile?.name))
    } catch {
      result = .failure(error)
    }
  }
}
