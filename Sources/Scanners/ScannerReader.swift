package import Deadwax
internal import Glibc

/// A driver of one barcode scanner that acts as a keyboard. No other program receives its keys.
///
/// It has no thread: the owner calls `step` repeatedly, always from the same thread. If the scanner is unplugged,
/// `step` searches for it by its name and opens it again. An incomplete code is never reported.
package final class ScannerReader {
  /// The scanner to read.
  package enum Source: Hashable, Sendable {
    /// Any known scanner, but never a keyboard.
    case automatic
    /// A path, or a text that `InputDevice.isCalled` accepts.
    case named(String)
  }

  /// The state that was last reported.
  package private(set) var state = ScannerState(.opening)

  private enum Phase {
    case closed
    /// The device is open but not yet grabbed: keys are down, and other programs must receive their release.
    case taking(EventDevice, ScannerCandidate)
    case open(EventDevice, ScannerCandidate)
  }

  private let search: ScannerSearch
  private let settings: Settings
  private let plugged: () -> [String]
  private let clock: () -> Timestamp
  private var phase = Phase.closed
  private var line: CodeLine
  private var isLampOn = false
  private var nextTry: Microseconds = 0
  /// The time since which opening is refused. udev sets a device's group shortly after it is attached.
  private var deniedSince: Microseconds?
  /// The time since which a pressed key delays the grab.
  private var heldSince: Microseconds?
  /// The time since which a scanner is attached that does not act as a keyboard.
  private var muteSince: Microseconds?
  /// The names of the scanners that have sent Enter or Tab.
  private var enders: Set<String> = []
  private var current = ""
  private var wasStateReported = false

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - source: the scanner to read.
  ///   - settings: the settings of the scanner.
  ///   - find: a function that returns the attached input devices.
  ///   - plugged: a function that returns the ids of all USB devices, such as `05e0:1200`. A scanner in another mode is
  ///     visible only there.
  ///   - clock: the wall clock for the times of codes.
  package init(
    _ source: Source, settings: Settings = Settings(), find: @escaping () -> [InputDevice],
    plugged: @escaping () -> [String] = { [] },
    clock: @escaping () -> Timestamp = Timestamp.now
  ) {
    search = ScannerSearch(source: source, find: find)
    self.settings = settings
    self.plugged = plugged
    self.clock = clock
    line = CodeLine(layout: settings.layout, ends: settings.ends, capsLock: settings.capsLock)
  }

  /// The pause between two searches for a missing scanner, because the watch may have missed it.
  private static let absencePause: Microseconds = 500_000
  /// The pause between two attempts to open a device that may not be opened.
  private static let refusalPause: Microseconds = 1_000_000
  /// The pause between two attempts while udev may still be setting the permissions, and the maximum duration of that.
  private static let settlingPause: Microseconds = 50_000
  private static let settlingTime: Microseconds = 1_500_000
  /// The pause between two checks for released keys.
  private static let releasePause: Microseconds = 200_000
  /// The time after which a key that is held down is reported.
  private static let holdingTime: Microseconds = 1_000_000
  /// The maximum number of events per step, so that a device that sends without end cannot block the owner.
  private static let mostEvents = 4096

  // MARK: - Interface

  /// Waits for the scanner and reports its events.
  ///
  /// - Parameters:
  ///   - limit: the longest time to wait.
  ///   - waking: descriptors that end the wait when they are readable.
  ///   - report: receives each event as soon as it occurs.
  package func step(atMost limit: Duration, waking: [Int32] = [], report: (ScannerEvent) -> Void) {
    if !wasStateReported {
      wasStateReported = true
      report(.state(state))
    }
    let isGone = wait(until: monotonicNow() + limit.microseconds, waking)
    do throws(ScannerError) {
      switch phase {
      case .closed: if nextTry <= monotonicNow() { try open(report) }
      case .taking(let device, let candidate): try take(device, candidate, report)
      case .open(let device, let candidate): try read(device, candidate, report)
      }
      if isGone { throw .absent(current) }
    } catch {
      fail(error, report)
    }
  }

  /// Searches for the scanner at the next step if none is open, because devices were attached or removed.
  package func lookAgain() {
    if case .closed = phase { nextTry = 0 }
  }

  /// Releases the scanner. Another step would open it again.
  ///
  /// - Parameter report: receives an incomplete code as dropped.
  package func close(report: (ScannerEvent) -> Void) {
    if case .open = phase { pass(line.end(), report) }
    phase = .closed
  }

  // MARK: - Waiting

  /// Waits for events of the device.
  ///
  /// - Returns: true if the device hung up.
  private func wait(until end: Microseconds, _ waking: [Int32]) -> Bool {
    let now = monotonicNow()
    var end = end
    var polls = waking.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    switch phase {
    case .closed: end = min(end, nextTry)
    case .taking(let device, _):
      end = min(end, now + Self.releasePause)
      polls.append(pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0))
    case .open(let device, _):
      end = min(end, line.deadline ?? end)
      polls.append(pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0))
    }
    // The timeout is rounded up; otherwise the last millisecond would be a busy loop.
    let milliseconds = max(0, (end - now + 999) / 1000)
    guard poll(&polls, nfds_t(polls.count), Int32(clamping: milliseconds)) > 0 else { return false }
    if case .closed = phase { return false }
    return Int32(polls.last?.revents ?? 0) & (POLLHUP | POLLERR | POLLNVAL) != 0
  }

  // MARK: - Opening

  /// Tries to open the candidates in turn and uses the first that can be opened.
  private func open(_ report: (ScannerEvent) -> Void) throws(ScannerError) {
    let candidates: [ScannerCandidate]
    switch search.run() {
    case .none(let state):
      deniedSince = nil
      nextTry = monotonicNow() + (state.kind == .absent ? Self.absencePause : Self.refusalPause)
      return set(mute(instead: state) ?? state, report)
    case .found(let found):
      muteSince = nil
      candidates = found
    }
    var failure: ScannerError?
    for candidate in candidates {
      current = candidate.path
      do throws(ScannerError) {
        let device = try EventDevice(candidate.path)
        deniedSince = nil
        try take(device, candidate, report)
        return
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Returns the state to report if no scanner acts as a keyboard, but one is attached in another mode; nil otherwise.
  private func mute(instead state: ScannerState) -> ScannerState? {
    guard state.kind == .absent, let title = plugged().lazy.compactMap({ KnownScanners.title($0) }).first else {
      muteSince = nil
      return nil
    }
    let since = muteSince ?? monotonicNow()
    muteSince = since
    // The keyboard of such a device may appear a moment later.
    guard monotonicNow() - since > Self.settlingTime else { return nil }
    return ScannerState(
      .failed, reason: "A scanner without keyboard mode is connected: \(title).",
      hint: "Set it to USB HID keyboard with the barcode in its manual.")
  }

  /// Grabs the device as soon as no key is down. Otherwise no program would receive the release, and one that received
  /// the press would consider the key held forever.
  private func take(
    _ device: EventDevice, _ candidate: ScannerCandidate, _ report: (ScannerEvent) -> Void
  ) throws(ScannerError) {
    phase = .taking(device, candidate)
    current = candidate.path
    // Events before the grab have reached other programs, and are not processed here.
    while try device.next() != .nothing {}
    guard let key = device.keysDown.first else {
      heldSince = nil
      try device.grab()
      // A key may have been pressed between the check and the grab.
      try device.refresh()
      guard !device.keysDown.isEmpty else { return start(device, candidate, report) }
      return device.letGo()
    }
    let since = heldSince ?? monotonicNow()
    heldSince = since
    guard monotonicNow() - since > Self.holdingTime else { return }
    set(
      ScannerState(
        .opening, reason: "\(candidate.title) holds a key down (\(key)).",
        hint: "Release the key; the scanner is then opened automatically."), report)
  }

  private func start(_ device: EventDevice, _ candidate: ScannerCandidate, _ report: (ScannerEvent) -> Void) {
    phase = .open(device, candidate)
    line = CodeLine(
      layout: settings.layout, ends: settings.ends, capsLock: settings.capsLock,
      hasSeenEnd: enders.contains(candidate.title))
    line.begin(at: monotonicNow())
    isLampOn = line.isCapsLockOn
    device.setLamps(capsLock: isLampOn)
    set(ScannerState(.ready, reason: candidate.sentence), report)
  }

  // MARK: - Reading

  private func read(
    _ device: EventDevice, _ candidate: ScannerCandidate, _ report: (ScannerEvent) -> Void
  ) throws(ScannerError) {
    defer { if line.hasSeenEnd { enders.insert(candidate.title) } }
    for _ in 0..<Self.mostEvents {
      switch try device.next() {
      case .key(let event): pass(line.take(event), report)
      case .state(let event): line.note(event)
      case .lost: pass(line.lose(at: monotonicNow()), report)
      case .nothing:
        pass(line.settle(at: monotonicNow()), report)
        showLamp(device)
        return
      }
    }
  }

  private func showLamp(_ device: EventDevice) {
    guard isLampOn != line.isCapsLockOn else { return }
    isLampOn = line.isCapsLockOn
    device.setLamps(capsLock: isLampOn)
  }

  private func pass(_ output: [CodeLine.Output], _ report: (ScannerEvent) -> Void) {
    for output in output {
      switch output {
      case .dropped(let drop): report(.dropped(drop))
      case .line(let text, let since):
        do throws(DroppedScan) {
          let content = try settings.content(of: text)
          // This is the time of the first key. Setting the clock in between affects only this value.
          let at = clock() + .microseconds(since - monotonicNow())
          report(.code(ScannedCode(id: .new(at: at), at: at, symbology: content.symbology, text: content.text)))
        } catch {
          report(.dropped(error))
        }
      }
    }
  }

  // MARK: - Errors

  private func fail(_ error: ScannerError, _ report: (ScannerEvent) -> Void) {
    close(report: report)
    heldSince = nil
    let now = monotonicNow()
    switch error {
    case .denied:
      let since = deniedSince ?? now
      deniedSince = since
      // The device was just attached; udev is about to set its group.
      let isSettling = now - since < Self.settlingTime
      nextTry = now + (isSettling ? Self.settlingPause : Self.refusalPause)
      if isSettling { return set(ScannerState(.opening), report) }
    case .absent:
      deniedSince = nil
      nextTry = now + Self.absencePause
    case .notInput, .grabbed, .system: nextTry = now + Self.refusalPause
    }
    set(ScannerState(error), report)
  }

  private func set(_ new: ScannerState, _ report: (ScannerEvent) -> Void) {
    guard new != state else { return }
    state = new
    report(.state(new))
  }
}
