import Scanners
import TestSupport

/// A generator of a scanner's key events: a report for each key press and release, a few milliseconds apart.
struct Typist {
  private(set) var events: [KeyEvent] = []
  var time: Microseconds
  /// The time between two reports.
  var pace: Microseconds

  init(at time: Microseconds = 1_000_000, pace: Microseconds = 4000) {
    self.time = time
    self.pace = pace
  }

  mutating func press(_ key: UInt16) { add(key, .down) }
  mutating func release(_ key: UInt16) { add(key, .up) }

  mutating func tap(_ key: UInt16, with modifiers: [UInt16] = []) {
    modifiers.forEach { press($0) }
    press(key)
    release(key)
    modifiers.reversed().forEach { release($0) }
  }

  mutating func enter() { tap(28) }
  mutating func wait(milliseconds: Int) { time += Microseconds(milliseconds) * 1000 }

  /// Types capital letters with shift, lower-case letters, digits, space, minus and colon, on an American keyboard.
  mutating func type(_ text: String) {
    for character in text {
      guard let (key, shift) = Self.american[character] else { preconditionFailure("no key for \(character)") }
      tap(key, with: shift ? [42] : [])
    }
  }

  /// Types a text like `type`, but in ALT mode.
  mutating func typeByNumber(_ text: String) {
    for scalar in text.unicodeScalars {
      press(56)
      for digit in "0\(scalar.value)" { tap(Self.keypad[digit.wholeNumberValue ?? 0]) }
      release(56)
    }
  }

  /// Types a text like `type`, but with caps lock around it instead of shift; letters, digits, space and minus only.
  mutating func typeInCapitals(_ text: String) {
    tap(58)
    type(text.lowercased())
    tap(58)
  }

  private mutating func add(_ key: UInt16, _ action: KeyEvent.Action) {
    events.append(KeyEvent(KeyCode(rawValue: key), action, at: time))
    time += pace
  }

  static let keypad: [UInt16] = [82, 79, 80, 81, 75, 76, 77, 71, 72, 73]

  private static let american: [Character: (UInt16, Bool)] = {
    var table: [Character: (UInt16, Bool)] = [" ": (57, false), "-": (12, false), ":": (39, true), "]": (27, false)]
    let rows: [(UInt16, String)] = [(2, "1234567890"), (16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm")]
    for (start, row) in rows {
      for (offset, character) in row.enumerated() {
        table[character] = (start + UInt16(offset), false)
        if let capital = character.uppercased().first, capital != character {
          table[capital] = (start + UInt16(offset), true)
        }
      }
    }
    return table
  }()
}

extension CodeLine {
  /// Processes all events, and the time until long after them.
  mutating func takeAll(_ typist: Typist) -> [Output] {
    var output = typist.events.flatMap { take($0) }
    output += settle(at: typist.time + 10_000_000)
    return output
  }
}

extension CodeLine.Output {
  var text: String? { if case .line(let text, _) = self { text } else { nil } }
  var drop: DroppedScan? { if case .dropped(let drop) = self { drop } else { nil } }
}
