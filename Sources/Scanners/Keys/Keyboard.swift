/// A decoder that turns the key events of a scanner into characters according to a layout.
///
/// Input that is not certain results in `unreadable`; nothing is guessed.
struct Keyboard {
  /// The result of a key press.
  enum Stroke: Equatable {
    case text(String)
    /// Enter, on the keyboard or the keypad, or another key that ends a code.
    case enter
    case tab
    /// A key without a character, such as F9 or an arrow.
    case silent(KeyCode)
    /// A key or a combination that stands for an unknown character.
    case unreadable(KeyCode)
  }

  let layout: KeyboardLayout
  /// True if caps lock is on according to the scanner's own keys.
  var isCapsLockOn: Bool
  private var down: Set<KeyCode> = []
  private var alt = AltEntry()
  private var accent: Character?

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - layout: the keyboard layout.
  ///   - capsLock: true if the scanner assumes caps lock on from the start.
  init(layout: KeyboardLayout, capsLock: Bool = false) {
    self.layout = layout
    isCapsLockOn = capsLock
  }

  /// True if a key is down.
  var isBusy: Bool { !down.isEmpty }

  /// True if an accent waits for its letter.
  var awaitsLetter: Bool { accent != nil }

  /// Discards an incomplete entry; nothing is pending between two codes.
  mutating func rest() {
    alt = AltEntry()
    accent = nil
  }

  /// Discards an incomplete entry after key events were lost, because half a number could be taken for a whole one.
  /// `Alt 013` is Enter and `Alt 9` a tab, and both would end the code that must be dropped.
  mutating func lose() {
    alt.spoil()
    accent = nil
  }

  /// Updates the state of a key without decoding it.
  mutating func note(_ event: KeyEvent) {
    switch event.action {
    case .down: down.insert(event.key)
    case .up: down.remove(event.key)
    case .held: break
    }
  }

  /// Returns the strokes of an event: none, one, or an end after an unreadable one.
  mutating func take(_ event: KeyEvent) -> [Stroke] {
    // Buttons, such as a trigger that reports its own key, type nothing.
    guard !event.key.isButton else { return [] }
    note(event)
    let stroke: Stroke?
    switch event.action {
    case .held: return []
    case .up: stroke = release(event.key)
    case .down: stroke = press(event.key)
    }
    guard let stroke else { return [] }
    // An accent that still waits at the end has lost its letter.
    guard accent != nil, stroke == .enter || stroke == .tab else { return [stroke] }
    accent = nil
    return [.unreadable(event.key), stroke]
  }

  private func isDown(_ one: KeyCode, _ other: KeyCode) -> Bool { down.contains(one) || down.contains(other) }
  private var shift: Bool { isDown(.leftShift, .rightShift) }
  private var control: Bool { isDown(.leftControl, .rightControl) }
  private var isAltDown: Bool { isDown(.leftAlt, .rightAlt) }
  private var meta: Bool { isDown(.leftMeta, .rightMeta) }
  /// True for AltGr. Control with Alt counts as AltGr, as on Windows.
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
    guard KeyboardLayout.isCharacterKey(key) else { return .silent(key) }
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

  private func character(_ key: KeyCode) -> KeyboardLayout.Character? {
    if isAltDown { return altGr ? layout.character(key, shift ? .shiftAltGr : .altGr) : nil }
    guard isCapsLockOn else { return layout.character(key, shift ? .shift : .plain) }
    if layout.isLetter(key) || layout.capsLock == .everything {
      return layout.character(key, shift ? .plain : .shift)
    }
    return layout.capsLock == .unclear ? nil : layout.character(key, shift ? .shift : .plain)
  }

  /// Returns the control character for Control and a letter (ISO 646). Scanners type a group separator like this.
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

  /// Returns the text after the accent that waits, if there is one.
  private mutating func flushed(_ text: String) -> String {
    guard let waiting = accent else { return text }
    accent = nil
    return String(waiting) + text
  }
}
