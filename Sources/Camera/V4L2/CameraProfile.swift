/// How a kind of camera is set up for a desk: its picture, and the controls for close work.
package struct CameraProfile: Sendable, Hashable {
  /// What it is called, as `logitech-c920`.
  package let name: String
  /// The USB ids it is for, as `046d:082d`.
  package let usbIDs: [String]
  /// Parts of the names cameras give themselves, in lower case.
  package let cards: [String]
  /// The size to ask for; nil leaves it to the program.
  package let size: PixelSize?
  /// Frames a second to ask for; nil leaves it to the program.
  package let rate: Double?
  package let settings: [ControlSetting]

  package init(
    name: String, usbIDs: [String] = [], cards: [String] = [], size: PixelSize? = nil, rate: Double? = nil,
    settings: [ControlSetting] = []
  ) {
    self.name = name
    self.usbIDs = usbIDs.map { $0.lowercased() }
    self.cards = cards.map { $0.lowercased() }.filter { !$0.isEmpty }
    self.size = size
    self.rate = rate
    self.settings = settings
  }

  /// Sets nothing.
  package static let none = CameraProfile(name: "none")

  /// The profile that fits a camera best: by its USB id, else by the longest part of its name, else the one that is for
  /// any camera.
  ///
  /// - Parameters:
  ///   - profiles: to choose from; one that names no camera is for any.
  ///   - usbID: of the camera, if it has one.
  ///   - card: what the camera calls itself.
  /// - Returns: nil when none fits.
  package static func fitting(_ profiles: [CameraProfile], usbID: String?, card: String) -> CameraProfile? {
    if let id = usbID?.lowercased(), let profile = profiles.first(where: { $0.usbIDs.contains(id) }) { return profile }
    let card = card.lowercased()
    let named = profiles.compactMap { profile in
      profile.cards.filter { card.contains($0) }.map(\.utf8.count).max().map { (length: $0, profile: profile) }
    }
    if let best = named.max(by: { $0.length < $1.length }) { return best.profile }
    return profiles.first { $0.usbIDs.isEmpty && $0.cards.isEmpty }
  }
}

extension CameraProfile {
  /// The same for whatever camera is there.
  package var forAny: CameraProfile {
    CameraProfile(name: name, size: size, rate: rate, settings: settings)
  }
}
