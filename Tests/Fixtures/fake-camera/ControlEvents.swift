internal import CFakeCamera
internal import Glibc

/// The control changes that one open file has subscribed to (V4L2_EVENT_CTRL).
struct ControlEvents {
  private var wanted: [UInt32: UInt32] = [:]
  private var pending: [v4l2_event] = []
  private var sequence: UInt32 = 0

  private static let initial = UInt32(V4L2_EVENT_SUB_FL_SEND_INITIAL)
  private static let feedback = UInt32(V4L2_EVENT_SUB_FL_ALLOW_FEEDBACK)

  var isPending: Bool { !pending.isEmpty }

  mutating func subscribe(_ subscription: v4l2_event_subscription, _ controls: Controls) throws(Refusal) {
    guard subscription.type == UInt32(V4L2_EVENT_CTRL) else { throw Refusal(EINVAL) }
    let control = try Controls.control(subscription.id)
    wanted[control.id] = subscription.flags
    if subscription.flags & Self.initial != 0, !control.isClass { add(control, controls) }
  }

  mutating func unsubscribe(_ subscription: v4l2_event_subscription) {
    if subscription.type == UInt32(V4L2_EVENT_ALL) { wanted = [:] }
    wanted[subscription.id] = nil
    pending.removeAll { wanted[$0.id] == nil }
  }

  /// - Parameters:
  ///   - control: the changed control.
  ///   - controls: all controls after the change.
  ///   - isOwn: true if this same file made the change.
  mutating func changed(_ control: Controls.Control, _ controls: Controls, isOwn: Bool) {
    guard let flags = wanted[control.id], !isOwn || flags & Self.feedback != 0 else { return }
    add(control, controls)
  }

  private mutating func add(_ control: Controls.Control, _ controls: Controls) {
    var event = v4l2_event()
    event.type = UInt32(V4L2_EVENT_CTRL)
    event.id = control.id
    event.sequence = sequence
    sequence += 1
    clock_gettime(CLOCK_MONOTONIC, &event.timestamp)
    event.u.ctrl.changes = UInt32(V4L2_EVENT_CTRL_CH_VALUE | V4L2_EVENT_CTRL_CH_FLAGS)
    event.u.ctrl.type = control.type.rawValue
    event.u.ctrl.value = controls.value(control.id)
    event.u.ctrl.flags = controls.flags(control)
    event.u.ctrl.minimum = control.minimum
    event.u.ctrl.maximum = control.maximum
    event.u.ctrl.step = control.isClass ? 0 : control.step
    event.u.ctrl.default_value = control.usual
    // The kernel retains one event for each control.
    pending.removeAll { $0.id == control.id }
    pending.append(event)
  }

  /// - Throws: ENOENT if there is none.
  mutating func take() throws(Refusal) -> v4l2_event {
    guard !pending.isEmpty else { throw Refusal(ENOENT) }
    var event = pending.removeFirst()
    event.pending = UInt32(pending.count)
    return event
  }
}
