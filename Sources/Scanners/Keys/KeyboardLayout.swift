/// A country's keyboard layout. A scanner emulates one, and its keys must be decoded with the same.
///
/// The tables are those of Microsoft's layouts, which scanner makers follow. Linux differs only in characters that do
/// not occur in barcodes.
package struct KeyboardLayout: Sendable {
  /// The name on the command line, for example `de`.
  package let name: String
  /// The display name, for example "German".
  package let title: String

  private let characters: [KeyCode: [Level: Character]]
  /// The position of each character; the first of several.
  private let places: [Swift.Character: Place]
  /// The character of the keypad's decimal key.
  let decimal: String
  let capsLock: CapsLock

  enum Level: Int, CaseIterable, Sendable { case plain, shift, altGr, shiftAltGr }

  /// The effect of caps lock on keys without a letter. It depends on the system that the scanner emulates.
  enum CapsLock: Sendable {
    /// Caps lock affects only letters.
    case letters
    /// Caps lock acts like shift on all keys, as on a typewriter.
    case everything
    /// Such a key cannot be decoded, because the effect depends on the system.
    case unclear
  }

  /// A key and the modifiers held with it.
  struct Place: Hashable, Sendable {
    let key: KeyCode
    let level: Level
  }

  /// The character of a key.
  enum Character: Equatable, Sendable {
    case plain(Swift.Character)
    /// A dead key: an accent that waits for its letter.
    case dead(Swift.Character)
  }

  /// Creates a layout.
  ///
  /// - Parameters:
  ///   - name: the name on the command line.
  ///   - title: the display name.
  ///   - rows: for each level the characters of `KeyCode.rows`, with a space for a key without one.
  ///   - dead: the dead keys, as key and level.
  ///   - decimal: the character of the keypad's decimal key.
  ///   - capsLock: the effect of caps lock on keys without a letter.
  init(
    _ name: String, _ title: String, rows: [Level: [String]], dead: [(UInt16, Level)] = [], decimal: String = ".",
    capsLock: CapsLock = .letters
  ) {
    let dead = Set(dead.map { Place(key: KeyCode($0), level: $1) })
    var characters: [KeyCode: [Level: Character]] = [:]
    var places: [Swift.Character: Place] = [:]
    for (level, texts) in rows.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      precondition(texts.count <= KeyCode.rows.count, "\(name) has too many rows")
      for (keys, text) in zip(KeyCode.rows, texts) {
        precondition(text.count <= keys.count, "\(name) has too long a row: \(text)")
        for (key, character) in zip(keys, text) where character != " " {
          let isDead = dead.contains(Place(key: key, level: level))
          characters[key, default: [:]][level] = isDead ? .dead(character) : .plain(character)
          if places[character] == nil { places[character] = Place(key: key, level: level) }
        }
      }
    }
    self.name = name
    self.title = title
    self.characters = characters
    self.places = places
    self.decimal = decimal
    self.capsLock = capsLock
  }

  /// Returns the character of a key at a level; nil if it has none.
  func character(_ key: KeyCode, _ level: Level) -> Character? { characters[key]?[level] }

  /// Returns the position of a character, including dead keys; nil if no key has it.
  func place(of character: Swift.Character) -> Place? { places[character] }

  /// Returns true if the key has a character on some keyboard.
  static func isCharacterKey(_ key: KeyCode) -> Bool { characterKeys.contains(key) }

  private static let characterKeys = Set(KeyCode.rows.joined() + [KeyCode(89), KeyCode(124)])

  /// Returns true if shift turns the key's character into a capital letter.
  func isLetter(_ key: KeyCode) -> Bool {
    guard case .plain(let small) = character(key, .plain), case .plain(let large) = character(key, .shift) else {
      return false
    }
    return small.uppercased() == String(large) && small != large
  }
}

extension KeyboardLayout {
  /// Returns the layout with a name; nil if there is none.
  package static func named(_ name: String) -> KeyboardLayout? { all.first { $0.name == name.lowercased() } }
}
