internal import Glibc
internal import Imaging
package import Threads

/// A Video4Linux camera that never stops: it is opened, watched, and opened again after every loss.
///
/// Frames are read on the using thread, directly from the driver's memory. Calls that may block run on a separate lane.
/// The newest frame wins; frames missed meanwhile are discarded.
package final class V4L2Camera: FrameSource {
  package let device: String
  package let waker = Waker()
  package var isResting = false

  private enum Phase {
    /// Nothing is open until this time, or until the doorbell rings.
    case closed(until: ContinuousClock.Instant)
    /// A job runs. Afterwards nothing happens until the pause has passed, unless a camera was opened.
    case busy(since: ContinuousClock.Instant, pause: Duration)
    /// A camera streams. `heard` is the time of the last good frame, or of the start of the stream.
    case streaming(CaptureStream, heard: ContinuousClock.Instant)
  }

  private let settings: CameraSettings
  private let doorbell: DeviceChangeSignal?
  private let opener = CameraOpener()
  private var phase = Phase.closed(until: .now)

  /// The sights to report before anything else.
  private var reported: [FrameEvent] = []
  private var lastState: SourceState?
  private var lastNote: String?
  private var number = 0
  private var faults = FrameFaultCounts()
  private var tempo = FrameRateMeter()
  /// The number of consecutive times that the camera was opened and then sent nothing.
  private var silentOpenings = 0
  private var lastingName: String?
  private var leavesNextOut = false

  private static let retry = Duration.seconds(1)
  /// The time without a good frame after which a camera counts as stalled.
  private static let patience = Duration.seconds(2)
  private static let mostPatience = Duration.seconds(16)
  /// The time after which an opening that still runs is reported.
  private static let quickly = Duration.milliseconds(300)
  /// The timeout of a camera's answers: a healthy camera has answered every request by then.
  private static let answer = Duration.seconds(15)
  /// The time to wait after a device event, because such events arrive in bursts.
  private static let burst = Duration.milliseconds(100)

  /// - Parameters:
  ///   - settings: the camera to open, and the picture to request.
  ///   - doorbell: the signal that cameras were attached or removed; used on the using thread.
  package init(_ settings: CameraSettings, doorbell: DeviceChangeSignal?) {
    self.settings = settings
    self.doorbell = doorbell
    switch settings.device {
    case .any: device = "auto"
    case .path(let path): device = path
    }
  }

  package func next(until deadline: ContinuousClock.Instant) -> FrameEvent? {
    if lastState == nil { report(.opening) }
    while true {
      let due = proceed(at: .now)
      if !reported.isEmpty { return reported.removeFirst() }
      let signs = wait(until: min(deadline, due))
      if signs.hasFrame { look(isBroken: signs.isBroken) }
      if !reported.isEmpty { return reported.removeFirst() }
      if signs.isWoken || deadline <= .now { return nil }
    }
  }

  // MARK: - Opening and losing

  /// Performs the step that is due.
  ///
  /// - Returns: the time of the next step.
  private func proceed(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    switch phase {
    case .closed(let time):
      guard time <= now else { return time }
      begin(open: true, closing: nil)
      return now + Self.quickly
    case .busy(let since, let pause):
      if let outcome = opener.take() {
        finish(outcome, pause: pause)
        return now
      }
      guard since + Self.quickly <= now else { return since + Self.quickly }
      // An opening this slow means that a device is there. A stalled camera stays stalled until it sends.
      guard since + Self.answer <= now else {
        if !isStalled { report(.opening) }
        return since + Self.answer
      }
      report(
        .stalled(
          reason: "The camera does not respond.",
          hint: "Unplug it and connect it again; if that does not help, restart the machine."))
      return now + .seconds(3600)
    case .streaming(let stream, let heard):
      let end = heard + silence(of: stream)
      guard end <= now else { return end }
      let reason = faults.complaint.map { "The camera sends only unusable frames: \($0)." }
      lose(
        stream,
        .stalled(
          reason: reason ?? "The camera sends no frames.",
          hint: reason == nil
            ? "Check its cable; if that does not help, unplug it and connect it again."
            : "Check its cable, or try another port; a smaller --size may help."))
      return now
    }
  }

  private func begin(open: Bool, closing stream: CaptureStream?, pause: Duration = retry) {
    phase = .busy(since: .now, pause: pause)
    opener.start(open ? CameraOpening(settings: settings, lastingName: lastingName) : nil, closing: stream)
  }

  private func finish(_ outcome: CameraOpener.Outcome, pause: Duration) {
    switch outcome {
    case .opened(let opened):
      phase = .streaming(opened.stream, heard: .now)
      tempo = FrameRateMeter(promised: opened.stream.rate)
      if opened.name != opened.stream.device.path || opened.name.contains("/by-") { lastingName = opened.name }
      note(opened.sentence)
      // Ready is reported with the first frame.
      if !isStalled { report(.opening) }
    case .failed(let error):
      phase = .closed(until: .now + pause)
      // The absence of an unplugged camera has been reported already.
      if !(isUnplugged && error.meansAbsence) { report(.absent(reason: error.description, hint: error.hint)) }
    case .closed:
      phase = .closed(until: .now + pause)
    }
  }

  /// Gives up a stream. The first time, the camera is reopened at once; one that fails again is reopened after a pause.
  private func lose(_ stream: CaptureStream, _ state: SourceState) {
    report(state)
    silentOpenings += 1
    faults.clear()
    if case .absent = state {
      begin(open: false, closing: stream)
    } else {
      begin(open: silentOpenings == 1, closing: stream)
    }
  }

  /// Returns the time for which the camera may send nothing. It grows each time that reopening did not help.
  private func silence(of stream: CaptureStream) -> Duration {
    let frames = Duration.seconds(5 / max(0.1, stream.rate ?? 30))
    let patience = Self.patience * (1 << min(3, silentOpenings))
    return max(frames, min(Self.mostPatience, patience))
  }

  private var isStalled: Bool {
    if case .stalled = lastState { true } else { false }
  }

  private var isUnplugged: Bool { lastState == Self.unplugged }

  // MARK: - Looking

  private func look(isBroken: Bool) {
    guard case .streaming(let stream, _) = phase else { return }
    leavesNextOut = isResting && !leavesNextOut
    let look = stream.look(isWanted: !leavesNextOut)
    let now = ContinuousClock.now
    if let sight = faults.add(stream.takeFaults()) { reported.append(sight) }
    switch look {
    case .frame(let luma, let age):
      hear(stream, at: now)
      number += 1
      reported.append(.frame(CameraFrame(luma: luma, at: now - age, number: number)))
    case .unwanted: hear(stream, at: now)
    case .nothing:
      // An error without a reason would repeat without end: no more frames can arrive from this handle.
      if isBroken { lose(stream, Self.state(of: .gone(device: device))) }
    case .lost(let error): lose(stream, Self.state(of: error))
    }
  }

  private func hear(_ stream: CaptureStream, at now: ContinuousClock.Instant) {
    phase = .streaming(stream, heard: now)
    silentOpenings = 0
    faults.clear()
    report(.ready)
    if let sentence = tempo.beat(stream.sequence, at: now) { note(sentence) }
  }

  private static let unplugged = SourceState.absent(
    reason: "The camera was unplugged.", hint: CameraError.gone(device: "").hint)

  private static func state(of error: CameraError) -> SourceState {
    switch error {
    case .gone: unplugged
    default: .stalled(reason: error.description, hint: error.hint)
    }
  }

  // MARK: - Reporting and waiting

  private func report(_ state: SourceState) {
    guard state != lastState else { return }
    lastState = state
    reported.append(.state(state))
  }

  private func note(_ sentence: String) {
    guard sentence != lastNote else { return }
    lastNote = sentence
    reported.append(.noted(sentence))
  }

  private struct Signs {
    var isWoken = false
    var hasFrame = false
    var isBroken = false
  }

  private func wait(until time: ContinuousClock.Instant) -> Signs {
    // poll(2) ignores entries with a negative descriptor.
    var waits = [pollfd](repeating: pollfd(fd: -1, events: Int16(POLLIN), revents: 0), count: 4)
    waits[0].fd = waker.descriptor
    waits[1].fd = doorbell?.descriptor ?? -1
    switch phase {
    case .closed: break
    case .busy: waits[2].fd = opener.done.descriptor
    case .streaming(let stream, _): waits[3].fd = stream.device.descriptor
    }
    // Rounded up: a wait that ends a moment early would spin until its time.
    let milliseconds = max(0, ((time - .now) / .milliseconds(1)).rounded(.up))
    _ = poll(&waits, UInt(waits.count), Int32(min(milliseconds, 3_600_000)))
    var signs = Signs()
    if waits[0].revents != 0 {
      waker.rest()
      signs.isWoken = true
    }
    if waits[1].revents != 0 {
      doorbell?.drain()
      if case .closed(let end) = phase { phase = .closed(until: min(end, .now + Self.burst)) }
    }
    signs.hasFrame = waits[3].revents != 0
    signs.isBroken = waits[3].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
    return signs
  }
}
