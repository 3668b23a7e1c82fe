internal import CFakeCamera
internal import Glibc

/// The requests about controls.
extension CameraState {
  /// - Returns: false for any other request.
  mutating func answerControls(
    _ request: UInt32, _ id: UInt64, _ argument: UnsafeMutableRawPointer, _ client: ClientMemory
  ) throws(Refusal) -> Bool {
    switch request {
    case request_QUERYCTRL: try query(&argument.assumingMemoryBound(to: v4l2_queryctrl.self).pointee)
    case request_QUERY_EXT_CTRL: try query(&argument.assumingMemoryBound(to: v4l2_query_ext_ctrl.self).pointee)
    case request_QUERYMENU: try query(&argument.assumingMemoryBound(to: v4l2_querymenu.self).pointee)
    case request_G_CTRL:
      let wish = argument.assumingMemoryBound(to: v4l2_control.self)
      wish.pointee.value = try get(wish.pointee.id)
    case request_S_CTRL:
      let wish = argument.assumingMemoryBound(to: v4l2_control.self)
      wish.pointee.value = try set(wish.pointee.id, wish.pointee.value, by: id)
    case request_G_EXT_CTRLS, request_S_EXT_CTRLS, request_TRY_EXT_CTRLS:
      try several(request, id, &argument.assumingMemoryBound(to: v4l2_ext_controls.self).pointee, client)
    case request_SUBSCRIBE_EVENT:
      let known = controls
      try changeEvents(of: id) { events throws(Refusal) in
        try events.subscribe(argument.load(as: v4l2_event_subscription.self), known)
      }
    case request_UNSUBSCRIBE_EVENT:
      try changeEvents(of: id) { events throws(Refusal) in
        events.unsubscribe(argument.load(as: v4l2_event_subscription.self))
      }
    case request_DQEVENT:
      try changeEvents(of: id) { events throws(Refusal) in
        argument.storeBytes(of: try events.take(), as: v4l2_event.self)
      }
    default: return false
    }
    return true
  }

  private mutating func changeEvents(
    of id: UInt64, _ body: (inout ControlEvents) throws(Refusal) -> Void
  ) throws(Refusal) {
    guard var events = handles[id]?.events else { throw Refusal(ENODEV) }
    try body(&events)
    handles[id]?.events = events
    hasNotices = true
  }

  private func get(_ number: UInt32) throws(Refusal) -> Int32 {
    let control = try Controls.control(number)
    guard !control.isClass else { throw Refusal(EACCES) }
    return controls.value(number)
  }

  private mutating func set(_ number: UInt32, _ value: Int32, by id: UInt64) throws(Refusal) -> Int32 {
    let control = try Controls.control(number)
    let before = controls
    let set = try controls.set(value, control, refusesInactive: faults.refusesInactive)
    for other in Controls.table
    where controls.value(other.id) != before.value(other.id) || controls.flags(other) != before.flags(other) {
      for key in handles.keys { handles[key]?.events.changed(other, controls, isOwn: key == id) }
      hasNotices = true
    }
    return set
  }

  // MARK: - Extended controls

  /// V4L2_CTRL_WHICH_DEF_VAL
  private static let usual: UInt32 = 0x0F00_0000
  /// The size in bytes of a v4l2_ext_control, which is packed: id, size, reserved, and the value.
  private static let size = 20
  private static let valueOffset = 12

