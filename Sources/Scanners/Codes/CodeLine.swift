/// Puts the keys of a scanner together into the lines it sends: one for each code, ended by Enter, Tab or a pause.
///
/// It has no clock: time comes with the events, and with `settle`.
package struct CodeLine: Sendable {
  /// Longer codes name nothing, and are dropped whole: bytes of UTF-8.
  package static let lengthLimit = 500

  /// What ends a code.
  package struct Ends: Sendable {
    package enum Pause: Hashable, Sendable {
      /// A pause of 300 ms ends a code until the scanner has once sent an end; from then on none does.
      case automatic
      case never
      /// Any pause of so long.
      case after(Duration)
    }

    /// Whether Tab ends a code; otherwise it is part of it.
    package var tab: Bool
    package var pause: Pause

    package init(tab: Bool = true, pause: Pause = .automatic) {
      self.tab = tab
      self.pause = pause
    }
  }

  package enum Output: Hashable, Sendable {
    /// A whole line, and when its first key was pressed.
    case line(String, since: Microseconds)
    case dropped(Drop)
  }

  /// Whether an end other than a pause has been seen from this scanner.
  package private(set) var hasSeenEnd = false
  /// Whether caps lock is on, by what the scanner has pressed: its lamp has to show it.
  package var isCapsLockOn: Bool { keyboard.isCapsLockOn }

  private let ends: Ends
  private var keyboard: Keyboard
  private var text = ""
  private var since: Microseconds?
  private var last: Microseconds = 0
  /// What is wrong with the code that is coming in; the rest of it is not kept.
  private var fault: Drop?
  /// A key without a character: before and after a code it does no harm, inside something is missing.
  private var silent: KeyCode?
  /// Caps lock as it was between codes, before anything was lost.
  private var capsLockAtRest: Bool
  /// Keys were lost, and none has come for long enough since to say that the scanner is between codes.
  private var isUnsure = false
  /// Caps lock was pressed while unsure: no code can be read until the scanner rests.
  private var isCaseUnknown = false
  /// Until when a first key belongs to a code whose beginning was not seen.
  private var halfSeenUntil: Microseconds?

  private static let standardPause: Microseconds = 300_000
  /// After so long without a key, nothing more of a code will come.
  private static let patience: Microseconds = 2_000_000

  /// - Parameters:
  ///   - layout: what the keys bear.
  ///   - ends: what ends a code.
  ///   - capsLock: whether the scanner takes caps lock as on from the start.
  ///   - hasSeenEnd: whether this scanner is known to send an end.
  package init(layout: Layout, ends: Ends = Ends(), capsLock: Bool = false, hasSeenEnd: Bool = false) {
    self.hasSeenEnd = hasSeenEnd
    keyboard = Keyboard(layout: layout, capsLock: capsLock)
    self.ends = ends
    capsLockAtRest = capsLock
  }

  /// The scanner was just taken over: a code that is going on now came without its beginning.
  ///
  /// - Parameters:
  ///   - time: now.
  ///   - grace: a code that begins within this time counts as going on.
  package mutating func begin(at time: Microseconds, grace: Microseconds = 100_000) {
    halfSeenUntil = time + grace
  }

  // MARK: events

  /// Takes one event, in the order the kernel gave them.
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

  /// Takes the state of a key that was found out by asking, after events were lost.
  package mutating func note(_ event: KeyEvent) { keyboard.note(event) }

  /// Events were lost: what is coming in is no code, up to its end.
  package mutating func lose(at time: Microseconds) -> [Output] {
    let output = settle(at: time)
    last = max(last, time)
    since = since ?? time
    fail(.lostKeys)
    keyboard.lose()
    isUnsure = true
    return output
  }

  /// No key for a while: a scanner that presses caps lock around its codes has pressed it again by now.
  private mutating func noteRest() {
    if isUnsure {
      keyboard.isCapsLockOn = capsLockAtRest
      (isUnsure, isCaseUnknown) = (false, false)
    } else if !isPending {
      capsLockAtRest = keyboard.isCapsLockOn
    }
  }

  /// The scanner has gone; what has come of a code is dropped.
  package mutating func end() -> [Output] {
    defer { forget() }
    if let fault { return [.dropped(fault)] }
    return text.isEmpty ? [] : [.dropped(.unplugged)]
  }

  // MARK: time

  /// When `settle` is to be called if no key comes before; nil when nothing is pending.
  package var deadline: Microseconds? {
    guard isPending else { return nil }
    if fault == nil, !keyboard.isBusy, let pause { return last + min(pause, Self.patience) }
    return last + discardTime
  }

  /// Ends a code by pause, or gives one up whose end does not come.
  ///
  /// - Parameter now: all events up to then have been taken.
  /// - Returns: the code, or why it was dropped; nothing before its time has come.
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

  /// After a fault the code must really be over: a stalled radio must not make a code of its second half.
  private var discardTime: Microseconds {
    if case .after(let duration) = ends.pause { return max(duration.microseconds, Self.standardPause) }
    return Self.patience
  }

  // MARK: strokes

  private mutating func take(_ stroke: Keyboard.Stroke, at time: Microseconds) -> [Output] {
    switch stroke {
    case .text(let typed): append(typed, at: time)
    case .enter:
      hasSeenEnd = true
      return finish()
    case .tab where ends.tab:
      // Many scanners send Tab and then Enter; the second end of a code is that of an empty one.
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
    // At the end of a code a key without a character is only its suffix; here more of the code follows.
    if let silent { return fail(.unreadable(silent, layout: keyboard.layout.name)) }
    text += typed
    if text.utf8.count > Self.lengthLimit { fail(.tooLong) }
  }

  private mutating func fail(_ drop: Drop) {
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
  /// Whole microseconds.
  package var microseconds: Microseconds {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
