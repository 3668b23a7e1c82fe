/// An assembler that turns the key events of a scanner into lines: one for each code, ended by Enter, Tab or a pause.
///
/// It has no clock: the time is in the events, and in the argument of `settle`.
package struct CodeLine: Sendable {
  /// The maximum length of a code in bytes of UTF-8. Longer codes are dropped.
  package static let lengthLimit = 500

  /// The conditions that end a code.
  package struct Ends: Sendable {
    package enum Pause: Hashable, Sendable {
      /// A pause of 300 ms ends a code until the scanner has sent Enter or Tab once; from then on pauses are ignored.
      case automatic
      case never
      /// Any pause of this duration ends a code.
      case after(Duration)
    }

    /// True if Tab ends a code; otherwise it is part of the code.
    package var tab: Bool
    package var pause: Pause

    package init(tab: Bool = true, pause: Pause = .automatic) {
      self.tab = tab
      self.pause = pause
    }
  }

  package enum Output: Hashable, Sendable {
    /// A complete line and the time at which its first key was pressed.
    case line(String, since: Microseconds)
    case dropped(DroppedScan)
  }

  /// True if this scanner has sent Enter or Tab.
  package private(set) var hasSeenEnd = false
  /// True if caps lock is on according to the scanner's keys. The lamp must show the same.
  package var isCapsLockOn: Bool { keyboard.isCapsLockOn }

  private let ends: Ends
  private var keyboard: Keyboard
  private var text = ""
  private var since: Microseconds?
  private var last: Microseconds = 0
  /// The error in the current code; the rest of the code is discarded.
  private var fault: DroppedScan?
  /// A key without a character. It is harmless before and after a code, but inside a code something is missing.
  private var silent: KeyCode?
  /// The state of caps lock between codes, before events were lost.
  private var capsLockAtRest: Bool
  /// True if events were lost, and the scanner has not paused long enough since to be known to be between codes.
  private var isUnsure = false
  /// True if caps lock was pressed while `isUnsure`. No code can be read until the scanner pauses.
  private var isCaseUnknown = false
  /// The time until which a first key belongs to a code whose beginning was not received.
  private var halfSeenUntil: Microseconds?

  private static let standardPause: Microseconds = 300_000
  /// The time without a key after which an incomplete code is dropped.
  private static let patience: Microseconds = 2_000_000

  /// Creates an assembler for one scanner.
  ///
  /// - Parameters:
  ///   - layout: the keyboard layout.
  ///   - ends: the conditions that end a code.
  ///   - capsLock: true if the scanner assumes caps lock on from the start.
  ///   - hasSeenEnd: true if this scanner is known to send Enter or Tab.
  package init(layout: KeyboardLayout, ends: Ends = Ends(), capsLock: Bool = false, hasSeenEnd: Bool = false) {
    self.hasSeenEnd = hasSeenEnd
    keyboard = Keyboard(layout: layout, capsLock: capsLock)
    self.ends = ends
    capsLockAtRest = capsLock
  }

  /// Starts reading from a scanner that was just grabbed. A code in progress has lost its beginning.
  ///
  /// - Parameters:
  ///   - time: the current time.
  ///   - grace: a code that begins within this time counts as being in progress.
  package mutating func begin(at time: Microseconds, grace: Microseconds = 100_000) {
    halfSeenUntil = time + grace
  }

  // MARK: - Events

  /// Processes one event, in the order of the kernel. Returns completed and dropped codes.
  package mutating func take(_ event: KeyEvent) -> [Output] {
    guard event.action != .held else { return [] }
    var output = settle(at: event.time)
    if event.time - last >= Self.standardPause, !keyboard.isBusy { noteRest() }
    last = max(last, event.time)
    if let limit = halfSeenUntil {
      if event.time <= limit { fault = .halfSeen }
      halfSeenUntil = nil
    }
    if isUnsure, event.key == .capsLock { isCaseUnknown = true }
    for stroke in keyboard.take(event) { output += take(stroke, at: event.time) }
    return output
  }

  /// Sets the state of a key that was queried after events were lost.
  package mutating func note(_ event: KeyEvent) { keyboard.note(event) }

  /// Records that events were lost. The current code is dropped, up to its end.
  package mutating func lose(at time: Microseconds) -> [Output] {
    let output = settle(at: time)
    last = max(last, time)
    since = since ?? time
    fail(.lostKeys)
    keyboard.lose()
    isUnsure = true
    return output
  }

  /// Records a pause. A scanner that presses caps lock around its codes has pressed it again by now.
  private mutating func noteRest() {
    if isUnsure {
      keyboard.isCapsLockOn = capsLockAtRest
      (isUnsure, isCaseUnknown) = (false, false)
    } else if !isPending {
      capsLockAtRest = keyboard.isCapsLockOn
    }
  }

  /// Drops an incomplete code, because the scanner has gone.
  package mutating func end() -> [Output] {
    defer { forget() }
    if let fault { return [.dropped(fault)] }
    return text.isEmpty ? [] : [.dropped(.unplugged)]
  }

  // MARK: - Time

  /// The time at which `settle` must be called if no key arrives before; nil if nothing is pending.
  package var deadline: Microseconds? {
    guard isPending else { return nil }
    if fault == nil, !keyboard.isBusy, let pause { return last + min(pause, Self.patience) }
    return last + discardTime
  }

  /// Ends a code after a pause, or drops one whose end does not arrive.
  ///
  /// - Parameter now: the current time; all events up to it must have been processed.
  /// - Returns: the code, or the reason it was dropped; empty before the deadline.
  package mutating func settle(at now: Microseconds) -> [Output] {
    guard let deadline, now >= deadline else { return [] }
    if fault == nil, !keyboard.isBusy, !keyboard.awaitsLetter, let pause, now - last >= pause { return finish() }
    let drop = fault ?? .noEnd
    forget()
    return [.dropped(drop)]
  }

  private var isPending: Bool { !text.isEmpty || fault != nil }

  private var pause: Microseconds? {
    switch ends.pause {
    case .automatic: hasSeenEnd ? nil : Self.standardPause
    case .never: nil
    case .after(let duration): duration.microseconds
    }
  }

  /// The pause after which a faulty code is over. It is long, so that the second half of a code over a stalled radio
  /// link does not become a code.
  private var discardTime: Microseconds {
    if case .after(let duration) = ends.pause { return max(duration.microseconds, Self.standardPause) }
    return Self.patience
  }

  // MARK: - Strokes

  private mutating func take(_ stroke: Keyboard.Stroke, at time: Microseconds) -> [Output] {
    switch stroke {
    case .text(let typed): append(typed, at: time)
    case .enter:
      hasSeenEnd = true
      return finish()
    case .tab where ends.tab:
      // Many scanners send Tab and then Enter; the second one ends an empty code.
      hasSeenEnd = hasSeenEnd || isPending
      return finish()
    case .tab: append("\t", at: time)
    case .silent(let key): if !text.isEmpty { silent = key }
    case .unreadable(let key):
      since = since ?? time
      fail(.unreadable(key, layout: keyboard.layout.name))
    }
    return []
  }

  private mutating func append(_ typed: String, at time: Microseconds) {
    guard fault == nil else { return }
    since = since ?? time
    if isCaseUnknown { return fail(.lostKeys) }
    // At the end of a code a key without a character is only its suffix, but here the code continues.
    if let silent { return fail(.unreadable(silent, layout: keyboard.layout.name)) }
    text += typed
    if text.utf8.count > Self.lengthLimit { fail(.tooLong) }
  }

  private mutating func fail(_ drop: DroppedScan) {
    fault = fault ?? drop
    text = ""
  }

  private mutating func finish() -> [Output] {
    defer { forget() }
    if let fault { return [.dropped(fault)] }
    guard !text.isEmpty, let since else { return [] }
    return [.line(text, since: since)]
  }

  private mutating func forget() {
    text = ""
    since = nil
    fault = nil
    silent = nil
    keyboard.rest()
  }
}

extension Duration {
  /// The duration in whole microseconds.
  package var microseconds: Microseconds {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
