package import Deadwax
internal import Glibc

/// Reads one barcode scanner that types like a keyboard, for as long as it is asked to: what it sends, nobody else gets.
///
/// It has no thread: whoever owns it calls `step` again and again, always from the same thread. A scanner that is
/// unplugged is waited for, looked up anew by its name, and opened anew. Nothing half read is ever reported.
package final class ScannerReader {
  /// Which scanner to read.
  package enum Source: Hashable, Sendable {
    /// Whichever is known as a scanner; never a keyboard.
    case automatic
    /// A path, or what `InputDevice.isCalled` understands.
    case named(String)
  }

  /// As last reported.
  package private(set) var state = ScannerState(.opening)

  private enum Phase {
    case closed
    /// Open, and not yet ours alone: keys are down, whose release others have to see.
    case taking(EventDevice, Candidate)
    case open(EventDevice, Candidate)
  }

  private let search: Search
  private let settings: Settings
  private let plugged: () -> [String]
  private let clock: () -> Timestamp
  private var phase = Phase.closed
  private var line: CodeLine
  private var isLampOn = false
  private var nextTry: Microseconds = 0
  /// Since when opening is refused; udev sets a device's group a moment after it has come.
  private var deniedSince: Microseconds?
  /// Since when a key is down that keeps us from taking it over.
  private var heldSince: Microseconds?
  /// Since when a scanner is plugged in that does not type.
  private var muteSince: Microseconds?
  /// Names of the scanners that have sent Enter.
  private var enders: Set<String> = []
  private var current = ""
  private var wasStateReported = false

  /// - Parameters:
  ///   - source: which scanner.
  ///   - settings: how it is set up.
  ///   - find: the input devices there are now.
  ///   - plugged: what is on USB now, as `05e0:1200`: a scanner in another mode shows there alone.
  ///   - clock: the wall time put on codes.
  package init(
    _ source: Source, settings: Settings = Settings(), find: @escaping () -> [InputDevice],
    plugged: @escaping () -> [String] = { [] },
    clock: @escaping () -> Timestamp = Timestamp.now
  ) {
    search = Search(source: source, find: find)
    self.settings = settings
    self.plugged = plugged
    self.clock = clock
    line = CodeLine(layout: settings.layout, ends: settings.ends, capsLock: settings.capsLock)
  }

  /// Between two looks for a scanner that is not there: the watch may have missed it.
  private static let absencePause: Microseconds = 500_000
  /// Between two attempts at one that may not be opened.
  private static let refusalPause: Microseconds = 1_000_000
  /// Between two attempts while the rights may still be on their way, and how long that may last.
  private static let settlingPause: Microseconds = 50_000
  private static let settlingTime: Microseconds = 1_500_000
  /// Between two looks whether the keys are up.
  private static let releasePause: Microseconds = 200_000
  /// A key that is down for so long is told of.
  private static let holdingTime: Microseconds = 1_000_000
  /// Events in one step: a device that never stops must not stop the owner.
  private static let mostEvents = 4096

  // MARK: the owner's calls

  /// Waits for the scanner, and reports what it sends.
  ///
  /// - Parameters:
  ///   - limit: returns after so long at the latest.
  ///   - waking: descriptors that end the wait when they can be read.
  ///   - report: is given each event as soon as it is known.
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

  /// Devices have come or gone: looks for the scanner at the next step, if there is none.
  package func lookAgain() {
    if case .closed = phase { nextTry = 0 }
  }

  /// Lets the scanner go. Another step would open it again.
  ///
  /// - Parameter report: is told of what was not finished.
  package func close(report: (ScannerEvent) -> Void) {
    if case .open = phase { pass(line.end(), report) }
    phase = .closed
  }

  // MARK: waiting

  /// - Returns: whether the device hung up.
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
    // Rounded up, or the last millisecond would be spent going round.
    let milliseconds = max(0, (end - now + 999) / 1000)
    guard poll(&polls, nfds_t(polls.count), Int32(clamping: milliseconds)) > 0 else { return false }
    if case .closed = phase { return false }
    return Int32(polls.last?.revents ?? 0) & (POLLHUP | POLLERR | POLLNVAL) != 0
  }

  // MARK: opening

  /// Tries all candidates; the first that can be opened is taken.
  private func open(_ report: (ScannerEvent) -> Void) throws(ScannerError) {
    let candidates: [Candidate]
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

  /// What to say where there is no scanner that types, and one that is in another mode.
  private func mute(instead state: ScannerState) -> ScannerState? {
    guard state.kind == .absent, let title = plugged().lazy.compactMap({ KnownScanners.title($0) }).first else {
      muteSince = nil
      return nil
    }
    let since = muteSince ?? monotonicNow()
    muteSince = since
    // Its keyboard may be a moment behind.
    guard monotonicNow() - since > Self.settlingTime else { return nil }
    return ScannerState(
      .failed, reason: "A scanner that does not type is plugged in: \(title).",
      hint: "Set it to USB HID keyboard with the barcode in its maker's guide.")
  }

  /// Makes the device ours as soon as no key is down: its release would otherwise reach nobody, and a program that saw it
  /// go down would take it as held for ever.
  private func take(
    _ device: EventDevice, _ candidate: Candidate, _ report: (ScannerEvent) -> Void
  ) throws(ScannerError) {
    phase = .taking(device, candidate)
    current = candidate.path
    // What comes before the grab has reached others, and is theirs.
    while try device.next() != .nothing {}
    guard let key = device.keysDown.first else {
      heldSince = nil
      try device.grab()
      // A key may have gone down between the look and the grab.
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
        hint: "Let go of it; the scanner is taken over as soon as no key is down."), report)
  }

  private func start(_ device: EventDevice, _ candidate: Candidate, _ report: (ScannerEvent) -> Void) {
    phase = .open(device, candidate)
    line = CodeLine(
      layout: settings.layout, ends: settings.ends, capsLock: settings.capsLock,
      hasSeenEnd: enders.contains(candidate.title))
    line.begin(at: monotonicNow())
    isLampOn = line.isCapsLockOn
    device.setLamps(capsLock: isLampOn)
    set(ScannerState(.ready, reason: candidate.sentence), report)
  }

  // MARK: reading

  private func read(
    _ device: EventDevice, _ candidate: Candidate, _ report: (ScannerEvent) -> Void
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
        do throws(Drop) {
          let content = try settings.content(of: text)
          // The moment of the first key; a clock that is set between moves nothing but this.
          let at = clock() + .microseconds(since - monotonicNow())
          report(.code(ScannedCode(id: .new(at: at), at: at, symbology: content.symbology, text: content.text)))
        } catch {
          report(.dropped(error))
        }
      }
    }
  }

  // MARK: failing

  private func fail(_ error: ScannerError, _ report: (ScannerEvent) -> Void) {
    close(report: report)
    heldSince = nil
    let now = monotonicNow()
    switch error {
    case .denied:
      let since = deniedSince ?? now
      deniedSince = since
      // Just plugged in: its group is a moment away.
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