  /// On failure, `error_idx` is the count if nothing was tried, otherwise the index of the refused control.
  private mutating func several(
    _ request: UInt32, _ id: UInt64, _ list: inout v4l2_ext_controls, _ client: ClientMemory
  ) throws(Refusal) {
    let which = list.ctrl_class
    let isKnown = which == 0 || which == Self.usual || Controls.table.contains { $0.group == which & 0x0FFF_0000 }
    list.error_idx = list.count
    guard isKnown, which & 0x0FFF_0000 == which || which == Self.usual else { throw Refusal(EINVAL) }
    if which == Self.usual, request != request_G_EXT_CTRLS { throw Refusal(EINVAL) }
    guard list.count > 0 else { return }
    guard list.count <= 64, let place = list.controls else { throw Refusal(EINVAL) }
    let address = UInt(bitPattern: place)
    var bytes = try client.read(address, Int(list.count) * Self.size)
    var found: [Controls.Control] = []
    for index in 0..<Int(list.count) {
      do throws(Refusal) {
        found.append(try checked(request, which, bytes, index))
      } catch {
        if request == request_TRY_EXT_CTRLS { list.error_idx = UInt32(index) }
        throw error
      }
    }
    for (index, control) in found.enumerated() {
      let offset = index * Self.size + Self.valueOffset
      var value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Int32.self) }
      switch request {
      case request_G_EXT_CTRLS: value = which == Self.usual ? control.usual : controls.value(control.id)
      case request_TRY_EXT_CTRLS: value = try controls.accepted(value, control)
      default:
        do throws(Refusal) {
          value = try set(control.id, value, by: id)
        } catch {
          list.error_idx = UInt32(index)
          throw error
        }
      }
      bytes.withUnsafeMutableBytes { $0.storeBytes(of: value, toByteOffset: offset, as: Int32.self) }
    }
    try client.write(bytes, address)
  }

  private func checked(
    _ request: UInt32, _ which: UInt32, _ bytes: [UInt8], _ index: Int
  ) throws(Refusal) -> Controls.Control {
    let offset = index * Self.size
    let number = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    let control = try Controls.control(number)
    if which != 0, which != Self.usual, control.group != which { throw Refusal(EINVAL) }
    guard !control.isClass else { throw Refusal(EACCES) }
    if request != request_G_EXT_CTRLS {
      let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset + Self.valueOffset, as: Int32.self) }
      _ = try controls.accepted(value, control)
    }
    return control
  }

  // MARK: - Description

  /// Returns the control of an id, or with V4L2_CTRL_FLAG_NEXT_CTRL the first one after it.
  private func wanted(_ number: UInt32) throws(Refusal) -> Controls.Control {
    let (next, compound): (UInt32, UInt32) = (0x8000_0000, 0x4000_0000)
    guard number & (next | compound) != 0 else { return try Controls.control(number) }
    let after = number & ~(next | compound)
    guard number & next != 0, let control = Controls.table.first(where: { $0.id > after }) else {
      throw Refusal(EINVAL)
    }
    return control
  }

  private func query(_ query: inout v4l2_queryctrl) throws(Refusal) {
    let control = try wanted(query.id)
    query = v4l2_queryctrl()
    query.id = control.id
    query.type = control.type.rawValue
    write(control.name, to: &query.name)
    query.minimum = control.minimum
    query.maximum = control.maximum
    query.step = control.isClass ? 0 : control.step
    query.default_value = control.usual
    query.flags = controls.flags(control)
  }

  private func query(_ query: inout v4l2_query_ext_ctrl) throws(Refusal) {
    let control = try wanted(query.id)
    query = v4l2_query_ext_ctrl()
    query.id = control.id
    query.type = control.type.rawValue
    write(control.name, to: &query.name)
    query.minimum = Int64(control.minimum)
    query.maximum = Int64(control.maximum)
    query.step = control.isClass ? 0 : UInt64(control.step)
    query.default_value = Int64(control.usual)
    query.flags = controls.flags(control)
    query.elem_size = control.isClass ? 0 : 4
    query.elems = control.isClass ? 0 : 1
  }

  private func query(_ query: inout v4l2_querymenu) throws(Refusal) {
    let control = try Controls.control(query.id)
    guard control.type == V4L2_CTRL_TYPE_MENU, control.menu.indices.contains(Int(query.index)),
      let name = control.menu[Int(query.index)]
    else { throw Refusal(EINVAL) }
    let (number, index) = (query.id, query.index)
    query = v4l2_querymenu()
    query.id = number
    query.index = index
    write(name, to: &query.name)
  }
}
