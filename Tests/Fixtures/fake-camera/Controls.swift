internal import CFakeCamera
internal import Glibc

/// The camera's controls with their values: a table as a webcam for close work has it.
struct Controls {
  struct Control {
    let id: UInt32
    let type: v4l2_ctrl_type
    let name: String
    var minimum: Int32 = 0
    var maximum: Int32 = 0
    var step: Int32 = 1
    var usual: Int32 = 0
    /// By value; nil where a value is skipped.
    var menu: [String?] = []

    var isClass: Bool { type == V4L2_CTRL_TYPE_CTRL_CLASS }
    /// V4L2_CTRL_ID2CLASS
    var group: UInt32 { id & 0x0FFF_0000 }
  }

  /// By rising id, as NEXT_CTRL walks them.
  static let table = [
    Control(id: control_USER_CLASS, type: V4L2_CTRL_TYPE_CTRL_CLASS, name: "User Controls"),
    Control(id: control_BRIGHTNESS, type: V4L2_CTRL_TYPE_INTEGER, name: "Brightness", minimum: -64, maximum: 64),
    Control(id: control_GAIN, type: V4L2_CTRL_TYPE_INTEGER, name: "Gain", maximum: 100),
    Control(
      id: control_POWER_LINE_FREQUENCY, type: V4L2_CTRL_TYPE_MENU, name: "Power Line Frequency", maximum: 2, usual: 2,
      menu: ["Disabled", "50 Hz", "60 Hz"]),
    Control(id: control_SHARPNESS, type: V4L2_CTRL_TYPE_INTEGER, name: "Sharpness", maximum: 6, usual: 3),
    Control(id: control_CAMERA_CLASS, type: V4L2_CTRL_TYPE_CTRL_CLASS, name: "Camera Controls"),
    Control(
      id: control_EXPOSURE_AUTO, type: V4L2_CTRL_TYPE_MENU, name: "Auto Exposure", maximum: 3, usual: 3,
      menu: [nil, "Manual Mode", nil, "Aperture Priority Mode"]),
    Control(
      id: control_EXPOSURE_ABSOLUTE, type: V4L2_CTRL_TYPE_INTEGER, name: "Exposure Time, Absolute", minimum: 1,
      maximum: 5000, usual: 157),
    Control(
      id: control_FOCUS_ABSOLUTE, type: V4L2_CTRL_TYPE_INTEGER, name: "Focus, Absolute", maximum: 250, step: 5),
    Control(
      id: control_FOCUS_AUTO, type: V4L2_CTRL_TYPE_BOOLEAN, name: "Focus, Automatic Continuous", maximum: 1, usual: 1),
    Control(id: control_PRIVACY, type: V4L2_CTRL_TYPE_BOOLEAN, name: "Privacy", maximum: 1),
  ]

  private var values = Dictionary(uniqueKeysWithValues: Self.table.map { ($0.id, $0.usual) })

  /// - Throws: EINVAL for an id that is not there.
  static func control(_ id: UInt32) throws(Refusal) -> Control {
    guard let control = table.first(where: { $0.id == id }) else { throw Refusal(EINVAL) }
    return control
  }

  func value(_ id: UInt32) -> Int32 { values[id] ?? 0 }

  /// V4L2_CTRL_FLAG_…: what stands under an automatic is inactive.
  func flags(_ control: Control) -> UInt32 {
    switch control.id {
    case _ where control.isClass: UInt32(V4L2_CTRL_FLAG_READ_ONLY | V4L2_CTRL_FLAG_WRITE_ONLY)
    case control_PRIVACY: UInt32(V4L2_CTRL_FLAG_READ_ONLY)
    case control_EXPOSURE_ABSOLUTE where value(control_EXPOSURE_AUTO) != 1: UInt32(V4L2_CTRL_FLAG_INACTIVE)
    case control_FOCUS_ABSOLUTE where value(control_FOCUS_AUTO) != 0: UInt32(V4L2_CTRL_FLAG_INACTIVE)
    // What moves other controls' flags (V4L2_CTRL_FLAG_UPDATE).
    case control_EXPOSURE_AUTO, control_FOCUS_AUTO: UInt32(V4L2_CTRL_FLAG_UPDATE)
    default: 0
    }
  }

  /// The value that a wish becomes: rounded into the range and to a step. Menus have no rounding.
  ///
  /// - Throws: EACCES for what cannot be written, ERANGE for a menu's value beyond its ends, EINVAL for one it skips.
  func accepted(_ wish: Int32, _ control: Control) throws(Refusal) -> Int32 {
    guard flags(control) & UInt32(V4L2_CTRL_FLAG_READ_ONLY) == 0 else { throw Refusal(EACCES) }
    if control.type == V4L2_CTRL_TYPE_MENU {
      guard (control.minimum...control.maximum).contains(wish) else { throw Refusal(ERANGE) }
      guard control.menu[Int(wish)] != nil else { throw Refusal(EINVAL) }
      return wish
    }
    if control.type == V4L2_CTRL_TYPE_BOOLEAN { return wish == 0 ? 0 : 1 }
    let offset = Int(min(max(wish, control.minimum), control.maximum)) - Int(control.minimum)
    let steps = (offset + Int(control.step) / 2) / Int(control.step)
    return min(control.minimum + Int32(steps) * control.step, control.maximum)
  }

  /// - Parameters:
  ///   - wish: the value that is asked for.
  ///   - control: of this table.
  ///   - refusesInactive: whether the camera itself refuses what an automatic governs, as many do (EACCES).
  /// - Returns: the value that was set.
  /// - Throws: as `accepted`, and EACCES.
  mutating func set(_ wish: Int32, _ control: Control, refusesInactive: Bool) throws(Refusal) -> Int32 {
    let value = try accepted(wish, control)
    if refusesInactive, flags(control) & UInt32(V4L2_CTRL_FLAG_INACTIVE) != 0 { throw Refusal(EACCES) }
    values[control.id] = value
    return value
  }
}
