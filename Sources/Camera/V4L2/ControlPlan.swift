/// The order in which a camera accepts settings.
///
/// An automatic mode is set before the value it governs: cameras refuse focus while autofocus is on (EACCES).
package enum ControlPlan {
  /// The automatic modes, by number: focus, exposure, white balance, gain.
  private static let first: [UInt32] = [0x009A_090C, 0x009A_0901, 0x009A_0903, 0x0098_090C, 0x0098_0912]
  /// The values they govern. Focus is first, because a lens takes time to move.
  private static let second: [UInt32] = [0x009A_090A, 0x009A_0902]

  /// Returns the settings in the order in which to apply them.
  ///
  /// - Parameter settings: the profile's, then the command line's; the last wish for a control wins.
  /// - Returns: each control once.
  package static func ordered(_ settings: [ControlSetting]) -> [ControlSetting] {
    var last: [ControlSetting] = []
    for setting in settings {
      last.removeAll { Self.key(of: $0) == Self.key(of: setting) }
      last.append(setting)
    }
    return last.enumerated().sorted { left, right in
      let (a, b) = (rank(left.element), rank(right.element))
      return a == b ? left.offset < right.offset : a < b
    }.map(\.element)
  }

  private static func key(of setting: ControlSetting) -> String {
    CameraControl.id(of: setting.name).map { String($0) } ?? setting.name
  }

  private static func rank(_ setting: ControlSetting) -> Int {
    guard let id = CameraControl.id(of: setting.name) else { return 50 }
    if let place = first.firstIndex(of: id) { return place }
    if let place = second.firstIndex(of: id) { return 20 + place }
    return 40
  }
}
