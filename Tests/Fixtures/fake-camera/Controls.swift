internal import CFakeCamera
internal import Glibc

/// The camera's controls with their values: a typical table of a document webcam.
struct Controls {
  struct Control {
    let id: UInt32
    let type: v4l2_ctrl_type
    let name: String
    var minimum: Int32 = 0
    var maximum: Int32 = 0
    var step: Int32 = 1
    var usual: Int32 = 0
    /// The menu entries by value; nil for a skipped value.
    var menu: [String?] = []

    var isClass: Bool { type == V4L2_CTRL_TYPE_CTRL_CLASS }
    /// V4L2_CTRL_ID2CLASS
    var group: UInt32 { id & 0x0FFF_0000 }
  }

  /// The controls by ascending id, the order of NEXT_CTRL.
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

  /// - Throws: EINVAL for an unknown id.
  static func control(_ id: UInt32) throws(Refusal) -> Control {
    guard let control = table.first(where: { $0.id == id }) else { throw Refusal(EINVAL) }
    return control
  }

  func value(_ id: UInt32) -> Int32 { values[id] ?? 0 }

  /// The V4L2_CTRL_FLAG_… of a control; a control that an automatic mode governs is inactive.
  func flags(_ control: Control) -> UInt32 {
    switch control.id {
    case _ where control.isClass: UInt32(V4L2_CTRL_FLAG_READ_ONLY | V4L2_CTRL_FLAG_WRITE_ONLY)
    case control_PRIVACY: UInt32(V4L2_CTRL_FLAG_READ_ONLY)
    case control_EXPOSURE_ABSOLUTE where value(control_EXPOSURE_AUTO) != 1: UInt32(V4L2_CTRL_FLAG_INACTIVE)
    case control_FOCUS_ABSOLUTE where value(control_FOCUS_AUTO) != 0: UInt32(V4L2_CTRL_FLAG_INACTIVE)
    // Controls that change the flags of others (V4L2_CTRL_FLAG_UPDATE).
    case control_EXPOSURE_AUTO, control_FOCUS_AUTO: UInt32(V4L2_CTRL_FLAG_UPDATE)
    default: 0
    }
  }

  /// Returns the value that a request results in: clamped to the range and rounded to a step. Menus are not rounded.
  ///
  /// - Throws: EACCES for a read-only control, ERANGE for a menu value out of range, EINVAL for a skipped one.
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
  ///   - wish: the requested value.
  ///   - control: a control of this table.
  ///   - refusesInactive: true if the camera itself refuses inactive controls, as many do (EACCES).
  /// - Returns: the value that was set.
  /// - Throws: the errors of `accepted`, and EACCES.
  mutating func set(_ wish: Int32, _ control: Control, refusesInactive: Bool) throws(Refusal) -> Int32 {
    let value = try accepted(wish, control)
    if refusesInactive, flags(control) & UInt32(V4L2_CTRL_FLAG_INACTIVE) != 0 { throw Refusal(EACCES) }
    values[control.id] = value
    return value
  }
}
