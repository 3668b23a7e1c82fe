/// Keys in, characters out: what a scanner's keyboard has typed, by one layout.
///
/// Whatever cannot be read for certain comes out as `unreadable`; nothing is guessed.
struct Keyboard {
  /// What a key press comes to.
  enum Stroke: Equatable {
    case text(String)
    /// Enter, on the keyboard or the keypad, or what else says that a code is over.
    case enter
    case tab
    /// A key without a character, as F9 or an arrow.
    case silent(KeyCode)
    /// A key or a combination that must mean some character, and we cannot tell which.
    case unreadable(KeyCode)
  }

  let layout: Layout
  /// Whether caps lock is on, by what the scanner itself has pressed.
  var isCapsLockOn: Bool
  private var down: Set<KeyCode> = []
  private var alt = AltEntry()
  private var accent: Character?

  /// - Parameters:
  ///   - layout: what the keys bear.
  ///   - capsLock: whether the scanner takes caps lock as on from the start.
  init(layout: Layout, capsLock: Bool = false) {
    self.layout = layout
    isCapsLockOn = capsLock
  }

  /// Whether a key is down.
  var isBusy: Bool { !down.isEmpty }

  /// Whether an accent waits for its letter.
  var awaitsLetter: Bool { accent != nil }

  /// Forgets what was begun and not finished: between two codes nothing is pending.
  mutating func rest() {
    alt = AltEntry()
    accent = nil
  }

  /// Keys were lost: what was begun cannot be finished, and half a number must not pass for a whole one. `Alt 013` is
  /// Enter, `Alt 9` a tab, and both would end the code that has to be dropped.
  mutating func lose() {
    alt.spoil()
    accent = nil
  }

  /// Takes a key's state without reading anything into it.
  mutating func note(_ event: KeyEvent) {
    switch event.action {
    case .down: down.insert(event.key)
    case .up: down.remove(event.key)
    case .held: break
    }
  }

  /// What the event comes to: nothing, one stroke, or an end after something unreadable.
  mutating func take(_ event: KeyEvent) -> [Stroke] {
    // Buttons, as a trigger that reports itself, type nothing.
    guard !event.key.isButton else { return [] }
    note(event)
    let stroke: Stroke?
    switch event.action {
    case .held: return []
    case .up: stroke = release(event.key)
    case .down: stroke = press(event.key)
    }
    guard let stroke else { return [] }
    // An accent that still waits at the end came without its letter.
    guard accent != nil, stroke == .enter || stroke == .tab else { return [stroke] }
    accent = nil
    return [.unreadable(event.key), stroke]
  }

  private func isDown(_ one: KeyCode, _ other: KeyCode) -> Bool { down.contains(one) || down.contains(other) }
  private var shift: Bool { isDown(.leftShift, .rightShift) }
  private var control: Bool { isDown(.leftControl, .rightControl) }
  private var isAltDown: Bool { isDown(.leftAlt, .rightAlt) }
  private var meta: Bool { isDown(.leftMeta, .rightMeta) }
  /// Control with Alt is AltGr, as on Windows.
  private var altGr: Bool { down.contains(.rightAlt) || (down.contains(.leftAlt) && control) }

  private mutating func release(_ key: KeyCode) -> Stroke? {
    guard key == .leftAlt || key == .rightAlt, !isAltDown, !alt.isEmpty else { return nil }
    defer { alt = AltEntry() }
    guard let scalar = alt.character else { return .unreadable(key) }
    switch scalar.value {
    case 0x0A, 0x0D: return .enter
    case 0x09: return .tab
    default: return type(Character(scalar), by: key)
    }
  }

  private mutating func press(_ key: KeyCode) -> Stroke? {
    switch key {
    case .leftShift, .rightShift, .leftControl, .rightControl, .leftMeta, .rightMeta: return nil
    case .leftAlt, .rightAlt:
      alt = AltEntry()
      return nil
    case .capsLock:
      isCapsLockOn.toggle()
      return nil
    case .numLock, .scrollLock: return nil
    default: break
    }
    guard !meta else { return .unreadable(key) }
    if let digit = key.keypadDigit { return press(keypadDigit: digit, key) }
    if isAltDown, !alt.isEmpty {
      alt.spoil()
      return nil
    }
    switch key {
    case .enter, .keypadEnter: return control || isAltDown ? .unreadable(key) : .enter
    case .tab: return control || isAltDown ? .unreadable(key) : .tab
    case .space: return control || isAltDown ? .unreadable(key) : type(" ", by: key)
    default: break
    }
    if let sign = key == .keypadDecimal ? layout.decimal : key.keypadSign {
      return control || isAltDown ? .unreadable(key) : .text(flushed(sign))
    }
    guard Layout.isCharacterKey(key) else { return .silent(key) }
    if control, !isAltDown { return controlCharacter(key) }
    guard let character = character(key) else { return .unreadable(key) }
    switch character {
    case .plain(let character): return type(character, by: key)
    case .dead(let mark):
      let text = flushed("")
      accent = mark
      return text.isEmpty ? nil : .text(text)
    }
  }

  private mutating func press(keypadDigit digit: Int, _ key: KeyCode) -> Stroke? {
    guard !control else { return .unreadable(key) }
    guard isAltDown else { return .text(flushed(String(digit))) }
    alt.add(digit)
    return nil
  }

  private func character(_ key: KeyCode) -> Layout.Character? {
    if isAltDown { return altGr ? layout.character(key, shift ? .shiftAltGr : .altGr) : nil }
    guard isCapsLockOn else { return layout.character(key, shift ? .shift : .plain) }
    if layout.isLetter(key) || layout.capsLock == .everything {
      return layout.character(key, shift ? .plain : .shift)
    }
    return layout.capsLock == .unclear ? nil : layout.character(key, shift ? .shift : .plain)
  }

  /// Control with a letter is that control character (ISO 646): scanners type a group separator so.
  private mutating func controlCharacter(_ key: KeyCode) -> Stroke {
    guard case .plain(let character) = layout.character(key, shift ? .shift : .plain),
      let ascii = character.uppercased().utf8.first, character.isASCII, (0x41...0x5F).contains(ascii)
    else { return .unreadable(key) }
    switch ascii & 0x1F {
    case 0x0A, 0x0D: return .enter
    case 0x09: return .tab
    case let code: return .text(flushed(String(Unicode.Scalar(code))))
    }
  }

  private mutating func type(_ character: Character, by key: KeyCode) -> Stroke {
    guard let waiting = accent else { return .text(String(character)) }
    accent = nil
    return .text(Accent.compose(waiting, character))
  }

  /// The text with the accent before it that waited for a letter in vain.
  private mutating func flushed(_ text: String) -> String {
    guard let waiting = accent else { return text }
    accent = nil
    return String(waiting) + text
  }
}
