/// The set-up of a kind of camera at a station: its picture, and the controls for close work.
package struct CameraProfile: Sendable, Hashable {
  /// The profile's name, such as `logitech-c920`.
  package let name: String
  /// The USB ids that the profile applies to, such as `046d:082d`.
  package let usbIDs: [String]
  /// Substrings of the names that cameras report, in lower case.
  package let cards: [String]
  /// The size to request; nil leaves it to the program.
  package let size: PixelSize?
  /// The frames per second to request; nil leaves it to the program.
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

  /// The profile that sets nothing.
  package static let none = CameraProfile(name: "none")

  /// Returns the profile that fits a camera best: by its USB id, else by the longest matching part of its name, else
  /// the one for any camera.
  ///
  /// - Parameters:
  ///   - profiles: the candidates; one that names no camera is for any.
  ///   - usbID: the camera's USB id, if it has one.
  ///   - card: the name that the camera reports.
  /// - Returns: nil if none fits.
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
  /// The same profile without its camera names, so that it fits any camera.
  package var forAny: CameraProfile {
    CameraProfile(name: name, size: size, rate: rate, settings: settings)
  }
}
