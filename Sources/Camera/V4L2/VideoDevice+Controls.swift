internal import CV4L2
internal import Glibc

extension VideoDevice {
  /// The most controls that are read. A camera that always reports one more must not cause an endless loop.
  private static let mostControls = 512

  /// Returns the controls that can be set (QUERYCTRL, QUERYMENU), without disabled ones.
  func controls() -> [CameraControl] {
    var controls: [CameraControl] = []
    var id: UInt32 = 0
    for _ in 0..<Self.mostControls {
      var query = v4l2_queryctrl()
      query.id = id | UInt32(V4L2_CTRL_FLAG_NEXT_CTRL)
      guard deadwax_v4l2_queryctrl(descriptor, &query) == 0, query.id > id else { break }
      id = query.id
      if let control = control(query) { controls.append(control) }
    }
    return controls
  }

  /// Returns the current state of one control; nil if there is none of that number.
  func control(_ id: UInt32) -> CameraControl? {
    var query = v4l2_queryctrl()
    query.id = id
    guard deadwax_v4l2_queryctrl(descriptor, &query) == 0 else { return nil }
    return control(query)
  }

  private func control(_ query: v4l2_queryctrl) -> CameraControl? {
    guard query.flags & UInt32(V4L2_CTRL_FLAG_DISABLED) == 0, query.minimum <= query.maximum else { return nil }
    let kind: CameraControl.Kind
    switch query.type {
    case V4L2_CTRL_TYPE_INTEGER.rawValue: kind = .integer
    case V4L2_CTRL_TYPE_BOOLEAN.rawValue: kind = .boolean
    case V4L2_CTRL_TYPE_MENU.rawValue: kind = .menu(choices(query))
    // Profiles do not set buttons, texts and classes.
    default: return nil
    }
    var query = query
    return CameraControl(
      id: query.id, title: Self.text(&query.name), kind: kind, range: Int(query.minimum)...Int(query.maximum),
      step: Int(query.step), standard: Int(query.default_value),
      isInactive: query.flags & UInt32(V4L2_CTRL_FLAG_INACTIVE) != 0,
      isWritable: query.flags & UInt32(V4L2_CTRL_FLAG_READ_ONLY | V4L2_CTRL_FLAG_GRABBED) == 0)
  }

  private func choices(_ query: v4l2_queryctrl) -> [Int: String] {
    var choices: [Int: String] = [:]
    for index in max(0, query.minimum)...max(0, min(query.maximum, 255)) {
      var entry = v4l2_querymenu()
      entry.id = query.id
      entry.index = UInt32(index)
      guard deadwax_v4l2_querymenu(descriptor, &entry) == 0 else { continue }
      choices[Int(index)] = Self.text(&entry.name)
    }
    return choices
  }

  /// Returns the value of a control (G_CTRL); nil if the camera does not report it.
  func value(of id: UInt32) -> Int? {
    var control = v4l2_control(id: id, value: 0)
    return deadwax_v4l2_g_ctrl(descriptor, &control) == 0 ? Int(control.value) : nil
  }

  /// Sets controls one after another, and reads them back (S_CTRL, G_CTRL).
  ///
  /// A control that is refused for the moment, because an automatic mode still governs it, is retried once at the end.
  ///
  /// - Parameter settings: the settings, in any order.
  /// - Returns: the result of each, in the order they were set; missing controls are included.
  func apply(_ settings: [ControlSetting]) -> [ControlOutcome] {
    let planned = ControlPlan.ordered(settings)
    guard !planned.isEmpty else { return [] }
    let known = controls()
    var outcomes: [ControlOutcome] = []
    var again: [Int] = []
    for setting in planned {
      guard let control = known.first(where: setting.means) else {
        outcomes.append(ControlOutcome(setting: setting, result: .missing))
        continue
      }
      let (result, isForNow) = set(control, to: setting.wish)
      if isForNow { again.append(outcomes.count) }
      outcomes.append(ControlOutcome(setting: setting, result: result))
    }
    if !again.isEmpty {
      usleep(Self.letGo)
      for index in again {
        let setting = outcomes[index].setting
        guard let control = known.first(where: setting.means) else { continue }
        outcomes[index] = ControlOutcome(setting: setting, result: set(control, to: setting.wish).result)
      }
    }
    return outcomes
  }

  /// The time before the retry, in microseconds.
  private static let letGo: UInt32 = 50_000

  private func set(
    _ control: CameraControl, to wish: ControlSetting.Wish
  ) -> (result: ControlOutcome.Result, isForNow: Bool) {
    guard control.isWritable else { return (.refused("it cannot be set"), false) }
    guard let value = control.value(for: wish) else { return (.refused("its menu does not have this value"), false) }
    var request = v4l2_control(id: control.id, value: Int32(clamping: value))
    let code = deadwax_v4l2_s_ctrl(descriptor, &request)
    guard code == 0 else {
      let reason = strerror(-code).map { String(cString: $0) } ?? "error \(-code)"
      return (.refused(reason), [EACCES, EBUSY, EIO, EAGAIN, ETIMEDOUT].contains(-code))
    }
    // If the camera does not report the value, the request is assumed to have worked.
    let now = self.value(of: control.id) ?? value
    return (now == value ? .set(control.id, value) : .differs(requested: value, is: now), false)
  }
}
