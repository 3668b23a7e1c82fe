/// A setting of a camera, as the camera describes it (QUERYCTRL).
package struct CameraControl: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case integer, boolean
    /// The values that may be chosen, each with its text.
    case menu([Int: String])
  }

  package let id: UInt32
  /// The camera's own name for it, such as `Focus, Absolute`.
  package let title: String
  package let kind: Kind
  package let range: ClosedRange<Int>
  package let step: Int
  package let standard: Int
  /// True if another control governs it now, as autofocus governs focus.
  package let isInactive: Bool
  /// True if the control can be set at all.
  package let isWritable: Bool

  package init(
    id: UInt32, title: String, kind: Kind = .integer, range: ClosedRange<Int>, step: Int = 1, standard: Int = 0,
    isInactive: Bool = false, isWritable: Bool = true
  ) {
    self.id = id
    self.title = title
    self.kind = kind
    self.range = range
    self.step = max(1, step)
    self.standard = standard
    self.isInactive = isInactive
    self.isWritable = isWritable
  }

  /// The kernel's current name for a control in `names`; otherwise the camera's title in v4l2-ctl's spelling.
  package var name: String { Self.names.first { $0.id == id }?.names[0] ?? Self.spelled(title) }

  /// The controls that matter at a station. Each has its names from `v4l2-controls.h`, the current one first: names
  /// have changed between kernels, numbers have not.
  static let names: [(id: UInt32, names: [String])] = [
    (0x0098_0900, ["brightness"]),
    (0x0098_0901, ["contrast"]),
    (0x0098_0902, ["saturation"]),
    (0x0098_0913, ["gain"]),
    (0x0098_0918, ["power_line_frequency"]),
    (0x0098_091B, ["sharpness"]),
    (0x0098_091C, ["backlight_compensation"]),
    (0x009A_0901, ["auto_exposure", "exposure_auto"]),
    (0x009A_0902, ["exposure_time_absolute", "exposure_absolute"]),
    (0x009A_0903, ["exposure_dynamic_framerate", "exposure_auto_priority"]),
    (0x009A_090A, ["focus_absolute"]),
    (0x009A_090C, ["focus_automatic_continuous", "focus_auto"]),
    (0x009A_090D, ["zoom_absolute"]),
  ]

  /// Returns the number for a name or a hexadecimal number; nil for a name that only a camera can know.
  static func id(of name: String) -> UInt32? {
    if name.hasPrefix("0x") { return UInt32(name.dropFirst(2), radix: 16) }
    return names.first { $0.names.contains(name) }?.id
  }

  /// Returns the name in v4l2-ctl's spelling: `White Balance, Automatic` becomes `white_balance_automatic`.
  static func spelled(_ title: String) -> String {
    var name = ""
    for byte in title.lowercased().utf8 {
      if (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) {
        name.unicodeScalars.append(Unicode.Scalar(byte))
      } else if !name.isEmpty, !name.hasSuffix("_") {
        name += "_"
      }
    }
    return name.hasSuffix("_") ? String(name.dropLast()) : name
  }

  /// Returns the valid value nearest to the wish; nil for a choice that the menu does not have.
  package func value(for wish: ControlSetting.Wish) -> Int? {
    let wanted: Int
    switch wish {
    case .number(let number): wanted = number
    case .percent(let percent):
      wanted = range.lowerBound + Int((Double(range.upperBound - range.lowerBound) * percent / 100).rounded())
    case .standard: wanted = standard
    }
    switch kind {
    case .menu(let choices): return choices.keys.contains(wanted) ? wanted : nil
    case .boolean: return wanted == 0 ? 0 : 1
    case .integer:
      let clamped = min(range.upperBound, max(range.lowerBound, wanted))
      let stepped = range.lowerBound + (clamped - range.lowerBound + step / 2) / step * step
      return stepped <= range.upperBound ? stepped : stepped - step
    }
  }
}
